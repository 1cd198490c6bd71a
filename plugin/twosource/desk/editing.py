"""Single edits: one object is made, changed, retired or restored, and what follows from it is computed anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from marshmallow import ValidationError

from twosource import __version__
from twosource.desk import pointers
from twosource.desk.errors import (
    EntryTakenError,
    PackRefusedError,
    RetiredEntryError,
    StaleVersionError,
    StillUsedError,
    UnknownEntryError,
)
from twosource.desk.filing import file, spelled
from twosource.desk.importing import ReadPack, plan_of
from twosource.desk.leaning import RELATIONS, party
from twosource.desk.order import GAP
from twosource.desk.plans import Plan, carry_out
from twosource.desk.surroundings import Surroundings, following
from twosource.facts.pack import PackProblem, problem
from twosource.facts.yaml_tree import NOWHERE
from twosource.model import Pack
from twosource.packs import canonical, read_plain
from twosource.store import (
    BELONGS,
    CHANGED,
    CREATED,
    ENTITY,
    FACT,
    HIDDEN,
    KINDS,
    PACK,
    RECOMPUTED,
    RESTORED,
    RETIRED,
    SECTIONS,
    SOURCE,
    Author,
    Entry,
    FactReader,
    Facts,
    Filing,
    Head,
    Held,
    Ref,
    Shift,
)
from twosource_schemas.base import flatten, ready
from twosource_schemas.pack import FORMAT, FactPackSchema

Body = Mapping[str, Any]


def create(facts: Facts, ref: Ref, body: Body, author: Author) -> Entry:
    """Make an object; see :meth:`twosource.desk.Desk.create`."""

    def plan(reader: FactReader) -> Plan | None:
        head = reader.head(ref.pack)
        if ref.kind != PACK:
            _live(head, ref)
        held = _find(reader, ref)
        if held is not None:
            raise EntryTakenError(ref, retired=not held.live)
        place = reader.last_position(ref.pack, ref.kind) + GAP
        return _filed(reader, _Edit(ref, body, None, CREATED, place, "create", author, head))

    return _done(facts, ref, plan)


def change(facts: Facts, ref: Ref, body: Body, author: Author, expected: str | None) -> Entry:
    """Give an object another body; see :meth:`twosource.desk.Desk.change`."""

    def plan(reader: FactReader) -> Plan | None:
        head = reader.head(ref.pack)
        held = _known(reader, ref, expected)
        _live(head, ref)
        if not held.live:
            raise RetiredEntryError(ref)
        return _filed(reader, _Edit(ref, body, held, CHANGED, held.position, "change", author, head))

    return _done(facts, ref, plan)


def restore(facts: Facts, ref: Ref, author: Author, expected: str | None) -> Entry:
    """Let a retired object be live again; see :meth:`twosource.desk.Desk.restore`."""

    def plan(reader: FactReader) -> Plan | None:
        head = reader.head(ref.pack)
        held = _known(reader, ref, expected)
        if held.live:
            return None
        if ref.kind != PACK:
            _live(head, ref)
        if ref.kind == PACK and head is not None and head.computed_by != __version__:
            return plan_of(reader, _read_anew(reader, ref), author, "restore")
        body = json.loads(held.body)
        along: Mapping[Held, Body] = {}
        if ref.kind == FACT:
            body, along = pointers.own_again(reader, held), pointers.to_it_again(reader, held)
        return _filed(reader, _Edit(ref, body, held, RESTORED, held.position, "restore", author, head, along))

    return _done(facts, ref, plan)


def retire(facts: Facts, ref: Ref, author: Author, expected: str | None) -> Entry:
    """Take an object out of the checks and the export; see :meth:`twosource.desk.Desk.retire`."""

    def plan(reader: FactReader) -> Plan | None:
        head = reader.head(ref.pack)
        held = _known(reader, ref, expected)
        if not held.live:
            return None
        gone = Shift(held, RETIRED, held.position)
        if ref.kind == FACT:
            filings = _no_longer_pointing(reader, ref)
        else:
            _refuse_used(reader, ref)
            filings = _following(reader, ref, held, None)
        return Plan(ref.pack, head.change if head else None, "retire", author, filings=filings, shifts=[gone])

    return _done(facts, ref, plan)


@dataclass(frozen=True, slots=True)
class _Edit:
    """An object that shall have a body, live: what it was, what that is called, and where it stands.

    ``along`` are live facts that get other bodies by the same change.
    """

    ref: Ref
    body: Body
    held: Held | None
    step: str
    position: int
    action: str
    author: Author
    head: Head | None
    along: Mapping[Held, Body] = field(default_factory=dict)


def _filed(reader: FactReader, edit: _Edit) -> Plan | None:
    """Return how an object comes to its body, or None where it has it."""
    body = _canonical(edit.ref, edit.body)
    held = edit.held
    if held is not None and held.live and spelled(body) == held.body:
        return None
    filings = _following(reader, edit.ref, held, body, edit.along)
    own = next(each for each in filings if each.ref == edit.ref)
    number = held.number if held else None
    filings = [
        replace(own, number=number, step=edit.step, position=edit.position) if each is own else each for each in filings
    ]
    since = edit.head.change if edit.head else None
    return Plan(edit.ref.pack, since, edit.action, edit.author, filings=filings, whole=since is None)


def _canonical(ref: Ref, body: Body) -> Body:
    """Return a body in canonical form.

    Raises:
        PackRefusedError: its shape has errors.
    """
    if not isinstance(body, Mapping):
        raise PackRefusedError([_problem(ref, (), "expected a mapping of keys")])
    if ref.kind == PACK:
        if further := [str(key) for key in body if key != "title"]:
            told = f"unknown key '{further[0][:100]}': of a pack only the title is given here"
            raise PackRefusedError([_problem(ref, (further[0],), told)])
        given: dict[str, Any] = {"schema": FORMAT, "id": ref.pack, **body}
    else:
        given = {"schema": FORMAT, "id": ref.pack, "title": ref.pack, SECTIONS[ref.kind]: {ref.id: body}}
    try:
        whole = canonical(ready(FactPackSchema).load(given))
    except ValidationError as error:
        found = [_problem(ref, path, message) for path, message in flatten(error.messages)]
        raise PackRefusedError(found) from error
    if ref.kind == PACK:
        return {"title": whole["title"]}
    its_own: Body = whole[SECTIONS[ref.kind]][ref.id]
    return its_own


def _following(
    reader: FactReader, ref: Ref, held: Held | None, body: Body | None, along: Mapping[Held, Body] | None = None
) -> list[Filing]:
    """Return the object with its new body (where it has one), those along, and the facts whose sourcing that changes.

    Raises:
        PackRefusedError: the pack would be broken.
    """
    bodies = [each for each in (json.loads(held.body) if held else None, body) if each is not None]
    followers = following(reader, ref, bodies) - {ref}
    if body is None and not followers:
        return []
    others = {each.ref: its for each, its in (along or {}).items()}
    around = Surroundings(reader, ref.pack, {ref: body, **others})
    plain = around.gathered({ref, *followers, *others})
    reading = read_plain(plain, ref.pack)
    if reading.pack is None or reading.canonical is None:
        # What the pack has beside what was gathered decides nothing, but may be what was meant.
        errors = read_plain(_with_all_ids(reader, plain), ref.pack).errors or reading.errors
        raise PackRefusedError([_problem(ref, each.keys, each.message) for each in errors])
    written = {Ref.to_pack(ref.pack): {"title": reading.canonical["title"]}}
    written |= {
        Ref(ref.pack, kind, key): each
        for kind, name in SECTIONS.items()
        for key, each in reading.canonical.get(name, {}).items()
    }
    own = [file(ref, written[ref], reading.pack, number=None, step=CHANGED, position=0)] if body is not None else []
    own += [
        file(each.ref, written[each.ref], reading.pack, number=each.number, step=CHANGED, position=each.position)
        for each in along or ()
    ]
    return own + _recomputed(reader, followers, written, reading.pack)


def _read_anew(reader: FactReader, ref: Ref) -> ReadPack:
    """Return a pack as it is kept, with what this version of Twosource computes of it."""
    reading = read_plain(reader.plain(ref.pack), ref.pack)
    if reading.pack is None or reading.canonical is None:
        raise PackRefusedError(reading.errors)
    return ReadPack(reading.pack, reading.canonical)


def _with_all_ids(reader: FactReader, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a part of a pack with everything of the whole but the facts."""
    sections = (SECTIONS[kind] for kind in SECTIONS if kind != FACT)
    whole = reader.plain(plain["id"], kinds=[kind for kind in SECTIONS if kind != FACT]) or {}
    return {**plain, **{name: {**whole.get(name, {}), **plain.get(name, {})} for name in sections}}


def _no_longer_pointing(reader: FactReader, ref: Ref) -> list[Filing]:
    """Return the facts that point to one that is retired, without that: a pack cannot point to what it has not."""
    pointing = [each for each in reader.held(reader.users(ref.pack, [(FACT, ref.id)]) - {ref}) if each.live]
    bodies = {each.ref: pointers.without(json.loads(each.body), ref.id) for each in pointing}
    reading = read_plain(Surroundings(reader, ref.pack, {**bodies, ref: None}).gathered(bodies), ref.pack)
    if reading.pack is None:
        raise PackRefusedError([_problem(ref, each.keys, each.message) for each in reading.errors])
    return [
        file(each.ref, bodies[each.ref], reading.pack, number=each.number, step=CHANGED, position=each.position)
        for each in pointing
    ]


def _recomputed(reader: FactReader, followers: Iterable[Ref], written: Mapping[Ref, Body], pack: Pack) -> list[Filing]:
    """Return those of the facts whose sourcing is another now."""
    return [
        file(each.ref, written[each.ref], pack, number=each.number, step=RECOMPUTED, position=each.position)
        for each in reader.held(followers)
        if each.live and pack.facts[each.ref.id].version != each.version
    ]


def _problem(ref: Ref, keys: Sequence[str | int], message: str) -> PackProblem:
    """Return a problem with the path from the object down where it is the object's own."""
    own = (SECTIONS[ref.kind], ref.id) if ref.kind != PACK else ()
    keys = tuple(keys[2:] if own and tuple(keys[:2]) == own else keys)
    return problem(ref.pack, NOWHERE, keys, message)


def _find(reader: FactReader, ref: Ref) -> Held | None:
    return next(iter(reader.held([ref])), None)


def _known(reader: FactReader, ref: Ref, expected: str | None) -> Held:
    """Return an object that is what is expected of it: of that version, and live or retired as it was then."""
    held = _find(reader, ref)
    if held is None:
        raise UnknownEntryError(ref)
    if expected is not None and expected != held.tag:
        raise StaleVersionError(ref, held.tag)
    return held


def _live(head: Head | None, ref: Ref) -> None:
    """Refuse where the pack is not there, or retired."""
    if head is None:
        raise UnknownEntryError(Ref.to_pack(ref.pack))
    if not head.live and ref.kind != PACK:
        raise RetiredEntryError(Ref.to_pack(ref.pack))


def _refuse_used(reader: FactReader, ref: Ref) -> None:
    """Refuse where live objects lean on this one."""
    if ref.kind == PACK:
        return
    targets = [(RELATIONS[ref.kind], ref.id)]
    targets += [(HIDDEN, ref.id)] if ref.kind == SOURCE else []
    targets += [(BELONGS, ref.id), party(ref.id)] if ref.kind == ENTITY else []
    if users := reader.users(ref.pack, targets) - {ref}:
        raise StillUsedError(ref, sorted(users, key=lambda user: (KINDS.index(user.kind), user.id)))


def _done(facts: Facts, ref: Ref, planned: Callable[[FactReader], Plan | None]) -> Entry:
    """Carry a plan out and return the object as it is then."""

    def planner(reader: FactReader) -> tuple[list[Plan], None]:
        plan = planned(reader)
        return [] if plan is None else [plan], None

    carry_out(facts, planner)
    with facts.reading() as reader:
        entry = reader.entry(ref)
    if entry is None:
        raise UnknownEntryError(ref)
    return entry
