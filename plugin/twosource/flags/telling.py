"""What a flag tells: at which mention the sourcing is raised, the detail, and the sources that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twosource.model import Basis, Claim, Fact, Finding, FlagSource, Source, Support, Terms, stands
from twosource.rules import Case
from twosource.rules.wording import Wording


def chief_of(claims: Sequence[Claim]) -> Claim | None:
    """Return the least attributed of a fact's claims, the first of equals, or None of none.

    Told as plain fact or credited to the wrong party counts least; then hearsay and hedges that name nobody; then what
    is credited to where it comes from, or names the gap itself.
    """
    return min(claims, key=_attribution, default=None)


def _attribution(claim: Claim) -> int:
    if claim.credited or claim.disclosed:
        return 2
    wrong = claim.attributed is not None and claim.holder_quote is not None
    if wrong or (claim.attributed is None and claim.certainty == "plain"):
        return 0
    return 1


def detail_of(case: Case, findings: Sequence[Finding]) -> str:
    """Return a flag's detail, a line a point.

    What the draft says, what the file says in a source's words, and for each finding why it is raised and what would
    settle it.
    """
    words = case.wording
    lines = [words.text("The draft says: “{quote}”.", quote=case.quote)]
    stated = _statement(case.fact, words)
    if stated and not case.fact.holds:
        lines.append(words.text("On file as not holding: {statement}", statement=stated))
    elif stated:
        lines.append(words.text("On file: {statement}", statement=stated))
    lines.extend(_in_their_words(case))
    lines.extend(_beside(case))
    lines.extend(f"{finding.message}: {finding.detail}" for finding in findings)
    return "\n".join(lines)


def _statement(fact: Fact, words: Wording) -> str:
    """Return what a fact says and what it holds of: its sentence, or its label and value; empty without either."""
    stated = words.pick(fact.states)
    if not stated and fact.value is not None:
        stated = f"{words.pick(fact.label)}: {words.value(fact.value)}"
    holds_of = list(_holds_of(fact, words)) if stated else []
    return f"{stated} ({'; '.join(holds_of)})" if holds_of else stated


def _holds_of(fact: Fact, words: Wording) -> Iterator[str]:
    """Yield under what condition, against what, in which period and as of which day a fact holds."""
    if fact.condition is not None:
        yield words.pick(fact.condition.label)
    if fact.compared_with is not None:
        yield words.text("compared with {whom}", whom=words.pick(fact.compared_with.label))
    if fact.period is not None:
        yield words.value(fact.period)
    if fact.as_of is not None:
        yield words.text("as of {day}", day=words.day(fact.as_of.isoformat()))


def _beside(case: Case) -> Iterator[str]:
    """Yield the facts that belong in this one's detail, each with whose word it is where that may be told."""
    for fact in case.related:
        stated, origin = _statement(fact, case.wording), case.origin_of(fact)
        if not stated:
            continue
        if not fact.holds:
            yield case.wording.text("On file beside it, as not holding: {statement}", statement=stated)
        elif origin is None:
            yield case.wording.text("On file beside it: {statement}", statement=stated)
        else:
            yield case.wording.text(
                "On file beside it, from {publisher}: {statement}", publisher=origin, statement=stated
            )


def _in_their_words(case: Case) -> Iterator[str]:
    """Yield the file's words: an origin's own where they are kept, else a retelling's in the editor's language."""
    quoted = [support for support in _shown(case) if support.quote]
    if not quoted:
        return
    chosen = min(quoted, key=lambda support: _preference(case, support))
    source = case.sources[chosen.source]
    publisher = _publisher(case, source)
    values = {"publisher": publisher, "quote": chosen.quote, "origin": case.publisher}
    day = f" ({case.wording.day(source.published)})" if source.published else ""
    if _is_origin(source, chosen) or case.origin_name is None:
        yield case.wording.text("In the words of {publisher}: “{quote}”", **values) + day
    else:
        yield case.wording.text("In the words of {publisher}, retelling {origin}: “{quote}”", **values) + day


def _preference(case: Case, support: Support) -> tuple[bool, bool]:
    source = case.sources[support.source]
    return not _is_origin(source, support), source.language != case.wording.locale


def sources_of(case: Case) -> tuple[FlagSource, ...]:
    """Return the sources of a fact as a flag shows them; a confidential one never is."""
    own = {source for origin in case.fact.sourcing.origins if origin.own_word for source in origin.sources}
    return tuple(
        FlagSource(
            source.id,
            source.title,
            _publisher(case, source),
            source.url,
            source.published,
            support.quote,
            _is_origin(source, support),
            source.id in own and _is_origin(source, support),
        )
        for support in _shown(case)
        for source in (case.sources[support.source],)
    )


def _shown(case: Case) -> Iterator[Support]:
    """Yield the supports that may be told and still stand."""
    for support in case.fact.supports:
        if support.terms is not Terms.CONFIDENTIAL and stands(support.source, case.sources):
            yield support


def _is_origin(source: Source, support: Support) -> bool:
    """Return whether a support tells what its source knows itself, and no retelling or translation."""
    if support.basis is not None:
        return support.basis is Basis.OWN
    return not source.relays and source.translation_of is None and source.kind not in ("news", "analysis")


def _publisher(case: Case, source: Source) -> str:
    """Return a publisher's name: the house style of an entity, or the name as it is written."""
    return case.publishers.get(source.id, source.publisher)
