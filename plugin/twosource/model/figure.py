"""A figure: a number of a text with its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from twosource.model.interval import EVERYTHING, Interval


class FigureKind(StrEnum):
    """What a figure is a figure of."""

    COUNT = "count"
    MONEY = "money"
    PERCENT = "percent"
    POINTS = "points"
    MULTIPLE = "multiple"
    FRACTION = "fraction"
    MEASURE = "measure"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    ORDINAL = "ordinal"
    AGE = "age"
    SCORE = "score"


class Comparator(StrEnum):
    """How a number bounds what is meant."""

    IS = "is"
    OVER = "over"
    AT_LEAST = "at_least"
    UNDER = "under"
    AT_MOST = "at_most"
    ABOUT = "about"
    NEARLY = "nearly"
    UP_TO = "up_to"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Per:
    """What a rate is counted per: ``n`` of ``unit`` ("per million tokens": 1000000, token)."""

    n: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the parts of a figure stand: (start, end) in code points of the text, or None."""

    comparator: tuple[int, int] | None
    number: tuple[int, int]
    unit: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class FigureReading:
    """One way to read a figure: its value (None where vague) and the interval that it means."""

    value: Decimal | None
    interval: Interval


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a text.

    Attributes:
        start: first code point, comparator included.
        end: code point after the last.
        quote: the text from start to end.
        kind: what it is a figure of.
        value: the likeliest value in ``unit``; None where it is vague. For dates the ordinal of the first day.
        interval: what it means, in ``unit``; for dates ordinals of days (``date.toordinal``), both ends included.
        comparator: how it bounds.
        unit: a unit of a pack by id, an ISO 4217 code, ``percent``, ``points``, ``times``, a duration unit
            (``second`` … ``year``), an SI symbol, or None.
        per: what a rate counts per, or None.
        precision: the step of the last digit that is written (1 for a bare count).
        parts: where comparator, number and unit stand. The unit may stand apart ("100,000 domestic chips").
        readings: every reading where there is more than one, the likeliest first; else empty.
        direction: ``up`` or ``down`` where the figure itself tells a change ("verdreifacht", "rose by 3 per cent").
        iso: for dates the date as far as it is given (``2026-08-26``, ``2026-08``, ``2026-Q3``, ``2026``).
        year_given: for dates whether the text itself names the year.
    """

    start: int
    end: int
    quote: str
    kind: FigureKind
    value: Decimal | None
    interval: Interval = EVERYTHING
    comparator: Comparator = Comparator.IS
    unit: str | None = None
    per: Per | None = None
    precision: Decimal | None = None
    parts: Parts | None = None
    readings: tuple[FigureReading, ...] = ()
    direction: str | None = None
    iso: str | None = None
    year_given: bool = True
