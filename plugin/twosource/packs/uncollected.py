"""Pausing the collection of cycles while a large pack is built."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Pauses:
    """How many pauses overlap just now, and whether collecting was on before the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self._was_on = False

    def begin(self) -> None:
        with self._lock:
            if self._open == 0:
                self._was_on = gc.isenabled()
                gc.disable()
            self._open += 1

    def end(self) -> None:
        with self._lock:
            self._open -= 1
            if self._open == 0 and self._was_on:
                gc.enable()


_PAUSES = _Pauses()


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no cycles within; threads may overlap.

    A pack of 100,000 facts is some millions of objects that all stay. Python looks through all of them for cycles again
    and again while they are made, which takes as long as making them.
    """
    _PAUSES.begin()
    try:
        yield
    finally:
        _PAUSES.end()
