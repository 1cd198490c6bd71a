"""The ways from a fact's supports to its origins: who retells whom, and what was withdrawn or corrected."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.facts.graph import Step
from twosource.facts.telling import Reason, Telling
from twosource.model import Basis, Terms


def ways(telling: Telling) -> Iterator[Reason]:
    """Yield what there is to say of the ways: relays, translations, what leads nowhere, what no longer stands."""
    yield from _relays(telling)
    yield from _translations(telling)
    yield from _unnamed(telling)
    yield from _nowhere(telling)
    yield from _withdrawn(telling)
    yield from _corrected(telling)


def _relays(telling: Telling) -> Iterator[Reason]:
    """Yield who retells whom; that somebody retells a confidential source is told without a name."""
    retold: dict[tuple[str, ...], dict[str, None]] = {}
    hidden: dict[str, None] = {}
    for step in telling.found.graph.steps:
        if step.live and step.on_record and step.basis is Basis.RELAY:
            leads = _leads(telling, step)
            if len(leads) < len(set(step.leads)):
                hidden[telling.publisher(step.source)] = None
            if leads:
                names = tuple(dict.fromkeys(map(telling.publisher, leads)))
                retold.setdefault(names, {})[telling.publisher(step.source)] = None
    for names, relays in retold.items():
        words = telling.words.plural(
            "{relays} retells what comes from {leads}.",
            "{relays} retell what comes from {leads}.",
            len(relays), relays=telling.words.listed(list(relays)), leads=telling.words.listed(names),
        )  # fmt: skip
        yield Reason("relay", {"relays": list(relays), "of": list(names)}, words)
    if hidden:
        words = telling.words.plural(
            "{relays} retells a confidential source.",
            "{relays} retell a confidential source.",
            len(hidden), relays=telling.words.listed(list(hidden)),
        )  # fmt: skip
        yield Reason("relay", {"relays": list(hidden), "of": ()}, words)


def _leads(telling: Telling, step: Step) -> tuple[str, ...]:
    """Return the ids of the sources that a step retells, each once, without confidential ones."""
    statements = telling.found.graph.statements
    return tuple(
        lead
        for lead in dict.fromkeys(step.leads)
        if any(each.terms is not Terms.CONFIDENTIAL for each in statements(lead, step.said))
    )


def _translations(telling: Telling) -> Iterator[Reason]:
    graph = telling.found.graph
    number = sum(
        graph.sources[each.source].translation_of is not None and not graph.dead(each.source) for each in graph.supports
    )
    if number:
        words = telling.words.plural(
            "One support is a translation and counts as its original.",
            "{number} supports are translations and count as their originals.",
            number, number=telling.first(number),
        )  # fmt: skip
        yield Reason("translation", {"supports": number}, words)


def _unnamed(telling: Telling) -> Iterator[Reason]:
    steps = [end.step for group in telling.found.groups if not group.named for end in group.ends]
    if not steps:
        return
    names = telling.publishers(steps)
    hidden = len({step.source for step in steps if not step.on_record})
    told = [*names, telling.confidential(hidden)] if hidden else names
    number = len(names) + hidden
    words = telling.words.plural(
        "Origin not on file: {names}.",
        "Origin not on file: {names}; together they count as one unnamed origin.",
        number, names=telling.words.listed(told),
    )  # fmt: skip
    yield Reason("unnamed", {"publishers": names, "confidential": hidden}, words)


def _nowhere(telling: Telling) -> Iterator[Reason]:
    graph = telling.found.graph
    lost = [each for each in graph.supports if not graph.dead(each.source) and not graph.bears(each)]
    names = telling.publishers(graph.start(each) for each in lost)
    if names:
        words = telling.words.text("No trail to anybody who knows it: {names}.", names=telling.words.listed(names))
        yield Reason("nowhere", {"publishers": names}, words)


def _withdrawn(telling: Telling) -> Iterator[Reason]:
    graph = telling.found.graph
    steps = {
        step.source: step for step in graph.passed if graph.withdrawn(step.source) or graph.withdrawn(step.said.source)
    }
    public = [step for step in steps.values() if step.on_record]
    names = telling.publishers(public)
    hidden = len(steps) - len(public)
    if names:
        words = telling.words.plural(
            "A source from {names} has been withdrawn and no longer counts.",
            "{number} sources from {names} have been withdrawn and no longer count.",
            len(public), number=telling.first(len(public)), names=telling.words.listed(names),
        )  # fmt: skip
        yield Reason("withdrawn", {"sources": len(public), "publishers": names}, words)
    if hidden:
        words = telling.words.plural(
            "A confidential source has been withdrawn and no longer counts.",
            "{number} confidential sources have been withdrawn and no longer count.",
            hidden, number=telling.first(hidden),
        )  # fmt: skip
        yield Reason("withdrawn", {"sources": hidden, "publishers": ()}, words)


def _corrected(telling: Telling) -> Iterator[Reason]:
    graph = telling.found.graph
    steps = {
        step.source: step
        for step in graph.passed
        if step.live
        and step.on_record
        and "corrected" in (graph.sources[step.source].status, graph.sources[step.said.source].status)
    }
    if steps:
        names = telling.publishers(steps.values())
        words = telling.words.plural(
            "A source from {names} has been corrected; it counts as it stands now.",
            "{number} sources from {names} have been corrected; they count as they stand now.",
            len(steps), number=telling.first(len(steps)), names=telling.words.listed(names),
        )  # fmt: skip
        yield Reason("corrected", {"sources": len(steps), "publishers": names}, words)
