"""Places of objects in their pack: numbers with gaps, so that what comes between two moves neither."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

GAP = 1 << 20
"""How far apart places begin; a place between two is found twenty times over."""


def placed(present: Sequence[int | None]) -> list[int]:
    """Return growing places, leaving as many as can be where they are.

    Args:
        present: the places that objects have now, in the order that they shall have; None for new ones.
    """
    places: list[int | None] = [None] * len(present)
    for index in _growing(present):
        places[index] = present[index]
    filled: list[int] = []
    index = 0
    while index < len(places):
        kept = places[index]
        if kept is not None:
            filled.append(kept)
            index += 1
            continue
        end = next((later for later in range(index, len(places)) if places[later] is not None), len(places))
        low = filled[-1] if filled else 0
        high = places[end] if end < len(places) else None
        between = _between(low, high, end - index)
        if between is None:
            return [GAP * number for number in range(1, len(present) + 1)]
        filled += between
        index = end
    return filled


def _between(low: int, high: int | None, number: int) -> list[int] | None:
    """Return ``number`` places above ``low`` and below ``high``, or None where there are not so many."""
    if high is None:
        return [low + GAP * step for step in range(1, number + 1)]
    gap = (high - low) // (number + 1)
    return [low + gap * step for step in range(1, number + 1)] if gap else None


def _growing(present: Sequence[int | None]) -> list[int]:
    """Return the indices of a longest growing run of places (patience sorting)."""
    tails: list[int] = []
    values: list[int] = []
    before: dict[int, int | None] = {}
    for index, place in enumerate(present):
        if place is None:
            continue
        at = bisect_left(values, place)
        before[index] = tails[at - 1] if at else None
        if at == len(values):
            values.append(place)
            tails.append(index)
        else:
            values[at] = place
            tails[at] = index
    chain: list[int] = []
    step = tails[-1] if tails else None
    while step is not None:
        chain.append(step)
        step = before[step]
    return chain[::-1]
