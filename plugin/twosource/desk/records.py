"""What the desk takes and gives beside the values of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from twosource.facts.pack import PackProblem
from twosource.packs import Difference
from twosource.store import Change, Ref


@dataclass(frozen=True, slots=True)
class PackText:
    """A pack to be imported.

    Attributes:
        name: what errors call it, as a rule its file.
        text: YAML of the fact pack format.
        beside: the texts of sources that are at hand, by what the pack's ``text:`` calls them (``sources/a.txt``).
    """

    name: str
    text: str = field(repr=False)
    beside: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did to one pack. The pack's title counts as an object of kind ``pack``.

    Attributes:
        pack: its id.
        change: the change that was written, or None where everything was there already.
        facts: how many facts the pack has.
        created: what is new.
        changed: what has another text, another sourcing or another place in the pack.
        retired: what the pack no longer has.
        restored: what was retired and is live again.
        unchanged: how many objects stayed as they were.
        texts: the sources whose kept texts are new or others.
        doubts: what is legal but doubtful.
    """

    pack: str
    change: Change | None
    facts: int
    created: tuple[Ref, ...]
    changed: tuple[Ref, ...]
    retired: tuple[Ref, ...]
    restored: tuple[Ref, ...]
    unchanged: int
    texts: tuple[Ref, ...] = ()
    doubts: tuple[PackProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one change did to one object.

    Attributes:
        ref: the object.
        what: one of ``twosource.store.STEPS``.
        version: the version that it has since.
        differences: between its bodies before and after; of a created one, all of it.
        before: its body before, empty for a created one.
        after: its body after.
    """

    ref: Ref
    what: str
    version: str
    differences: tuple[Difference, ...]
    before: Mapping[str, Any] = field(repr=False)
    after: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Story:
    """A change with what it did, as far as that was asked for; beside ``steps`` it touched ``more`` objects."""

    change: Change
    steps: tuple[Step, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Stories:
    """A part of a history, the newest first; ``next`` is what to ask for the older ones with (None at the end)."""

    stories: tuple[Story, ...]
    next: int | None
