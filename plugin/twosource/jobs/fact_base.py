"""The fact base that all checks share, built once for each state of the packs; only packs that changed are read."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from twosource.facts.index import FactBase
from twosource.model import Pack
from twosource.packs import read_plain
from twosource.store import Head, StoreTroubleError, WaitingText

_LOG = logging.getLogger(__name__)


class FactBaseError(Exception):
    """The packs that are kept cannot be read, so that nothing can be checked; the message says what to mend.

    It names a pack and nothing of what is in it: whoever asks whether the service is ready may read it.
    """


class PackReader(Protocol):
    """The kept packs in one state."""

    def heads(self) -> list[Head]:
        """Return all packs."""
        ...

    def waiting_texts(self) -> list[WaitingText]:
        """Return the packs that an older version kept, and that could not be taken over."""
        ...

    def plain(self, pack: str) -> dict[str, Any] | None:
        """Return a pack in canonical form."""
        ...


class PackShelf(Protocol):
    """Where the packs are kept."""

    def reading(self) -> AbstractContextManager[PackReader]:
        """Give the packs as they are now."""
        ...


@dataclass(frozen=True, slots=True)
class _Built:
    """The base of a state of the packs, or why there is none; and the packs as they were read, to be used again."""

    state: tuple[Head | str, ...]
    base: FactBase | FactBaseError
    packs: Mapping[Head, Pack] = field(default_factory=dict)


class SharedFactBase:
    """Gives the fact base of the packs as they are now. Threads may share it."""

    def __init__(self, packs: PackShelf) -> None:
        self._packs = packs
        self._building = threading.Lock()
        self._built: _Built | None = None

    def current(self) -> FactBase:
        """Return the fact base; only the first call after a change of the packs builds it, or finds that it cannot.

        Raises:
            FactBaseError: a pack cannot be read.
        """
        with self._packs.reading() as reader:
            state = _state(reader)
        built = self._built
        if built is None or built.state != state:
            with self._building, self._packs.reading() as reader:
                state = _state(reader)
                built = self._built
                if built is None or built.state != state:
                    built = self._built = _build(reader, state, built)
        if isinstance(built.base, FactBaseError):
            # Made anew each time, for a raised error collects the places where it was raised.
            raise FactBaseError(str(built.base))
        return built.base


def _state(reader: PackReader) -> tuple[Head | str, ...]:
    """Return what changes whenever any pack does: the live packs, and the ids of those that wait."""
    return (*(head for head in reader.heads() if head.live), *(each.id for each in reader.waiting_texts()))


def _build(reader: PackReader, state: tuple[Head | str, ...], before: _Built | None) -> _Built:
    """Return the fact base, or why there is none; the log has it in full."""
    packs: dict[Head, Pack] = {}
    known = before.packs if before else {}
    try:
        for each in state:
            head = _taken_over(each)
            packs[head] = known[head] if head in known else _read(reader, head)
        return _Built(state, FactBase.of(packs.values()), packs)
    except FactBaseError as error:
        return _Built(state, error, {**known, **packs})
    except (MemoryError, StoreTroubleError):  # the store has logged its trouble, and it passes
        raise
    except Exception:  # noqa: BLE001  whatever is wrong with a pack, the drafts wait until it is mended
        _LOG.exception("the fact base cannot be built")
        return _Built(state, FactBaseError("the fact base cannot be built; the log says why"))


def _taken_over(each: Head | str) -> Head:
    if isinstance(each, str):
        raise _unreadable(each)
    return each


def _read(reader: PackReader, head: Head) -> Pack:
    reading = read_plain(reader.plain(head.id), head.id)
    if reading.pack is None:
        _LOG.error("the pack %s that is kept can no longer be read: %s", head.id, reading.errors[0])
        raise _unreadable(head.id)
    return reading.pack


def _unreadable(pack: str) -> FactBaseError:
    return FactBaseError(
        f"the fact pack {pack} can no longer be read; run twosource facts validate on it and import it anew"
    )
