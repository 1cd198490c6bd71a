"""Every figure of the seed articles, listed by hand: kind, value, unit and comparator, in the order of the text."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from twosource.model import Figure
from twosource.nlp.figures import find
from twosource.text.tokens import stem

AT = date(2026, 9, 20)
NOUNS = {
    "de": {"chip": "accelerator", "beschleuniger": "accelerator", "token": "token", "parameter": "parameter"},
    "nl": {"chip": "accelerator", "versneller": "accelerator", "token": "token", "parameter": "parameter"},
}
SEP_17, AUG_26, AUG_27 = (str(date(2026, month, day).toordinal()) for month, day in ((9, 17), (8, 26), (8, 27)))
CAREFUL = [
    ("count", "100000", "accelerator", "over"),
    ("date", SEP_17, None, "is"),
    ("date", AUG_26, None, "is"),
    ("count", "320000000000", "parameter", "is"),
    ("count", "18000000000", None, "is"),
    ("count", "1000000", "token", "is"),
    ("count", "100000", "accelerator", "over"),
    ("multiple", "3", "times", "is"),
    ("duration", "2", "week", "under"),
    ("count", "1000000", "token", "is"),
    ("ordinal", "2", None, "is"),
    ("date", AUG_27, None, "is"),
    ("multiple", "3", "times", "is"),
]
BOLD = [
    ("date", AUG_26, None, "is"),
    ("duration", "1", "week", "at_most"),
    ("count", "62000000000000", None, "is"),
    ("count", "100000", "accelerator", "is"),
    ("duration", "2", "year", "is"),
    ("duration", "4", "year", "about"),
    ("multiple", "10", "times", "is"),
    ("count", "2", None, "is"),
    ("count", "320000000000", "parameter", "is"),
    ("count", "18000000000", "parameter", "is"),
    ("money", "0.15", "USD", "is"),
    ("count", "320000000000", "parameter", "is"),
    ("count", "18000000000", None, "is"),
    ("multiple", "3", "times", "is"),
    ("percent", "60", "percent", "about"),
    ("duration", "4", "year", "is"),
    ("multiple", "4.44", "times", "is"),
    ("count", "1000000", None, "is"),
    ("multiple", "10", "times", "is"),
    ("count", "100000", "accelerator", "is"),
    ("multiple", "5", "times", "about"),
    ("percent", None, "percent", "between"),
    ("fraction", "0.5", None, "nearly"),
    ("count", "62000000000000", None, "is"),
    ("count", "100000", "accelerator", "is"),
    ("multiple", "10", "times", "is"),
]


def told(figure: Figure) -> tuple[str, str | None, str | None, str]:
    value = None if figure.value is None else f"{Decimal(figure.value).normalize():f}"
    return figure.kind.value, value, figure.unit, figure.comparator.value


@pytest.mark.parametrize(
    ("place", "language", "expected"),
    [(0, "de", CAREFUL), (1, "nl", CAREFUL), (2, "de", BOLD)],
    ids=["de", "nl", "bold"],
)
def test_every_figure_of_a_seed_is_read(
    seeds: Path, place: int, language: str, expected: list[tuple[str, str | None, str | None, str]]
) -> None:
    text = sorted(seeds.glob("*.txt"))[place].read_text(encoding="utf-8")
    nouns = {stem(noun, language): unit for noun, unit in NOUNS[language].items()}
    assert [told(figure) for figure in find(text, language, AT, nouns)] == expected
