"""Intervals with exact decimals: what a figure or a fact says about a quantity."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Interval:
    """A set of numbers between two bounds; None is no bound.

    Attributes:
        low: the lower bound, or None for minus infinity.
        high: the upper bound, or None for infinity.
        low_open: whether the lower bound itself is excluded.
        high_open: whether the upper bound itself is excluded.
    """

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False

    @classmethod
    def point(cls, number: Decimal) -> Interval:
        """Return the interval that holds ``number`` alone."""
        return cls(number, number)

    @property
    def is_point(self) -> bool:
        """True where exactly one number is in the interval."""
        return self.low is not None and self.low == self.high and not (self.low_open or self.high_open)

    @property
    def is_empty(self) -> bool:
        """True where no number is in the interval."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def contains(self, other: Interval) -> bool:
        """Return whether every number of ``other`` is in this interval."""
        return self._low_at_or_below(other) and self._high_at_or_above(other)

    def holds(self, number: Decimal) -> bool:
        """Return whether ``number`` is in this interval."""
        return self.contains(Interval.point(number))

    def intersection(self, other: Interval) -> Interval:
        """Return the numbers that are in both intervals (perhaps none: see :attr:`is_empty`)."""
        low_from = other if self._low_at_or_below(other) else self
        high_from = other if self._high_at_or_above(other) else self
        return Interval(low_from.low, high_from.high, low_from.low_open, high_from.high_open)

    def overlaps(self, other: Interval) -> bool:
        """Return whether some number is in both intervals."""
        return not self.intersection(other).is_empty

    def scaled(self, factor: Decimal) -> Interval:
        """Return the interval with every number multiplied by ``factor``, which is above zero.

        Raises:
            ValueError: where ``factor`` is zero or less.
        """
        if factor <= 0:
            raise ValueError(f"an interval is scaled by a factor above zero, not {factor}")
        return Interval(
            None if self.low is None else self.low * factor,
            None if self.high is None else self.high * factor,
            self.low_open,
            self.high_open,
        )

    def _low_at_or_below(self, other: Interval) -> bool:
        if self.low is None:
            return True
        if other.low is None or self.low > other.low:
            return False
        return self.low < other.low or not self.low_open or other.low_open

    def _high_at_or_above(self, other: Interval) -> bool:
        if self.high is None:
            return True
        if other.high is None or self.high < other.high:
            return False
        return self.high > other.high or not self.high_open or other.high_open


EVERYTHING = Interval()
