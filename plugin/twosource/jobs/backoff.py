"""When to try again."""

from __future__ import annotations

from datetime import timedelta

_FIRST_SECONDS = 2.0
_LONGEST_SECONDS = 3600.0


def wait_before(attempts: int, chance: float, asked: float | None = None) -> timedelta:
    """Return how long to wait after so many failed attempts.

    The wait doubles from two seconds to an hour. It is spread over its upper half, so that what failed together does
    not come back together (the "equal jitter" of Brooker, "Exponential Backoff and Jitter", 2015). A receiver's own
    ``Retry-After`` is a lower bound.

    Args:
        attempts: how often it was tried, 1 or more.
        chance: a number from 0 to 1.
        asked: the seconds that the receiver asked for, or None.
    """
    ceiling = min(_FIRST_SECONDS * 2.0 ** min(attempts - 1, 30), _LONGEST_SECONDS)
    seconds = ceiling * (0.5 + 0.5 * chance)
    if asked is not None:
        seconds = max(asked + chance, seconds)
    return timedelta(seconds=seconds)
