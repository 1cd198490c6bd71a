"""Sentences in newsroom prose, each with the flags that it must draw, in three languages.

The sentences and their flags are data: ``sentences/<language>.yaml``. Most must stay silent.
"""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import Flag
from twosource.packs import read

HERE = Path(__file__).parent
FACTS = HERE.parents[1] / "fixtures" / "facts"
LANGUAGES = ("de", "nl", "en")


@cache
def base(pack: str) -> FactBase:
    """Return the fact base of one pack of the fixtures."""
    reading = read((FACTS / f"{pack}.yaml").read_text(encoding="utf-8"), pack)
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


def sentences() -> list[Any]:
    """Return every sentence as a test case that is named by its id."""
    cases = []
    for language in LANGUAGES:
        listed = yaml.safe_load((HERE / "sentences" / f"{language}.yaml").read_text(encoding="utf-8"))
        cases += [pytest.param(language, case, id=case["id"]) for case in listed["sentences"]]
    return cases


def told(flag: Flag, quoted: bool) -> str:
    """Return a flag as the lists write it."""
    parts = [flag.fact or "", str(flag.severity), flag.message]
    return " | ".join([*parts, " ".join(flag.quote.split())] if quoted else parts)


@pytest.mark.parametrize(("language", "case"), sentences())
def test_a_sentence_draws_its_flags_and_no_others(language: str, case: dict[str, Any]) -> None:
    wanted = case.get("flags", [])
    draft = draft_from_file("sentence.md", case["text"].encode(), language)
    flags = check(draft, base(case["facts"]), Options(at=date(2026, 11, 30), spacy=False)).flags
    quoted = [want.count(" | ") == 3 for want in wanted] + [True] * len(flags)
    assert [told(flag, also) for flag, also in zip(flags, quoted, strict=False)] == wanted, case["text"]
