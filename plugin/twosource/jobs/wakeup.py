"""Wakes workers when there is work, so that they need not look for it all the time."""

from __future__ import annotations

import threading


class Wakeup:
    """A bell that workers wait for: each ring wakes them all, also those that come to wait a moment later."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._rings = 0

    def ring(self) -> None:
        """Wake all that wait."""
        with self._condition:
            self._rings += 1
            self._condition.notify_all()

    def rings(self) -> int:
        """Return how often it has rung, to be given to :meth:`wait` after looking for work."""
        with self._condition:
            return self._rings

    def wait(self, heard: int, seconds: float) -> None:
        """Return when it has rung more often than ``heard``, or after so many seconds."""
        with self._condition:
            self._condition.wait_for(lambda: self._rings > heard, timeout=seconds)
