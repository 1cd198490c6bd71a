"""Retellings that lead nowhere: to what is withdrawn, or to what does not say where it has it from."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.facts.confidential import original
from twosource.facts.graph import OWN_KINDS
from twosource.lint.case import Case
from twosource.lint.weakness import Weakness
from twosource.model import Basis, Source


def check(case: Case) -> Iterator[Weakness]:
    """Yield sources whose relays end at nobody who knows, and supports that relay nobody knows what."""
    known = _known(case)
    told = {support.source for fact in case.checked for support in fact.supports if support.basis is None}
    for key, source in case.pack.sources.items():
        if key in told and key not in case.hidden and source.relays and source.kind not in OWN_KINDS:
            yield from _ends(case, key, known)
    for fact in case.checked:
        for position, support in enumerate(fact.supports):
            source = case.pack.sources[original(support.source, case.pack.sources)]
            leads = support.of or case.pack.sources[support.source].relays or source.relays
            if support.basis is Basis.RELAY and not leads:
                message = case.wording.text(
                    "a relay of nobody knows what: name in of: what it retells, or write basis: unknown"
                )
                yield case.weak("relay-nowhere", ("facts", fact.id, "support", position), message)


def _known(case: Case) -> frozenset[str]:
    """Return the sources that rest on their own knowledge, by their kind or because some support says so."""
    own = {
        original(support.source, case.pack.sources)
        for fact in case.pack.facts.values()
        for support in fact.supports
        if support.basis is Basis.OWN
    }
    kinds = {key for key, source in case.pack.sources.items() if source.kind in OWN_KINDS}
    return frozenset(key for key in own | kinds if case.pack.sources[key].status != "withdrawn")


def _ends(case: Case, key: str, known: frozenset[str]) -> Iterator[Weakness]:
    ends = _leads_to(case, key)
    if any(end in known for end in ends):
        return
    withdrawn = [end for end in ends if case.pack.sources[end].status == "withdrawn"]
    shown = case.wording.both([end for end in ends if end not in case.hidden] or ["…"])
    if len(withdrawn) == len(ends):
        message = case.wording.text("what it retells is withdrawn ({sources}): nothing bears its facts", sources=shown)
    else:
        message = case.wording.text(
            "what it retells ({sources}) does not say where it has it from: find that out, or its facts have no origin "
            "with a name",
            sources=shown,
        )
    yield case.weak("relay-nowhere", ("sources", key, "relays"), message)


def _leads_to(case: Case, key: str) -> list[str]:
    """Return the sources at which all ways from a source end, without those that lead on."""
    ends: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [key]
    while waiting:
        here = original(waiting.pop(), case.pack.sources)
        if here in seen:
            continue
        seen.add(here)
        source = case.pack.sources[here]
        leads = _leads(source)
        waiting.extend(leads)
        if not leads:
            ends[here] = None
    return list(ends)


def _leads(source: Source) -> tuple[str, ...]:
    return () if source.status == "withdrawn" or source.kind in OWN_KINDS else source.relays
