from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.facts.comparison import compare
from twosource.facts.dates import days_of
from twosource.facts.units import built_in, is_pack_unit, scale
from twosource.facts.values import about_half, interval_of, value_of, written_half
from twosource.model import (
    Change,
    Comparator,
    Development,
    Figure,
    FigureKind,
    Interval,
    Per,
    Quantity,
    TextValue,
    Undisclosed,
    Value,
    Verdict,
    When,
)
from twosource_schemas.values import COMPARATORS
from twosource_schemas.values import Value as ValueField

D = Decimal


def value(given: dict[str, Any]) -> Value:
    return value_of(ValueField().deserialize(given))


def quantity(given: dict[str, Any]) -> Quantity:
    found = value(given)
    assert isinstance(found, Quantity)
    return found


@pytest.mark.parametrize(
    ("given", "interval"),
    [
        ({"is": "100000"}, Interval(D(100000), D(100000))),
        ({"is": "2.4"}, Interval(D("2.35"), D("2.45"))),
        ({"is": "0.15"}, Interval(D("0.145"), D("0.155"))),
        ({"is": "-2.4"}, Interval(D("-2.45"), D("-2.35"))),
        ({"is": "5", "tolerance": "1"}, Interval(D(4), D(6))),
        ({"over": "100_000"}, Interval(D(100000), None, low_open=True)),
        ({"at_least": "12"}, Interval(D(12), None)),
        ({"under": "2"}, Interval(D(0), D(2), high_open=True)),
        ({"at_most": "2"}, Interval(D(0), D(2))),
        ({"up_to": "2"}, Interval(D(0), D(2))),
        ({"about": "60"}, Interval(D(55), D(65))),
        ({"about": "0.60"}, Interval(D("0.595"), D("0.605"))),
        ({"about": "5"}, Interval(D("4.5"), D("5.5"))),
        ({"about": "130000"}, Interval(D(125000), D(135000))),
        ({"about": "60", "tolerance": "2"}, Interval(D(58), D(62))),
        ({"nearly": "50"}, Interval(D(45), D(50), high_open=True)),
        ({"between": ["10", "20"]}, Interval(D(10), D(20))),
    ],
)
def test_a_quantity_is_the_interval_that_it_means(given: dict[str, Any], interval: Interval) -> None:
    assert quantity(given).interval == interval


def test_a_quantity_keeps_what_was_written() -> None:
    found = quantity({"about": "0.60", "unit": "EUR", "per": {"n": "1_000", "unit": "token"}, "tolerance": "0.05"})
    assert str(found.number) == "0.60"
    assert found.comparator is Comparator.ABOUT
    assert found.unit == "EUR"
    assert found.per == Per(D(1000), "token")
    assert found.tolerance == D("0.05")
    assert quantity({"is": "1", "per": {"unit": "day"}}).per == Per(D(1), "day")


def test_between_keeps_both_numbers() -> None:
    found = quantity({"between": ["10", "20"], "unit": "percent"})
    assert (found.number, found.upper, found.comparator) == (D(10), D(20), Comparator.BETWEEN)


def test_the_other_shapes() -> None:
    assert value({"factor": "3", "direction": "up"}) == Change("up", factor=D(3))
    change = value({"change": {"about": "40", "unit": "percent"}, "direction": "down"})
    assert isinstance(change, Change)
    assert (change.direction, change.factor, change.amount and change.amount.interval) == (
        "down",
        None,
        Interval(D(35), D(45)),
    )
    development = value({"from": {"is": "10"}, "to": {"nearly": "50"}})
    assert isinstance(development, Development)
    assert (development.start.number, development.end.comparator) == (D(10), Comparator.NEARLY)
    assert value({"text": "MIT", "accept": ["MIT License"]}) == TextValue("MIT", ("MIT License",))
    assert value({"text": "MIT", "accept": "X"}) == TextValue("MIT", ("X",))
    assert value({"undisclosed": "true"}) == Undisclosed()


def days(first: str | None, last: str | None) -> tuple[Decimal | None, Decimal | None]:
    ends = [None if each is None else D(date.fromisoformat(each).toordinal()) for each in (first, last)]
    return ends[0], ends[1]


@pytest.mark.parametrize(
    ("given", "first", "last", "bound", "iso"),
    [
        ({"date": "2026-08-26"}, "2026-08-26", "2026-08-26", "date", "2026-08-26"),
        ({"date": "2026-02"}, "2026-02-01", "2026-02-28", "date", "2026-02"),
        ({"date": "2024-02"}, "2024-02-01", "2024-02-29", "date", "2024-02"),
        ({"date": "2026-Q1"}, "2026-01-01", "2026-03-31", "date", "2026-Q1"),
        ({"date": "2026-Q4"}, "2026-10-01", "2026-12-31", "date", "2026-Q4"),
        ({"date": "2026"}, "2026-01-01", "2026-12-31", "date", "2026"),
        ({"period": ["2026-03", "2026-05-15"]}, "2026-03-01", "2026-05-15", "period", "2026-03/2026-05-15"),
        ({"period": ["2026-Q1", "2026-02"]}, "2026-01-01", "2026-02-28", "period", "2026-Q1/2026-02"),
        ({"before": "2026-09"}, None, "2026-09-01", "before", "2026-09"),
        ({"after": "2026-Q1"}, "2026-03-31", None, "after", "2026-Q1"),
    ],
)
def test_a_date_is_the_days_that_it_can_be(
    given: dict[str, Any], first: str | None, last: str | None, bound: str, iso: str
) -> None:
    found = value(given)
    assert isinstance(found, When)
    assert (found.interval.low, found.interval.high) == days(first, last)
    assert (found.interval.low_open, found.interval.high_open) == (bound == "after", bound == "before")
    assert (found.bound, found.iso) == (bound, iso)


def test_days_of_what_is_no_date() -> None:
    with pytest.raises(ValueError, match="day"):
        days_of("2026-02-30")


def test_units_convert_exactly_within_a_dimension_and_never_beyond() -> None:
    assert scale("week").factor == 7 * scale("day").factor
    assert scale("year").factor == 12 * scale("month").factor
    assert scale("kWh").factor == 3_600_000 * scale("J").factor
    assert scale("EUR").dimension != scale("USD").dimension
    assert scale("percent").dimension != scale("points").dimension
    assert scale("token").dimension != scale("call").dimension
    assert is_pack_unit("token")
    assert not is_pack_unit("EUR")
    assert not is_pack_unit(None)


NUMBERS = st.decimals(min_value="0.01", max_value=10**9, places=2)
UNITS = st.sampled_from([symbol for symbol, each in built_in().items() if each.dimension in {"mass", "power", "time"}])


@given(NUMBERS)
def test_what_is_written_is_within_what_it_means(number: Decimal) -> None:
    for comparator in (Comparator.IS, Comparator.ABOUT, Comparator.AT_LEAST, Comparator.AT_MOST):
        assert interval_of(comparator, number).holds(number)
    for comparator in (Comparator.OVER, Comparator.UNDER, Comparator.NEARLY):
        assert not interval_of(comparator, number).holds(number)
    assert about_half(number) >= written_half(number)


@given(st.sampled_from(COMPARATORS), NUMBERS, UNITS)
def test_a_figure_that_says_what_the_fact_says_is_the_same(word: str, number: Decimal, unit: str) -> None:
    fact = quantity({word: str(number), "unit": unit})
    draft = Figure(0, 1, "x", FigureKind.MEASURE, fact.number, fact.interval, fact.comparator, unit)
    assert compare(draft, fact).verdict is Verdict.SAME
