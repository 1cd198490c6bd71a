"""The values of the fact base that the store takes and gives: what an object is called, what it is, how it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

PACK = "pack"
UNIT = "unit"
ENTITY = "entity"
SOURCE = "source"
CLAIM_TYPE = "claim_type"
FACT = "fact"
SECTIONS = {UNIT: "units", ENTITY: "entities", SOURCE: "sources", CLAIM_TYPE: "claim_types", FACT: "facts"}
"""The kinds of object in a pack, each with the pack's key that they stand under, in the order of the format."""
KINDS = (PACK, *SECTIONS)
"""All kinds; an object of kind ``pack`` is the pack itself: its title."""

CREATED = "created"
CHANGED = "changed"
RECOMPUTED = "recomputed"
MOVED = "moved"
RETIRED = "retired"
RESTORED = "restored"
STEPS = (CREATED, CHANGED, RECOMPUTED, MOVED, RETIRED, RESTORED)
"""What a change does to an object. Recomputed: its text is the same, its sourcing follows from something else's."""

WHOLE = "whole"
PART = "part"
NOT_AT_ALL = "none"
SHOWN = (WHOLE, PART, NOT_AT_ALL)
"""How much of an object those are told who may not know confidential sources."""

LABEL = "label"
POSITION = "position"
CHANGE = "change"
SORTS = (LABEL, POSITION, CHANGE)
"""How a list may be sorted: by label, as the packs have it, or by the last change, the newest first."""


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """What names an object of the fact base: its pack, its kind, and its id among those of that kind.

    The pack itself is ``Ref(pack, "pack", pack)``.
    """

    pack: str
    kind: str
    id: str

    @classmethod
    def to_pack(cls, pack: str) -> Ref:
        """Return the name of a pack itself."""
        return cls(pack, PACK, pack)

    def __str__(self) -> str:
        kind = self.kind.replace("_", " ")
        return f"{kind} '{self.id}'" if self.kind == PACK else f"{kind} '{self.id}' of '{self.pack}'"


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change, and why."""

    by: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a pack, which may touch many objects.

    Attributes:
        id: grows from change to change of a pack.
        at: when, UTC.
        action: import, create, change, retire or restore.
        counts: how many objects were created, changed, …; without those that are 0.
    """

    id: int
    pack: str
    at: datetime
    by: str
    reason: str | None
    action: str
    counts: Mapping[str, int]


Standing = tuple[bool | None, bool | None, int | None]
"""Whether a fact is settled, whether it is disputed, and how many origins it has; None where that is not known."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An object of the fact base, as it is or was.

    Attributes:
        ref: what it is called.
        version: changes whenever the object, or a fact's computed sourcing, does.
        retired: whether it is kept for its history alone.
        body: its canonical form, as a pack writes it; for a pack, its title.
        change: the change that made it what it is here.
        settled: of facts as they are now, whether the claim type's standard is met; else None.
        disputed: of facts as they are now, whether a source says otherwise; else None.
        origins: of facts as they are now, how many origins there are; else None.
        told: the last three as those are told them who may not know confidential sources.
    """

    ref: Ref
    version: str
    retired: bool
    body: Mapping[str, Any] = field(repr=False)
    change: Change
    settled: bool | None = None
    disputed: bool | None = None
    origins: int | None = None
    told: Standing = (None, None, None)

    @property
    def tag(self) -> str:
        """What it is expected to be by who changes it: its version, and whether it is retired."""
        return tag(self.version, retired=self.retired)


def tag(version: str, *, retired: bool) -> str:
    """Return a version that tells a retired object from the live one."""
    return version + "-retired" * retired


@dataclass(frozen=True, slots=True)
class Query:
    """Which objects a list has. What is None does not matter.

    Attributes:
        kind: one of SECTIONS, or ``pack``.
        pack: the pack's id.
        subject: of facts, the entity's id.
        type: of facts, the claim type's id.
        status: of facts, approved, draft or retired, as the pack's text says.
        settled: of facts.
        disputed: of facts.
        source: of facts, a source that a support or a dispute names.
        stale_on: of facts, a day that their review lies before.
        retired: False for the live ones of live packs, True for those that are retired or whose pack is.
        text: words, or beginnings of words, all of which must stand in the object; case and accents do not matter.
        confidential: whether who asks may know of confidential sources. Else these are not there, and facts are chosen
            and found by what of them may be told.
        nameless: whether ``source`` was asked for by the nameless id that it is told under.
        sort: one of SORTS. With ``text`` the order is always that in which the objects came into the base.
        cursor: where a page before ended.
        limit: how many a page has at most.
    """

    kind: str | None = None
    pack: str | None = None
    subject: str | None = None
    type: str | None = None
    status: str | None = None
    settled: bool | None = None
    disputed: bool | None = None
    source: str | None = None
    stale_on: date | None = None
    retired: bool | None = False
    text: str | None = None
    confidential: bool = False
    nameless: bool = False
    sort: str = LABEL
    cursor: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: how many there are in all, and where the next page begins (None at the end)."""

    entries: tuple[Entry, ...]
    total: int
    next: str | None


@dataclass(frozen=True, slots=True)
class KeptText:
    """A source's whole text, kept so that quotations can be checked; never shown to a CMS."""

    pack: str
    source: str
    sha256: str
    at: datetime
    text: str = field(repr=False)


class CursorError(ValueError):
    """A cursor that no page of this list gave."""


@dataclass(frozen=True, slots=True)
class Head:
    """A pack as its row says.

    Attributes:
        id: its id.
        title: its title.
        live: whether it is not retired.
        change: the last change of anything in it.
        computed_by: the version of Twosource that computed the sourcing of all its facts last.
    """

    id: str
    title: str
    live: bool
    change: int
    computed_by: str


@dataclass(frozen=True, slots=True)
class Held:
    """An object as writers see it; ``body`` is the JSON of its canonical form, ``number`` its own in the database."""

    number: int
    ref: Ref
    position: int
    live: bool
    version: str
    body: str = field(repr=False)

    @property
    def tag(self) -> str:
        """As that of an entry."""
        return tag(self.version, retired=not self.live)


@dataclass(frozen=True, slots=True)
class Facets:
    """What of an object a list is sorted and chosen by; all but the label are those of facts alone.

    Attributes:
        label: folded, to sort by.
        sources: those that supports and disputes name and that may be told.
        hidden: those that are confidential.
    """

    label: str
    subject: str | None = None
    type: str | None = None
    status: str | None = None
    settled: bool | None = None
    disputed: bool | None = None
    origins: int | None = None
    review_by: str | None = None
    sources: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Filing:
    """An object as it is to be kept from a change on, live.

    Attributes:
        number: its own in the database, or None where it is new.
        ref: what it is called.
        step: what the change does to it.
        position: its place among its kind in the pack.
        version: its version.
        body: the JSON of its canonical form.
        facets: what it is listed by.
        words: the folded words that it is found by.
        uses: what it leans on, as (relation, target).
    """

    number: int | None
    ref: Ref
    step: str
    position: int
    version: str
    body: str = field(repr=False)
    facets: Facets = field(repr=False)
    words: tuple[str, ...] = field(repr=False)
    uses: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Telling:
    """How an object is told from a change on to those who may not know confidential sources.

    Attributes:
        number: its own in the database.
        ref: what it is called.
        live: whether it is live.
        shown: how much of it, one of SHOWN.
        standing: of a fact, how it stands after that.
        facets: of a fact of which a part is told, what it is listed by after that; else None.
        words: the folded words that it is found by then.
    """

    number: int
    ref: Ref
    live: bool
    shown: str
    standing: Standing = (None, None, None)
    facets: Facets | None = field(default=None, repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Shift:
    """An object that only moves, or is retired; everything else of it stays."""

    held: Held
    step: str
    position: int


@dataclass(frozen=True, slots=True)
class KeptStep:
    """What a change did to an object: the bodies before (None for a new one) and after, as JSON."""

    ref: Ref
    step: str
    version: str
    before: str | None = field(repr=False)
    after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PastStep:
    """What one change made of an object; ``body`` is the JSON of its canonical form."""

    change: int
    step: str
    live: bool
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class WaitingText:
    """A pack that an older version kept as text, whose objects have not been taken over."""

    id: str
    name: str
    text: str = field(repr=False)
    at: datetime
    by: str
