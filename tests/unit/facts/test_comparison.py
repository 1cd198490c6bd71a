from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from twosource.facts.comparison import Comparison, compare, compatible, exclude
from twosource.facts.dates import days_of
from twosource.facts.values import interval_of, value_of
from twosource.facts.yaml_tree import parse
from twosource.model import EVERYTHING, Comparator, Figure, FigureKind, FigureReading, Interval, Per, Value, Verdict
from twosource_schemas.values import Value as ValueField

TABLE: Any = parse((Path(__file__).parent / "verdicts.yaml").read_text(encoding="utf-8")).plain
ROWS = [(group, row) for group, rows in TABLE.items() if group != "incompatible" for row in rows]


def value(given: Any) -> Value:
    return value_of(ValueField().deserialize(given))


def figure(given: dict[str, Any]) -> Figure:
    """A figure as the grammar of figures would give it for a row's draft."""
    quote = given.get("quote", "a figure")
    if "date" in given:
        first, _, last = given["date"].partition("/")
        days = Interval(days_of(first).low, days_of(last or first).high)
        year_given = given.get("year_given") != "false"
        comparator = Comparator(given.get("comparator", "is"))
        return Figure(
            0, 8, quote, FigureKind.DATE, days.low, days, comparator, iso=given["date"], year_given=year_given
        )
    per = given.get("per")
    common: dict[str, Any] = {
        "unit": given.get("unit"),
        "direction": given.get("direction"),
        "per": Per(Decimal(per["n"]), per["unit"]) if per else None,
    }
    kind = FigureKind(given.get("kind", "percent" if given.get("unit") == "percent" else "count"))
    comparator = next((each for each in Comparator if each.value in given), None)
    if comparator is None:
        return Figure(0, 8, quote, kind, None, EVERYTHING, **common)
    precision = Decimal(given.get("precision", "1"))
    if comparator is Comparator.BETWEEN:
        low, high = map(Decimal, given["between"])
        return Figure(0, 8, quote, kind, None, Interval(low, high), comparator, precision=precision, **common)
    number = Decimal(given[comparator.value])
    readings = tuple(
        FigureReading(each, meaning(comparator, each, precision)) for each in map(Decimal, given.get("readings", ()))
    )
    interval = Interval.point(number) if "exact" in given else meaning(comparator, number, precision)
    return Figure(0, 8, quote, kind, number, interval, comparator, precision=precision, readings=readings, **common)


def meaning(comparator: Comparator, number: Decimal, precision: Decimal) -> Interval:
    if comparator is Comparator.IS and precision != 1:
        return Interval(number - precision / 2, number + precision / 2)
    meant = interval_of(comparator, number)
    # The grammar of figures knows that what is counted is not below zero.
    return replace(meant, low=Decimal(0)) if meant.low is None and number > 0 else meant


@pytest.mark.parametrize(("group", "row"), ROWS, ids=lambda each: str(each)[:120])
def test_the_verdict_table(group: str, row: dict[str, Any]) -> None:
    draft, fact = figure(row["draft"]), value(row["fact"])
    assert compatible(draft, fact)
    power = row.get("power")
    looser = row.get("looser") == "true"
    wanted = Comparison(Verdict(row["verdict"]), looser, row.get("trap"), None if power is None else int(power))
    assert compare(draft, fact) == wanted


@pytest.mark.parametrize("row", TABLE["incompatible"], ids=str)
def test_what_cannot_be_held_against_each_other(row: dict[str, Any]) -> None:
    draft, fact = figure(row["draft"]), value(row["fact"])
    assert not compatible(draft, fact)
    with pytest.raises(ValueError, match="cannot be held against"):
        compare(draft, fact)


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ({"is": "100000"}, {"is": "90000"}, True),
        ({"is": "100000"}, {"over": "100000"}, False),
        ({"over": "100000"}, {"under": "90000"}, True),
        ({"over": "100"}, {"over": "100000"}, False),
        ({"is": "2", "unit": "day"}, {"is": "48", "unit": "hour"}, False),
        ({"is": "2", "unit": "day"}, {"is": "2", "unit": "EUR"}, False),
        ({"is": "2.4"}, {"is": "2.43"}, False),
        ({"is": "2.4"}, {"is": "2.5"}, True),
        ({"date": "2026-08"}, {"date": "2026-08-26"}, False),
        ({"date": "2026-08"}, {"date": "2026-09-01"}, True),
        ({"text": "MIT", "accept": ["MIT License"]}, {"text": "mit license"}, False),
        ({"text": "MIT"}, {"text": "Apache-2.0"}, True),
        ({"factor": "3", "direction": "up"}, {"factor": "3", "direction": "down"}, True),
        ({"factor": "3", "direction": "up"}, {"factor": "4", "direction": "up"}, True),
        ({"factor": "3", "direction": "up"}, {"factor": "3", "direction": "up"}, False),
        ({"change": {"is": "3"}, "direction": "up"}, {"change": {"is": "4"}, "direction": "up"}, True),
        ({"change": {"is": "3"}, "direction": "up"}, {"factor": "4", "direction": "up"}, False),
        ({"from": {"is": "1"}, "to": {"is": "2"}}, {"from": {"is": "1"}, "to": {"is": "3"}}, True),
        ({"from": {"is": "1"}, "to": {"is": "2"}}, {"from": {"is": "1"}, "to": {"is": "2"}}, False),
        ({"undisclosed": "true"}, {"is": "2"}, False),
        ({"is": "2", "per": {"unit": "day"}}, {"is": "3"}, False),
        ({"is": "2", "per": {"unit": "day"}}, {"is": "3", "per": {"unit": "day"}}, True),
        ({"is": "7", "per": {"unit": "week"}}, {"is": "1", "per": {"unit": "day"}}, False),
        ({"is": "2", "unit": "GPa"}, {"is": "2000", "unit": "MPa"}, False),
        ({"is": "2", "unit": "GPa"}, {"is": "2", "unit": "MPa"}, True),
    ],
)
def test_values_of_two_sources_exclude_each_other_either_way_round(one: Any, other: Any, excluded: bool) -> None:
    assert exclude(value(one), value(other)) is excluded
    assert exclude(value(other), value(one)) is excluded
