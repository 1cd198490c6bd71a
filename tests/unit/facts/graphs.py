"""Random graphs of sources, supports and disputes about one thing, for properties of sourcing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

from twosource.facts.confidential import kept
from twosource.facts.parties import Parties
from twosource.facts.sourcing import sourcing
from twosource.facts.values import value_of
from twosource.model import (
    Basis,
    Capacity,
    ClaimType,
    Dispute,
    Entity,
    Fact,
    Need,
    Pack,
    Source,
    Sourcing,
    Standard,
    Support,
    Terms,
    Value,
)

KINDS = ("self-published", "official", "dataset", "artefact", "interview", "news", "analysis")
STATUSES = ("live", "live", "live", "corrected", "withdrawn")
VALUES = (
    None,
    None,
    *(value_of({key: Decimal(number)}) for key, number in (("is", 5), ("is", 9), ("over", 4), ("under", 4))),
)


def _entity(key: str, kind: str, name: str, of: str | None = None, affiliates: tuple[str, ...] = ()) -> Entity:
    return Entity("graph", key, kind, dict.fromkeys(("en", "de", "nl"), name), of=of, affiliates=affiliates)


ENTITIES = {
    each.id: each
    for each in (
        _entity("thing", "product", "The Thing", of="maker"),
        _entity("maker", "organisation", "Maker", affiliates=("sister",)),
        _entity("sister", "organisation", "Sister Firm"),
        _entity("boss", "person", "Pat Boss", of="maker"),
        _entity("critic", "person", "Robin Critic"),
        _entity("rival", "organisation", "Rival"),
    )
}
PUBLISHERS = ("maker", "sister", "rival", "Maker", "Gazette", "gazette", "Herald", "Institute", "Office")
SPEAKERS = ("boss", "critic", "rival")
PAYERS = ("maker", "Foundation", "foundation", "rival")
NEEDS = (Need("meter", {"en": "no meter", "de": "kein Messgerät", "nl": "geen meter"}), Need("log", {"en": "no log"}))


@dataclass(frozen=True)
class Scene:
    """All that a fact's sourcing is computed from."""

    sources: Mapping[str, Source]
    supports: tuple[Support, ...]
    disputes: tuple[Dispute, ...]
    claim_type: ClaimType
    value: Value | None = None
    as_of: date | None = None
    entities: Mapping[str, Entity] = field(default_factory=lambda: ENTITIES)

    def sourcing(self) -> Sourcing:
        return sourcing(
            subject="thing",
            supports=self.supports,
            disputes=self.disputes,
            claim_type=self.claim_type,
            sources=self.sources,
            parties=Parties(self.entities),
            value=self.value,
            as_of=self.as_of,
        )

    def fact(self) -> Fact:
        supports, disputes = kept(self.supports, self.disputes, self.sources)
        return Fact(
            "graph", "fact", {"en": "fact"}, "thing", "t", self.sourcing(), "v",
            value=self.value, supports=supports, disputes=disputes, as_of=self.as_of,
        )  # fmt: skip

    def pack(self) -> Pack:
        return Pack("graph", "Graph", {}, self.entities, self.sources, {"t": self.claim_type}, {"fact": self.fact()})

    def under(self, standard: Standard) -> Scene:
        return replace(self, claim_type=replace(self.claim_type, standard=standard))

    def with_source(self, source: Source, *supports: Support) -> Scene:
        return replace(self, sources={**self.sources, source.id: source}, supports=(*self.supports, *supports))

    def with_status(self, source: str, status: str) -> Scene:
        return replace(self, sources={**self.sources, source: replace(self.sources[source], status=status)})

    def independents(self, number: int) -> Scene:
        """Return the scene with so many origins more, of whom nobody else has heard."""
        scene = self
        for index in range(number):
            fresh = Source(f"fresh-{index}", f"Newcomer {index}", "self-published")
            scene = scene.with_source(fresh, Support(fresh.id))
        return scene


@st.composite
def scenes(draw: st.DrawFn, standards: tuple[Standard, ...] = tuple(Standard)) -> Scene:
    """Scenes of a few sources; they may relay each other in circles, and be translations of earlier ones."""
    ids = [f"s{number}" for number in range(draw(st.integers(1, 6)))]
    sources = {}
    for number, key in enumerate(ids):
        sources[key] = Source(
            key,
            draw(st.sampled_from(PUBLISHERS)),
            draw(st.sampled_from(KINDS)),
            published=draw(st.sampled_from([None, "2026-08"])),
            relays=tuple(draw(st.lists(st.sampled_from(ids), max_size=2, unique=True))),
            translation_of=draw(st.sampled_from([None, None, *ids[:number]])),
            status=draw(st.sampled_from(STATUSES)),
        )
    terms = st.sampled_from([Terms.ON_RECORD, Terms.ON_RECORD, Terms.BACKGROUND, Terms.CONFIDENTIAL])
    support = st.builds(
        Support,
        source=st.sampled_from(ids),
        basis=st.sampled_from([None, None, *Basis]),
        of=st.lists(st.sampled_from(ids), max_size=2, unique=True).map(tuple),
        speaker=st.sampled_from([None, None, *SPEAKERS]),
        capacity=st.sampled_from([Capacity.STATEMENT, *Capacity]),
        terms=terms,
        paid_by=st.sampled_from([None, None, *PAYERS]),
        value=st.sampled_from(VALUES),
        quote=st.sampled_from([None, "in their words"]),
        shows=st.lists(st.sampled_from([need.id for need in NEEDS]), max_size=2, unique=True).map(tuple),
    )
    dispute = st.builds(Dispute, source=st.sampled_from(ids), terms=terms)
    return Scene(
        sources,
        tuple(draw(st.lists(support, max_size=6))),
        tuple(draw(st.lists(dispute, max_size=2))),
        ClaimType(
            "t",
            draw(st.sampled_from(standards)),
            {"en": "t"},
            needs=draw(st.sampled_from([(), NEEDS])),
            origins=draw(st.integers(1, 3)),
        ),
        draw(st.sampled_from(VALUES)),
        draw(st.sampled_from([None, date(2026, 9, 1)])),
    )
