"""Facts as claim reviews: valid JSON-LD that says what the file bears, and nothing of confidential sources."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pyld import jsonld

from twosource.packs import canonical, read
from twosource.packs.jsonld_out import ClaimReviews, Site, claim_reviews

FACTS = Path(__file__).parents[3] / "fixtures" / "facts"
SCHEMA = "https://schema.org/"
DAY = date(2026, 11, 30)
PACK = """
schema: twosource/fact-pack/1
id: wind
title: Wind
units: {turbine: {de: [Windrad], nl: [windmolen], en: [turbine]}}
entities:
  noordwind: {kind: organisation, name: {de: Nordwind, nl: Noordwind, en: Northwind}}
  mayor: {kind: person, name: Ada Vermeer}
sources:
  press:
    publisher: noordwind
    kind: self-published
    title: A <b>title</b>
    url: https://example.org/a
    published: 2026-10-05
  kustbode: {publisher: Kustbode, kind: news, language: nl, published: 2026-Q3, relays: [press]}
  old: {publisher: Old Paper, kind: news, status: withdrawn}
  insider: {publisher: Jan Jansen, kind: interview, title: Our talk in the harbour}
  speech: {publisher: mayor, kind: interview}
claim_types:
  count: {standard: subject}
  yield: {standard: independent}
facts:
  turbines:
    label: {de: Zahl der Windräder, nl: aantal windmolens, en: number of turbines}
    subject: noordwind
    type: count
    value: {over: 1200, unit: turbine}
    as_of: 2026-09-01
    support: [{source: press}, {source: kustbode}, {source: old}]
  homes:
    states: {en: It supplies 600 homes.}
    subject: noordwind
    type: yield
    support: [{source: press}, {source: insider, terms: confidential, quote: "I saw it"}]
    disputes: [{source: speech}]
    note: Jan Jansen told us.
  birds:
    label: birds
    subject: noordwind
    type: yield
    holds: false
    support: [{source: speech}, {source: kustbode, basis: own}]
  told: {subject: noordwind, type: yield, support: [{source: insider, terms: confidential}]}
  bare: {subject: noordwind, type: yield}
  sketch: {subject: noordwind, type: yield, status: draft}
  gone: {subject: noordwind, type: yield, status: retired}
"""


def _reviews(text: str = PACK, site: Site | None = None) -> ClaimReviews:
    reading = read(text, "wind.yaml")
    assert reading.given is not None, reading.errors
    return claim_reviews(canonical(reading.given), DAY, site)


def _review(fact: str) -> dict[str, Any]:
    graph: list[dict[str, Any]] = _reviews().document["@graph"]
    return next(node for node in graph if node["identifier"] == f"wind/{fact}")


def _in(node: dict[str, Any], language: str) -> str | None:
    return next((text["@value"] for text in node if text["@language"] == language), None)  # type: ignore[index]


def _refused(url: str, _options: object) -> None:
    raise AssertionError(f"a context is fetched: {url}")


@pytest.mark.parametrize("name", ["glm-5-3-flash", "north-line", "harbour-hospital"])
def test_it_is_json_ld_that_needs_nothing_from_anywhere(name: str) -> None:
    made = _reviews((FACTS / f"{name}.yaml").read_text("utf-8"), Site("The Daily", "https://daily.example"))

    document = json.loads(json.dumps(made.document))
    expanded = jsonld.expand(document, {"documentLoader": _refused, "processingMode": "json-ld-1.1"})

    assert expanded
    for review in expanded:
        assert review["@type"] == [f"{SCHEMA}ClaimReview"]
        (claim,) = review[f"{SCHEMA}itemReviewed"]
        (rating,) = review[f"{SCHEMA}reviewRating"]
        assert (claim["@type"], rating["@type"]) == ([f"{SCHEMA}Claim"], [f"{SCHEMA}Rating"])
        assert {said["@language"] for said in rating[f"{SCHEMA}alternateName"]} == {"de", "nl", "en"}
        assert review[f"{SCHEMA}claimReviewed"]
        assert review[f"{SCHEMA}author"][0][f"{SCHEMA}name"] == [{"@value": "The Daily"}]
        assert all(key.startswith(("@", SCHEMA)) for node in (review, claim, rating) for key in node)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Zahl der Windräder: über 1.200 (Stand: 1. September 2026)"),
        ("nl", "aantal windmolens: meer dan 1.200 (stand: 1 september 2026)"),
        ("en", "number of turbines: over 1,200 (as of 1 September 2026)"),
    ],
)
def test_a_claim_without_a_sentence_is_told_by_label_and_value_in_each_language(language: str, words: str) -> None:
    assert _in(_review("turbines")["claimReviewed"], language) == words


def test_a_claim_with_a_sentence_is_told_in_the_languages_that_have_one() -> None:
    assert _review("homes")["claimReviewed"] == [{"@language": "en", "@value": "It supplies 600 homes."}]
    assert _in(_review("birds")["claimReviewed"], "nl") == "birds"


@pytest.mark.parametrize(
    ("fact", "language", "rating"),
    [
        ("turbines", "de", "gesichert"),
        ("turbines", "nl", "staat vast"),
        ("turbines", "en", "settled"),
        ("homes", "de", "behauptet, nicht gesichert; Ada Vermeer widerspricht"),
        ("homes", "nl", "een bewering, staat niet vast; Ada Vermeer spreekt dit tegen"),
        ("homes", "en", "claimed, not settled; disputed by Ada Vermeer"),
        ("birds", "de", "gesichert: das trifft nicht zu"),
        ("birds", "nl", "staat vast: dit klopt niet"),
        ("birds", "en", "settled: this does not hold"),
        ("bare", "de", "keine Quelle liegt vor"),
        ("bare", "nl", "geen bron in het dossier"),
        ("bare", "en", "no source on file"),
    ],
)
def test_the_rating_says_what_the_file_bears(fact: str, language: str, rating: str) -> None:
    assert _in(_review(fact)["reviewRating"]["alternateName"], language) == rating


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("de", "eine vorliegende Quelle widerspricht", "Ada Vermeer und Kustbode widersprechen"),
        ("nl", "een bron in het dossier spreekt dit tegen", "Ada Vermeer en Kustbode spreken dit tegen"),
        ("en", "disputed by a source on file", "disputed by Ada Vermeer and Kustbode"),
    ],
)
def test_who_disputes_is_told_as_far_as_it_may_be(language: str, one: str, several: str) -> None:
    hidden = _rating(PACK.replace("disputes: [{source: speech}]", "disputes: [{source: insider, terms: confidential}]"))
    both = _rating(PACK.replace("disputes: [{source: speech}]", "disputes: [{source: speech}, {source: kustbode}]"))

    assert str(_in(hidden, language)).endswith(f"; {one}")
    assert str(_in(both, language)).endswith(f"; {several}")


def _rating(pack: str) -> Any:
    graph: list[dict[str, Any]] = _reviews(pack).document["@graph"]
    (rating,) = (node["reviewRating"]["alternateName"] for node in graph if node["identifier"] == "wind/homes")
    return rating


def test_a_rating_has_no_number() -> None:
    assert set(_review("turbines")["reviewRating"]) == {"@type", "alternateName"}


def test_who_originated_a_claim_is_its_author_and_its_sources_are_where_it_appeared() -> None:
    claim = _review("turbines")["itemReviewed"]

    assert claim["author"] == {"@type": "Organization", "name": "Northwind"}
    assert claim["appearance"] == [
        {
            "@type": "CreativeWork",
            "headline": "A <b>title</b>",
            "url": "https://example.org/a",
            "datePublished": "2026-10-05",
            "publisher": {"@type": "Organization", "name": "Northwind"},
        },
        # A quarter is no date of ISO 8601; what was withdrawn is no appearance to lean on.
        {"@type": "NewsArticle", "inLanguage": "nl", "publisher": {"@type": "Organization", "name": "Kustbode"}},
    ]
    assert {"@type": "Person", "name": "Ada Vermeer"} in _review("birds")["itemReviewed"]["author"]


def test_confidential_sources_leave_no_word() -> None:
    made = _reviews()
    told = json.dumps(made.document, ensure_ascii=False)

    for word in ("Jan", "Jansen", "insider", "harbour", "I saw it", "confidential"):
        assert word not in told
    assert made.left_out["told"] == "confidential sources alone"


def test_what_leads_to_a_confidential_source_names_nobody_for_it() -> None:
    retelling = "  paper: {publisher: Paper, kind: news, relays: [insider]}\n  speech:"
    fact = "  retold: {subject: noordwind, type: yield, support: [{source: paper}, {source: press}]}\n  bare:"
    told = json.dumps(_reviews(PACK.replace("  speech:", retelling, 1).replace("  bare:", fact)).document)

    assert "wind/retold" in told
    for word in ("Jan", "Jansen", "insider", "harbour", "confidential"):
        assert word not in told


def test_drafts_and_retired_facts_are_left_out() -> None:
    made = _reviews()

    assert {key: made.left_out[key] for key in ("sketch", "gone")} == {"sketch": "draft", "gone": "retired"}
    assert len(made.document["@graph"]) + len(made.left_out) == 7


def test_the_site_is_the_author_where_it_is_given() -> None:
    (first, *_) = _reviews(site=Site("The Daily")).document["@graph"]

    assert first["author"] == {"@type": "Organization", "name": "The Daily"}
    assert first["datePublished"] == "2026-11-30"
    assert "author" not in _review("turbines")


def test_a_pack_with_an_error_is_refused() -> None:
    with pytest.raises(ValueError, match="title"):
        claim_reviews({"schema": "twosource/fact-pack/1", "id": "x"}, DAY, None)
