"""As much of a pack as an object's sourcing follows from, and which facts follow from an object.

A fact base may have a hundred thousand facts, and an edit touches a few. What these name is gathered over the kept
uses, and read as a pack of its own: it has the errors and the sourcing that the whole pack would have there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from twosource.desk.leaning import RELATIONS, Use, leans, names
from twosource.store import BELONGS, ENTITY, FACT, HIDDEN, NAMED, OPEN, PACK, PARTY, SECTIONS, SOURCE, FactReader, Ref
from twosource_schemas.pack import FORMAT

Bodies = dict[Ref, Mapping[str, Any]]
_KINDS = {relation: kind for kind, relation in RELATIONS.items()} | {BELONGS: ENTITY}


class Surroundings:
    """A pack as it would be with some objects changed.

    Args:
        reader: the pack as it is.
        pack: its id.
        instead: bodies that objects shall have; None for those that shall be gone.
    """

    def __init__(self, reader: FactReader, pack: str, instead: Mapping[Ref, Mapping[str, Any] | None]) -> None:
        self._reader = reader
        self._pack = pack
        self._instead = instead
        self._known: dict[Ref, Mapping[str, Any] | None] = dict(instead)

    def body(self, ref: Ref) -> Mapping[str, Any] | None:
        """Return a live object's body, or None."""
        self._load([ref])
        return self._known[ref]

    def gathered(self, whole: Iterable[Ref]) -> dict[str, Any]:
        """Return the part of the pack around facts and other objects, in canonical form.

        Args:
            whole: what is given whole; facts that these only point to are bare.
        """
        refs = set(whole)
        bare: set[Ref] = set()
        new = set(refs)
        while new:
            self._load(new)
            leads = self._leads(new, bare)
            bare |= {ref for ref in leads if ref.kind == FACT} - refs
            new = leads - refs
            refs |= new
        return self._plain(refs, bare)

    def _leads(self, refs: set[Ref], bare: set[Ref]) -> set[Ref]:
        """Return the objects that these lead to, and for entities those that belong to them."""
        uses: set[Use] = set()
        entities: set[Ref] = set()
        for ref in refs:
            body = self._known[ref]
            if body is None:
                continue
            uses |= leans(ref.kind, _bare(body) if ref in bare else body)
            if ref.kind == ENTITY:
                entities.add(ref)
        leads = {Ref(self._pack, _KINDS[relation], target) for relation, target in uses if relation in _KINDS}
        parties = {target for relation, target in uses if relation == PARTY}
        return leads | set(self._entities_called(parties)) | self._beside(entities)

    def _entities_called(self, parties: set[str]) -> Iterator[Ref]:
        """Yield the entities that are called by one of these folded names."""
        yield from self._reader.users(self._pack, ((NAMED, each) for each in parties))
        for ref, body in self._instead.items():
            if ref.kind == ENTITY and body is not None and names(ref.id, body) & parties:
                yield ref

    def _beside(self, entities: set[Ref]) -> set[Ref]:
        """Return the entities that declare to belong to one of these."""
        found = self._reader.users(self._pack, ((BELONGS, each.id) for each in entities))
        return found | {ref for ref, body in self._instead.items() if ref.kind == ENTITY and body is not None}

    def _load(self, refs: Iterable[Ref]) -> None:
        missing = [ref for ref in refs if ref not in self._known]
        self._known.update(dict.fromkeys(missing))
        for held in self._reader.held(missing):
            if held.live:
                self._known[held.ref] = json.loads(held.body)

    def _plain(self, refs: set[Ref], bare: set[Ref]) -> dict[str, Any]:
        sections: dict[str, dict[str, Any]] = {}
        for kind, name in SECTIONS.items():
            found = {
                ref.id: _bare(body) if ref in bare else body
                for ref in sorted(refs)
                if ref.kind == kind and (body := self._known[ref]) is not None
            }
            if found:
                sections[name] = found
        head = self.body(Ref.to_pack(self._pack)) or {}
        return {"schema": FORMAT, "id": self._pack, **head, **sections}


def _bare(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return of a fact what others need that only point to it."""
    return {key: body[key] for key in ("subject", "type", "supersedes") if key in body}


def following(reader: FactReader, ref: Ref, bodies: Iterable[Mapping[str, Any]]) -> set[Ref]:
    """Return the live facts whose sourcing may follow from an object, itself aside.

    Args:
        reader: the pack as it is.
        ref: the object.
        bodies: the bodies that it has and had.
    """
    if ref.kind in (FACT, PACK):
        return set()
    if ref.kind == ENTITY:
        return _following_entity(reader, ref, list(bodies))
    if ref.kind == SOURCE:
        return _following_sources(reader, ref.pack, {ref})
    return _facts(reader.users(ref.pack, [(RELATIONS[ref.kind], ref.id)]))


def _following_entity(reader: FactReader, ref: Ref, bodies: list[Mapping[str, Any]]) -> set[Ref]:
    """Return the facts about an entity's family, and those that lean on a source that it publishes or pays."""
    family = {ref} | _entities_of(ref.pack, bodies)
    found: set[Ref] = set()
    new = set(family)
    while new:
        users = reader.users(ref.pack, ((relation, each.id) for each in new for relation in (ENTITY, BELONGS)))
        found |= _facts(users)
        leads = _entities_of(ref.pack, (json.loads(held.body) for held in reader.held(new)))
        new = ({each for each in users if each.kind == ENTITY} | leads) - family
        family |= new
    called = {name for body in bodies for name in names(ref.id, body)}
    users = reader.users(ref.pack, ((PARTY, name) for name in called))
    return found | _facts(users) | _following_sources(reader, ref.pack, {each for each in users if each.kind == SOURCE})


def _entities_of(pack: str, bodies: Iterable[Mapping[str, Any]]) -> set[Ref]:
    """Return the entities that entities lean on."""
    return {Ref(pack, ENTITY, each) for body in bodies for relation, each in leans(ENTITY, body) if relation == BELONGS}


def _following_sources(reader: FactReader, pack: str, sources: set[Ref]) -> set[Ref]:
    """Return the facts that lean on sources, or on what retells or translates them."""
    found: set[Ref] = set()
    seen = set(sources)
    new = set(sources)
    while new:
        users = reader.users(pack, ((relation, each.id) for each in new for relation in (OPEN, HIDDEN)))
        found |= _facts(users)
        new = {each for each in users if each.kind == SOURCE} - seen
        seen |= new
    return found


def _facts(refs: Iterable[Ref]) -> set[Ref]:
    return {ref for ref in refs if ref.kind == FACT}
