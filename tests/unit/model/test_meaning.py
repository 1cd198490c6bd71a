"""The interval rules of the fact-pack format."""

from __future__ import annotations

from decimal import Decimal

import pytest

from twosource.model import Comparator, Interval
from twosource.model.meaning import between, meant, significant_step

D = Decimal


@pytest.mark.parametrize(
    ("mantissa", "magnitude", "step"),
    [
        ("60", "1", "10"),
        ("100000", "1", "100000"),
        ("0.60", "1", "0.01"),
        ("2.4", "1e9", "1e8"),
        ("0", "1", "1"),
        ("0", "1e6", "1e6"),
        ("250", "1e3", "1e4"),
    ],
)
def test_trailing_zeros_of_whole_numbers_are_not_significant(mantissa: str, magnitude: str, step: str) -> None:
    assert significant_step(D(mantissa), D(magnitude)) == D(step)


@pytest.mark.parametrize(
    ("comparator", "expected"),
    [
        (Comparator.IS, Interval(D(60), D(60))),
        (Comparator.ABOUT, Interval(D(55), D(65))),
        (Comparator.NEARLY, Interval(D(54), D(60), high_open=True)),
        (Comparator.OVER, Interval(D(60), None, low_open=True)),
        (Comparator.AT_LEAST, Interval(D(60), None)),
        (Comparator.UNDER, Interval(D(0), D(60), high_open=True)),
        (Comparator.AT_MOST, Interval(D(0), D(60))),
        (Comparator.UP_TO, Interval(D(0), D(60))),
    ],
)
def test_what_a_comparator_makes_of_sixty(comparator: Comparator, expected: Interval) -> None:
    assert meant(D(60), D(1), D(10), comparator, exact=True) == expected


def test_written_precision_closes_below_and_opens_above() -> None:
    expected = Interval(D("2.35e9"), D("2.45e9"), high_open=True)
    assert meant(D("2.4e9"), D("1e8"), D("1e8"), Comparator.IS, exact=False) == expected


def test_a_number_below_zero_has_no_floor_and_is_only_about() -> None:
    assert meant(D(-5), D(1), D(1), Comparator.UNDER, exact=True) == Interval(None, D(-5), high_open=True)
    assert meant(D(-5), D(1), D(1), Comparator.NEARLY, exact=True) == Interval(D("-5.5"), D("-4.5"))


def test_between_takes_its_ends_in_either_order() -> None:
    assert between(D(20), D(10)) == Interval(D(10), D(20))
