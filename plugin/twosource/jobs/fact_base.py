"""The fact base that all checks share, built once for each state of the packs."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

from twosource.facts.index import FactBase
from twosource.model import Pack
from twosource.packs import read
from twosource.store import KeptPack

_LOG = logging.getLogger(__name__)


class FactBaseError(Exception):
    """The packs that are kept cannot be read, so that nothing can be checked; the message says what to mend.

    It names a pack and nothing of what is in it: whoever asks whether the service is ready may read it.
    """


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
        self._built: tuple[str, FactBase | FactBaseError] | None = None

    def current(self) -> FactBase:
        """Return the fact base; only the first call after a change of the packs builds it, or finds that it cannot.

        Raises:
            FactBaseError: a pack cannot be read.
        """
        version = self._packs.version()
        built = self._built
        if built is None or built[0] != version:
            with self._building:
                built = self._built
                if built is None or built[0] != version:
                    built = self._built = (version, _base_of(self._packs.all()))
        if isinstance(built[1], FactBaseError):
            # Made anew each time, for a raised error collects the places where it was raised.
            raise FactBaseError(str(built[1]))
        return built[1]


def _base_of(kept: list[KeptPack]) -> FactBase | FactBaseError:
    """Return the fact base, or why there is none; the log has it in full."""
    try:
        return FactBase.of([_read(pack) for pack in kept])
    except FactBaseError as error:
        return error
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  whatever is wrong with a pack, the drafts wait until it is mended
        _LOG.exception("the fact base cannot be built")
        return FactBaseError("the fact base cannot be built; the log says why")


def _read(kept: KeptPack) -> Pack:
    reading = read(kept.text, kept.name)
    if reading.pack is None:
        _LOG.error("the pack %s that was imported can no longer be read: %s", kept.id, reading.errors[0])
        raise FactBaseError(
            f"the fact pack {kept.id} can no longer be read; run twosource facts validate on it and import it anew"
        )
    return reading.pack
