"""Names and signs of units, in three languages, lead to the units that are built in."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.facts.unit_words import meant
from twosource.facts.units import is_built_in

WORDS = Path(__file__).resolve().parents[3] / "plugin/twosource/facts/unit_words.toml"


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("EUR", "€ euro Euro euros"),
        ("USD", "$ US$ Dollar dollars"),
        ("GBP", "£ pond pound"),
        ("percent", "% Prozent procent pct"),
        ("points", "Prozentpunkte procentpunten"),
        ("week", "Woche weeks weken"),
        ("year", "Jahr jaar years"),
        ("hour", "Stunden uur hours"),
        ("MW", "Megawatt megawatt"),
        ("km²", "Quadratkilometer"),
        ("times", "mal keer x"),
    ],
)
def test_a_name_or_a_sign_leads_to_its_unit(unit: str, words: str) -> None:
    assert [word for word in words.split() if meant(word)[0] != unit] == []


def test_of_several_that_share_a_name_the_likeliest_come_first() -> None:
    assert meant("dollar") == ("USD", "AUD", "CAD")
    assert meant("Pfund") == ("GBP", "lb")


def test_an_underscore_is_a_space() -> None:
    assert meant("percentage_points") == ("points",)


def test_the_units_of_the_list_are_built_in() -> None:
    assert [unit for unit in tomllib.loads(WORDS.read_text("utf-8")) if not is_built_in(unit)] == []


@given(st.text(max_size=30))
def test_whatever_is_written_leads_to_units_that_there_are(word: str) -> None:
    assert all(is_built_in(unit) for unit in meant(word))
