"""Keeps with each change who and what of a pack is confidential, and how everything is told that this touches.

A mark is never lifted by an edit that drops it: a source stays untold with its words and those whom only it named, and
a note that stood beside what it bore stays untold as long as nobody writes another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from twosource.desk.confidence import Untold, alone, kept, written
from twosource.desk.filing import told_words
from twosource.desk.leaning import leans
from twosource.desk.surroundings import Surroundings, following
from twosource.packs.hidden import NOBODY, Hidden, hidden, leading, parts, with_translations
from twosource.packs.redact import Redaction
from twosource.store import (
    ENTITY,
    FACT,
    HIDDEN,
    NOT_AT_ALL,
    OPEN,
    PART,
    SECTIONS,
    SOURCE,
    WHOLE,
    Facets,
    FactReader,
    FactWriter,
    Filing,
    Held,
    Ref,
    Standing,
    Telling,
)

_AT_ONCE = 1000
_NAMING = ("subject", "condition", "compared_with", "support", "disputes")
"""What of a fact names sources and entities."""
_UNKNOWN: Standing = (None, None, None)
Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Edited:
    """An object that a change touched: its bodies before (empty for a new one) and after."""

    ref: Ref
    before: Body
    after: Body

    def bodies(self) -> list[Body]:
        return [each for each in (self.before, self.after) if each]


def withhold(
    writer: FactWriter,
    pack: str,
    filings: Sequence[Filing],
    *,
    since: int,
    whole: bool,
    disclosed: frozenset[str] = frozenset(),
) -> None:
    """Bring what stays untold of a pack to what it is after a change, and how objects are told that this touches.

    Args:
        writer: where the change is written already.
        pack: the pack's id.
        filings: what the change wrote of the pack's objects.
        since: the change.
        whole: whether any fact may stand otherwise now.
        disclosed: sources that are no longer confidential.
    """
    before = kept(writer, pack)
    marks = {source for each in filings for source in each.facets.hidden}
    if not before.sources and not marks:
        return
    edited = list(_edited(writer, since, [each for each in filings if not whole or each.number is not None]))
    after = _less(before, disclosed)
    if whole or disclosed or not marks <= before.sources.keys() or any(_concerns(each, before) for each in edited):
        after = _anew(writer, pack, replace(after, entities=frozenset(), names=frozenset()), marks)
    after = replace(after, notes=_notes(after, edited))
    _keep(writer, pack, before, after, edited, whole=whole)


def _keep(
    writer: FactWriter, pack: str, before: Hidden, after: Hidden, edited: Sequence[_Edited], *, whole: bool
) -> None:
    if after != before:
        writer.keep_untold(pack, written(after))
    others = _others(pack, before, after, edited)
    untold = Untold(after)
    tellings = [
        Telling(held.number, held.ref, held.live, NOT_AT_ALL if _is_untold(held.ref, after) else WHOLE)
        for held in writer.held(others)
    ]
    facts = iter(_facts(writer, pack, before, after, edited, whole=whole))
    while some := list(islice(facts, _AT_ONCE)):
        tellings += _told(writer, untold, pack, list(writer.held(some)))
    writer.tell_whole([each.number for each in tellings if each.shown == WHOLE])
    writer.tell([each for each in tellings if each.shown != WHOLE])


def _edited(writer: FactWriter, since: int, filings: Sequence[Filing]) -> Iterator[_Edited]:
    numbers = [each.number for each in filings if each.number is not None]
    bodies = writer.bodies_before(numbers, since)
    for each in filings:
        body = bodies.get(each.number) if each.number is not None else None
        yield _Edited(each.ref, json.loads(body) if body is not None else {}, json.loads(each.body))


def _less(untold: Hidden, disclosed: frozenset[str]) -> Hidden:
    """Return who may not be told without some sources; without any source, there is nothing else."""
    left = {source: nameless for source, nameless in untold.sources.items() if source not in disclosed}
    return replace(untold, sources=left) if left else NOBODY


def _concerns(edited: _Edited, untold: Hidden) -> bool:
    """Return whether an object may have to do with what stays untold."""
    if edited.ref.kind in (ENTITY, SOURCE):
        return True
    if edited.before and all(edited.before.get(key) == edited.after.get(key) for key in _NAMING):
        return False
    names = {target for body in edited.bodies() for _, target in leans(edited.ref.kind, body)}
    return not (names.isdisjoint(untold.sources) and names.isdisjoint(untold.theirs))


def _anew(reader: FactReader, pack: str, before: Hidden, marks: set[str]) -> Hidden:
    """Return who of a pack may not be told, looking at those of its facts alone that have to do with it."""
    known: dict[str, dict[str, Body]] = {SECTIONS[ENTITY]: {}, SECTIONS[SOURCE]: {}}
    # The live ones first, so that their nameless ids are those of an export.
    for held in sorted(reader.of_kinds(pack, (ENTITY, SOURCE)), key=lambda held: not held.live):
        known[SECTIONS[held.ref.kind]][held.ref.id] = json.loads(held.body)
    untold = with_translations(marks | before.sources.keys(), known[SECTIONS[SOURCE]])
    facts = _bodies(reader.leaning_facts(pack, ((relation, each) for relation in (OPEN, HIDDEN) for each in untold)))
    # Entities that these facts' sources name may be named by other facts as well.
    theirs = hidden({**known, "facts": facts}, before).theirs
    others = _bodies(reader.leaning_facts(pack, ((ENTITY, each) for each in theirs)))
    return hidden({**known, "facts": {**others, **facts}}, before)


def _notes(untold: Hidden, edited: Iterable[_Edited]) -> dict[str, list[Any]]:
    """Return the notes that stay untold though the fact no longer leans on a confidential source."""
    notes = {key: list(each) for key, each in untold.notes.items()}
    for each in edited:
        if each.ref.kind != FACT or "note" not in each.before or each.before["note"] != each.after.get("note"):
            continue
        if _touches(each.before, untold) and not _touches(each.after, untold):
            known = notes.setdefault(each.ref.id, [])
            known += [each.before["note"]] if each.before["note"] not in known else []
    return notes


def _touches(fact: Body, untold: Hidden) -> bool:
    return any(source in untold.sources for each in parts(fact) for source in (each["source"], *each.get("of", ())))


def _is_untold(ref: Ref, untold: Hidden) -> bool:
    return ref.id in (untold.sources if ref.kind == SOURCE else untold.entities)


def _others(pack: str, before: Hidden, after: Hidden, edited: Iterable[_Edited]) -> set[Ref]:
    """Return the sources and entities that are told otherwise than before, or were written anew."""
    refs = {each.ref for each in edited if each.ref.kind in (SOURCE, ENTITY) and _is_untold(each.ref, after)}
    refs |= {Ref(pack, SOURCE, each) for each in before.sources.keys() ^ after.sources.keys()}
    return refs | {Ref(pack, ENTITY, each) for each in before.entities ^ after.entities}


def _facts(
    reader: FactReader, pack: str, before: Hidden, after: Hidden, edited: Iterable[_Edited], *, whole: bool
) -> set[Ref]:
    """Return the facts that may be told otherwise than before."""
    if whole:
        both = before.sources.keys() | after.sources.keys()
        partly = {ref for ref in reader.told_in_part(pack) if ref.kind == FACT}
        # What was written anew and is not among these is told whole already.
        return partly | _leaning(reader, pack, both) | {Ref(pack, FACT, each) for each in after.notes}
    refs: set[Ref] = set()
    for each in edited:
        refs |= {each.ref} if each.ref.kind == FACT else following(reader, each.ref, each.bodies())
    refs |= _leaning(reader, pack, before.sources.keys() ^ after.sources.keys())
    refs |= {Ref(pack, FACT, each) for each in before.notes.keys() ^ after.notes.keys()}
    for held in list(reader.held(Ref(pack, ENTITY, each) for each in before.entities ^ after.entities)):
        refs |= following(reader, held.ref, [json.loads(held.body)])
    return refs


def _leaning(reader: FactReader, pack: str, sources: Iterable[str]) -> set[Ref]:
    """Return the facts, the retired ones too, that lean on sources or on what leads to them."""
    led = set(sources)
    new = set(led)
    while new:
        users = reader.users(pack, ((OPEN, each) for each in new))
        new = {each.id for each in users if each.kind == SOURCE} - led
        led |= new
    return {
        held.ref for held in reader.leaning_facts(pack, ((relation, s) for relation in (OPEN, HIDDEN) for s in led))
    }


def _told(reader: FactReader, untold: Untold, pack: str, facts: Sequence[Held]) -> Iterator[Telling]:
    """Yield how facts are told."""
    live = [held.ref for held in facts if held.live]
    part = Surroundings(reader, pack, {}).gathered(live)
    led = leading(part, untold.hidden)
    real = reader.standings(held.number for held in facts)
    standings = _standings(part, [ref.id for ref in live], untold.hidden)
    for held in facts:
        body = json.loads(held.body)
        told = untold.body(held.ref, body)
        leads = any(source in led for each in parts(body) for source in (each["source"], *each.get("of", ())))
        if told == body and not leads:
            yield Telling(held.number, held.ref, held.live, WHOLE)
            continue
        standing = standings.get(held.ref.id, _UNKNOWN) if leads else real[held.number]
        words = tuple(told_words(held.ref, told, set(untold.hidden.sources.values())))
        facets = _facets(body, standing, untold.hidden)
        yield Telling(held.number, held.ref, held.live, PART, standing, facets, words)


def _standings(part: Body, facts: Sequence[str], untold: Hidden) -> dict[str, Standing]:
    """Return how facts stand after what may be told of them, where that can be computed."""
    if not facts:
        return {}
    try:
        told = Redaction(alone(part, *facts), untold).told.pack
    except ValueError:
        return {}
    found = {key: fact.sourcing for key, fact in told.facts.items()}
    return {key: (each.settled, bool(each.disputed_by), len(each.origins)) for key, each in found.items()}


def _facets(body: Body, standing: Standing, untold: Hidden) -> Facets:
    """Return what a fact is chosen by where it is told in part."""
    sources = {target for relation, target in leans(FACT, body) if relation == OPEN}
    return Facets(
        label="",
        subject=body["subject"],
        type=body["type"],
        status=body.get("status", "approved"),
        settled=standing[0],
        disputed=standing[1],
        origins=standing[2],
        sources=tuple(sorted(sources - untold.sources.keys())),
        hidden=tuple(sorted(sources & untold.sources.keys())),
    )


def _bodies(facts: Iterable[Held]) -> dict[str, Body]:
    return {held.ref.id: json.loads(held.body) for held in facts}
