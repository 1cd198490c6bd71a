"""The graph behind a fact: which support rests on its own knowledge, which leads on to what it retells, and where to.

The ends of all its ways that share a publisher, a speaker or a payer are one origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from twosource.facts.confidential import lineage, original
from twosource.facts.parties import Parties
from twosource.model import Basis, Source, Support, Terms

OWN_KINDS = frozenset({"self-published", "official", "dataset", "artefact", "interview"})
"""The kinds of source that rest on their own knowledge where a support says nothing else."""


@dataclass(frozen=True, slots=True)
class Step:
    """A source on the way from a support to where it leads.

    Attributes:
        source: the id of the source, of a translation that of its original.
        said: what the fact says of that source, or a bare support where it says nothing of it.
        basis: whether it rests on its own knowledge there.
        leads: the ids of the sources that it retells there, as they are written.
        live: whether nothing on the way up to here was withdrawn.
    """

    source: str
    said: Support
    basis: Basis
    leads: tuple[str, ...]
    live: bool

    @property
    def on_record(self) -> bool:
        """Whether the names of this step may be told."""
        return self.said.terms is not Terms.CONFIDENTIAL


@dataclass(frozen=True, slots=True)
class End:
    """Where a support leads: a step that retells nobody, because it knows itself or because nobody knows more.

    Attributes:
        step: the last step of the way.
        through: the support that the way began with.
        parties: the keys of who published, spoke and paid there.
    """

    step: Step
    through: Support
    parties: frozenset[str]

    @property
    def named(self) -> bool:
        """Whether it is known who knows it."""
        return self.step.basis is Basis.OWN


class Graph:
    """A fact's supports over the pack's sources.

    Args:
        supports: the fact's supports, their terms unified.
        sources: the pack's sources.
        parties: the pack's entities, as those who speak.
        hidden: the originals of the sources that are confidential in this fact.
        own: the originals of the sources that are the draft in hand: they bear as little as withdrawn ones.
    """

    def __init__(
        self,
        supports: tuple[Support, ...],
        sources: Mapping[str, Source],
        parties: Parties,
        hidden: frozenset[str] = frozenset(),
        own: frozenset[str] = frozenset(),
    ) -> None:
        self.supports = supports
        self.sources = sources
        self.parties = parties
        self.hidden = hidden
        self.own = own
        self._ways: dict[int, tuple[Support, tuple[Step, ...]]] = {}
        self._ends: dict[int, tuple[Support, tuple[End, ...]]] = {}
        self._by_source: dict[str, list[Support]] = {}
        for support in supports:
            self._by_source.setdefault(self.original(support.source), []).append(support)

    def original(self, source: str) -> str:
        """Return the source that ``source`` is a translation of, over any number of steps."""
        return original(source, self.sources)

    def withdrawn(self, source: str) -> bool:
        """Return whether a source, or one that it is a translation of, was withdrawn."""
        described = self.sources[source]
        if described.translation_of is None:
            return described.status == "withdrawn"
        return any(self.sources[each].status == "withdrawn" for each in lineage(source, self.sources))

    def dead(self, source: str) -> bool:
        """Return whether a source bears nothing: it was withdrawn, or is the draft in hand."""
        return self.withdrawn(source) or (bool(self.own) and self.original(source) in self.own)

    def bears(self, support: Support) -> bool:
        """Return whether a support leads anywhere. Only then it shows what it shows, and its value counts."""
        return any(end.step.live for end in self.ends(support))

    def walk(self, support: Support) -> Iterator[Step]:
        """Yield each source that ``support`` leads through, itself first. No statement is passed twice."""
        # A support is looked up by what it is, not by what it says: to compare its ten attributes takes longer.
        way = self._ways.get(id(support))
        if way is None:
            way = self._ways[id(support)] = (support, tuple(self._steps(support)))
        yield from way[1]

    def _steps(self, support: Support) -> Iterator[Step]:
        seen: set[tuple[str, Support, bool]] = set()
        waiting = [(support.source, support, True)]
        for source, said, alive in waiting:
            here, live = self.original(source), alive and not (self.dead(source) or self.dead(said.source))
            if (here, said, live) in seen or (here, said, True) in seen:
                continue
            seen.add((here, said, live))
            basis, leads = self._basis(here, said)
            yield Step(here, said, basis, leads, live)
            for lead in leads:
                waiting.extend((lead, statement, live) for statement in self.statements(lead, said))

    def ends(self, support: Support) -> tuple[End, ...]:
        """Return where ``support`` leads to. Sources that only cite each other lead nowhere."""
        ends = self._ends.get(id(support))
        if ends is None:
            ends = self._ends[id(support)] = (support, tuple(self._found(support)))
        return ends[1]

    def _found(self, support: Support) -> Iterator[End]:
        for step in self.walk(support):
            if step.basis is not Basis.RELAY:
                names = (self.sources[step.source].publisher, step.said.speaker, step.said.paid_by)
                yield End(step, support, frozenset(self.parties.key(name) for name in names if name))

    def statements(self, source: str, retelling: Support) -> list[Support]:
        """Return what the fact itself says of a source that is retold, or the bare source where it says nothing.

        Of a bare source all that is known is what is said of the one that retells it: who speaks, who paid, on what
        terms. In what capacity it spoke is not for the retelling to say.
        """
        here = self.original(source)
        own = self._by_source.get(here)
        if own:
            return own
        terms = Terms.CONFIDENTIAL if here in self.hidden else retelling.terms
        return [Support(here, speaker=retelling.speaker, paid_by=retelling.paid_by, terms=terms)]

    def _basis(self, source: str, said: Support) -> tuple[Basis, tuple[str, ...]]:
        """Return whether a statement rests on its own knowledge, and the sources that it retells if not."""
        described = self.sources[source]
        leads = said.of or self.sources[said.source].relays or described.relays
        asked = said.basis or (Basis.RELAY if said.of else None)
        if asked is None and described.kind in OWN_KINDS:
            return Basis.OWN, ()
        if asked in (None, Basis.RELAY):
            return (Basis.RELAY, leads) if leads else (Basis.UNKNOWN, ())
        return asked, ()


@dataclass(slots=True)
class Group:
    """Ends that are one origin.

    Attributes:
        parties: the keys of who published, spoke and paid; empty for the unnamed origin.
        ends: its live ends, in the order in which the supports lead to them.
        others: ends that hold it together without bearing anything: those that were withdrawn.
        absorbed: ends that lead to nobody known, of a party that is known here: they are no further origin.
    """

    parties: set[str]
    ends: list[End] = field(default_factory=list)
    others: list[End] = field(default_factory=list)
    absorbed: list[End] = field(default_factory=list)

    @property
    def named(self) -> bool:
        """Whether it is known whose word this is."""
        return bool(self.parties)

    @property
    def told(self) -> list[End]:
        """The ends whose names may be told."""
        return [end for end in self.ends if self.named and end.step.on_record]


def grouped(graph: Graph) -> list[Group]:
    """Return the origins: the live ends of all supports, those of one publisher, speaker or payer together.

    What was withdrawn bears nothing, and still holds together what it held together: to withdraw one report makes no
    two others independent of each other. So whatever is withdrawn, no fact is settled by it.
    """
    every = [end for support in graph.supports for end in graph.ends(support)]
    groups = _joined([end for end in every if end.named])
    by_party = {party: group for group in groups for party in group.parties}
    unnamed = Group(set())
    for end in every:
        if end.named or not end.step.live:
            continue
        # The same paper's own report and its report from nobody knows where are one origin, not two.
        known = {id(group): group for party in sorted(end.parties) if (group := by_party.get(party)) and group.ends}
        for group in known.values():
            group.absorbed.append(end)
        if not known:
            unnamed.ends.append(end)
    order = {id(end): index for index, end in enumerate(every)}
    alive = [group for group in (*groups, unnamed) if group.ends]
    return sorted(alive, key=lambda group: order[id(group.ends[0])])


def _joined(ends: Sequence[End]) -> list[Group]:
    """Return named ends in groups that share no party with each other."""
    above: dict[str, str] = {}

    def head(party: str) -> str:
        while (next_up := above.setdefault(party, party)) != party:
            above[party] = above[next_up]
            party = next_up
        return party

    for end in ends:
        first, *rest = sorted(end.parties)
        for other in rest:
            above[head(other)] = head(first)
    groups: dict[str, Group] = {}
    for end in ends:
        group = groups.setdefault(head(min(end.parties)), Group(set()))
        group.parties |= end.parties
        (group.ends if end.step.live else group.others).append(end)
    return list(groups.values())
