"""Who of a pack may not be told: its confidential sources, and the parties that only they have named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from twosource.facts.parties import fold

Canonical = Mapping[str, Any]
"""A pack, or a part of one, in canonical form."""

CONFIDENTIAL = "confidential"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Who of a pack may not be told.

    Attributes:
        sources: by the id of each confidential source the nameless id that stands for it.
        publishers: by the id of each confidential source the nameless publisher; those of one publisher share it.
        entities: the ids of the entities that only confidential sources have named.
        names: the names and aliases of these entities, folded.
        theirs: the ids of all entities that confidential sources have named, whoever else names them.
        notes: by the ids of facts, notes of theirs that stood beside what a confidential source bore.
    """

    sources: Mapping[str, str]
    publishers: Mapping[str, str]
    entities: frozenset[str]
    names: frozenset[str]
    theirs: frozenset[str] = frozenset()
    notes: Mapping[str, Collection[str]] = field(default_factory=dict)

    def is_party(self, name: str) -> bool:
        """Return whether ``name`` (an id or a plain name) is an entity that may not be told."""
        return name in self.entities or fold(name) in self.names


NOBODY = Hidden({}, {}, frozenset(), frozenset())


def hidden(pack: Canonical, before: Hidden = NOBODY) -> Hidden:
    """Return who of a pack may not be told.

    What any support or dispute marks as confidential is so in the whole pack, and so are its translations and what it
    is a translation of: the name beside one fact would tell whose words stand beside another.

    Args:
        pack: the pack in canonical form; ids that lead nowhere are passed over.
        before: who might not be told before, and may not be told still; they keep their nameless ids.
    """
    sources: Mapping[str, Canonical] = pack.get("sources", {})
    entities: Mapping[str, Canonical] = pack.get("entities", {})
    marks = {each for fact in pack.get("facts", {}).values() for each in marked(fact)}
    found = with_translations(marks | before.sources.keys(), sources)
    untold = list(dict.fromkeys([*before.sources, *found]))
    if not untold:
        return NOBODY
    names = _Names(entities)
    theirs, others = _named(pack, frozenset(untold), names)
    parties = before.entities | ((before.theirs | theirs) - others)
    placeholders = _placeholders(untold, {*sources.keys() - set(untold), *entities}, names, before.sources)
    called = (fold(name) for party in parties & entities.keys() for name in _called(entities[party]))
    return Hidden(
        placeholders,
        _publishers(untold, sources, placeholders, names, before.publishers),
        parties,
        frozenset(called) | before.names,
        before.theirs | theirs,
        before.notes,
    )


def is_nameless(source: str, publisher: str) -> bool:
    """Return whether a source stands for a confidential one; its publisher is called as the first of its sources."""
    return source.startswith(f"{CONFIDENTIAL}-") and publisher.startswith(f"{CONFIDENTIAL}-")


def parts(fact: Canonical) -> Iterator[Canonical]:
    """Yield a fact's supports and disputes."""
    yield from fact.get("support", ())
    yield from fact.get("disputes", ())


def leading(pack: Canonical, untold: Hidden) -> frozenset[str]:
    """Return the ids of the sources that are confidential or, over any number of steps, lead to one that is."""
    retold: dict[str, list[str]] = {}
    for key, source in pack.get("sources", {}).items():
        for lead in (*source.get("relays", ()), source.get("translation_of")):
            retold.setdefault(lead, []).append(key)
    led = set(untold.sources)
    waiting = list(led)
    while waiting:
        further = [key for key in retold.get(waiting.pop(), ()) if key not in led]
        led.update(further)
        waiting.extend(further)
    return frozenset(led)


def with_translations(these: Iterable[str], sources: Mapping[str, Canonical]) -> list[str]:
    """Return sources with all that they are translations of and all translations of these, in the pack's order."""
    roots = {_root(source, sources) for source in these}
    return [source for source in sources if _root(source, sources) in roots] if roots else []


def marked(fact: Canonical) -> frozenset[str]:
    """Return the ids of the sources that a fact itself marks as confidential."""
    return frozenset(each["source"] for each in parts(fact) if each.get("terms") == CONFIDENTIAL)


def _root(source: str, sources: Mapping[str, Canonical]) -> str:
    """Return what ``source`` is a translation of, over any number of steps."""
    seen = {source}
    while (parent := sources.get(source, {}).get("translation_of")) is not None and parent not in seen:
        seen.add(parent)
        source = parent
    return source


class _Names:
    """The entities of a pack by what they are called. A name that two of them share tells neither."""

    def __init__(self, entities: Mapping[str, Canonical]) -> None:
        self._entities = entities
        self.by_name: dict[str, str | None] = {}
        for key, entity in entities.items():
            for name in map(fold, _called(entity)):
                self.by_name[name] = key if self.by_name.get(name, key) == key else None

    def entity(self, name: str) -> str | None:
        """Return the id of the entity that ``name`` (an id or a plain name) is, or None."""
        return name if name in self._entities else self.by_name.get(fold(name))


def _called(entity: Canonical) -> Iterator[str]:
    name = entity["name"]
    yield from [name] if isinstance(name, str) else name.values()
    for alias in entity.get("aliases", ()):
        yield alias if isinstance(alias, str) else alias["text"]


def _named(pack: Canonical, untold: frozenset[str], names: _Names) -> tuple[frozenset[str], set[str]]:
    """Return the entities that confidential sources name as publisher, speaker or payer, and what others name by id.

    A plain name elsewhere does not count: whoever writes one need not know that there is such an entity.
    """
    theirs: set[str] = set()
    others: set[str] = set()
    for key, source in pack.get("sources", {}).items():
        (theirs if key in untold else others).add(source["publisher"])
    for fact in pack.get("facts", {}).values():
        others.add(fact["subject"])
        others.update(fact[name]["entity"] for name in ("condition", "compared_with") if "entity" in fact.get(name, {}))
        for each in parts(fact):
            spoken = {each[name] for name in ("speaker", "paid_by") if name in each}
            (theirs if each["source"] in untold else others).update(spoken)
    return frozenset(filter(None, map(names.entity, theirs))), others


def _placeholders(
    untold: list[str], taken: Collection[str], names: _Names, before: Mapping[str, str]
) -> dict[str, str]:
    placeholders = {
        source: nameless
        for source, nameless in before.items()
        if nameless not in taken and nameless not in names.by_name
    }
    used = set(placeholders.values())
    number = 0
    for source in untold:
        if source in placeholders:
            continue
        number += 1
        while (nameless := f"{CONFIDENTIAL}-{number}") in taken or nameless in names.by_name or nameless in used:
            number += 1
        placeholders[source] = nameless
    return placeholders


def _publishers(
    untold: list[str],
    sources: Mapping[str, Canonical],
    placeholders: Mapping[str, str],
    names: _Names,
    before: Mapping[str, str],
) -> dict[str, str]:
    first: dict[str, str] = {}
    publishers: dict[str, str] = {}
    for source in untold:
        if source not in sources:
            publishers[source] = before[source]
            continue
        publisher = sources[source]["publisher"]
        publishers[source] = first.setdefault(names.entity(publisher) or f"'{fold(publisher)}'", placeholders[source])
    return publishers
