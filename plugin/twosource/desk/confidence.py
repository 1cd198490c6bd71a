"""What of each pack stays untold to those who may not know its confidential sources, and how the rest is told.

Every list, export, history and explanation asks here, over HTTP and on the command line alike. What was confidential
once stays so: :mod:`twosource.desk.withholding` keeps it with each change, and it is read back here in one row.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from twosource.desk.records import Step, Story
from twosource.model import Pack
from twosource.packs import diff, read_plain
from twosource.packs.hidden import NOBODY, Canonical, Hidden, hidden
from twosource.packs.redact import Redaction
from twosource.store import ENTITY, FACT, SOURCE, Entry, FactReader, Facts, Ref, Standing

_MOST_PACKS = 100
_POINTING = ("see_also", "supersedes")


@dataclass(frozen=True)  # without slots, for what is computed once
class Untold:
    """Tells what may be told of a pack.

    Attributes:
        hidden: who and what of it may not be told.
    """

    hidden: Hidden

    def __bool__(self) -> bool:
        """Return whether anything stays untold."""
        return bool(self.hidden.sources)

    @cached_property
    def redaction(self) -> Redaction:
        """How single objects are told, whatever their sourcing."""
        return Redaction({}, self.hidden)

    def called(self, ref: Ref) -> str | None:
        """Return the id that an object is told under, or None where it is not there for those who may not know."""
        if ref.kind == ENTITY and ref.id in self.hidden.entities:
            return None
        return self.redaction.shown(ref.id) if ref.kind == SOURCE else ref.id

    def body(self, ref: Ref, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what of an object's body, now or before, may be told."""
        if not body:
            return body
        match ref.kind:
            case "fact":
                return self.redaction.fact(ref.id, body)
            case "source":
                return self.redaction.source(ref.id, body)
            case "entity":
                return self.redaction.entity(body)
        return body

    def standing(self, entry: Entry) -> Standing:
        """Return how a fact, as it is now, stands after what may be told of it."""
        return entry.told if self else (entry.settled, entry.disputed, entry.origins)

    def step(self, step: Step) -> Step | None:
        """Return what a change did to an object as it may be told, or None where the object may not."""
        if not self or step.ref.kind not in (FACT, SOURCE, ENTITY):
            return step
        called = self.called(step.ref)
        if called is None:
            return None
        before, after = self.body(step.ref, step.before), self.body(step.ref, step.after)
        return Step(replace(step.ref, id=called), step.what, step.version, diff(before, after), before, after)

    def story(self, story: Story) -> Story:
        """Return a change as it may be told; what somebody gave as a reason may have been said by a source."""
        if not self:
            return story
        steps = tuple(told for step in story.steps if (told := self.step(step)) is not None)
        return Story(replace(story.change, reason=None), steps, story.more)

    def pack(self, plain: Canonical) -> Redaction:
        """Return how a whole pack is told, as it is or was: what is confidential now was so then, and the other way."""
        return Redaction(plain, hidden(plain, self.hidden))

    def around(self, part: Canonical, fact: str) -> Pack | None:
        """Return the pack around a fact as it may be told, with what is computed of the fact then."""
        if self.hidden.sources.keys().isdisjoint(part.get("sources", {})):
            return read_plain(part, str(part["id"])).pack
        return Redaction(alone(part, fact), self.hidden).told.pack


NOTHING = Untold(NOBODY)


def alone(part: Canonical, *facts: str) -> dict[str, Any]:
    """Return a part of a pack with some facts of it, which point to no other."""
    bodies = {key: {name: each for name, each in part["facts"][key].items() if name not in _POINTING} for key in facts}
    return {**part, "facts": bodies}


class Confidence:
    """What stays untold of the packs of a store. Threads may share it."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: OrderedDict[str, tuple[int, Untold]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, pack: str) -> Untold:
        """Return what stays untold of a pack as it is now; nothing where there is no such pack."""
        with self._facts.reading() as reader:
            head = reader.head(pack)
            if head is None:
                return NOTHING
            with self._lock:
                change, known = self._known.get(pack, (None, NOTHING))
            if change != head.change:
                known = Untold(kept(reader, pack))
        with self._lock:
            self._known[pack] = head.change, known
            self._known.move_to_end(pack)
            while len(self._known) > _MOST_PACKS:
                self._known.popitem(last=False)
        return known


def kept(reader: FactReader, pack: str) -> Hidden:
    """Return who and what of a pack was ever confidential, and may not be told still."""
    written = reader.untold(pack)
    if written is None:
        return NOBODY
    given = json.loads(written)
    return Hidden(
        given["sources"],
        given["publishers"],
        frozenset(given["entities"]),
        frozenset(given["names"]),
        frozenset(given["theirs"]),
        given["notes"],
    )


def written(untold: Hidden) -> str:
    """Return what :func:`kept` reads back."""
    sets = {name: sorted(getattr(untold, name)) for name in ("entities", "names", "theirs")}
    maps = {name: dict(getattr(untold, name)) for name in ("sources", "publishers", "notes")}
    return json.dumps({**maps, **sets}, ensure_ascii=False)
