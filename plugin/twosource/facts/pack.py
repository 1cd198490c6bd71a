"""From validated mappings to a pack, with what is computed of each fact; and how a pack's problems are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypedDict

from twosource.facts.confidential import kept
from twosource.facts.dates import period_of
from twosource.facts.parties import Parties
from twosource.facts.sourcing import sourcing, version
from twosource.facts.values import value_of
from twosource.facts.yaml_tree import Path, Place
from twosource.model import (
    LANGUAGES,
    Alias,
    Basis,
    Capacity,
    ClaimType,
    Condition,
    CueLine,
    CueTerm,
    Dispute,
    Entity,
    Fact,
    Localized,
    Need,
    Pack,
    Source,
    Standard,
    Support,
    Terms,
    Unit,
    Value,
)

Given = Mapping[str, Any]
"""A mapping as ``twosource_schemas.pack`` loads it."""


@dataclass(frozen=True, slots=True)
class PackProblem:
    """What is wrong, or only doubtful, in a pack.

    Attributes:
        file: the name that the pack was read under.
        line: from 1; 0 where the pack is no text.
        column: from 1, in code points; 0 where the pack is no text.
        path: the keys that lead there, joined by dots; empty for the whole file.
        message: what is wrong and how to mend it.
        keys: the same keys one by one, as ids may have dots themselves; an int is a position in a list.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    keys: Path = ()

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: "
        return f"{where}{self.path}: {self.message}" if self.path else where + self.message


@dataclass(frozen=True, slots=True)
class PackReading:
    """What came of reading a pack.

    Attributes:
        pack: None where there is any error.
        errors: in the order of the lines.
        warnings: what is legal but doubtful.
        given: the pack as the schema loads it; None where there is any error.
        canonical: the same in canonical form; None where there is any error.
    """

    pack: Pack | None
    errors: tuple[PackProblem, ...]
    warnings: tuple[PackProblem, ...]
    given: Given | None = None
    canonical: Given | None = None


def problem(file: str, place: Place, path: Path, message: str) -> PackProblem:
    """Return a problem of ``file`` at a place and the path of keys that it concerns."""
    shown = printable(".".join(map(_key, path)))
    return PackProblem(file, place.line, place.column, shown, printable(message), path)


def _key(part: str | int) -> str:
    return part[:100] if isinstance(part, str) else str(part)


def printable(text: str) -> str:
    """Return ``text`` with what a terminal would act on written as escapes; problems quote what anybody wrote."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


def build(given: Given, canonical: Given) -> Pack:
    """Return the pack of mappings that are validated and whose references all lead somewhere.

    Args:
        given: what ``FactPackSchema`` loads, free of the problems of :func:`twosource.facts.references.problems`.
        canonical: the same in canonical form, of which the facts' versions are made.
    """
    pack = given["id"]
    entities = {key: _entity(pack, key, each) for key, each in given.get("entities", {}).items()}
    sources = {key: _source(key, each) for key, each in given.get("sources", {}).items()}
    claim_types = {key: _claim_type(key, each) for key, each in given.get("claim_types", {}).items()}
    parties = Parties(entities)
    facts = {
        key: _fact(pack, key, each, canonical["facts"][key], claim_types[each["type"]], sources, entities, parties)
        for key, each in given.get("facts", {}).items()
    }
    return Pack(
        id=pack,
        title=given["title"],
        units={key: Unit(key, _words(nouns)) for key, nouns in given.get("units", {}).items()},
        entities=entities,
        sources=sources,
        claim_types=claim_types,
        facts=facts,
    )


def localized(given: str | Mapping[str, str] | None, fallback: str) -> Localized:
    """Return a text for each language: its own, else English, else any (German before Dutch), else ``fallback``."""
    if given is None:
        return dict.fromkeys(LANGUAGES, fallback)
    if isinstance(given, str):
        return dict.fromkeys(LANGUAGES, given)
    stand_in = next(given[language] for language in ("en", *LANGUAGES) if language in given)
    return {language: given.get(language, stand_in) for language in LANGUAGES}


@lru_cache(maxsize=10_000)
def cue_term(written: str) -> CueTerm:
    """Return a cue term: alternatives apart at ``/``, each as words in lower case."""
    return CueTerm(tuple([tuple(alternative.split()) for alternative in written.lower().split("/")]))


def _cues(given: Mapping[str, Iterable[Iterable[str]]] | None) -> Mapping[str, tuple[CueLine, ...]]:
    return {
        language: tuple([CueLine(tuple(map(cue_term, line))) for line in lines])
        for language, lines in (given or {}).items()
    }


def _words(given: Mapping[str, Iterable[str]] | None) -> Mapping[str, tuple[str, ...]]:
    return {language: tuple(words) for language, words in (given or {}).items()}


def _entity(pack: str, key: str, given: Given) -> Entity:
    return Entity(
        pack=pack,
        id=key,
        kind=given["kind"],
        name=localized(given["name"], key),
        aliases=tuple(_alias(each) for each in given.get("aliases", ())),
        called=_words(given.get("called")),
        gender=dict(given.get("gender", {})),
        of=given.get("of"),
        affiliates=tuple(given.get("affiliates", ())),
        confusable=tuple(given.get("confusable", ())),
    )


def _alias(given: Given) -> Alias:
    return Alias(given["text"], given.get("lang"), given.get("case") == "exact", given.get("style", "ok"))


def _source(key: str, given: Given) -> Source:
    kept = {
        name: given[name]
        for name in ("title", "url", "published", "language", "translation_of", "text")
        if name in given
    }
    return Source(
        id=key,
        publisher=given["publisher"],
        kind=given["kind"],
        relays=tuple(given.get("relays", ())),
        status=given.get("status", "live"),
        **kept,
    )


def _claim_type(key: str, given: Given) -> ClaimType:
    return ClaimType(
        id=key,
        standard=Standard(given["standard"]),
        label=localized(given.get("label"), key),
        cues=_cues(given.get("cues")),
        needs=tuple(Need(need, localized(phrase, need)) for need, phrase in given.get("needs", {}).items()),
        origins=given.get("origins", 2),
    )


def _fact(
    pack: str,
    key: str,
    given: Given,
    canonical: Given,
    claim_type: ClaimType,
    sources: Mapping[str, Source],
    entities: Mapping[str, Entity],
    parties: Parties,
) -> Fact:
    parts = sourced_parts(given)
    supports, disputes = kept(parts["supports"], parts["disputes"], sources)
    known = sourcing(
        subject=given["subject"],
        claim_type=claim_type,
        sources=sources,
        parties=parties,
        as_of=given.get("as_of"),
        **parts,
    )
    states = given.get("states")
    return Fact(
        pack=pack,
        id=key,
        label=localized(given.get("label"), key),
        subject=given["subject"],
        type=given["type"],
        sourcing=known,
        version=version(canonical, known),
        value=parts["value"],
        states=localized(states, key) if states is not None else {},
        holds=given.get("holds", True),
        extent=given.get("extent"),
        cues=_cues(given.get("cues")),
        not_cues=_cues(given.get("not_cues")),
        supports=supports,
        disputes=disputes,
        see_also=tuple(given.get("see_also", ())),
        supersedes=tuple(given.get("supersedes", ())),
        period=period_of(given["period"]) if "period" in given else None,
        as_of=given.get("as_of"),
        condition=_condition(given.get("condition"), entities),
        compared_with=_condition(given.get("compared_with"), entities),
        review_by=given.get("review_by"),
        status=given.get("status", "approved"),
        note=given.get("note"),
    )


class SourcedParts(TypedDict):
    """What of a fact its sourcing is computed from."""

    supports: tuple[Support, ...]
    disputes: tuple[Dispute, ...]
    value: Value | None


def sourced_parts(given: Given) -> SourcedParts:
    """Return supports, disputes and value of a validated fact."""
    return {
        "supports": tuple(_support(each) for each in given.get("support", ())),
        "disputes": tuple(_dispute(each) for each in given.get("disputes", ())),
        "value": _value(given),
    }


def _value(given: Given) -> Value | None:
    return value_of(given["value"]) if "value" in given else None


def _support(given: Given) -> Support:
    return Support(
        source=given["source"],
        basis=Basis(given["basis"]) if "basis" in given else None,
        of=tuple(given.get("of", ())),
        speaker=given.get("speaker"),
        capacity=Capacity(given.get("capacity", "statement")),
        terms=Terms(given.get("terms", "on-record")),
        paid_by=given.get("paid_by"),
        value=_value(given),
        quote=given.get("quote"),
        shows=tuple(given.get("shows", ())),
    )


def _dispute(given: Given) -> Dispute:
    return Dispute(given["source"], given.get("quote"), _value(given), Terms(given.get("terms", "on-record")))


def _condition(given: Given | None, entities: Mapping[str, Entity]) -> Condition | None:
    if given is None:
        return None
    entity = given.get("entity")
    label = localized(given["label"], "") if "label" in given else entities[entity or ""].name
    return Condition(label, entity, _cues(given.get("cues")))
