"""A draft's date held against a fact's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from twosource.facts.dates import days_of
from twosource.model import Figure, Interval, Verdict, When


def judge_days(figure: Figure, when: When) -> Verdict:
    """Return the verdict on a date of a draft; one without a year is held against any year."""
    verdicts = {_verdict(days, when) for days in _years(figure, when)}
    return next(verdict for verdict in Verdict if verdict in verdicts)


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


def _years(figure: Figure, when: When) -> Iterator[Interval]:
    """Yield the figure's days, or where it names no year those days in each year that the fact touches."""
    yield figure.interval
    if figure.year_given or figure.interval.low is None or figure.interval.high is None:
        return
    low, high = _date(figure.interval.low), _date(figure.interval.high)
    ends = [_date(end).year for end in (when.interval.low, when.interval.high) if end is not None]
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
