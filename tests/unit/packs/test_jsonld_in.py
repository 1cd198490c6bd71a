"""Reviews of fact-checkers: read in the shapes they are published in; taken as supports and disputes, or refused."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs import canonical, read
from twosource.packs.jsonld_facts import MergedReviews, merge_reviews
from twosource.packs.jsonld_in import JsonLdError, read_reviews
from twosource.packs.jsonld_out import claim_reviews

PACK = """
schema: twosource/fact-pack/1
id: wind
title: Wind
entities: {noordwind: {kind: organisation, name: Noordwind}}
sources:
  press: {publisher: noordwind, kind: self-published}
  known: {publisher: Feitencheck, kind: analysis, url: "https://feiten.example/1"}
claim_types: {yield: {standard: independent}}
facts:
  homes: {subject: noordwind, type: yield, support: [{source: press}]}
  birds: {subject: noordwind, type: yield, support: [{source: known}]}
"""
REVIEW: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "ClaimReview",
    "url": "https://check.example/wind",
    "claimReviewed": "600,000 homes are supplied.",
    "author": {"@type": "Organization", "name": "Prüfstelle"},
    "headline": "Wie viele Haushalte es wirklich sind",
    "datePublished": "2026-10-20T08:00:00+02:00",
    "inLanguage": "de-AT",
    "reviewRating": {"@type": "Rating", "alternateName": "Falsch"},
}


def _pack() -> dict[str, Any]:
    reading = read(PACK, "wind.yaml")
    assert reading.given is not None, reading.errors
    return canonical(reading.given)


def _merge(document: object, fact: str = "homes", verdict: Any = None) -> MergedReviews:
    return merge_reviews(json.dumps(document).encode(), "x.jsonld", _pack(), fact, verdict)


def _problem(document: object, fact: str = "homes", verdict: Any = None) -> str:
    (problem,) = _merge(document, fact, verdict).problems
    assert "\n" not in problem
    return problem


def test_a_review_that_says_false_becomes_a_source_and_a_dispute() -> None:
    merged = _merge(REVIEW)

    assert merged.canonical is not None, merged.problems
    assert merged.canonical["sources"]["prufstelle-2026-10-20"] == {
        "publisher": "Prüfstelle",
        "kind": "analysis",
        "title": "Wie viele Haushalte es wirklich sind",
        "url": "https://check.example/wind",
        "published": "2026-10-20",
        "language": "de",
    }
    assert merged.canonical["facts"]["homes"] == {
        **_pack()["facts"]["homes"],
        "disputes": [{"source": "prufstelle-2026-10-20", "quote": "Falsch"}],
    }
    (taken,) = merged.taken
    assert (taken.verdict, taken.claim, taken.rating, taken.new) == (
        "dispute", "600,000 homes are supplied.", "Falsch", True,
    )  # fmt: skip


@pytest.mark.parametrize("rating", ["Richtig", "wahr", "Klopt!", "JUIST", "True", " Correct. "])
def test_a_review_that_says_true_becomes_a_support_of_its_own_finding(rating: str) -> None:
    merged = _merge({**REVIEW, "reviewRating": {"alternateName": rating}})

    assert merged.canonical is not None, merged.problems
    support = merged.canonical["facts"]["homes"]["support"][1]
    assert (support["basis"], support["capacity"], support["quote"]) == ("own", "finding", rating.strip())


@pytest.mark.parametrize(
    "rating", ["falsch", "Onwaar", "Klopt niet.", "FALSE", "Not true", "Pants on Fire!", "frei erfunden"]
)
def test_what_clearly_says_false_is_a_dispute_in_each_language(rating: str) -> None:
    (taken,) = _merge({**REVIEW, "reviewRating": {"alternateName": rating}}).taken

    assert taken.verdict == "dispute"


@pytest.mark.parametrize(
    "rating",
    [
        "Größtenteils falsch",
        "grotendeels onwaar",
        "Mostly false",
        "Half true",
        "Four Pinocchios",
        "Not false",
        "false?!x",
    ],
)
def test_what_does_not_say_it_clearly_is_for_a_person(rating: str) -> None:
    document = {**REVIEW, "reviewRating": {"alternateName": rating}}

    assert _problem(document) == (
        f"x.jsonld: review 1: the rating '{rating}' does not say clearly whether the fact holds; "
        "read the review, and give --as support or --as dispute"
    )
    assert _merge(document, verdict="support").taken[0].verdict == "support"
    assert _merge(document, verdict="dispute").taken[0].verdict == "dispute"


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ({"ratingValue": "1", "bestRating": "5", "worstRating": "1"}, "dispute"),
        ({"ratingValue": 5, "bestRating": 5, "worstRating": 1}, "support"),
        ({"ratingValue": 1, "bestRating": 5, "worstRating": 1, "alternateName": "False"}, "dispute"),
        ({"ratingValue": 3, "bestRating": 5, "worstRating": 1}, None),
        ({"ratingValue": 1}, None),
        ({"ratingValue": 1, "bestRating": 1, "worstRating": 1}, None),
        ({"ratingValue": True, "bestRating": True, "worstRating": False}, None),
        ({"ratingValue": "NaN", "bestRating": "x", "worstRating": {}}, None),
        ({"ratingValue": 5, "bestRating": 5, "worstRating": 1, "alternateName": "False"}, None),
        ({"ratingValue": 1, "bestRating": 5, "worstRating": 1, "alternateName": "Murky"}, None),
        ({}, None),
        ("False", None),
        (None, None),
    ],
)
def test_a_number_counts_at_the_end_of_a_scale_that_is_given_and_never_against_the_words(
    rating: object, verdict: str | None
) -> None:
    (review,) = read_reviews(json.dumps({**REVIEW, "reviewRating": rating}).encode(), "x")

    assert review.verdict == verdict


_BARE = {key: value for key, value in REVIEW.items() if key != "@context"}


def _prefixed(prefix: str) -> dict[str, Any]:
    """Return the review with a prefix before every name of schema.org."""
    renamed = {f"{prefix}{key}": value for key, value in _BARE.items() if key != "@type"}
    return {"@type": f"{prefix}ClaimReview", **renamed}


@pytest.mark.parametrize(
    "document",
    [
        REVIEW,
        [REVIEW],
        {"@context": "https://schema.org", "@graph": [{"@type": "WebPage", "name": "x"}, _BARE]},
        {"@type": "WebPage", "mainEntity": {"@type": "Article", "review": [_BARE]}},
        {"@type": "Claim", "text": "600,000 homes are supplied.", "review": _BARE},
        _prefixed("schema:"),
        _prefixed("https://schema.org/"),
        _prefixed("http://schema.org/"),
        {**_BARE, "@type": ["Thing", "ClaimReview"]},
        {**_BARE, "author": [{"name": ""}, {"name": [{"@value": "Prüfstelle", "@language": "de"}]}]},
        {**_BARE, "author": "Prüfstelle"},
        {**_BARE, "author": None, "publisher": {"name": "Prüfstelle"}},
        {**_BARE, "headline": None, "name": {"@value": "Wie viele Haushalte\n es wirklich sind"}},
        {**_BARE, "url": {"@id": "https://check.example/wind"}},
        {**_BARE, "url": None, "@id": "https://check.example/wind"},
        {**_BARE, "inLanguage": {"@type": "Language", "name": "Deutsch", "alternateName": "de"}},
    ],
)
def test_the_shapes_that_reviews_are_published_in_are_read_alike(document: object) -> None:
    (review,) = read_reviews(json.dumps(document).encode("utf-8-sig"), "x")

    assert (review.publisher, review.url) == ("Prüfstelle", "https://check.example/wind")
    assert (review.title, review.claim) == ("Wie viele Haushalte es wirklich sind", "600,000 homes are supplied.")
    assert (review.published, review.language, review.verdict) == ("2026-10-20", "de", "dispute")


def test_a_claim_that_nobody_reviewed_is_a_source_of_whoever_made_it_and_no_finding() -> None:
    claim = {
        "@type": "Claim",
        "text": "600,000 homes are supplied.",
        "author": {"name": "Noordwind"},
        "appearance": {"url": "https://paper.example/1", "headline": "Wind", "publisher": {"name": "Kustbode"}},
    }

    assert "no rating says clearly whether the fact holds" in _problem(claim)
    merged = _merge(claim, verdict="support")
    assert merged.canonical is not None
    assert merged.canonical["sources"]["kustbode"] == {
        "publisher": "Kustbode", "kind": "analysis", "title": "Wind", "url": "https://paper.example/1",
    }  # fmt: skip
    assert merged.canonical["facts"]["homes"]["support"][1] == {"source": "kustbode"}


def test_the_same_review_again_changes_nothing() -> None:
    once = _merge(REVIEW).canonical
    assert once is not None

    again = merge_reviews(json.dumps(REVIEW).encode(), "x.jsonld", once, "homes")

    assert again.canonical == once
    assert [taken.new for taken in again.taken] == [False]


def test_a_source_with_that_address_is_not_made_twice() -> None:
    merged = _merge({**REVIEW, "url": "https://feiten.example/1"})

    assert merged.canonical is not None
    assert list(merged.canonical["sources"]) == ["press", "known"]
    assert merged.canonical["facts"]["homes"]["disputes"][0]["source"] == "known"


def test_two_reviews_of_one_house_get_two_ids() -> None:
    merged = _merge([REVIEW, {**REVIEW, "url": "https://check.example/2"}])

    assert [taken.source for taken in merged.taken] == ["prufstelle-2026-10-20", "prufstelle-2026-10-20-2"]


def test_a_house_without_latin_letters_gets_an_id() -> None:
    (taken,) = _merge({**REVIEW, "author": {"name": "事実"}, "datePublished": None}).taken

    assert taken.source == "review"


def test_one_side_is_not_turned_into_the_other() -> None:
    assert _problem({**REVIEW, "url": "https://feiten.example/1"}, "birds") == (
        "x.jsonld: review 1: 'known' supports the fact already; take that out of the pack first"
    )


def test_of_several_reviews_none_is_taken_where_one_is_refused() -> None:
    merged = _merge([REVIEW, {**REVIEW, "author": None}])

    assert merged.canonical is None
    assert [problem.partition("; ")[0] for problem in merged.problems] == [
        "x.jsonld: review 2: nobody is named as its author or publisher"
    ]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"url": "javascript:alert(1)"}, "review 1: url: 'javascript:alert(1)' is no web address"),
        ({"url": "//check.example"}, "review 1: url: '//check.example' is no web address"),
        ({"datePublished": "yesterday"}, "review 1: published: 'yesterday' is no date"),
        ({"datePublished": "2026-02-30"}, "review 1: published: there is no such date"),
        ({"author": {"name": "a\x1b[31mb"}}, "review 1: publisher: has a control character"),
        ({"headline": "x" * 30_000}, "review 1: title: longer than 20000 characters"),
        ({"reviewRating": {"alternateName": "\u202efalse"}}, "review 1: quote: has a control character"),
    ],
)
def test_hostile_texts_are_told_and_not_taken(changed: dict[str, Any], told: str) -> None:
    assert told in _problem({**REVIEW, **changed})


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "x.jsonld: line 1, column 1: not valid JSON"),
        (b"<script>{}</script>", "give the content of the script tag alone"),
        (b"{}", "no ClaimReview and no Claim in it"),
        (b"null", "no ClaimReview and no Claim in it"),
        (b'"ClaimReview"', "no ClaimReview and no Claim in it"),
        (b'{"@type": {"@type": "ClaimReview"}}', "nobody is named"),
        ("Größe".encode("latin-1"), "iconv -f WINDOWS-1252"),
        (b"[" * 100_000, "nested more than 40 levels deep"),
        (b"[" * 60 + b"]" * 60, "nested more than 40 levels deep"),
        (b'{"a":' * 60 + b"1" + b"}" * 60, "nested more than 40 levels deep"),
        (b"[" + b"9" * 5000 + b"]", "thousands of digits"),
        (b" " * 10_000_001, "more than 10,000,000 bytes"),
        (json.dumps([REVIEW] * 501).encode(), "more than 500 reviews"),
    ],
)
def test_what_is_no_review_is_told_in_one_line(raw: bytes, told: str) -> None:
    merged = merge_reviews(raw, "x.jsonld", _pack(), "homes")

    assert merged.canonical is None
    assert told in merged.problems[0]
    assert all(problem.isprintable() for problem in merged.problems)


def test_an_unknown_fact_is_told_with_the_likely_one() -> None:
    assert _merge(REVIEW, "home").problems == ("the pack has no fact 'home': did you mean 'homes'?",)
    assert _merge(REVIEW, "zzz").problems == ("the pack has no fact 'zzz'; make the fact first",)


def test_reviews_that_went_out_can_be_read_again() -> None:
    document = claim_reviews(_pack(), date(2026, 11, 30), None).document

    reviews = read_reviews(json.dumps(document).encode(), "x")

    assert [review.verdict for review in reviews] == [None, None]
    assert reviews[0].rating == "behauptet, nicht gesichert"


NAMES = [*REVIEW, "@graph", "name", "alternateName", "ratingValue", "itemReviewed", "review"]
WORDS = ["ClaimReview", "Claim", "false", "https://x.example", "javascript:x"]
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(WORDS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner),
    max_leaves=25,
)


@given(JSON, st.sampled_from([None, "support", "dispute"]))
def test_nothing_raises(document: object, verdict: Any) -> None:
    merged = _merge(document, verdict=verdict)

    assert (merged.canonical is None) == bool(merged.problems)


@given(st.binary(max_size=100))
def test_no_bytes_raise_anything_else(raw: bytes) -> None:
    try:
        told = str(len(read_reviews(raw, "x")))
    except JsonLdError as error:
        told = str(error)
    assert told
