"""What nothing in the pack leads to."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.lint.case import Case, said
from twosource.lint.weakness import Weakness
from twosource.model import Change, Development, Fact, Quantity, Value

_CODE = "unused"


def check(case: Case) -> Iterator[Weakness]:
    """Yield units, entities, sources and claim types that are left over. Drafts and retired facts use them as well."""
    words = case.wording
    used = {unit for fact in case.pack.facts.values() for unit in _units(fact)}
    for key in case.pack.units:
        if key not in used:
            yield case.weak(_CODE, ("units", key), words.text("no value counts in this unit: take it away"))
    used = set(_entities(case))
    for key, entity in case.pack.entities.items():
        if key not in used:
            message = words.text(
                "no fact, source or other entity leads to {entity}: take it away, unless drafts name it beside a "
                "subject and their figures have to be told apart",
                entity=case.name(entity),
            )
            yield case.weak(_CODE, ("entities", key), message)
    used = _sources(case)
    for key in case.pack.sources:
        if key not in used:
            message = words.text("this source supports and disputes nothing: tie it to a fact, or take it away")
            yield case.weak(_CODE, ("sources", key), message)
    used = {fact.type for fact in case.pack.facts.values()}
    for key in case.pack.claim_types:
        if key not in used:
            yield case.weak(_CODE, ("claim_types", key), words.text("no fact is of this type: take it away"))


def _units(fact: Fact) -> Iterator[str | None]:
    for value in (fact.value, *(support.value for support in fact.supports), *(each.value for each in fact.disputes)):
        yield from _units_of(value)


def _units_of(value: Value | None) -> Iterator[str | None]:
    match value:
        case Quantity(unit=unit, per=per):
            yield unit
            yield None if per is None else per.unit
        case Change(amount=amount):
            yield from _units_of(amount)
        case Development(start=start, end=end):
            yield from _units_of(start)
            yield from _units_of(end)


def _entities(case: Case) -> Iterator[str | None]:
    for fact in case.pack.facts.values():
        yield fact.subject
        for support in fact.supports:
            yield support.speaker
            yield case.parties.entity(support.paid_by) if support.paid_by else None
        for condition in (fact.condition, fact.compared_with):
            yield None if condition is None else condition.entity
    for source in case.pack.sources.values():
        yield case.parties.entity(source.publisher)
    for entity in case.pack.entities.values():
        yield entity.of
        yield from map(case.parties.entity, entity.affiliates)


def _sources(case: Case) -> set[str | None]:
    """Return the sources that facts name, and those that these retell or are translations of, over any way."""
    waiting = [
        source
        for fact in case.pack.facts.values()
        for each in said(fact)
        for source in (each.source, *getattr(each, "of", ()))
    ]
    used: set[str | None] = set()
    while waiting:
        key = waiting.pop()
        if key not in used:
            used.add(key)
            source = case.pack.sources[key]
            waiting.extend(each for each in (*source.relays, source.translation_of) if each is not None)
    return used
