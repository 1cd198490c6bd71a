"""The cells of a CSV: lists and cue lines as one text each, and the guard against formulas.

A spreadsheet program runs a cell that begins with ``=`` and the like. Such a cell is written with an apostrophe before
it, and reading takes that off again, so that nothing of a fact changes on the way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

BETWEEN = " | "
"""Stands between the entries of a list, and between cue lines."""
AND = " + "
"""Stands between the terms of a cue line."""

# Where a program that splits at other marks than ours would see a cell begin, perhaps a quoted one.
_BEGIN = r"((?:^|[;\t\r\n])\"*)"
_RUN = r"(?='*[=+\-@\t\r＝＋－＠])"
_UNGUARDED = re.compile(_BEGIN + _RUN)
_GUARDED = re.compile(_BEGIN + "'" + _RUN)
_BAR = re.compile(r"\s*[|\n]\s*")
_PLUS = re.compile(r"\s+\+\s+")


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet program takes for a formula.

    >>> guarded("=1+1"), guarded("'s-Hertogenbosch")
    ("'=1+1", "'s-Hertogenbosch")
    """
    return _UNGUARDED.sub(r"\1'", text)


def unguarded(cell: str) -> str:
    """Return the text that :func:`guarded` made a cell of.

    >>> unguarded("'=1+1"), unguarded("'s-Hertogenbosch")
    ('=1+1', "'s-Hertogenbosch")
    """
    return _GUARDED.sub(r"\1", cell)


def list_cell(entries: Sequence[str]) -> str:
    """Return a list as a cell: ``MIT License | MIT-Lizenz``."""
    return BETWEEN.join(entries)


def entries_of(cell: str) -> list[str]:
    """Return the entries of a cell; a line break within it parts them as ``|`` does."""
    return [entry for entry in _BAR.split(cell.strip()) if entry]


def cues_cell(lines: Sequence[Sequence[str]]) -> str:
    """Return cue lines as a cell: ``Strom + versorgt/versorgen | Windstrom``."""
    return BETWEEN.join(AND.join(line) for line in lines)


def cue_lines_of(cell: str) -> list[list[str]]:
    """Return the cue lines of a cell, each as its terms."""
    return [_PLUS.split(line) for line in entries_of(cell)]
