"""When a fact is settled: what each standard asks of the origins that a fact's supports lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from twosource.facts.graph import End, Graph, Group
from twosource.model import Capacity, ClaimType, Dispute, Need, Origin, Standard

COMPETENT_KINDS = frozenset({"official", "dataset", "artefact"})
"""The kinds of source that are competent: registers, judgments, statistics, audited accounts, artefacts."""
ALLEGATION_ORIGINS = 2
"""How many independent origins an allegation asks for."""
OTHERS = 2
"""How many independent origins stand in for the subject's own word."""
_NO_FINDING = frozenset({Capacity.ALLEGATION, Capacity.ESTIMATE})


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that speaks for a fact, as its standard looks at it.

    Attributes:
        graph: the fact's supports over the pack's sources.
        groups: the ends that are one origin, as :func:`twosource.facts.graph.grouped` gives them.
        origins: the same as origins, one for each.
        claim_type: the fact's type.
        missing: its needs that nothing shows.
        subject: the entity that the fact is about, as an id of the pack.
        disputes: what says otherwise, as far as it stands.
        as_of: the day that the fact was observed, where one is given.
    """

    graph: Graph
    groups: tuple[Group, ...]
    origins: tuple[Origin, ...]
    claim_type: ClaimType
    missing: tuple[Need, ...]
    subject: str
    disputes: tuple[Dispute, ...]
    as_of: date | None

    def settled(self) -> bool:
        """Return whether the claim type's standard is met, or an admission makes it needless."""
        return self.admission() is not None or _MET_BY[self.claim_type.standard](self)

    def admission(self) -> End | None:
        """Return where the subject admits it against its own interest, or None.

        The admission has to be on file as the subject's own words: that a paper tells of one is a retelling, and what a
        rival admits of the subject costs the rival nothing. Who paid for a statement has not made it.
        """
        family = self.graph.parties.family(self.subject)
        return next((end for end in self._named_ends() if self._admits(end, family)), None)

    def own_word(self) -> bool:
        """Return whether the subject's own word is among the origins."""
        return any(origin.own_word for origin in self.origins)

    def independent(self) -> int:
        """Return how many known origins are not the subject's own."""
        # The unnamed origin may be the subject itself, so it never counts as independent of it.
        return sum(origin.named and not origin.own_word for origin in self.origins)

    def competent(self) -> bool:
        """Return whether one source is competent: a register, statistics, an artefact, or a finding not the subject's.

        What an office only alleges or estimates is no finding. Of an artefact it does not matter whose repository it
        stands in: it shows what it shows.
        """
        return any(self._is_competent(group, origin) for group, origin in zip(self.groups, self.origins, strict=True))

    def observed(self) -> bool:
        """Return whether a document itself was read, and it is known when it said so: no retelling of it will do."""
        return any(self._is_reading(end) and self._is_dated(end) for end in self._named_ends())

    def response(self) -> bool:
        """Return whether the subject's response is on file: its own word, for it or against, itself or retold."""
        return self.own_word() or any(map(self._is_response, self.disputes))

    def author(self) -> bool:
        """Return whether an estimate has an author that may be told."""
        return any(group.told for group in self.groups)

    def method(self) -> bool:
        """Return whether an estimate's method is shown.

        The method is what the type says an outsider has to see; where it says nothing, nobody can tell that one was
        shown.
        """
        return bool(self.claim_type.needs) and not self.missing

    def _named_ends(self) -> Iterator[End]:
        return (end for group in self.groups if group.named for end in group.ends)

    def _is_competent(self, group: Group, origin: Origin) -> bool:
        for end in group.ends if group.named else ():
            capacity, kind = end.step.said.capacity, self.graph.sources[end.step.source].kind
            if kind in COMPETENT_KINDS and capacity not in _NO_FINDING:
                return True
            if capacity is Capacity.FINDING and kind != "self-published" and not origin.own_word:
                return True
        return False

    def _admits(self, end: End, family: frozenset[str]) -> bool:
        said = end.step.said
        speaking = said.speaker or self.graph.sources[end.step.source].publisher
        return said.capacity is Capacity.ADMISSION and self.graph.parties.entity(speaking) in family

    def _is_reading(self, end: End) -> bool:
        return bool(self.graph.starting(end))

    def _is_dated(self, end: End) -> bool:
        published = (self.graph.sources[each].published for each in (end.step.source, end.step.said.source))
        return self.as_of is not None or any(published)

    def _is_response(self, dispute: Dispute) -> bool:
        family = self.graph.parties.family(self.subject)
        publisher = self.graph.sources[self.graph.original(dispute.source)].publisher
        if self.graph.parties.entity(publisher) in family:
            return True
        ends = self.graph.answers(dispute)
        return any(end.step.live and end.named and not end.parties.isdisjoint(family) for end in ends)


_MET_BY: Mapping[Standard, Callable[[Evidence], bool]] = {
    # Where two others or a register say so, nobody has to wait for the subject.
    Standard.SUBJECT: lambda each: each.own_word() or each.competent() or each.independent() >= OTHERS,
    Standard.AUTHORITY: Evidence.competent,
    Standard.OBSERVED: Evidence.observed,
    Standard.INDEPENDENT: lambda each: each.independent() >= each.claim_type.origins,
    Standard.ALLEGATION: lambda each: each.independent() >= ALLEGATION_ORIGINS and each.response(),
    Standard.ESTIMATE: lambda each: each.author() and each.method(),
}
