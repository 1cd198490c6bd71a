"""Dates without a year, where no day is known that they could be near to."""

from __future__ import annotations

from datetime import date

import pytest

from twosource.nlp.figures import find

YEARLESS = [
    ("de", "Es begann am 3. Mai."),
    ("de", "Es begann im dritten Quartal."),
    ("de", "Es begann Ende Mai."),
    ("nl", "Het begon op 3 mei."),
    ("nl", "Het begon in het derde kwartaal."),
    ("nl", "Het begon eind mei."),
    ("en", "It began on 3 May."),
    ("en", "It began in the third quarter."),
    ("en", "It began in late May."),
]


@pytest.mark.parametrize(("language", "text"), YEARLESS)
def test_without_a_day_no_date_is_guessed(language: str, text: str) -> None:
    assert [figure for figure in find(text, language) if figure.kind.value == "date"] == []


@pytest.mark.parametrize(("language", "text"), YEARLESS)
@pytest.mark.parametrize("at", [date.min, date.max])
def test_the_ends_of_the_calendar_are_days_as_well(language: str, text: str, at: date) -> None:
    (figure,) = find(text, language, at)
    assert (figure.iso or "").startswith(f"{at.year:04}")
