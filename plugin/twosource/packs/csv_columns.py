"""The columns of a CSV of facts: which there are, and a fact as cells and back.

A column is called by the path of the pack's key that it holds (``value.over``). Supports are numbered, except for the
first: ``support.source``, ``support.2.source``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from twosource.packs.csv_cells import cue_lines_of, cues_cell, entries_of, list_cell
from twosource_schemas.base import LANGUAGES
from twosource_schemas.values import COMPARATORS

Cells = dict[str, str]
"""The filled cells of a fact, by column."""

MAX_SUPPORTS = 50
_SUPPORT_KEYS = ("source", "quote", "basis", "of", "speaker", "capacity", "paid_by", "shows")
_SUPPORT_LISTS = ("of", "shows")
_SUPPORT = re.compile(rf"support(?:\.([1-9]\d?))?\.({'|'.join(_SUPPORT_KEYS)})")
_LOCALIZED = ("label", "states")
_CUES = ("cues", "not_cues")
_LISTS = ("see_also", "supersedes", "value.between", "value.period", "value.accept")
_YES_NO = ("holds", "value.undisclosed")
_VALUES = (
    *(f"value.{key}" for key in (*COMPARATORS, "between", "unit", "per.n", "per.unit", "tolerance")),
    *(f"value.{key}" for key in ("factor", "direction", "date", "before", "after", "period", "text", "accept")),
    "value.undisclosed",
)
_LEFT = (
    "id",
    "subject",
    "type",
    *(name for key in _LOCALIZED for name in (key, *(f"{key}.{language}" for language in LANGUAGES))),
    *_VALUES,
    "holds",
    "extent",
    *(f"{key}.{language}" for key in _CUES for language in LANGUAGES),
)
_RIGHT = ("period", "as_of", "review_by", "status", "see_also", "supersedes", "note")
ALWAYS = ("id", "subject", "type")
NAMES = (*_LEFT, *(f"support.{key}" for key in _SUPPORT_KEYS), *_RIGHT)
"""The columns that there are, in their order; further supports follow the first, numbered."""


def support_column(number: int, key: str) -> str:
    """Return the name of a column of the support with this number, counted from 1."""
    return f"support.{key}" if number == 1 else f"support.{number}.{key}"


def known(name: str) -> str | None:
    """Return a column's name in its one spelling, or None where there is no such column."""
    if found := _SUPPORT.fullmatch(name):
        number = int(found[1] or 1)
        return support_column(number, found[2]) if number <= MAX_SUPPORTS else None
    return name if name in NAMES else None


def in_order(names: Iterable[str]) -> list[str]:
    """Return columns in the order in which a CSV has them."""
    return sorted(names, key=_place)


def _place(name: str) -> tuple[int, int, int]:
    if found := _SUPPORT.fullmatch(name):
        return len(_LEFT), int(found[1] or 1), _SUPPORT_KEYS.index(found[2])
    return (_LEFT.index(name), 0, 0) if name in _LEFT else (len(_LEFT) + 1, _RIGHT.index(name), 0)


class NotFlatError(Exception):
    """A part of a fact that cells cannot hold; the message is the path of its key, perhaps with a reason."""


def cells_of(part: str, given: Any) -> Cells:
    """Return a part of a fact in canonical form as cells.

    Args:
        part: a key of a fact.
        given: what stands below it.

    Raises:
        NotFlatError: cells cannot hold it, or would not give it back as it is.
    """
    cells = dict(_cells(part, given))
    if any("\r" in cell for cell in cells.values()):
        raise NotFlatError(f"{part}: a carriage return")
    if {part: given} != parts_of(cells)[0]:
        raise NotFlatError(f"{part}: a mark that parts the entries of a cell")
    return cells


def _cells(part: str, given: Any) -> Iterator[tuple[str, str]]:
    if part == "support":
        yield from _support_cells(given)
    elif part in _CUES:
        yield from ((f"{part}.{language}", cues_cell(lines)) for language, lines in given.items())
    else:
        yield from _leaves(part, given)


def _leaves(path: str, given: Any) -> Iterator[tuple[str, str]]:
    """Yield the cells of texts, lists of texts, and mappings of these."""
    if isinstance(given, Mapping):
        for key, inner in given.items():
            yield from _leaves(f"{path}.{key}", inner)
    elif path not in NAMES:
        raise NotFlatError(path)
    elif isinstance(given, list):
        yield path, list_cell(given)
    else:
        yield path, str(given).lower() if isinstance(given, bool) else given


def _support_cells(given: list[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    if len(given) > MAX_SUPPORTS:
        raise NotFlatError(f"support: more than {MAX_SUPPORTS}")
    for number, support in enumerate(given, 1):
        for key, value in support.items():
            if key not in _SUPPORT_KEYS:
                raise NotFlatError(support_column(number, key))
            yield support_column(number, key), list_cell(value) if key in _SUPPORT_LISTS else value


def parts_of(cells: Mapping[str, str]) -> tuple[dict[str, Any], list[int]]:
    """Return the parts of a fact that cells hold, and the numbers of its supports in their order.

    Args:
        cells: without a :func:`clash`; what they say is the schema's to refuse.
    """
    fact: dict[str, Any] = {}
    numbers = sorted({_number(name) for name in cells if _SUPPORT.fullmatch(name)})
    for name, cell in cells.items():
        if not _SUPPORT.fullmatch(name) and name != "id":
            _set(fact, name.split("."), _reader(name)(cell))
    if numbers:
        fact["support"] = [_support(cells, number) for number in numbers]
    return fact, numbers


def _number(name: str) -> int:
    found = _SUPPORT.fullmatch(name)
    return int(found[1] or 1) if found else 0


def _support(cells: Mapping[str, str], number: int) -> dict[str, Any]:
    filled = ((key, cells.get(support_column(number, key))) for key in _SUPPORT_KEYS)
    return {key: entries_of(cell) if key in _SUPPORT_LISTS else cell for key, cell in filled if cell is not None}


def _reader(name: str) -> Callable[[str], Any]:
    if name.split(".", maxsplit=1)[0] in _CUES:
        return cue_lines_of
    if name in _YES_NO:
        return _yes_no
    if name == "period":
        return _period
    return entries_of if name in _LISTS else str


def _period(cell: str) -> str | list[str]:
    """Return one date as it is, and two as a list."""
    entries = entries_of(cell)
    return entries if len(entries) > 1 else cell


def _yes_no(cell: str) -> bool | str:
    """Return true or false; a spreadsheet program writes them in capitals. Anything else is the schema's to refuse."""
    return {"true": True, "false": False}.get(cell.lower(), cell)


def clash(cells: Mapping[str, str]) -> tuple[str, str] | None:
    """Return two filled columns that cannot stand together: a text that is the same everywhere, and one by language."""
    for key in _LOCALIZED:
        for language in LANGUAGES:
            if key in cells and f"{key}.{language}" in cells:
                return key, f"{key}.{language}"
    return None


def _set(fact: dict[str, Any], path: list[str], value: Any) -> None:
    *outer, last = path
    for key in outer:
        fact = fact.setdefault(key, {})
    fact[last] = value
