"""A confidential source may be told again: nobody but who has the right says so, and the history keeps it."""

from __future__ import annotations

import json

from twosource.desk.confidence import kept
from twosource.desk.errors import StillMarkedError, UnknownEntryError
from twosource.desk.plans import Plan, carry_out
from twosource.packs.hidden import with_translations
from twosource.store import HIDDEN, SOURCE, Author, FactReader, Facts, Ref

DISCLOSE = "disclose"


def disclose(facts: Facts, source: Ref, author: Author) -> tuple[str, ...]:
    """Let a source be told again; see :meth:`twosource.desk.Desk.disclose`."""

    def plan(reader: FactReader) -> tuple[list[Plan], tuple[str, ...]]:
        head = reader.head(source.pack)
        held = {each.ref.id: json.loads(each.body) for each in reader.of_kinds(source.pack, (SOURCE,))}
        if head is None or source.id not in held:
            raise UnknownEntryError(source)
        untold = kept(reader, source.pack).sources
        wanted = tuple(each for each in with_translations([source.id], held) if each in untold)
        marking = reader.leaning_facts(source.pack, ((HIDDEN, each) for each in wanted))
        if marking:
            raise StillMarkedError(source, sorted(each.ref for each in marking))
        return [Plan(source.pack, head.change, DISCLOSE, author, discloses=frozenset(wanted))], wanted

    return carry_out(facts, plan)[1]
