"""What facts hold of: their time, their condition, their comparison; and what takes another's place."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.claims import link
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES
from twosource.nlp.entities import NameIndex
from twosource.nlp.pipeline import Lookups, read
from twosource.packs import read as read_pack
from twosource.text.build import build

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "qualified_cases.yaml").read_text("utf-8"))


@cache
def base() -> FactBase:
    reading = read_pack((HERE / "qualified.yaml").read_text("utf-8"), "qualified.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@pytest.mark.parametrize(
    ("case", "language"),
    [pytest.param(case, language, id=f"{language}-{case['id']}") for case in CASES for language in LANGUAGES],
)
def test_a_text_makes_exactly_these_claims(case: dict[str, Any], language: str) -> None:
    text_map = build(draft_from_file("draft.md", case["text"][language].encode()).segments)
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns, base().symbols)
    claims = link(read(text_map, language, lookups, spacy=False), base())
    assert [f"{claim.fact} {claim.verdict.value}" for claim in claims] == case.get("claims", [])


def test_a_superseded_fact_stays_in_its_pack() -> None:
    assert {"old-stops", "first-stops"} <= base().packs["tram"].facts.keys()
    assert {fact for _, fact in base().facts} >= {"stops", "seats"}
    assert not {fact for _, fact in base().facts} & {"old-stops", "first-stops", "coming-seats", "past-seats"}
