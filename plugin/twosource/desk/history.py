"""How the fact base came to be as it is: its changes, and its past states."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from twosource.desk.errors import UnknownChangeError, UnknownEntryError
from twosource.desk.records import Step, Stories, Story
from twosource.packs import diff
from twosource.store import Change, Entry, FactReader, Facts, KeptStep, Ref

Moment = datetime | int
"""A moment of the past, or the id of a change: what was so right after it."""


def read(facts: Facts, ref: Ref, at: Moment | None) -> Entry:
    """Return an object as it is or was; see :meth:`twosource.desk.Desk.read`."""
    with facts.reading() as reader:
        entry = reader.entry(ref, None if at is None else _until(reader, ref.pack, at))
    if entry is None:
        raise UnknownEntryError(ref, _then(at))
    return entry


def plain(facts: Facts, pack: str, at: Moment | None) -> dict[str, Any]:
    """Return a pack in canonical form as it is or was; see :meth:`twosource.desk.Desk.plain`."""
    return state(facts, pack, at)[0]


def state(facts: Facts, pack: str, at: Moment | None) -> tuple[dict[str, Any], int]:
    """Return a pack as it is or was, with its last change; see :meth:`twosource.desk.Desk.state`."""
    with facts.reading() as reader:
        head = reader.head(pack)
        if head is not None:
            until = head.change if at is None else _until(reader, pack, at)
            found = reader.plain(pack, None if at is None else until)
            if found is not None:
                return found, until
    raise UnknownEntryError(Ref.to_pack(pack), _then(at))


def last_change(facts: Facts, pack: str) -> int:
    """Return the last change of a pack, 0 where there is none."""
    with facts.reading() as reader:
        head = reader.head(pack)
    return 0 if head is None else head.change


def history(facts: Facts, about: Ref | str | None, before: int | None, limit: int, steps: int) -> Stories:
    """Return changes, the newest first; see :meth:`twosource.desk.Desk.history`."""
    with facts.reading() as reader:
        only = about if isinstance(about, Ref) else None
        if only is not None and next(iter(reader.held([only])), None) is None:
            raise UnknownEntryError(only)
        if isinstance(about, str) and reader.head(about) is None:
            raise UnknownEntryError(Ref.to_pack(about))
        changes = reader.changes(about, before, limit + 1)
        stories = tuple(_story(reader, change, only, steps) for change in changes[:limit])
    return Stories(stories, changes[limit - 1].id if len(changes) > limit else None)


def _story(reader: FactReader, change: Change, only: Ref | None, most: int) -> Story:
    steps = reader.steps(change.id, only, most)
    return Story(change, tuple(map(_step, steps)), sum(change.counts.values()) - len(steps))


def _step(kept: KeptStep) -> Step:
    before: Mapping[str, Any] = json.loads(kept.before) if kept.before is not None else {}
    after: Mapping[str, Any] = json.loads(kept.after)
    return Step(kept.ref, kept.step, kept.version, diff(before, after), before, after)


def _until(reader: FactReader, pack: str, at: Moment) -> int:
    """Return the id of the last change that counts; 0 where there was none yet.

    Raises:
        UnknownChangeError: there is no change of that number, perhaps not yet: what was then is not known.
    """
    if not isinstance(at, int):
        return reader.change_at(pack, at) or 0
    if not reader.has_change(at):
        raise UnknownChangeError(at)
    return at


def _then(at: Moment | None) -> str:
    if at is None:
        return ""
    return f" as of change {at}" if isinstance(at, int) else f" at {at.isoformat()}"
