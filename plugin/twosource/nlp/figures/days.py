"""Stretches of days as texts name them, and the figures of them."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from twosource.model import Figure, FigureKind, FigureReading, Interval, Parts
from twosource.nlp.figures.scan import Lexemes


@dataclass(frozen=True, slots=True)
class Days:
    """A stretch of days as a text names it."""

    first: date
    last: date
    iso: str
    year_given: bool = True

    @property
    def interval(self) -> Interval:
        """The ordinals of its days, both ends included."""
        return Interval(Decimal(self.first.toordinal()), Decimal(self.last.toordinal()))


def date_figure(lexemes: Lexemes, first: int, after: int, days: Days, also: Days | None = None) -> Figure:
    """Return the figure of a date that stands on lexemes ``first`` to ``after``; ``also`` is its other reading."""
    start, end = lexemes.starts[first], lexemes.ends[after - 1]
    value = days.interval.low
    readings: tuple[FigureReading, ...] = ()
    if also is not None and also != days:
        readings = tuple(FigureReading(each.interval.low, each.interval) for each in (days, also))
    return Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=FigureKind.DATE,
        value=value,
        interval=days.interval,
        precision=Decimal(1),
        parts=Parts(None, (start, end), None),
        readings=readings,
        iso=days.iso,
        year_given=days.year_given,
    )


def day(year: int, month: int, number: int, *, year_given: bool = True) -> Days | None:
    """Return one day, or None where the calendar has no such day."""
    try:
        found = date(year, month, number)
    except ValueError:
        return None
    return Days(found, found, found.isoformat(), year_given)


def month_of(year: int, month: int) -> Days:
    """Return a month."""
    return Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), f"{year:04}-{month:02}")


def quarter_of(year: int, quarter: int, *, year_given: bool = True) -> Days:
    """Return a quarter of a year."""
    last = month_of(year, quarter * 3).last
    return Days(date(year, quarter * 3 - 2, 1), last, f"{year:04}-Q{quarter}", year_given)


def decade_of(year: int) -> Days:
    """Return the ten years from ``year`` on."""
    return Days(date(year, 1, 1), date(year + 9, 12, 31), f"{year // 10:03}X")


def year_of(year: int) -> Days:
    """Return a year."""
    return Days(date(year, 1, 1), date(year, 12, 31), f"{year:04}")


def nearest(month: int, number: int, at: date | None) -> Days | None:
    """Return the day of a month in the year that brings it nearest to ``at``; None without ``at`` or such a day."""
    if at is None:
        return None
    found = [
        day(year, month, number, year_given=False) for year in (at.year - 1, at.year, at.year + 1) if 0 < year < 10_000
    ]
    days = [each for each in found if each is not None]
    return min(days, key=lambda each: abs(each.first - at), default=None)


def half_of(year: int, half: int, *, year_given: bool = True) -> Days:
    """Return a half of a year."""
    first, last = month_of(year, half * 6 - 5).first, month_of(year, half * 6).last
    return Days(first, last, f"{year:04}-H{half}", year_given)


def week_of(year: int, week: int, *, year_given: bool = True) -> Days | None:
    """Return a week by ISO 8601, Monday to Sunday; None where the year has no such week."""
    try:
        first, last = date.fromisocalendar(year, week, 1), date.fromisocalendar(year, week, 7)
    except ValueError:
        return None
    return Days(first, last, f"{year:04}-W{week:02}", year_given)


def third_of_month(year: int, month: int, part: int, *, year_given: bool = True) -> Days:
    """Return the first ten days of a month (part 0), the next ten (1) or the rest (2)."""
    whole = month_of(year, month)
    last = whole.last if part == 2 else date(year, month, part * 10 + 10)
    return Days(date(year, month, part * 10 + 1), last, whole.iso, year_given)


def third_of_year(year: int, part: int) -> Days:
    """Return the first four months of a year (part 0), the next four (1) or the last (2)."""
    return Days(date(year, part * 4 + 1, 1), month_of(year, part * 4 + 4).last, f"{year:04}")


def nearest_year(build: Callable[[int], Days], at: date) -> Days:
    """Return a stretch of days in the year that brings its first day nearest to ``at``."""
    years = [year for year in (at.year - 1, at.year, at.year + 1) if 0 < year < 10_000]
    return min(map(build, years), key=lambda each: abs(each.first - at))


def between_days(first: Figure, last: Figure) -> Days | None:
    """Return the days from one date to another; the first one is of the other's year where only that one is named.

    None where they do not follow each other.
    """
    begins, ends = _days(first), _days(last)
    if last.year_given and not first.year_given:
        moved = day(ends.last.year, begins.first.month, begins.first.day)
        if moved is None or begins.first != begins.last:
            return None
        begins = moved
    if begins.first >= ends.last:
        return None
    return Days(begins.first, ends.last, f"{begins.iso}/{ends.iso}", last.year_given)


def _days(figure: Figure) -> Days:
    low, high = figure.interval.low or Decimal(1), figure.interval.high or Decimal(1)
    return Days(date.fromordinal(int(low)), date.fromordinal(int(high)), figure.iso or "", figure.year_given)
