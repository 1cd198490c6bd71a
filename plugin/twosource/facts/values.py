"""From a pack's value to the model's: a number becomes the interval that it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from twosource.facts.dates import when
from twosource.model import (
    Change,
    Comparator,
    Development,
    Interval,
    Per,
    Quantity,
    TextValue,
    Undisclosed,
    Value,
)
from twosource.model.meaning import HALF, bounded, significant_step


def written_half(number: Decimal) -> Decimal:
    """Return half of the step of the last digit that is written, or zero for a whole number, which is exact.

    >>> written_half(Decimal("2.4")), written_half(Decimal("100000"))
    (Decimal('0.05'), Decimal('0'))
    """
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return Decimal(0)
    return Decimal(5).scaleb(exponent - 1)


def about_half(number: Decimal) -> Decimal:
    """Return half a unit of the last significant digit; trailing zeros of whole numbers are not significant.

    >>> about_half(Decimal("60")), about_half(Decimal("0.60"))
    (Decimal('5.0'), Decimal('0.005'))
    """
    return significant_step(number, Decimal(1)) * HALF


def interval_of(comparator: Comparator, number: Decimal, tolerance: Decimal | None = None) -> Interval:
    """Return what a number with its comparator means (see "Values" of the fact pack's format)."""
    if tolerance is not None and comparator in (Comparator.IS, Comparator.ABOUT):
        return Interval(number - tolerance, number + tolerance)
    if comparator is Comparator.IS:
        half = written_half(number)
        return Interval(number - half, number + half)
    return bounded(number, significant_step(number, Decimal(1)), comparator)


_COMPARATORS = tuple((each.value, each) for each in Comparator)


def quantity(given: Mapping[str, Any]) -> Quantity:
    """Return the quantity of a validated mapping."""
    per = given.get("per")
    rate = None if per is None else Per(per.get("n", Decimal(1)), per["unit"])
    unit = given.get("unit")
    if "between" in given:
        low, high = given["between"]
        return Quantity(low, Comparator.BETWEEN, Interval(low, high), unit, rate, upper=high)
    comparator = next(each for key, each in _COMPARATORS if key in given)
    number, tolerance = given[comparator.value], given.get("tolerance")
    return Quantity(number, comparator, interval_of(comparator, number, tolerance), unit, rate, tolerance)


def value_of(given: Mapping[str, Any]) -> Value:
    """Return the value of a validated mapping, in any of its shapes."""
    shape = next((shape for key, shape in _SHAPES.items() if key in given), quantity)
    return shape(given)


def _factor(given: Mapping[str, Any]) -> Change:
    return Change(given["direction"], factor=given["factor"])


def _change(given: Mapping[str, Any]) -> Change:
    return Change(given["direction"], amount=quantity(given["change"]))


def _development(given: Mapping[str, Any]) -> Development:
    return Development(quantity(given["from"]), quantity(given["to"]))


def _text(given: Mapping[str, Any]) -> TextValue:
    return TextValue(given["text"], tuple(given.get("accept", ())))


def _undisclosed(_given: Mapping[str, Any]) -> Undisclosed:
    return Undisclosed()


# The key that only one shape has. Whatever has none of them is a quantity.
_SHAPES: Mapping[str, Callable[[Mapping[str, Any]], Value]] = {
    "factor": _factor,
    "change": _change,
    "from": _development,
    "text": _text,
    "undisclosed": _undisclosed,
    "date": when,
    "before": when,
    "after": when,
    "period": when,
}
