"""Who speaks: publishers, speakers and payers as entities or plain names, and who belongs to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from twosource.model import Entity


class Parties:
    """The parties of a pack. A plain name that is an entity's name or alias is that entity."""

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        self._entities = entities
        self._families: dict[str, frozenset[str]] = {}
        self._known: dict[str, str | None] = {}
        self._by_name: dict[str, str] = {}
        shared: set[str] = set()
        for key, entity in entities.items():
            for name in {*entity.name.values(), *(alias.text for alias in entity.aliases)}:
                folded = fold(name)
                if self._by_name.setdefault(folded, key) != key:
                    shared.add(folded)
        # A name that two entities share tells neither.
        for folded in shared:
            del self._by_name[folded]
        self._children: defaultdict[str, list[str]] = defaultdict(list)
        self._beside: defaultdict[str, list[str]] = defaultdict(list)
        for key, entity in entities.items():
            self._relate(key, entity)

    def entity(self, name: str) -> str | None:
        """Return the id of the entity that ``name`` (an id or a plain name) is, or None."""
        if name not in self._known:
            self._known[name] = name if name in self._entities else self._by_name.get(fold(name))
        return self._known[name]

    def key(self, name: str) -> str:
        """Return what two names of one party have in common."""
        return self.entity(name) or f"'{fold(name)}'"

    def shown(self, name: str) -> str:
        """Return the name to show: the entity's house style, or the plain name itself."""
        entity = self.entity(name)
        if entity is None:
            return name
        names = self._entities[entity].name
        return names.get("en") or next(iter(names.values()), entity)

    def family(self, subject: str) -> frozenset[str]:
        """Return the ids of those whose word is the subject's own.

        The subject, what it is ``of`` over any number of steps, the declared affiliates of these, and whoever declares
        to be of or affiliated to one of them (a maker's spokesperson speaks for the maker).
        """
        if subject not in self._families:
            owners = self._owners(subject)
            beside = {other for owner in owners for other in self._beside[owner]}
            self._families[subject] = frozenset({*owners, *beside, *self._below([*owners, *beside])})
        return self._families[subject]

    def _below(self, above: list[str]) -> set[str]:
        below: set[str] = set()
        waiting = list(above)
        while waiting:
            for child in self._children[waiting.pop()]:
                if child not in below:
                    below.add(child)
                    waiting.append(child)
        return below

    def _relate(self, key: str, entity: Entity) -> None:
        if entity.of is not None:
            self._children[entity.of].append(key)
        for affiliate in filter(None, map(self.entity, entity.affiliates)):
            self._beside[key].append(affiliate)
            self._beside[affiliate].append(key)

    def _owners(self, key: str) -> list[str]:
        chain: list[str] = []
        step: str | None = key
        while step is not None and step in self._entities and step not in chain:
            chain.append(step)
            step = self._entities[step].of
        return chain


def fold(name: str) -> str:
    """Return ``name`` as two spellings of it have in common: case folded, white space single."""
    return " ".join(name.casefold().split())
