"""The laws of intervals, over bounds of every kind: open, closed, none, empty."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.model import EVERYTHING, Interval

D = Decimal
NUMBERS = st.decimals(min_value=-20, max_value=20, places=1)
BOUNDS = st.none() | NUMBERS


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    """Any interval; a bound that there is none of is neither open nor closed."""
    low, high = draw(BOUNDS), draw(BOUNDS)
    return Interval(low, high, low is not None and draw(st.booleans()), high is not None and draw(st.booleans()))


INTERVALS = intervals()
FACTORS = st.decimals(min_value="0.001", max_value=1000, places=3)


def within(number: Decimal, interval: Interval) -> bool:
    """Whether a number is in an interval, by the definition."""
    above = interval.low is None or number > interval.low or (number == interval.low and not interval.low_open)
    below = interval.high is None or number < interval.high or (number == interval.high and not interval.high_open)
    return above and below


@given(INTERVALS, NUMBERS)
def test_an_interval_holds_what_lies_between_its_bounds(one: Interval, number: Decimal) -> None:
    assert one.holds(number) is within(number, one)


@given(INTERVALS, NUMBERS)
def test_an_empty_interval_holds_nothing(one: Interval, number: Decimal) -> None:
    assert not (one.is_empty and one.holds(number))


@given(INTERVALS)
def test_an_interval_that_is_not_empty_holds_something(one: Interval) -> None:
    if one.is_empty:
        return
    low = one.low if one.low is not None else (one.high or D(0)) - 1
    high = one.high if one.high is not None else low + 1
    assert one.holds((low + high) / 2)


@given(INTERVALS)
def test_an_interval_contains_itself_and_lies_in_everything(one: Interval) -> None:
    assert one.contains(one)
    assert EVERYTHING.contains(one)
    assert one.intersection(EVERYTHING) == one
    assert EVERYTHING.intersection(one) == one


@given(INTERVALS, INTERVALS, NUMBERS)
def test_what_one_contains_has_no_number_that_it_lacks(one: Interval, other: Interval, number: Decimal) -> None:
    if one.contains(other) and other.holds(number):
        assert one.holds(number)


@given(INTERVALS, INTERVALS, INTERVALS)
def test_to_contain_is_transitive(one: Interval, other: Interval, third: Interval) -> None:
    if one.contains(other) and other.contains(third):
        assert one.contains(third)


@given(INTERVALS, INTERVALS, NUMBERS)
def test_an_intersection_holds_what_both_hold(one: Interval, other: Interval, number: Decimal) -> None:
    assert one.intersection(other).holds(number) is (one.holds(number) and other.holds(number))


@given(INTERVALS, INTERVALS, INTERVALS, NUMBERS)
def test_intersections_take_any_order(one: Interval, other: Interval, third: Interval, number: Decimal) -> None:
    mine = one.intersection(other).intersection(third)
    assert mine.holds(number) is third.intersection(one.intersection(other)).holds(number)
    assert mine.holds(number) is one.intersection(other.intersection(third)).holds(number)


@given(INTERVALS, INTERVALS)
def test_to_overlap_goes_both_ways_and_is_to_have_a_number_in_common(one: Interval, other: Interval) -> None:
    assert one.overlaps(other) is other.overlaps(one)
    assert one.overlaps(other) is not one.intersection(other).is_empty
    if one.contains(other) and not other.is_empty:
        assert one.overlaps(other)


@given(INTERVALS, NUMBERS, FACTORS)
def test_scaling_keeps_what_is_held(one: Interval, number: Decimal, factor: Decimal) -> None:
    assert one.scaled(factor).holds(number * factor) is one.holds(number)
    assert one.scaled(factor).is_empty is one.is_empty
    assert one.scaled(factor).is_point is one.is_point


@given(INTERVALS, INTERVALS, FACTORS)
def test_scaling_keeps_how_two_intervals_lie(one: Interval, other: Interval, factor: Decimal) -> None:
    assert one.scaled(factor).contains(other.scaled(factor)) is one.contains(other)
    assert one.scaled(factor).overlaps(other.scaled(factor)) is one.overlaps(other)
    assert one.intersection(other).scaled(factor) == one.scaled(factor).intersection(other.scaled(factor))


@given(INTERVALS, FACTORS, FACTORS)
def test_scaling_twice_is_scaling_by_the_product(one: Interval, first: Decimal, second: Decimal) -> None:
    assert one.scaled(first).scaled(second) == one.scaled(first * second)


@pytest.mark.parametrize("factor", ["0", "-1"])
def test_nothing_is_scaled_by_zero_or_less(factor: str) -> None:
    with pytest.raises(ValueError, match="above zero"):
        Interval(D(1), D(2)).scaled(D(factor))


@pytest.mark.parametrize(
    ("one", "is_point", "is_empty"),
    [
        (Interval.point(D(5)), True, False),
        (Interval(D(5), D(5), low_open=True), False, True),
        (Interval(D(5), D(4)), False, True),
        (Interval(None, D(4)), False, False),
        (EVERYTHING, False, False),
    ],
)
def test_points_and_emptiness(one: Interval, is_point: bool, is_empty: bool) -> None:
    assert (one.is_point, one.is_empty) == (is_point, is_empty)
