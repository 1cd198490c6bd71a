"""The shelf of the fact base: who reads gets one state of it, who writes holds the packs that it writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from twosource.store.database import Database
from twosource.store.fact_reader import FactReader
from twosource.store.fact_writer import FactWriter


class Facts:
    """The fact base of a store. Threads may share it."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self.clock = clock
        self._kept = threading.local()

    @contextmanager
    def reading(self) -> Iterator[FactReader]:
        """Give the fact base as it is now; all that is read in the block is of one state.

        Raises:
            StoreTroubleError: the database cannot be used now.
        """
        kept: FactReader | None = getattr(self._kept, "reader", None)
        if kept is not None:
            yield kept
            return
        with self._database.read() as session:
            yield FactReader(session)

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Let all that this thread reads in the block be of one state, whatever others write meanwhile.

        Raises:
            StoreTroubleError: the database cannot be used now.
        """
        with self.reading() as reader:
            before: FactReader | None = getattr(self._kept, "reader", None)
            self._kept.reader = reader
            try:
                yield
            finally:
                self._kept.reader = before

    @contextmanager
    def writing(self, packs: Iterable[str], *, making: bool = False) -> Iterator[FactWriter]:
        """Give the fact base to be written: all at the end of the block, or nothing where an error leaves it.

        Args:
            packs: what is written; other writers of these wait.
            making: whether packs that are not there are made.

        Raises:
            StoreTroubleError: the database cannot be used now, and nothing was written.
            RuntimeError: the thread reads of one state, and would not see what it writes.
        """
        if getattr(self._kept, "reader", None) is not None:
            raise RuntimeError("what is written in a block of one state would not be seen in it")
        with self._database.write() as session:
            writer = FactWriter(session)
            writer.hold(packs, self.clock(), making=making)
            yield writer
