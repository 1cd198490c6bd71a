"""From an object in canonical form, and what was computed of it, to what the store keeps, lists and finds it by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from twosource.desk.leaning import leans, named
from twosource.facts.confidential import original
from twosource.model import Dispute, Fact, Pack, Support, Terms
from twosource.store import (
    CLAIM_TYPE,
    ENTITY,
    FACT,
    HIDDEN,
    OPEN,
    PACK,
    SOURCE,
    UNIT,
    Facets,
    Filing,
    Ref,
    folded,
    words,
)

_MAX_LABEL = 200
_VERSION_DIGITS = 16


def spelled(body: Mapping[str, Any]) -> str:
    """Return a body as the JSON that is kept."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def version_of(ref: Ref, body: str, pack: Pack) -> str:
    """Return an object's version: a fact's own, of others the hash of the body."""
    if ref.kind == FACT:
        return pack.facts[ref.id].version
    return sha256(body.encode()).hexdigest()[:_VERSION_DIGITS]


def file(ref: Ref, body: Mapping[str, Any], pack: Pack, *, number: int | None, step: str, position: int) -> Filing:
    """Return what is to be kept of a live object.

    Args:
        ref: what it is called.
        body: its canonical form.
        pack: the pack that it stands in, or as much of it as its sourcing follows from.
        number: its own in the database, or None.
        step: what the change does to it.
        position: its place in the pack.
    """
    fact = pack.facts[ref.id] if ref.kind == FACT else None
    hidden = set(_hidden(fact, pack)) if fact is not None else set()
    uses = leans(ref.kind, body) | (named(ref.id, body) if ref.kind == ENTITY else set())
    uses = (uses - {(OPEN, source) for source in hidden}) | {(HIDDEN, source) for source in hidden}
    kept = spelled(body)
    return Filing(
        number=number,
        ref=ref,
        step=step,
        position=position,
        version=version_of(ref, kept, pack),
        body=kept,
        facets=_facets(ref, body, fact, uses),
        words=tuple(told_words(ref, body, hidden)),
        uses=tuple(sorted(uses)),
    )


def _hidden(fact: Fact, pack: Pack) -> Iterator[str]:
    """Yield the sources that a fact marks as confidential, and what these are translations of."""
    all_said: tuple[Support | Dispute, ...] = (*fact.supports, *fact.disputes)
    for said in all_said:
        if said.terms is Terms.CONFIDENTIAL:
            yield from (said.source, original(said.source, pack.sources))


def _facets(ref: Ref, body: Mapping[str, Any], fact: Fact | None, uses: set[tuple[str, str]]) -> Facets:
    label = folded(_shown(body.get(_LABELS[ref.kind])) or ref.id)[:_MAX_LABEL]
    if fact is None:
        return Facets(label)
    return Facets(
        label=label,
        subject=fact.subject,
        type=fact.type,
        status=fact.status,
        settled=fact.sourcing.settled,
        disputed=bool(fact.sourcing.disputed_by),
        origins=len(fact.sourcing.origins),
        review_by=fact.review_by.isoformat() if fact.review_by else None,
        sources=tuple(sorted(target for relation, target in uses if relation == OPEN)),
        hidden=tuple(sorted(target for relation, target in uses if relation == HIDDEN)),
    )


_LABELS = {PACK: "title", UNIT: "", ENTITY: "name", SOURCE: "title", CLAIM_TYPE: "label", FACT: "label"}


def _shown(text: object) -> str | None:
    """Return a text in English, else in any language that there is."""
    if isinstance(text, Mapping):
        return str(text.get("en") or next(iter(text.values())))
    return text if isinstance(text, str) else None


_FOUND_BY: Mapping[str, tuple[str, ...]] = {
    PACK: ("title",),
    UNIT: ("de", "nl", "en"),
    ENTITY: ("name", "aliases", "called", "confusable"),
    SOURCE: ("publisher", "title", "url"),
    CLAIM_TYPE: ("label", "needs"),
    FACT: ("label", "subject", "type", "states", "value", "note"),
}


def told_words(ref: Ref, body: Mapping[str, Any], hidden: set[str]) -> list[str]:
    """Return the folded words that an object is found by; what confidential sources say is not among them.

    Args:
        ref: what it is called.
        body: its canonical form.
        hidden: the ids of confidential sources.
    """
    return words(_told(ref, body, hidden))


def _told(ref: Ref, body: Mapping[str, Any], hidden: set[str]) -> Iterator[str]:
    """Yield the texts that an object is found by; what confidential sources say is not among them."""
    yield ref.id
    for key in _FOUND_BY[ref.kind]:
        yield from _texts(body.get(key))
    for said in (*body.get("support", ()), *body.get("disputes", ())) if ref.kind == FACT else ():
        if said["source"] not in hidden:
            yield from (said["source"], *_texts(said.get("quote")))


def _texts(given: object) -> Iterator[str]:
    if isinstance(given, str):
        yield given
    elif isinstance(given, Mapping):
        for each in given.values():
            yield from _texts(each)
    elif isinstance(given, list):
        for each in given:
            yield from _texts(each)
