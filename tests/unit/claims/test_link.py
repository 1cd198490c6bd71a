"""What a text says of the base's facts: cases as data, each in three languages (cases.yaml, on ferry.yaml)."""

from datetime import date
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.claims import link
from twosource.claims.confidence import BAR
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Claim, Segment, SegmentKind
from twosource.nlp.entities import NameIndex
from twosource.nlp.pipeline import Lookups, read
from twosource.packs import read as read_pack
from twosource.text.build import build

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "cases.yaml").read_text("utf-8"))


@cache
def base() -> FactBase:
    reading = read_pack((HERE / "ferry.yaml").read_text("utf-8"), "ferry.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


def claims_of(markdown: str, language: str) -> list[tuple[Claim, str]]:
    """Return the claims of a text with their words."""
    text_map = build(draft_from_file("draft.md", markdown.encode()).segments)
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns)
    reading = read(text_map, language, lookups, date(2026, 11, 30), spacy=False)
    return [(claim, text_map.text[claim.start : claim.end]) for claim in link(reading, base())]


def _wanted(told: dict[str, Any], language: str) -> dict[str, Any]:
    words = told["words"]
    return {**told, "words": words if isinstance(words, str) else words[language]}


def _shown(claim: Claim, words: str, fields: dict[str, Any]) -> dict[str, Any]:
    extra = {"words": words, "reason": claim.reasons[0][0]}
    return {name: extra[name] if name in extra else getattr(claim, name) for name in fields}


@pytest.mark.parametrize(
    ("told", "language"),
    [pytest.param(told, language, id=f"{language}-{told['id']}") for told in CASES for language in LANGUAGES],
)
def test_a_text_makes_exactly_these_claims(told: dict[str, Any], language: str) -> None:
    wanted = [_wanted(claim, language) for claim in told.get("claims", [])]
    found = claims_of(told["text"][language], language)

    assert [(claim.fact, words) for claim, words in found] == [(claim["fact"], claim["words"]) for claim in wanted]
    for (claim, words), fields in zip(found, wanted, strict=True):
        assert _shown(claim, words, fields) == fields


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_further_away_the_subject_the_less_sure_a_claim(language: str) -> None:
    texts = {told["id"]: told["text"][language] for told in CASES}
    order = [
        "named-in-the-same-clause",
        "named-in-the-clause-before",
        "named-as-the-holder-alone",
        "carried-over-from-the-sentence-before",
        "the-topic-of-the-title",
    ]

    surely = [claims_of(texts[each], language)[0][0].confidence for each in order]

    assert surely == sorted(surely, reverse=True)
    assert len(set(surely)) == len(order)
    assert min(surely) >= BAR


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claims_confidence_is_the_product_of_its_reasons(language: str) -> None:
    for told in CASES:
        for claim, _words in claims_of(told["text"][language], language):
            assert claim.confidence == round(prod(weight for _name, weight in claim.reasons), 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_between_the_segments_is_in_no_sentence(language: str) -> None:
    paragraph = SegmentKind.PARAGRAPH
    segments = (Segment(paragraph, "body/0", "…"), Segment(paragraph, "body/1", "…", "Aurora-7 900 passengers"))
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns)
    reading = read(build(segments), language, lookups, spacy=False)

    assert [mention.quote for mention in reading.mentions] == ["Aurora-7"]
    assert link(reading, base()) == ()


def test_case_ids_are_their_own() -> None:
    assert len({told["id"] for told in CASES}) == len(CASES)
