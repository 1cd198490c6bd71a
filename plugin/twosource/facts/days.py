"""A draft's date held against a fact's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from twosource.facts.dates import days_of
from twosource.facts.measure import BEST_FIRST
from twosource.model import Comparator, Figure, Interval, Verdict, When


def judge_days(figure: Figure, when: When) -> tuple[Verdict, bool]:
    """Return the verdict on a date of a draft, and whether it is true but looser than the fact.

    A date without a year is held against any year.
    """
    told = told_days(figure, when.interval)
    verdicts = {_verdict(days, when): days for days in reversed(told)}
    verdict = next(verdict for verdict in BEST_FIRST if verdict in verdicts)
    return verdict, verdict is Verdict.WIDER and verdicts[verdict].contains(when.interval)


def told_days(figure: Figure, near: Interval) -> list[Interval]:
    """Return the days that a date of a draft tells; without a year, those of each year that ``near`` touches."""
    return [_bounded(days, figure.comparator) for days in _years(figure, near)]


def _bounded(days: Interval, comparator: Comparator) -> Interval:
    """Return what "before", "until", "from" or "after" those days means."""
    match comparator:
        case Comparator.UNDER:
            return Interval(None, days.low, high_open=True)
        case Comparator.AT_MOST | Comparator.UP_TO:
            return Interval(None, days.high)
        case Comparator.AT_LEAST:
            return Interval(days.low, None)
        case Comparator.OVER:
            return Interval(days.high, None, low_open=True)
        case _:
            return days


def _verdict(days: Interval, when: When) -> Verdict:
    fact = when.interval
    if when.bound == "date" and days.contains(fact):
        return Verdict.SAME
    if days == fact:
        return Verdict.SAME
    if when.bound in {"before", "after"} and days == days_of(when.iso):
        return Verdict.DROPPED
    if fact.contains(days):
        return Verdict.NARROWER
    return Verdict.WIDER if days.overlaps(fact) else Verdict.CONFLICT


def _years(figure: Figure, near: Interval) -> Iterator[Interval]:
    """Yield the figure's days, or where it names no year those days in each year that ``near`` touches."""
    yield figure.interval
    if figure.year_given or figure.interval.low is None or figure.interval.high is None:
        return
    low, high = _date(figure.interval.low), _date(figure.interval.high)
    ends = [_date(end).year for end in (near.low, near.high) if end is not None]
    for year in range(min(ends) - 1, max(ends) + 2):
        moved = [_in_year(each, year + each.year - low.year) for each in (low, high)]
        if moved[0] is not None and moved[1] is not None:
            yield Interval(Decimal(moved[0].toordinal()), Decimal(moved[1].toordinal()))


def _date(ordinal: Decimal) -> date:
    return date.fromordinal(max(1, min(int(ordinal), date.max.toordinal())))


def _in_year(day: date, year: int) -> date | None:
    try:
        return day.replace(year=year)
    except ValueError:
        return None
