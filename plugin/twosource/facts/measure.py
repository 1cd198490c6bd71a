"""A number as it is held against another: in base units, with what it means and how finely it was written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from twosource.facts.units import CALENDAR_UNITS, Scale, scale
from twosource.facts.values import written_half
from twosource.model import Comparator, Figure, FigureKind, FigureReading, Interval, Per, Quantity, Verdict

BEST_FIRST = (Verdict.SAME, Verdict.DROPPED, Verdict.NARROWER, Verdict.WIDER, Verdict.CONFLICT)
"""Of several ways to read a figure, the one with the first of these verdicts counts."""

LOWER = frozenset({Comparator.OVER, Comparator.AT_LEAST})
UPPER = frozenset({Comparator.UNDER, Comparator.AT_MOST, Comparator.UP_TO})
_ROUND = frozenset({Comparator.ABOUT, Comparator.NEARLY})

_DAY = Decimal(86_400)
_MONTHS = {"month": Decimal(1), "quarter": Decimal(3), "year": Decimal(12)}
# How many days a month and a year have at least and at most: "four weeks" and "30 days" are both a month.
_DAYS = {
    "month": (Decimal(28), Decimal(31)),
    "quarter": (Decimal(90), Decimal(92)),
    "year": (Decimal(365), Decimal(366)),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in base units.

    Attributes:
        number: as written (the lower one of ``between``).
        interval: what it means.
        comparator: how it bounds.
        half: half of the step that it was written to; zero where it is exact.
        upper: the second number of ``between``, or None.
    """

    number: Decimal
    interval: Interval
    comparator: Comparator
    half: Decimal = Decimal(0)
    upper: Decimal | None = None

    def times(self, low: Decimal, high: Decimal) -> Measure:
        """Return the measure in a unit that is ``low`` to ``high`` of the old (the same where it is exact)."""
        middle, spread = (low + high) / 2, (high - low) / 2
        bounds = self.interval
        stretched = Interval(
            None if bounds.low is None else min(bounds.low * low, bounds.low * high),
            None if bounds.high is None else max(bounds.high * low, bounds.high * high),
            bounds.low_open,
            bounds.high_open,
        )
        upper = None if self.upper is None else self.upper * middle
        return replace(
            self,
            number=self.number * middle,
            interval=stretched,
            half=self.half * middle + abs(self.number) * spread,
            upper=upper,
        )

    def is_as_large_as(self, other: Measure) -> bool:
        """Return whether the numbers agree within what either was written to."""
        return abs(self.number - other.number) <= max(self.half, other.half)


def of_quantity(quantity: Quantity) -> Measure:
    """Return a fact's quantity as a measure in its own unit."""
    return Measure(
        quantity.number, quantity.interval, quantity.comparator, written_half(quantity.number), quantity.upper
    )


def readings_of(figure: Figure) -> tuple[FigureReading, ...]:
    """Return every reading of a figure, the likeliest first."""
    return figure.readings or (FigureReading(figure.value, figure.interval),)


def of_reading(figure: Figure, reading: FigureReading) -> Measure | None:
    """Return one reading of a figure as a measure in the figure's unit, or None where it is vague."""
    interval, half = reading.interval, Decimal(0)
    number = interval.low if figure.comparator is Comparator.BETWEEN else reading.value
    if number is None:
        return None
    if figure.comparator is Comparator.IS and interval.low is not None and interval.high is not None:
        half = (interval.high - interval.low) / 2
        if figure.kind is FigureKind.FRACTION and not half and figure.precision is not None:
            # "A third" is how 33 and 33.4 percent are told: a fraction is as fine as its precision says.
            half = figure.precision / 2
            interval = Interval(interval.low - half, interval.high + half)
    elif figure.precision is not None and figure.precision != 1:
        half = figure.precision / 2
    if figure.comparator in UPPER and interval.low == 0:
        # That a count is not below zero is no bound that anybody wrote; a pack's "under" has none either.
        interval = replace(interval, low=None)
    upper = interval.high if figure.comparator is Comparator.BETWEEN else None
    return Measure(number, interval, figure.comparator, half, upper)


def scale_of(figure: Figure) -> Scale:
    """Return the scale of a figure's unit; a fraction is so many hundredths, a multiple so many times."""
    if figure.kind is FigureKind.FRACTION and figure.unit != "percent":
        return Scale("ratio", Decimal(100))
    if figure.kind is FigureKind.MULTIPLE and figure.unit is None:
        return scale("times")
    return scale(figure.unit)


def rates_fit(figure: Per | None, fact: Per | None) -> bool:
    """Return whether two rates count per the same; a figure that leaves the fact's "per" unsaid fits too."""
    if figure is None:
        return True
    return fact is not None and scale(figure.unit).dimension == scale(fact.unit).dimension


def level(figure: Figure, mine: Measure, quantity: Quantity) -> tuple[Measure, Measure]:
    """Return a figure's and a fact's measure in one unit, ready to be held against each other.

    Both are multiplied, neither is divided, so that every product is exact.
    """
    fact = of_quantity(quantity)
    units = {figure.unit, quantity.unit}
    if len(units & CALENDAR_UNITS) == 1 and len(units) == 2:
        mine, fact = _in_seconds(mine, figure.unit), _in_seconds(fact, quantity.unit)
    elif not units <= CALENDAR_UNITS:
        mine, fact = _by(mine, scale_of(figure).factor), _by(fact, scale(quantity.unit).factor)
    else:
        mine, fact = _by(mine, _MONTHS[figure.unit or ""]), _by(fact, _MONTHS[quantity.unit or ""])
    if figure.per is not None and quantity.per is not None:
        mine = _by(mine, quantity.per.n * scale(quantity.per.unit).factor)
        fact = _by(fact, figure.per.n * scale(figure.per.unit).factor)
    return mine, fact


def _by(measure: Measure, factor: Decimal) -> Measure:
    return measure.times(factor, factor)


def _in_seconds(measure: Measure, unit: str | None) -> Measure:
    if unit in _DAYS:
        low, high = _DAYS[unit]
        return measure.times(low * _DAY, high * _DAY)
    return _by(measure, scale(unit).factor)


def judge(draft: Measure, fact: Measure) -> Verdict:
    """Return the verdict on a draft's measure against a fact's, both in one unit (see the fact pack's table)."""
    if _says_the_same(draft, fact):
        return Verdict.SAME
    between = Comparator.BETWEEN in {draft.comparator, fact.comparator}
    if not between and draft.is_as_large_as(fact) and draft.comparator is not fact.comparator:
        return Verdict.DROPPED
    return _by_intervals(draft, fact)


def _says_the_same(draft: Measure, fact: Measure) -> bool:
    if draft.interval == fact.interval and Comparator.BETWEEN in {draft.comparator, fact.comparator}:
        return True
    if _family(draft.comparator) == _family(fact.comparator):
        if fact.comparator is Comparator.BETWEEN:
            return _same_ends(draft, fact)
        if draft.is_as_large_as(fact):
            return True
    if draft.comparator is Comparator.IS and fact.comparator is Comparator.IS:
        return draft.interval.holds(fact.number) or fact.interval.holds(draft.number)
    return draft.comparator in _ROUND and _covers(draft, fact)


def _same_ends(draft: Measure, fact: Measure) -> bool:
    """Return whether both ends of two ranges agree within what the draft's were written to."""
    if draft.upper is None or fact.upper is None:
        return False
    return abs(draft.number - fact.number) <= draft.half and abs(draft.upper - fact.upper) <= draft.half


def _covers(draft: Measure, fact: Measure) -> bool:
    """Return whether a round figure holds the fact's value: its number where it is one, else all that it can be."""
    if fact.comparator is Comparator.IS or draft.comparator is fact.comparator:
        return draft.interval.holds(fact.number)
    return draft.interval.contains(fact.interval)


def _family(comparator: Comparator) -> str:
    if comparator in LOWER:
        return "lower"
    return "upper" if comparator in UPPER else comparator.value


def _by_intervals(draft: Measure, fact: Measure) -> Verdict:
    both_plain = draft.comparator is Comparator.IS and fact.comparator is Comparator.IS
    if not both_plain and (fact.interval.contains(draft.interval) or _is_within(draft, fact)):
        return Verdict.NARROWER
    shared = draft.interval.intersection(fact.interval)
    # Two roundings that only touch ("2.4" ends where "2.5" begins) are two numbers.
    if shared.is_empty or (both_plain and shared.is_point):
        return Verdict.CONFLICT
    return Verdict.WIDER


def _is_within(draft: Measure, fact: Measure) -> bool:
    return draft.comparator is Comparator.IS and fact.interval.holds(draft.number)


def power_between(draft: Measure, fact: Measure) -> int | None:
    """Return k where the draft's number is the fact's times 1000 to the k (k not 0), as finely as both were written."""
    if not draft.number or not fact.number or (draft.upper is None) != (fact.upper is None):
        return None
    for power in (1, -1, 2, -2, 3, -3, 4, -4):
        factor = Decimal(1000) ** power
        raised = fact.times(factor, factor)
        uppers_agree = draft.upper is None or draft.upper == raised.upper
        if draft.is_as_large_as(raised) and uppers_agree and _same_sign(draft.number, fact.number):
            return power
    return None


def _same_sign(one: Decimal, other: Decimal) -> bool:
    return (one > 0) == (other > 0)
