"""Rises and falls: factors, percentages and fractions that say the same thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal

from twosource.facts.measure import Measure
from twosource.facts.values import written_half
from twosource.model import Change, Comparator, Figure, FigureKind, Interval

_HUNDRED = Decimal(100)
_HALF_A_PERCENT = Decimal("0.5")


def is_multiple(figure: Figure) -> bool:
    """Return whether a figure counts times ("threefold", "fünfmal")."""
    return figure.kind is FigureKind.MULTIPLE or figure.unit == "times"


def is_share(figure: Figure) -> bool:
    """Return whether a figure is a percentage or a fraction."""
    return figure.unit == "percent" or figure.kind in {FigureKind.PERCENT, FigureKind.FRACTION}


def factor_pairs(figure: Figure, mine: Measure, change: Change) -> Iterator[tuple[Measure, Measure]]:
    """Yield a figure and a change given as a factor, as measures of one kind, in each way that they can be meant."""
    factor = change.factor or Decimal(1)
    half = written_half(factor)
    fact = Measure(factor, Interval(factor - half, factor + half), Comparator.IS, half)
    if is_multiple(figure):
        yield as_factor(mine, change.direction), fact
        return
    percent = _written(_in_percent(figure, mine))
    yield percent, as_percent(fact, change.direction)
    if figure.kind is FigureKind.FRACTION and change.direction == "down":
        # "Fell to a quarter" is told as the fraction that is left; the Dutch "tot een kwart" is no "up to".
        if percent.comparator is Comparator.UP_TO:
            percent = replace(percent, interval=Interval.point(percent.number), comparator=Comparator.IS)
        yield percent, _left(fact)


def multiple_as_percent(mine: Measure, direction: str) -> Measure:
    """Return a multiple as the percentage that it rose or fell by, as finely as whole percents are written."""
    return _written(as_percent(as_factor(mine, direction), direction))


def as_factor(multiple: Measure, direction: str) -> Measure:
    """Return how many times as little is left of what fell: "halved" may be told as times 0.5 as well as by 2."""
    low, high = multiple.interval.low, multiple.interval.high
    if direction == "up" or not 0 < multiple.number < 1:
        return multiple
    bounds = Interval(1 / high if high else None, 1 / low if low else None)
    upper = None if multiple.upper is None or multiple.upper <= 0 else 1 / multiple.upper
    return replace(multiple, number=1 / multiple.number, interval=bounds, upper=upper)


def as_percent(factor: Measure, direction: str) -> Measure:
    """Return by how many percent something rose or fell that rose or fell by a factor.

    A rise to f times is one of 100 (f - 1) percent, a fall to the f-th part one of 100 (1 - 1/f) percent; both grow
    with f, so bounds stay bounds.
    """

    def percent(times: Decimal) -> Decimal:
        return (times - 1) * _HUNDRED if direction == "up" else (1 - 1 / times) * _HUNDRED

    return _mapped(factor, percent)


def _left(factor: Measure) -> Measure:
    """Return the percentage that is left after a fall by a factor. It falls as the factor grows, so bounds swap."""
    low, high = factor.interval.low, factor.interval.high
    interval = Interval(_HUNDRED / high if high else None, _HUNDRED / low if low else None)
    return replace(factor, number=_HUNDRED / factor.number, interval=interval, half=Decimal(0))


def _mapped(measure: Measure, percent: Callable[[Decimal], Decimal]) -> Measure:
    bounds = measure.interval
    low = None if bounds.low is None or bounds.low <= 0 else percent(bounds.low)
    high = None if bounds.high is None or bounds.high <= 0 else percent(bounds.high)
    number = percent(measure.number) if measure.number > 0 else Decimal(0)
    upper = None if measure.upper is None or measure.upper <= 0 else percent(measure.upper)
    half = abs(high - low) / 2 if low is not None and high is not None else Decimal(0)
    return Measure(number, Interval(low, high, bounds.low_open, bounds.high_open), measure.comparator, half, upper)


def _in_percent(figure: Figure, mine: Measure) -> Measure:
    if figure.kind is FigureKind.FRACTION and figure.unit != "percent":
        return mine.times(_HUNDRED, _HUNDRED)
    return mine


def _written(percent: Measure) -> Measure:
    """Return a plain percentage as finely as whole percents are written: 77.48 is told as 77."""
    if percent.comparator is not Comparator.IS or percent.half >= _HALF_A_PERCENT or percent.number % 1 != 0:
        return percent
    number, half = percent.number, _HALF_A_PERCENT
    return replace(percent, interval=Interval(number - half, number + half), half=half)
