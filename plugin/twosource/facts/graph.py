"""The graph behind a fact: which support rests on its own knowledge, which leads on to what it retells, and where to.

The ends of all its ways that share a publisher, a speaker or a payer are one origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from twosource.facts.confidential import original
from twosource.facts.parties import Parties
from twosource.model import Basis, Dispute, Source, Support, Terms, stands

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
    """Where ways lead: a step that retells nobody, because it knows itself or because nobody knows more.

    Attributes:
        step: the last step of the ways.
        place: where that stands among all steps of the graph.
        parties: the keys of who published, spoke and paid there.
    """

    step: Step
    place: int
    parties: frozenset[str]

    @property
    def named(self) -> bool:
        """Whether it is known who knows it."""
        return self.step.basis is Basis.OWN


class Graph:
    """A fact's supports and disputes over the pack's sources.

    Every statement is passed once, and once more behind something withdrawn, however many ways lead there: a pack may
    be anybody's, and long chains must not cost more than they are long.

    Attributes:
        steps: each source that the supports lead through, in the order of the supports; near ones before far ones.
        passed: the same, and after them what only the disputes lead through.
        ends: where the supports lead to, in the order of the steps. Sources that only cite each other lead nowhere.

    Args:
        supports: the fact's supports, their terms unified.
        disputes: the fact's disputes, their terms unified.
        sources: the pack's sources.
        parties: the pack's entities, as those who speak.
        hidden: the originals of the sources that are confidential in this fact.
        own: the originals of the sources that are the draft in hand: they bear as little as withdrawn ones.
    """

    def __init__(
        self,
        supports: tuple[Support, ...],
        disputes: tuple[Dispute, ...],
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
        self._dead: dict[str, bool] = {}
        self._by_source: dict[str, list[Support]] = {}
        for support in supports:
            self._by_source.setdefault(self.original(support.source), []).append(support)
        self._places: dict[tuple[str, Support, bool], int] = {}
        self._steps: list[Step] = []
        self._next: list[tuple[int, ...]] = []
        self._starts = [self._explored(support) for support in supports]
        self.steps = tuple(self._steps)
        self._answers = {each: self._explored(Support(each.source, terms=each.terms)) for each in disputes}
        self.passed = tuple(self._steps)
        self._reached = self._reaching()
        self._live = _bits(place for place, step in enumerate(self._steps) if step.live)
        self.ends = tuple(self._ends(range(len(self.steps))))

    def original(self, source: str) -> str:
        """Return the source that ``source`` is a translation of, over any number of steps."""
        return original(source, self.sources)

    def withdrawn(self, source: str) -> bool:
        """Return whether a source, or one that it is a translation of, was withdrawn."""
        return not stands(source, self.sources)

    def dead(self, source: str) -> bool:
        """Return whether a source bears nothing: it was withdrawn, or is the draft in hand."""
        if source not in self._dead:
            self._dead[source] = self.withdrawn(source) or (bool(self.own) and self.original(source) in self.own)
        return self._dead[source]

    def start(self, support: Support) -> Step:
        """Return the first step of a support: what it says itself."""
        return self._steps[self._place_of(support)]

    def bears(self, support: Support) -> bool:
        """Return whether a support leads anywhere. Only then it shows what it shows, and its value counts."""
        return self._reached[self._place_of(support)] & self._live != 0

    def starting(self, end: End) -> list[Support]:
        """Return the supports that say themselves what an end says."""
        return [each for each, start in zip(self.supports, self._starts, strict=True) if start == end.place]

    def leading(self, ends: Iterable[End]) -> list[Support]:
        """Return the supports that lead to any of some ends."""
        wanted = _bits(end.place for end in ends)
        starts = zip(self.supports, self._starts, strict=True)
        return [each for each, start in starts if self._reached[start] & wanted]

    def answers(self, dispute: Dispute) -> Iterator[End]:
        """Yield where a dispute leads to."""
        reached = self._reached[self._answers[dispute]]
        yield from self._ends(place for place in range(len(self._steps)) if reached >> place & 1)

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

    def _place_of(self, support: Support) -> int:
        return self._places[self.original(support.source), support, not self.dead(support.source)]

    def _explored(self, support: Support) -> int:
        """Return the place of a statement's first step, after all that it leads through has got its own."""
        waiting: list[int] = []
        start = self._visited(support.source, support, alive=True, waiting=waiting)
        for place in waiting:
            step = self._steps[place]
            leads = ((lead, each) for lead in step.leads for each in self.statements(lead, step.said))
            self._next[place] = tuple(
                dict.fromkeys(self._visited(lead, each, alive=step.live, waiting=waiting) for lead, each in leads)
            )
        return start

    def _visited(self, source: str, said: Support, *, alive: bool, waiting: list[int]) -> int:
        live = alive and not (self.dead(source) or self.dead(said.source))
        key = (self.original(source), said, live)
        if key not in self._places:
            self._places[key] = len(self._steps)
            waiting.append(len(self._steps))
            self._steps.append(Step(key[0], said, *self._basis(key[0], said), live))
            self._next.append(())
        return self._places[key]

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

    def _reaching(self) -> list[int]:
        """Return for each step the ends that it leads to, as bits at their places."""
        reached = [0 if step.basis is Basis.RELAY else 1 << place for place, step in enumerate(self._steps)]
        order = self._children_first() if any(self._next) else ()
        changed = bool(order)
        while changed:  # once more for each circle within a circle; without circles the first pass is all
            changed = False
            for place in order:
                found = reached[place]
                for child in self._next[place]:
                    found |= reached[child]
                changed = changed or found != reached[place]
                reached[place] = found
        return reached

    def _children_first(self) -> Sequence[int]:
        order: list[int] = []
        entered: set[int] = set()
        for root in range(len(self._steps)):
            waiting = [(root, False)]
            while waiting:
                place, left = waiting.pop()
                if left:
                    order.append(place)
                elif place not in entered:
                    entered.add(place)
                    waiting.append((place, True))
                    waiting.extend((child, False) for child in self._next[place] if child not in entered)
        return order

    def _ends(self, places: Iterable[int]) -> Iterator[End]:
        for place in places:
            step = self._steps[place]
            if step.basis is not Basis.RELAY:
                names = (self.sources[step.source].publisher, step.said.speaker, step.said.paid_by)
                yield End(step, place, frozenset(self.parties.key(name) for name in names if name))


def _bits(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found


@dataclass(slots=True)
class Group:
    """Ends that are one origin.

    Attributes:
        parties: the keys of who published, spoke and paid; empty for the unnamed origin.
        ends: its live ends, in the order of the graph.
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
    groups = _joined([end for end in graph.ends if end.named])
    by_party = {party: group for group in groups for party in group.parties}
    unnamed = Group(set())
    for end in graph.ends:
        if end.named or not end.step.live:
            continue
        # The same paper's own report and its report from nobody knows where are one origin, not two.
        known = {id(group): group for party in sorted(end.parties) if (group := by_party.get(party)) and group.ends}
        for group in known.values():
            group.absorbed.append(end)
        if not known:
            unnamed.ends.append(end)
    alive = [group for group in (*groups, unnamed) if group.ends]
    return sorted(alive, key=lambda group: group.ends[0].place)


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
