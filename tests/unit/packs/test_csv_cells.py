"""Cells: lists and cue lines in one text, and the guard that keeps spreadsheet programs from running a text."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs.csv_cells import cue_lines_of, cues_cell, entries_of, guarded, list_cell, unguarded

MARKS = st.text(alphabet="=+-@'\";\t\n\r,a1 ＝", max_size=12)


@pytest.mark.parametrize("mark", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_a_text_that_begins_like_a_formula_is_guarded_and_unguarded(mark: str) -> None:
    text = f"{mark}HYPERLINK(1)"

    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["'s-Gravenhage", "a-b", "1+1", "'", "", "''", "x @ y", "Kosten; -5 Prozent"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert guarded(text) == text
    assert unguarded(text) == text


def test_what_had_an_apostrophe_before_the_mark_keeps_it() -> None:
    assert unguarded(guarded("'=1")) == "'=1"
    assert guarded("'=1") == "''=1"


def test_a_text_that_another_program_would_split_is_guarded_where_its_cells_would_begin() -> None:
    assert guarded('see;=1+1;"=2"\n@x') == "see;'=1+1;\"'=2\"\n'@x"


@given(MARKS)
def test_the_guard_comes_off_again(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(MARKS)
def test_no_program_sees_a_formula_however_it_parts_the_cells(text: str) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerow(["id", guarded(text)])

    for begins in re.split(r'[;\t\r\n]"*|^"id","*', written.getvalue()):
        assert not re.match(r"[=+\-@＝]", begins)


def test_a_list_is_parted_by_bars_or_by_lines() -> None:
    assert list_cell(["MIT License", "MIT-Lizenz"]) == "MIT License | MIT-Lizenz"
    assert entries_of("MIT License|MIT-Lizenz\nMIT-licentie | ") == ["MIT License", "MIT-Lizenz", "MIT-licentie"]


@pytest.mark.parametrize(
    ("cell", "lines"),
    [
        ("Strom + versorgt/versorgen | Windstrom", [["Strom", "versorgt/versorgen"], ["Windstrom"]]),
        ("stroom + voorziet/voorzien | windstroom", [["stroom", "voorziet/voorzien"], ["windstroom"]]),
        ("on a par + NVIDIA/GPU | C++", [["on a par", "NVIDIA/GPU"], ["C++"]]),
    ],
)
def test_cue_lines_are_parted_by_bars_and_their_terms_by_plus(cell: str, lines: list[list[str]]) -> None:
    assert cue_lines_of(cell) == lines
    assert cues_cell(lines) == cell
