"""The fact base that all checks share, built once for each state of the packs."""

from __future__ import annotations

import threading
from typing import Protocol

from twosource.facts.index import FactBase
from twosource.model import Pack
from twosource.packs import read
from twosource.store import KeptPack


class PackUnreadableError(Exception):
    """A pack of the store that this version of Twosource does not read; importing it anew says what to mend."""


class PackShelf(Protocol):
    """Where the packs are kept."""

    def version(self) -> str:
        """Return what changes whenever any pack does."""
        ...

    def all(self) -> list[KeptPack]:
        """Return the packs."""
        ...


class SharedFactBase:
    """Gives the fact base of the packs as they are now. Threads may share it."""

    def __init__(self, packs: PackShelf) -> None:
        self._packs = packs
        self._building = threading.Lock()
        self._built: tuple[str, FactBase] | None = None

    def current(self) -> FactBase:
        """Return the fact base; only the first call after a change of the packs builds it."""
        version = self._packs.version()
        built = self._built
        if built is None or built[0] != version:
            with self._building:
                built = self._built
                if built is None or built[0] != version:
                    built = self._built = (
                        version,
                        FactBase.of([_read(pack) for pack in self._packs.all()]),
                    )
        return built[1]


def _read(kept: KeptPack) -> Pack:
    reading = read(kept.text, kept.name)
    if reading.pack is None:
        raise PackUnreadableError(f"the pack {kept.id} that was imported can no longer be read: {reading.errors[0]}")
    return reading.pack
