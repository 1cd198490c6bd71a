"""What a change will do to a pack, worked out while others may still write, and written where nothing has come between.

Reading and computing take long where a pack is large, and SQLite has one writer: it is held for the writing alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from twosource import __version__
from twosource.desk.withholding import withhold
from twosource.store import Author, Change, FactReader, Facts, FactWriter, Filing, Shift

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What shall happen to one pack.

    Attributes:
        pack: its id.
        since: the pack's last change when this was worked out; None where there was no pack.
        action: what the change is called.
        author: who makes it.
        at: when it was made, or None for now.
        filings: objects as they shall be.
        shifts: objects that are moved or retired.
        texts: whole texts of sources that shall be kept, by source.
        takes: whether the pack was kept as a text by an older version.
        whole: whether the sourcing of all the pack's facts was computed.
        discloses: sources that are no longer confidential.
        stale: whether another version of Twosource had computed it before.
    """

    pack: str
    since: int | None
    action: str
    author: Author
    at: datetime | None = None
    filings: Sequence[Filing] = ()
    shifts: Sequence[Shift] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    takes: bool = False
    whole: bool = False
    discloses: frozenset[str] = frozenset()
    stale: bool = False

    def is_empty(self) -> bool:
        """Return whether nothing would be written."""
        return not (self.changes_something() or self.stale)

    def changes_something(self) -> bool:
        """Return whether the pack's history would have a change more."""
        return bool(self.filings or self.shifts or self.texts or self.takes or self.discloses)


Outcome = TypeVar("Outcome")
Planner = Callable[[FactReader], tuple[Sequence[Plan], Outcome]]
"""From the fact base in one state: what shall happen, and what else the caller wants to know."""


def carry_out(facts: Facts, planner: Planner[Outcome]) -> tuple[Mapping[str, Change], Outcome]:
    """Work out what shall happen and write it as one; return the change of each pack that was changed.

    Where another writer comes between, it is worked out anew, the last time while the packs are held.
    """
    for _ in range(_TRIES):
        with facts.reading() as reader:
            plans, outcome = planner(reader)
        wanted = [plan for plan in plans if not plan.is_empty()]
        if not wanted:
            return {}, outcome
        packs = [plan.pack for plan in plans]
        with facts.writing(packs, making=True) as writer:
            if all(_since(writer, plan.pack) == plan.since for plan in wanted):
                return _written(writer, wanted, facts.clock()), outcome
    with facts.writing(packs, making=True) as writer:
        plans, outcome = planner(writer)
        return _written(writer, [plan for plan in plans if not plan.is_empty()], facts.clock()), outcome


def _since(writer: FactWriter, pack: str) -> int | None:
    head = writer.head(pack)
    return None if head is None else head.change


def _written(writer: FactWriter, plans: Sequence[Plan], now: datetime) -> Mapping[str, Change]:
    changes = {plan.pack: _write(writer, plan, now) for plan in plans if plan.changes_something()}
    for plan in plans:
        if plan.whole:
            if not plan.changes_something():
                withhold(writer, plan.pack, [], since=plan.since or 0, whole=True)
            writer.computed(plan.pack, __version__)
    return changes


def _write(writer: FactWriter, plan: Plan, now: datetime) -> Change:
    steps = [*(each.step for each in plan.filings), *(each.step for each in plan.shifts)]
    change = writer.begin(plan.pack, plan.author, plan.at or now, plan.action, Counter(steps))
    writer.file(change, plan.filings)
    writer.shift(change, plan.shifts)
    withhold(writer, plan.pack, plan.filings, since=change.id, whole=plan.whole, disclosed=plan.discloses)
    for source, text in plan.texts.items():
        writer.keep_text(change, source, text)
    if plan.takes:
        writer.take(plan.pack)
    return change
