"""Flags as a table for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_LONGEST_QUOTE = 44


def table(flags: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each flag: severity, place, quote and message, the first three in columns.

    The place is the segment's path and, counted from 1, the first character in it.
    """
    rows = [
        (
            str(flag["severity"]),
            f"{flag['segment']['path']}:{flag['segment']['start'] + 1}",
            _shortened(str(flag["quote"])),
            _visible(str(flag["message"])),
        )
        for flag in flags
    ]
    widths = [max((_width(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        cells = [cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join((*cells, row[3]))


def _shortened(quote: str) -> str:
    words = " ".join(_visible(quote).split())
    return words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1].rstrip()}…"


def _visible(text: str) -> str:
    """Return text without control characters, which a terminal would obey, and without invisible ones."""
    return "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or not unicodedata.category(character).startswith("C")
    )


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in ("W", "F") for character in text)
    combining = sum(bool(unicodedata.combining(character)) for character in text)
    return len(text) + wide - combining
