"""The shapes that a fact's value can have (see the fact pack's format)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from twosource.model.figure import Comparator, Per
from twosource.model.interval import Interval


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a comparator and a unit: ``{over: 100000, unit: accelerator}``.

    Attributes:
        number: the number as it is written in the pack (the lower one of ``between``).
        comparator: how it bounds.
        interval: what it means, in ``unit``.
        unit: a unit of the pack, an ISO 4217 code, ``percent``, ``points``, ``times``, a duration or SI unit, or None.
        per: what it counts per, or None.
        tolerance: the half width that ``about`` was given, or None.
        upper: the second number of ``between``, or None.
    """

    number: Decimal
    comparator: Comparator
    interval: Interval
    unit: str | None = None
    per: Per | None = None
    tolerance: Decimal | None = None
    upper: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A rise or a fall: ``{factor: 3, direction: up}`` or ``{change: {about: 40, unit: percent}, direction: down}``.

    Attributes:
        direction: ``up`` or ``down``.
        factor: how many times as much (up) or as little (down), or None.
        amount: by how much in a unit of its own, or None.
    """

    direction: str
    factor: Decimal | None = None
    amount: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Development:
    """From one value to another: ``{from: …, to: …}``."""

    start: Quantity
    end: Quantity


@dataclass(frozen=True, slots=True)
class When:
    """A date or a period: ordinals of days (``date.toordinal``), both ends included.

    Attributes:
        interval: the days that it can be.
        iso: as written: ``2026-08-26``, ``2026-08``, ``2026-Q3``, ``2026``; for a period the two with a slash between.
        bound: ``date``, ``before``, ``after`` or ``period``.
    """

    interval: Interval
    iso: str
    bound: str = "date"


@dataclass(frozen=True, slots=True)
class TextValue:
    """A name: ``{text: MIT, accept: [MIT License]}``."""

    text: str
    accept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undisclosed:
    """Nobody has said."""


Value = Quantity | Change | Development | When | TextValue | Undisclosed
