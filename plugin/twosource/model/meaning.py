"""What a written number means: the interval that its value, its precision and its comparator stand for.

The rules are those of the fact-pack format, section "Values". Nothing here knows a language.
"""

from __future__ import annotations

from decimal import Decimal

from twosource.model.figure import Comparator
from twosource.model.interval import Interval

HALF = Decimal("0.5")
_NEARLY = Decimal("0.9")
_ZERO = Decimal(0)


def significant_step(mantissa: Decimal, magnitude: Decimal) -> Decimal:
    """Return the unit of the last significant digit of ``mantissa`` times ``magnitude``.

    "Trailing zeros of whole numbers are not significant": 60 gives 10, 100000 gives 100000; those of decimals are:
    0.60 gives 0.01.
    """
    exponent = mantissa.as_tuple().exponent
    if isinstance(exponent, int) and exponent < 0:
        return Decimal(1).scaleb(exponent) * magnitude
    digits = str(int(abs(mantissa)))
    zeros = len(digits) - len(digits.rstrip("0")) if mantissa else 0
    return Decimal(1).scaleb(zeros) * magnitude


def written(number: Decimal, step: Decimal, *, exact: bool) -> Interval:
    """Return what a number without a comparator means.

    "A bare count is exact; with a magnitude word or decimals it means its written precision": half a step to each
    side, the lower end included and the upper end not, as rounding half up has it.
    """
    if exact:
        return Interval.point(number)
    return Interval(number - step * HALF, number + step * HALF, high_open=True)


def bounded(number: Decimal, significant: Decimal, comparator: Comparator) -> Interval:
    """Return what a number with a comparator other than ``is`` and ``between`` means.

    Args:
        number: the number as written; a bound is exact, whatever its precision.
        significant: the unit of its last significant digit; "about N means half a unit" of it, both ends included.
        comparator: how it bounds. "nearly N is from 0.9 N up to, not including, N". What is under a number above zero
            is a quantity, so it is not below zero.
    """
    floor = _ZERO if number > 0 else None
    match comparator:
        case Comparator.OVER:
            return Interval(number, None, low_open=True)
        case Comparator.AT_LEAST:
            return Interval(number, None)
        case Comparator.UNDER:
            return Interval(floor, number, high_open=True)
        case Comparator.AT_MOST | Comparator.UP_TO:
            return Interval(floor, number)
        case Comparator.NEARLY if number > 0:
            return Interval(number * _NEARLY, number, high_open=True)
        case _:
            return Interval(number - significant * HALF, number + significant * HALF)


def meant(number: Decimal, step: Decimal, significant: Decimal, comparator: Comparator, *, exact: bool) -> Interval:
    """Return the interval of a number with its precision and comparator (see :func:`written`, :func:`bounded`)."""
    if comparator is Comparator.IS:
        return written(number, step, exact=exact)
    return bounded(number, significant, comparator)


def between(low: Decimal, high: Decimal) -> Interval:
    """Return what "between A and B" means: both ends included, widened by nothing."""
    return Interval(min(low, high), max(low, high))
