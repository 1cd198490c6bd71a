"""How many supports there are, to how many origins they lead, and whose these are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from twosource.facts.graph import End, Group
from twosource.facts.telling import Reason, Telling
from twosource.model import Origin


def count(telling: Telling) -> Reason:
    """Return how many supports there are, to how many origins they lead, and whose."""
    words = telling.words
    supports, known = len(telling.fact.supports), telling.found.origins
    if not supports:
        told = words.text("No support is on file.")
    else:
        first = words.plural("One support", "{number} supports", supports, number=telling.first(supports))
        if not known:
            told = words.text("{supports}, no origin.", supports=first)
        elif len(known) == 1 and not known[0].named:
            told = words.text("{supports}, one origin, and nobody names it.", supports=first)
        else:
            second = words.plural("one origin", "{number} origins", len(known), number=telling.number(len(known)))
            whose = _whose(telling)
            told = words.text("{supports}, {origins}: {whose}.", supports=first, origins=second, whose=whose)
    names = [telling.name(name) for origin in known for name in origin.publishers]
    return Reason("count", {"supports": supports, "origins": len(known), "publishers": names}, told)


def origins(telling: Telling) -> Iterator[Reason]:
    """Yield what makes several sources one origin, and whose word is the subject's own."""
    for group in telling.found.groups:
        if group.named:
            yield from _joined(telling, group)
            yield from _held_by_what_was_withdrawn(telling, group)
    yield from _absorbed(telling)
    yield from _own_word(telling)


def _whose(telling: Telling) -> str:
    """Return whose the origins are: others before the subject's own, then who stays unnamed."""
    known = telling.found.origins
    public = [origin for origin in known if origin.publishers]
    told = [_one(telling, origin) for origin in sorted(public, key=lambda origin: _is_own_report(telling, origin))]
    hidden = sum(origin.named and not origin.publishers for origin in known)
    if hidden:
        told.append(telling.confidential(hidden))
    if any(not origin.named for origin in known):
        told.append(telling.words.text("one that nobody names"))
    return "; ".join(told) if any(len(origin.publishers) > 1 for origin in public) else telling.words.listed(told)


def _one(telling: Telling, origin: Origin) -> str:
    first, *others = map(telling.name, origin.publishers)
    if _is_own_report(telling, origin):
        if first.endswith("s"):
            return telling.words.text("{name}' own report", name=first)
        return telling.words.text("{name}'s own report", name=first)
    if others:
        return telling.words.text("{first} together with {others}", first=first, others=telling.words.listed(others))
    return first


def _is_own_report(telling: Telling, origin: Origin) -> bool:
    """Return whether the subject itself, or one of its own, has published what an origin says."""
    family = telling.parties.family(telling.fact.subject)
    return len(origin.publishers) == 1 and telling.parties.entity(origin.publishers[0]) in family


def _joined(telling: Telling, group: Group) -> Iterator[Reason]:
    """Yield what makes several sources one origin: who published, speaks or paid in all of them."""
    roles: dict[str, dict[str, set[str]]] = {}
    shown: dict[str, str] = {}
    for end in group.told:
        for role, party in _roles(telling, end):
            key = telling.parties.key(party)
            shown.setdefault(key, telling.name(party))
            roles.setdefault(key, {}).setdefault(role, set()).add(end.step.source)
    for key, by_role in roles.items():
        number = len(set(chain.from_iterable(by_role.values())))
        if number < 2:
            continue
        role = next(iter(by_role)) if len(by_role) == 1 else "several"
        told = _JOINED[role](telling, telling.first(number), shown[key])
        yield Reason("joined", {"by": role, "party": shown[key], "sources": number}, told)


def _roles(telling: Telling, end: End) -> Iterator[tuple[str, str]]:
    yield "publisher", telling.found.graph.sources[end.step.source].publisher
    if end.step.said.speaker:
        yield "speaker", end.step.said.speaker
    if end.step.said.paid_by:
        yield "payer", end.step.said.paid_by


_JOINED: Mapping[str, Callable[[Telling, str, str], str]] = {
    "publisher": lambda telling, number, party: telling.words.text(
        "{number} sources are published by {party} and count as one origin.", number=number, party=party
    ),
    "speaker": lambda telling, number, party: telling.words.text(
        "{number} sources rest on what {party} says and count as one origin.", number=number, party=party
    ),
    "payer": lambda telling, number, party: telling.words.text(
        "{number} sources were paid for by {party} and count as one origin.", number=number, party=party
    ),
    "several": lambda telling, number, party: telling.words.text(
        "{number} sources hang together through {party} and count as one origin.", number=number, party=party
    ),
}


def _held_by_what_was_withdrawn(telling: Telling, group: Group) -> Iterator[Reason]:
    """Yield that an origin is one only because of a source that was withdrawn since."""
    told = group.told
    public = [*told, *(end for end in group.others if end.step.on_record)]
    if _pieces(told, told) > 1 and _pieces(told, public) == 1:
        names = telling.publishers(end.step for end in told)
        words = telling.words.text(
            "{names} still count as one origin, because of a source that has been withdrawn since.",
            names=telling.words.listed(names),
        )
        yield Reason("joined", {"by": "withdrawn", "publishers": names}, words)


def _pieces(ends: list[End], bridges: list[End]) -> int:
    """Return into how many pieces ends fall that only parties of ``bridges`` hold together."""
    pieces: list[set[str]] = []
    for bridge in bridges:
        touching = [piece for piece in pieces if not piece.isdisjoint(bridge.parties)]
        pieces = [piece for piece in pieces if piece not in touching]
        pieces.append(set(bridge.parties).union(*touching))
    return sum(any(not piece.isdisjoint(end.parties) for end in ends) for piece in pieces)


def _absorbed(telling: Telling) -> Iterator[Reason]:
    graph = telling.found.graph
    told = {
        support
        for group in telling.found.groups
        for end in group.absorbed
        if group.told and end.step.on_record
        for support in graph.starting(end)
    }
    if told:
        words = telling.words.plural(
            "One support of unknown origin adds none, because whoever is behind it counts already.",
            "{number} supports of unknown origin add none, because whoever is behind them counts already.",
            len(told), number=telling.first(len(told)),
        )  # fmt: skip
        yield Reason("absorbed", {"supports": len(told)}, words)


def _own_word(telling: Telling) -> Iterator[Reason]:
    """Yield whose word counts as the subject's own, where the count has not said so already."""
    family = telling.parties.family(telling.fact.subject)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for group, origin in zip(telling.found.groups, telling.found.origins, strict=True):
        for end in (*group.told, *(end for end in group.others if end.step.on_record)) if group.named else ():
            for role, party in _roles(telling, end):
                said = role == "publisher" and _is_own_report(telling, origin)
                if telling.parties.entity(party) in family and not said:
                    found.setdefault((role, telling.name(party)), {})[telling.publisher(end.step.source)] = None
    for (role, party), publishers in found.items():
        words = _OWN[role](telling, party, telling.words.listed(list(publishers)))
        yield Reason("own-word", {"by": role, "party": party, "publishers": list(publishers)}, words)


_OWN: Mapping[str, Callable[[Telling, str, str], str]] = {
    "publisher": lambda telling, party, _: telling.words.text(
        "What {party} says counts as the subject's own word.", party=party
    ),
    "speaker": lambda telling, party, publishers: telling.words.text(
        "{party} speaks (published by {publishers}); that counts as the subject's own word.",
        publishers=publishers,
        party=party,
    ),
    "payer": lambda telling, party, publishers: telling.words.text(
        "{party} paid for it (published by {publishers}); that counts as the subject's own word.",
        publishers=publishers,
        party=party,
    ),
}
