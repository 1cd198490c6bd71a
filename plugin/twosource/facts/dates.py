"""Dates as far as they are known, as intervals of days."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from twosource.model import Interval, When


def days_of(moment: str) -> Interval:
    """Return the days of ``2026-08-26``, ``2026-08``, ``2026-Q3`` or ``2026`` as ordinals, both ends included.

    Raises:
        ValueError: where ``moment`` is none of these or there is no such day.
    """
    year_text, _, rest = moment.partition("-")
    year = int(year_text)
    if not rest:
        first, last = date(year, 1, 1), date(year, 12, 31)
    elif rest.startswith("Q"):
        month = int(rest[1:]) * 3
        first, last = date(year, month - 2, 1), date(year, month, monthrange(year, month)[1])
    elif "-" not in rest:
        first, last = date(year, int(rest), 1), date(year, int(rest), monthrange(year, int(rest))[1])
    else:
        first = last = date.fromisoformat(moment)
    return Interval(Decimal(first.toordinal()), Decimal(last.toordinal()))


def period_of(given: str | Sequence[str]) -> When:
    """Return the period of a fact, which is one date as far as it is known, or two."""
    return when({"date": given} if isinstance(given, str) else {"period": given})


def when(given: Mapping[str, Any]) -> When:
    """Return the date or period of a validated mapping: ``date``, ``before``, ``after`` or ``period``."""
    if "period" in given:
        first, last = given["period"]
        return When(Interval(days_of(first).low, days_of(last).high), f"{first}/{last}", "period")
    bound = next(key for key in ("date", "before", "after") if key in given)
    moment = given[bound]
    days = days_of(moment)
    if bound == "before":
        return When(Interval(None, days.low, high_open=True), moment, bound)
    if bound == "after":
        return When(Interval(days.high, None, low_open=True), moment, bound)
    return When(days, moment)
