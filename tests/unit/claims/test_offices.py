"""Names as values, whose they are: sentences as data in three languages (museum_cases.yaml, on museum.yaml)."""

from functools import cache
from pathlib import Path

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
CASES = yaml.safe_load((HERE / "museum_cases.yaml").read_text("utf-8"))


@cache
def base() -> FactBase:
    reading = read_pack((HERE / "museum.yaml").read_text("utf-8"), "museum.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@pytest.mark.parametrize(
    ("case", "language"),
    [pytest.param(case, language, id=f"{language}-{case[language]}") for case in CASES for language in LANGUAGES],
)
def test_a_name_is_held_against_the_subjects_own_only(case: dict[str, str], language: str) -> None:
    text_map = build(draft_from_file("draft.md", case[language].encode()).segments)
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns, base().symbols)
    claims = link(read(text_map, language, lookups, spacy=False), base())
    told = [f"{each.fact} {each.verdict.value} {each.text}" for each in claims]
    assert told == ([case["claim"]] if "claim" in case else [])
