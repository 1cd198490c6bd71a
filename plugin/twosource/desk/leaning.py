"""What an object leans on, read off its canonical form: the ids of others, and the names of parties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from twosource.facts.parties import fold
from twosource.store import BELONGS, CLAIM_TYPE, ENTITY, FACT, NAMED, OPEN, PARTY, SOURCE, UNIT

Use = tuple[str, str]
"""A relation of ``twosource.store`` and what it leads to."""

_MAX_NAME = 200
RELATIONS = {UNIT: UNIT, ENTITY: ENTITY, SOURCE: OPEN, CLAIM_TYPE: CLAIM_TYPE, FACT: FACT}
"""For each kind of object the relation that leads to it. Confidential sources and entities have another beside it."""


def party(name: str) -> Use:
    """Return that somebody of this name, or with this id, is a publisher or payer."""
    return PARTY, fold(name)[:_MAX_NAME]


def leans(kind: str, body: Mapping[str, Any]) -> set[Use]:
    """Return what an object leans on. All sources are told as ones that are not confidential."""
    return set(_LEANS[kind](body)) if kind in _LEANS else set()


def names(entity_id: str, body: Mapping[str, Any]) -> set[str]:
    """Return what an entity is called as a party, its id too, each folded."""
    name = body["name"]
    called = [entity_id, *(name.values() if isinstance(name, Mapping) else [name])]
    called += [alias if isinstance(alias, str) else alias["text"] for alias in body.get("aliases", ())]
    return {fold(each)[:_MAX_NAME] for each in called}


def _of_entity(body: Mapping[str, Any]) -> Iterator[Use]:
    yield from ((BELONGS, each) for each in (*_one(body, "of"), *body.get("affiliates", ())))


def _of_source(body: Mapping[str, Any]) -> Iterator[Use]:
    yield party(body["publisher"])
    yield from ((OPEN, each) for each in (*body.get("relays", ()), *_one(body, "translation_of")))


def _of_fact(body: Mapping[str, Any]) -> Iterator[Use]:
    yield ENTITY, body["subject"]
    yield CLAIM_TYPE, body["type"]
    yield from ((FACT, each) for name in ("see_also", "supersedes") for each in body.get(name, ()))
    for name in ("condition", "compared_with"):
        yield from ((ENTITY, each) for each in _one(body.get(name, {}), "entity"))
    yield from _units(body.get("value"))
    for said in (*body.get("support", ()), *body.get("disputes", ())):
        yield OPEN, said["source"]
        yield from ((OPEN, each) for each in said.get("of", ()))
        yield from ((ENTITY, each) for each in _one(said, "speaker"))
        yield from (party(each) for each in _one(said, "paid_by"))
        yield from _units(said.get("value"))


def _units(value: object) -> Iterator[Use]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            if key == "unit" and isinstance(each, str):
                yield UNIT, each
            else:
                yield from _units(each)


def _one(body: Mapping[str, Any], key: str) -> Iterable[str]:
    return (body[key],) if key in body else ()


_LEANS = {ENTITY: _of_entity, SOURCE: _of_source, FACT: _of_fact}


def named(entity_id: str, body: Mapping[str, Any]) -> set[Use]:
    """Return under which names an entity is found as a party."""
    return {(NAMED, each) for each in names(entity_id, body)}
