"""Sourcing is computed, never typed: origins, whether a fact is settled or disputed, and what evidence is missing.

The supports of a fact are a graph: each rests on its own knowledge, or leads on to the sources that it retells. We
follow it to its ends, the origins, and ask the claim type's standard whether they suffice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from datetime import date
from decimal import Decimal
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any

from twosource.facts.comparison import exclude
from twosource.facts.confidential import confidential, kept, original
from twosource.facts.graph import End, Graph, Group, grouped
from twosource.facts.parties import Parties
from twosource.facts.standards import Evidence
from twosource.model import (
    ClaimType,
    Dispute,
    Fact,
    Origin,
    Pack,
    Quantity,
    Source,
    Sourcing,
    Standard,
    Support,
    Terms,
    Value,
)

_HELD_AGAINST_EACH_OTHER = 100


def sourcing(
    *,
    subject: str,
    supports: tuple[Support, ...],
    disputes: tuple[Dispute, ...],
    claim_type: ClaimType,
    sources: Mapping[str, Source],
    parties: Parties,
    value: Value | None = None,
    as_of: date | None = None,
) -> Sourcing:
    """Return what follows from a fact's supports and disputes.

    Args:
        subject: the entity that the fact is about, as an id of the pack.
        supports: the fact's supports; their order decides nothing but the order of what is returned.
        disputes: the fact's disputes.
        claim_type: its standard decides what settles the fact, its needs what evidence is missing.
        sources: the pack's sources.
        parties: the pack's entities, as those who speak.
        value: the fact's value, which a support without one of its own bears.
        as_of: the day that the fact was observed, where one is given.
    """
    supports, disputes = kept(supports, disputes, sources)
    graph = Graph(supports, disputes, sources, parties, confidential(supports, disputes, sources))
    return _sourcing(_evidence(graph, subject, disputes, claim_type, as_of), value)


def evidence(fact: Fact, pack: Pack, parties: Parties, own: frozenset[str] = frozenset()) -> Evidence:
    """Return what a fact's sourcing is computed from, laid out.

    Args:
        fact: a fact of the pack.
        pack: the pack.
        parties: the pack's entities, as those who speak.
        own: the originals of the sources that are the draft in hand, which bear nothing for it.
    """
    hidden = confidential(fact.supports, fact.disputes, pack.sources)
    graph = Graph(fact.supports, fact.disputes, pack.sources, parties, hidden, own)
    return _evidence(graph, fact.subject, fact.disputes, pack.claim_types[fact.type], fact.as_of)


def without(fact: Fact, pack: Pack, own: frozenset[str], parties: Parties) -> Fact:
    """Return a fact as it is for a draft that is itself among its sources: what rests on the draft does not count.

    Whom the draft may credit stays as it was: that it retells somebody is no reason to take its word for it, and no
    reason to hold against it that it says whom. The fact is the same object where the draft is no source of it, and
    where its standard is a dated reading and the draft's author did the reading: that is what the standard asks for.

    Args:
        fact: a fact of the pack.
        pack: the pack.
        own: the originals of the sources that are the draft in hand.
        parties: the pack's entities, as those who speak.
    """
    found = evidence(fact, pack, parties, own)
    if all(step.source not in own for step in found.graph.passed) or _read_by_itself(fact, pack, parties, found):
        return fact
    return replace(
        fact,
        supports=tuple(each for each in fact.supports if original(each.source, pack.sources) not in own),
        disputes=tuple(each for each in fact.disputes if original(each.source, pack.sources) not in own),
        sourcing=replace(_sourcing(found, fact.value), credits=fact.sourcing.credits),
    )


def _read_by_itself(fact: Fact, pack: Pack, parties: Parties, found: Evidence) -> bool:
    """Return whether a dated reading of the draft's own author settles a fact, and nothing else does.

    Args:
        fact: a fact of the pack.
        pack: the pack.
        parties: the pack's entities, as those who speak.
        found: what is left where the draft bears nothing.
    """
    if found.claim_type.standard is not Standard.OBSERVED or found.settled():
        return False
    return evidence(fact, pack, parties).observed()


def version(canonical: Mapping[str, Any], known: Sourcing) -> str:
    """Return a fact's version: 16 hexadecimal digits of the SHA-256 of its canonical form with its sourcing.

    Args:
        canonical: the fact in canonical form; the order of keys does not matter.
        known: its computed sourcing.
    """
    whole = _JSON.encode([canonical, known])
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _by_field(part: Any) -> Any:
    """Return what a part of a sourcing holds; unlike ``dataclasses.astuple``, without a copy of all that is in it."""
    return _getter(part.__class__)(part)


@cache
def _getter(kind: type[Any]) -> Callable[[Any], Any]:
    return attrgetter(*(each.name for each in fields(kind)))


_JSON = json.JSONEncoder(sort_keys=True, default=_by_field, ensure_ascii=False)


def excluding(graph: Graph, value: Value | None) -> Iterator[Support]:
    """Yield the supports whose own value cannot be true beside the fact's, or beside that of another support.

    Who says what the fact says does not say otherwise, whatever others say.
    """
    own = {support.value: None for support in graph.supports if support.value is not None and graph.bears(support)}
    if not own:
        return
    against = {each for each in own if value is not None and exclude(each, value)}
    rest = [each for each in own if each not in against and each != value]
    others = _outermost(rest)
    apart = against | {each for each in rest if any(other is not each and exclude(each, other) for other in others)}
    for support in graph.supports:
        if support.value in apart and graph.bears(support):
            yield support


def _outermost(values: list[Value]) -> list[Value]:
    """Return the values to hold others against: all of them, or of a great many those that lie farthest out.

    Whoever excludes any of some quantities excludes the lowest or the highest; a pack of thousands of values must not
    cost millions of comparisons.
    """
    if len(values) <= _HELD_AGAINST_EACH_OTHER:
        return values
    by_unit: dict[object, list[Quantity]] = {}
    rest: list[Value] = []
    for value in values:
        if isinstance(value, Quantity):
            by_unit.setdefault((value.unit, value.per), []).append(value)
        else:
            rest.append(value)
    ends = [(min(each, key=_highest), max(each, key=_lowest)) for each in by_unit.values()]
    return [*(value for pair in ends for value in pair), *rest][:_HELD_AGAINST_EACH_OTHER]


def _highest(value: Quantity) -> Decimal:
    return Decimal("Infinity") if value.interval.high is None else value.interval.high


def _lowest(value: Quantity) -> Decimal:
    return Decimal("-Infinity") if value.interval.low is None else value.interval.low


def _evidence(
    graph: Graph, subject: str, disputes: tuple[Dispute, ...], claim_type: ClaimType, as_of: date | None
) -> Evidence:
    groups = tuple(grouped(graph))
    shown = {need for support in graph.supports if graph.bears(support) for need in support.shows}
    return Evidence(
        graph=graph,
        groups=groups,
        origins=tuple(_origin(group, graph, subject) for group in groups),
        claim_type=claim_type,
        missing=tuple(need for need in claim_type.needs if need.id not in shown),
        subject=subject,
        disputes=tuple(dispute for dispute in disputes if not graph.dead(dispute.source)),
        as_of=as_of,
    )


def _sourcing(found: Evidence, value: Value | None) -> Sourcing:
    return Sourcing(
        origins=found.origins,
        settled=found.settled(),
        disputed_by=_disputed_by(found, value),
        missing=found.missing,
        credits=tuple(dict.fromkeys(_credits(found.graph))),
    )


def _origin(group: Group, graph: Graph, subject: str) -> Origin:
    """Return a group as an origin, without the names of whoever is confidential."""
    if not group.named:
        return Origin(key="unnamed", sources=(), publishers=(), holders=(), own_word=False, named=False)
    names = list(dict.fromkeys(name for end in group.told for name in _names(graph, end)))
    first = [end.step.source for end in group.ends]
    after = [support.source for support in graph.leading((*group.ends, *group.absorbed))]
    publishers = (graph.parties.shown(graph.sources[end.step.source].publisher) for end in group.told)
    return Origin(
        key=min(map(graph.parties.key, names)) if names else f"confidential:{min(first)}",
        sources=tuple(dict.fromkeys((*first, *after))),
        publishers=tuple(dict.fromkeys(publishers)),
        holders=tuple(dict.fromkeys(filter(None, map(graph.parties.entity, names)))),
        own_word=not group.parties.isdisjoint(graph.parties.family(subject)),
    )


def _names(graph: Graph, end: End) -> Iterator[str]:
    """Yield who stands behind an end: its publisher, its speaker."""
    yield graph.sources[end.step.source].publisher
    if end.step.said.speaker is not None:
        yield end.step.said.speaker


def _disputed_by(found: Evidence, value: Value | None) -> tuple[str, ...]:
    """Return the publishers that say otherwise: those of the disputes, and of supports that exclude each other.

    Where only confidential sources do, one empty name stands for them.
    """
    graph = found.graph
    dissenting: list[Dispute | Support] = [*found.disputes, *excluding(graph, value)]
    told = [graph.original(each.source) for each in dissenting if each.terms is not Terms.CONFIDENTIAL]
    names = tuple(dict.fromkeys(graph.parties.shown(graph.sources[source].publisher) for source in told))
    return names or (("",) if dissenting else ())


def _credits(graph: Graph) -> Iterator[str]:
    """Yield whom a draft may rightly credit: publishers and speakers of the supports and of all that they lead to."""
    for step in graph.steps:
        if not (step.live and step.on_record):
            continue
        # A translation may be credited as well as its original.
        for source in dict.fromkeys((step.said.source, step.source)):
            for name in filter(None, (graph.sources[source].publisher, step.said.speaker)):
                yield graph.parties.entity(name) or name
