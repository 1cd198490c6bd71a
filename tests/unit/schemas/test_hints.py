"""Everyday words and dates as they are written elsewhere: what is told is a word that a pack knows, and a true date."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource_schemas.base import nearest
from twosource_schemas.hints import iso_dates, iso_days, near_words
from twosource_schemas.pack import SOURCE_KINDS, STANDARDS

ROOT = Path(__file__).resolve().parents[3]
TABLE = tomllib.loads((ROOT / "schemas/twosource_schemas/near_words.toml").read_text("utf-8"))


def words_of_the_format() -> set[str]:
    schema: Any = json.loads((ROOT / "schemas/fact-pack.schema.json").read_text("utf-8"))
    mappings = [schema, *schema["$defs"].values()]
    keys = {key for each in mappings for key in each["properties"]}
    choices = {word for each in mappings for field in each["properties"].values() for word in field.get("enum", ())}
    return {*keys, *(word for word in choices if isinstance(word, str)), "de", "nl", "en"}


def test_each_near_word_leads_to_a_key_or_a_choice() -> None:
    assert set(TABLE) - words_of_the_format() == set()


def test_near_words_are_written_as_they_are_looked_up() -> None:
    words = [word for listed in TABLE.values() for word in listed]
    assert [word for word in words if word != word.strip().lower().replace(" ", "-")] == []
    assert all(len(listed) == len(set(listed)) for listed in TABLE.values())


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("press-release", SOURCE_KINDS, "self-published"),
        ("Press release", SOURCE_KINDS, "self-published"),
        ("Pressemitteilung", SOURCE_KINDS, "self-published"),
        ("persbericht", SOURCE_KINDS, "self-published"),
        ("newspaper", SOURCE_KINDS, "news"),
        ("Zeitung", SOURCE_KINDS, "news"),
        ("krant", SOURCE_KINDS, "news"),
        ("two_sources", STANDARDS, "independent"),
        ("unabhängig", STANDARDS, "independent"),
        ("onafhankelijk", STANDARDS, "independent"),
        ("SUBJECT", STANDARDS, "subject"),
    ],
)
def test_an_everyday_word_is_told_as_the_choice_it_stands_for(word: str, known: tuple[str, ...], meant: str) -> None:
    assert nearest(word, known) == f": did you mean '{meant}'?"


def test_a_word_that_stands_for_nothing_here_is_not_guessed() -> None:
    assert near_words("xylophone") == ()
    assert nearest("xylophone", SOURCE_KINDS) == ""


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("14.09.2026", ("2026-09-14",)),
        ("9/14/2026", ("2026-09-14",)),
        ("14-9-2026", ("2026-09-14",)),
        ("2026/9/14", ("2026-09-14",)),
        ("September 14th, 2026", ("2026-09-14",)),
        ("14. September 2026", ("2026-09-14",)),
        ("14 september 2026", ("2026-09-14",)),
        ("1 mrt 2026", ("2026-03-01",)),
        ("9/10/2026", ("2026-10-09", "2026-09-10")),
        ("9/9/2026", ("2026-09-09",)),
        ("09.10.2026", ("2026-10-09",)),
        ("14.9.26", ()),
        ("30.02.2026", ()),
        ("²/3/2026", ()),
        ("soon", ()),
    ],
)
def test_a_day_written_otherwise_is_told_in_iso_form(written: str, days: tuple[str, ...]) -> None:
    assert iso_days(written) == days


@pytest.mark.parametrize(
    ("written", "dates"),
    [
        ("September 2026", ("2026-09",)),
        ("09/2026", ("2026-09",)),
        ("maart 2026", ("2026-03",)),
        ("Q3 2026", ("2026-Q3",)),
        ("3. Quartal 2026", ("2026-Q3",)),
        ("3e kwartaal 2026", ("2026-Q3",)),
        ("third quarter of 2026", ()),
        ("2026-13", ()),
        ("2026 2027", ()),
    ],
)
def test_a_coarse_date_written_otherwise_is_told_in_iso_form(written: str, dates: tuple[str, ...]) -> None:
    assert iso_dates(written) == dates


@given(st.text(max_size=60))
def test_whatever_is_written_gives_true_dates_or_none(written: str) -> None:
    for each in iso_days(written):
        assert date.fromisoformat(each)
