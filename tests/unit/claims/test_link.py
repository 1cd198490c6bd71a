"""What a text says of the base's facts: cases as data, each in three languages (cases.yaml, on ferry.yaml)."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.claims import link
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
def test_what_stands_between_the_segments_is_in_no_sentence(language: str) -> None:
    paragraph = SegmentKind.PARAGRAPH
    segments = (Segment(paragraph, "body/0", "…"), Segment(paragraph, "body/1", "…", "Aurora-7 900 passengers"))
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns)
    reading = read(build(segments), language, lookups, spacy=False)

    assert [mention.quote for mention in reading.mentions] == ["Aurora-7"]
    assert link(reading, base()) == ()


def test_case_ids_are_their_own() -> None:
    assert len({told["id"] for told in CASES}) == len(CASES)
