"""Facts as schema.org's ClaimReview, in JSON-LD that needs no context from anywhere: what a site publishes of its file.

The rating says what the file bears and no more: settled, claimed or disputed. It has no number, for nothing here is
measured on a scale. What a confidential source alone bears, what is a draft and what is retired is left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from twosource.facts.parties import Parties
from twosource.model import LANGUAGES, Condition, Fact, Pack, Source, Terms
from twosource.packs.hidden import is_nameless
from twosource.packs.reading import read_plain
from twosource.packs.redact import redact
from twosource.rules.wording import Wording, wording

CONTEXT = {"@vocab": "https://schema.org/"}
Node = dict[str, Any]

_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")
_WORKS = {"news": "NewsArticle", "analysis": "Article", "dataset": "Dataset"}


@dataclass(frozen=True, slots=True)
class Site:
    """Who publishes the reviews: a name, and the address of its site where it is to be told."""

    name: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimReviews:
    """Facts as claim reviews.

    Attributes:
        document: JSON-LD 1.1, ready for ``json.dumps``.
        left_out: ids of the facts that are left out, each with the reason.
    """

    document: Node
    left_out: Mapping[str, str]


@cache
def words() -> Mapping[str, Any]:
    """Return the words of claim reviews, by what they are for."""
    table: Mapping[str, Any] = tomllib.loads(
        resources.files("twosource.packs").joinpath("jsonld.toml").read_text("utf-8")
    )
    return table


def claim_reviews(pack: Mapping[str, Any], on: date, site: Site | None) -> ClaimReviews:
    """Return the facts of a pack as claim reviews, the names and words of confidential sources not among them.

    Args:
        pack: in canonical form, without errors.
        on: the day that the reviews are published.
        site: their author, or None to leave it out.
    """
    told = redact(pack)
    reading = read_plain(told, "the pack")
    if reading.pack is None:
        raise ValueError(f"a pack in canonical form has an error: {reading.errors[0]}")
    reviews: list[Node] = []
    left_out: dict[str, str] = {}
    teller = _Teller(reading.pack, Parties(reading.pack.entities), told.get("facts", {}))
    for key, fact in reading.pack.facts.items():
        if reason := _untold(fact):
            left_out[key] = reason
        else:
            reviews.append({**teller.review(fact), "datePublished": on.isoformat(), **_author(site)})
    return ClaimReviews({"@context": CONTEXT, "@graph": reviews}, left_out)


def _untold(fact: Fact) -> str | None:
    """Return why a fact is not told, or None."""
    if fact.status != "approved":
        return fact.status
    if fact.supports and all(support.terms is Terms.CONFIDENTIAL for support in fact.supports):
        return "confidential sources alone"
    return None


def _author(site: Site | None) -> Node:
    if site is None:
        return {}
    return {"author": {"@type": "Organization", "name": site.name, **({"url": site.url} if site.url else {})}}


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells the facts of one pack; ``written`` has them in canonical form, in the languages that they have."""

    pack: Pack
    parties: Parties
    written: Mapping[str, Mapping[str, Any]]

    def review(self, fact: Fact) -> Node:
        """Return a fact as a claim review, without what all reviews have in common."""
        return {
            "@type": "ClaimReview",
            "identifier": f"{fact.pack}/{fact.id}",
            "claimReviewed": self._by_language(self._claims(fact)),
            "itemReviewed": self._claim(fact),
            "reviewRating": {
                "@type": "Rating",
                "alternateName": self._by_language((each, _verdict(fact, wording(each))) for each in LANGUAGES),
            },
        }

    def _claims(self, fact: Fact) -> Iterator[tuple[str, str]]:
        """Yield the claim in words in each language that the pack has words for."""
        written = self.written[fact.id]
        for language in LANGUAGES:
            if _has(written.get("states"), language):
                yield language, fact.states[language]
            elif _has(written.get("label"), language) or ("states" not in written and "label" not in written):
                yield language, _labelled(fact, wording(language))

    def _claim(self, fact: Fact) -> Node:
        names = (name for origin in fact.sourcing.origins for name in origin.publishers)
        authors = [self._party(name) for name in names if not self._is_nameless(name)]
        works = [self._work(source) for source in self._appearances(fact)]
        claim: Node = {"@type": "Claim"}
        if authors:
            claim["author"] = _one_or_all(authors)
        if works:
            claim["appearance"] = _one_or_all(works)
        return claim

    def _appearances(self, fact: Fact) -> Iterator[Source]:
        named = dict.fromkeys(each.source for each in fact.supports if each.terms is not Terms.CONFIDENTIAL)
        sources = (self.pack.sources[key] for key in named)
        return (each for each in sources if each.status != "withdrawn" and not self._is_nameless(each.publisher))

    def _is_nameless(self, publisher: str) -> bool:
        """Return whether a publisher stands for one who may not be told: redaction calls it as its source."""
        source = self.pack.sources.get(publisher)
        return source is not None and is_nameless(source.id, source.publisher)

    def _work(self, source: Source) -> Node:
        work: Node = {"@type": _WORKS.get(source.kind, "CreativeWork")}
        if source.title:
            work["headline"] = source.title
        if source.url:
            work["url"] = source.url
        if source.published and _DATE.fullmatch(source.published):
            work["datePublished"] = source.published
        if source.language:
            work["inLanguage"] = source.language
        return {**work, "publisher": self._party(source.publisher)}

    def _party(self, name: str) -> Node:
        entity = self.parties.entity(name)
        is_person = entity is not None and self.pack.entities[entity].kind == "person"
        return {"@type": "Person" if is_person else "Organization", "name": self.parties.shown(name)}

    @staticmethod
    def _by_language(told: Any) -> list[Node]:
        return [{"@language": language, "@value": text} for language, text in told]


def _has(written: object, language: str) -> bool:
    """Return whether a text is written in a language, or the same in all."""
    return isinstance(written, str) or (isinstance(written, Mapping) and language in written)


def _labelled(fact: Fact, say: Wording) -> str:
    """Return a claim that has no sentence as its label, its value and what it holds under."""
    phrases = words()["claim"][say.locale]
    told = fact.label[say.locale]
    if fact.value is not None:
        told = phrases["with_value"].format(label=told, value=say.value(fact.value))
    beside = [
        _named(fact.condition, say),
        phrases["compared"].format(whom=_named(fact.compared_with, say)) if fact.compared_with else "",
        say.value(fact.period) if fact.period else "",
        phrases["as_of"].format(day=say.day(fact.as_of.isoformat())) if fact.as_of else "",
    ]
    return f"{told} ({'; '.join(filter(None, beside))})" if any(beside) else told


def _named(condition: Condition | None, say: Wording) -> str:
    return say.pick(condition.label) if condition is not None else ""


def _verdict(fact: Fact, say: Wording) -> str:
    phrases = words()["verdict"][say.locale]
    known = fact.sourcing
    stands = "settled" if known.settled else "claimed" if known.origins else "unsourced"
    parts = [phrases[stands + ("" if fact.holds or stands == "unsourced" else "_not")]]
    if known.disputed_by:
        names = [name for name in known.disputed_by if name]
        by = "disputed_by_one" if len(names) == 1 and "disputed_by_one" in phrases else "disputed_by"
        parts.append(phrases[by].format(names=say.listed(names)) if names else phrases["disputed"])
    return "; ".join(parts)


def _one_or_all(nodes: list[Node]) -> Node | list[Node]:
    """Return nodes without repeats, a lone one by itself."""
    distinct = [node for position, node in enumerate(nodes) if node not in nodes[:position]]
    return distinct[0] if len(distinct) == 1 else distinct
