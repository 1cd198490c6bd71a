"""The cases of fixtures/figures: what is a figure, what it says, and what is none."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.model import EVERYTHING, Figure
from twosource.nlp.figures import find
from twosource.text.tokens import stem

FIXTURES = Path(__file__).parents[4] / "fixtures" / "figures"
AT = date(2026, 9, 20)
NOUNS = {
    "de": {"chip": "chip", "beschleuniger": "accelerator", "token": "token", "parameter": "parameter"},
    "nl": {"chip": "chip", "versneller": "accelerator", "token": "token", "parameter": "parameter"},
    "en": {"chip": "chip", "accelerator": "accelerator", "token": "token", "parameter": "parameter"},
}


def nouns(language: str) -> dict[str, str]:
    return {stem(noun, language): unit for noun, unit in NOUNS[language].items()}


def cases() -> list[Any]:
    return [
        pytest.param(language, case["text"], case["figures"], id=f"{language}: {case['text'][:50]}")
        for language in ("de", "nl", "en")
        for case in read(language)
    ]


def read(language: str) -> Any:
    path = FIXTURES / f"{language}.yaml"
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def told(figure: Figure, expected: dict[str, Any]) -> dict[str, Any]:
    """Say of a figure what a case says, in the case's own words."""
    said: dict[str, Any] = {"quote": figure.quote, "kind": figure.kind.value}
    optional = {
        "value": figure.value,
        "unit": figure.unit,
        "direction": figure.direction,
        "comparator": None if figure.comparator.value == "is" else figure.comparator.value,
        "iso": figure.iso,
    }
    said |= {key: _plain(given) for key, given in optional.items() if given is not None}
    if figure.per is not None:
        said["per"] = {"n": _plain(figure.per.n), "unit": figure.per.unit}
    if figure.readings:
        said["readings"] = [_plain(reading.value) for reading in figure.readings]
    if expected.keys() & {"low", "high"}:
        said |= _ends(figure)
    return said


def _ends(figure: Figure) -> dict[str, str]:
    interval = figure.interval
    ends = {"low": interval.low, "high": interval.high}
    opens = {"low_open": interval.low_open, "high_open": interval.high_open}
    said = {key: _plain(end) for key, end in ends.items() if end is not None}
    return said | {key: "true" for key, is_open in opens.items() if is_open}


def _plain(given: object) -> str:
    if not isinstance(given, Decimal):
        return str(given)
    return f"{given.normalize():f}"


@pytest.mark.parametrize(("language", "text", "expected"), cases())
def test_reads_the_figures_of_a_text(language: str, text: str, expected: list[dict[str, Any]]) -> None:
    figures = find(text, language, AT, nouns(language))
    assert len(figures) == len(expected), [figure.quote for figure in figures]
    assert [told(figure, case) for figure, case in zip(figures, expected, strict=True)] == expected


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_a_third_of_the_cases_are_no_figures(language: str) -> None:
    found = read(language)
    assert len(found) >= 60
    assert sum(1 for case in found if not case["figures"]) * 3 >= len(found)


def test_a_score_is_no_value() -> None:
    (score,) = find("Ajax won met 2-1.", "nl")
    assert score.value is None
    assert score.interval == EVERYTHING
