"""The verdict table in prose: every shape of a value, told rightly and wrongly, in three languages."""

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
CASES = yaml.safe_load((HERE / "shapes_cases.yaml").read_text("utf-8"))


@cache
def base() -> FactBase:
    reading = read_pack((HERE / "shapes.yaml").read_text("utf-8"), "shapes.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@pytest.mark.parametrize(
    ("case", "language"),
    [pytest.param(case, language, id=f"{language}-{case[language]}") for case in CASES for language in LANGUAGES],
)
def test_a_sentence_gets_its_verdict(case: dict[str, str], language: str) -> None:
    text_map = build(draft_from_file("draft.txt", case[language].encode()).segments)
    lookups = Lookups(NameIndex(base().names, base().called), base().nouns, base().symbols)
    claims = link(read(text_map, language, lookups, spacy=False), base())
    told = [" ".join([each.fact, each.verdict.value, *([str(each.power)] if each.power else [])]) for each in claims]
    assert told == [case["claim"]]
