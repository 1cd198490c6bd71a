"""Sourcing is computed, never typed: origins, whether a fact is settled or disputed, and what evidence is missing.

The supports of a fact are a graph: each rests on its own knowledge, or leads on to the sources that it retells. We
follow it to its ends, the origins, and ask the claim type's standard whether they suffice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from twosource.facts.comparison import exclude
from twosource.facts.confidential import confidential, kept, original
from twosource.facts.parties import Parties
from twosource.model import (
    Basis,
    Capacity,
    ClaimType,
    Dispute,
    Origin,
    Source,
    Sourcing,
    Standard,
    Support,
    Terms,
    Value,
)

OWN_KINDS = frozenset({"self-published", "official", "dataset", "artefact", "interview"})
COMPETENT_KINDS = frozenset({"official", "dataset", "artefact"})


@dataclass(frozen=True, slots=True)
class _End:
    """Where a support leads to: a source that rests on its own knowledge, or (None) nobody knows where.

    ``support`` is what the fact says of that source itself, or None where only others lead to it.
    ``through`` is the support that leads here.
    """

    source: str | None
    support: Support | None
    through: Support


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
    graph = _Graph(supports, sources, parties, confidential(supports, disputes, sources))
    groups = _grouped(graph)
    origins = tuple(group.origin(graph, subject) for group in groups)
    shown = {need for support in supports for need in support.shows}
    missing = tuple(need for need in claim_type.needs if need.id not in shown)
    facts = _Known(groups, origins, graph, claim_type, missing, subject, disputes, as_of)
    return Sourcing(
        origins=origins,
        settled=facts.settled(),
        disputed_by=tuple(_disputed_by(graph, disputes, value)),
        missing=missing,
        credits=tuple(dict.fromkeys(_credits(graph))),
    )


def version(canonical: Mapping[str, Any], known: Sourcing) -> str:
    """Return a fact's version: 16 hexadecimal digits of the SHA-256 of its canonical form with its sourcing.

    Args:
        canonical: the fact in canonical form; the order of keys does not matter.
        known: its computed sourcing.
    """
    whole = json.dumps([canonical, asdict(known)], sort_keys=True, default=str, ensure_ascii=False)
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Step:
    """A source on the way from a support to where it leads, and what is said of it."""

    source: str
    said: Support
    basis: Basis


class _Graph:
    """A fact's supports over the pack's sources."""

    def __init__(
        self,
        supports: tuple[Support, ...],
        sources: Mapping[str, Source],
        parties: Parties,
        hidden: frozenset[str],
    ) -> None:
        self.supports = supports
        self.sources = sources
        self.parties = parties
        self.hidden = hidden
        self._by_source: dict[str, list[Support]] = {}
        for support in supports:
            self._by_source.setdefault(self.original(support.source), []).append(support)

    def original(self, source: str) -> str:
        """Return the source that ``source`` is a translation of, over any number of steps."""
        return original(source, self.sources)

    def walk(self, support: Support) -> Iterator[_Step]:
        """Yield each source that ``support`` leads through, itself first. No statement is passed twice."""
        seen: set[tuple[str, Support]] = set()
        waiting = [(self.original(support.source), support)]
        while waiting:
            source, said = waiting.pop(0)
            if (source, said) in seen or self.sources[source].status == "withdrawn":
                continue
            seen.add((source, said))
            basis, leads = self._basis(source, said)
            yield _Step(source, said, basis)
            for lead in leads:
                waiting.extend(self._statements(self.original(lead), support))

    def ends(self, support: Support) -> Iterator[_End]:
        """Yield where ``support`` leads to. Sources that only cite each other lead nowhere."""
        for step in self.walk(support):
            if step.basis is Basis.OWN:
                yield _End(step.source, step.said, support)
            elif step.basis is Basis.UNKNOWN:
                yield _End(None, None, support)

    def _statements(self, source: str, through: Support) -> list[tuple[str, Support]]:
        """Return what the fact itself says of ``source``, or the bare source where it says nothing of it."""
        own = self._by_source.get(source)
        if own:
            return [(source, each) for each in own]
        terms = Terms.CONFIDENTIAL if source in self.hidden else through.terms
        return [(source, Support(source, terms=terms))]

    def _basis(self, source: str, support: Support) -> tuple[Basis, tuple[str, ...]]:
        """Return whether ``support`` rests on its own knowledge, and the sources that it retells if not."""
        described = self.sources[source]
        leads = support.of or self.sources[support.source].relays or described.relays
        if support.basis is Basis.RELAY or (support.basis is None and support.of):
            return (Basis.RELAY, leads) if leads else (Basis.UNKNOWN, ())
        if support.basis is not None:
            return support.basis, ()
        if described.kind in OWN_KINDS:
            return Basis.OWN, ()
        return (Basis.RELAY, leads) if leads else (Basis.UNKNOWN, ())


@dataclass(slots=True)
class _Group:
    """Ends that are one origin. ``parties`` are the keys of who published, spoke and paid; the unnamed one has none."""

    parties: set[str]
    ends: list[_End]

    def origin(self, graph: _Graph, subject: str) -> Origin:
        """Return the group as an origin, without the names of whoever is confidential."""
        if not self.parties:
            return Origin(key="unnamed", sources=(), publishers=(), holders=(), own_word=False, named=False)
        names = list(dict.fromkeys(name for end in self.ends for name in _names(graph, end)))
        holders = dict.fromkeys(filter(None, (graph.parties.entity(name) for name in names)))
        first = [end.source for end in self.ends if end.source]
        after = [end.through.source for end in self.ends]
        return Origin(
            key=min(map(graph.parties.key, names)) if names else f"confidential:{min(first)}",
            sources=tuple(dict.fromkeys((*first, *after))),
            publishers=tuple(
                dict.fromkeys(graph.parties.shown(_publisher(graph, end)) for end in self.ends if names_may_show(end))
            ),
            holders=tuple(holders),
            own_word=not self.parties.isdisjoint(graph.parties.family(subject)),
        )


def names_may_show(end: _End) -> bool:
    """Return whether the names behind an end may be told."""
    return end.support is not None and end.support.terms is not Terms.CONFIDENTIAL


def _publisher(graph: _Graph, end: _End) -> str:
    return graph.sources[end.source or ""].publisher


def _names(graph: _Graph, end: _End) -> list[str]:
    """Return who stands behind an end, as far as it may be told: publisher, speaker."""
    if not names_may_show(end) or end.support is None:
        return []
    return [_publisher(graph, end), *filter(None, [end.support.speaker])]


def _grouped(graph: _Graph) -> list[_Group]:
    """Return the ends of all supports, those of one publisher, speaker or payer together."""
    groups: list[_Group] = []
    for end in (end for support in graph.supports for end in graph.ends(support)):
        parties = set() if end.source is None or end.support is None else _party_keys(graph, end, end.support)
        one = _Group(parties, [end])
        same = [group for group in groups if group.parties & parties or not (group.parties or parties)]
        for group in same[1:]:
            groups.remove(group)
        if same:
            same[0].parties |= parties.union(*(group.parties for group in same[1:]))
            same[0].ends += [*(each for group in same[1:] for each in group.ends), end]
        else:
            groups.append(one)
    return groups


def _party_keys(graph: _Graph, end: _End, support: Support) -> set[str]:
    named = (_publisher(graph, end), support.speaker, support.paid_by)
    return {graph.parties.key(name) for name in named if name}


@dataclass(frozen=True, slots=True)
class _Known:
    """What the standards ask about."""

    groups: list[_Group]
    origins: tuple[Origin, ...]
    graph: _Graph
    claim_type: ClaimType
    missing: tuple[Any, ...]
    subject: str
    disputes: tuple[Dispute, ...]
    as_of: date | None

    def settled(self) -> bool:
        """Return whether the claim type's standard is met, or an admission makes it needless."""
        if any(end.support and end.support.capacity is Capacity.ADMISSION for end in self._named_ends()):
            return True
        return _STANDARDS[self.claim_type.standard](self)

    def subject_has_spoken(self) -> bool:
        """Return whether the subject's own word is there, or something better."""
        return any(origin.own_word for origin in self.origins) or self.competent() or self.enough(2)

    def observed(self) -> bool:
        """Return whether somebody read a document and says when."""
        return any(self._dated(end) for end in self._named_ends())

    def independent(self) -> bool:
        """Return whether there are as many origins not the subject's own as the claim type asks for."""
        return self.enough(self.claim_type.origins)

    def allegation(self) -> bool:
        """Return whether two origins allege it and the subject's response is on file."""
        return self.enough(2) and self._response_on_file()

    def estimate(self) -> bool:
        """Return whether author and method of an estimate are named.

        The method is among what the type says an outsider has to see; a type that asks for nothing cannot tell that a
        method was shown.
        """
        return bool(self.claim_type.needs) and not self.missing and any(origin.named for origin in self.origins)

    def _named_ends(self) -> Iterator[_End]:
        return (end for group in self.groups if group.parties for end in group.ends)

    def enough(self, least: int) -> bool:
        """Return whether at least so many named origins are not the subject's own."""
        # The unnamed origin may be the subject itself, so it never counts as independent of it.
        return sum(origin.named and not origin.own_word for origin in self.origins) >= least

    def competent(self) -> bool:
        """Return whether one source is competent: a register, statistics, an artefact, a finding not the subject's."""
        return any(self._is_competent(group, origin) for group, origin in zip(self.groups, self.origins, strict=True))

    def _is_competent(self, group: _Group, origin: Origin) -> bool:
        for end in group.ends:
            if end.source is None or end.support is None:
                continue
            kind = self.graph.sources[end.source].kind
            finding = end.support.capacity is Capacity.FINDING and kind != "self-published" and not origin.own_word
            if kind in COMPETENT_KINDS or finding:
                return True
        return False

    def _dated(self, end: _End) -> bool:
        return self.as_of is not None or self.graph.sources[end.source or ""].published is not None

    def _response_on_file(self) -> bool:
        family = self.graph.parties.family(self.subject)
        disputing = (self.graph.sources[dispute.source].publisher for dispute in self.disputes)
        return any(origin.own_word for origin in self.origins) or any(
            self.graph.parties.entity(name) in family for name in disputing
        )


_STANDARDS: Mapping[Standard, Callable[[_Known], bool]] = {
    Standard.SUBJECT: _Known.subject_has_spoken,
    Standard.AUTHORITY: _Known.competent,
    Standard.OBSERVED: _Known.observed,
    Standard.INDEPENDENT: _Known.independent,
    Standard.ALLEGATION: _Known.allegation,
    Standard.ESTIMATE: _Known.estimate,
}


def _disputed_by(graph: _Graph, disputes: Iterable[Dispute], value: Value | None) -> Iterable[str]:
    """Return the publishers that say otherwise: those of the disputes, and of supports that exclude each other.

    Where only confidential sources do, one empty name stands for them.
    """
    live = [dispute for dispute in disputes if graph.sources[dispute.source].status != "withdrawn"]
    dissenting: list[Dispute | Support] = [*live, *_excluding(graph, value)]
    told = [graph.original(each.source) for each in dissenting if each.terms is not Terms.CONFIDENTIAL]
    names = dict.fromkeys(graph.parties.shown(graph.sources[source].publisher) for source in told)
    return names or ([""] if dissenting else [])


def _excluding(graph: _Graph, value: Value | None) -> list[Support]:
    """Return the supports whose own value cannot be true beside the fact's or another support's."""
    own = [support for support in graph.supports if support.value is not None]
    return [support for support in own if any(_apart(support, other) for other in _against(support, own, value))]


def _against(support: Support, own: list[Support], value: Value | None) -> list[Value | None]:
    """Return what a support's value is held against: the fact's, or where that has none each other support's."""
    return [value] if value is not None else [other.value for other in own if other is not support]


def _apart(support: Support, other: Value | None) -> bool:
    return support.value is not None and other is not None and exclude(support.value, other)


def _credits(graph: _Graph) -> Iterator[str]:
    """Yield whom a draft may rightly credit: publishers and speakers of the supports and of all that they lead to."""
    for support in graph.supports:
        for step in graph.walk(support):
            if step.said.terms is Terms.CONFIDENTIAL:
                continue
            # A translation may be credited as well as its original.
            for source in dict.fromkeys((step.said.source, step.source)):
                for name in filter(None, (graph.sources[source].publisher, step.said.speaker)):
                    yield graph.parties.entity(name) or name
