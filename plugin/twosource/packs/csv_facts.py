"""Flat facts as CSV, out of a pack and into one: what a desk edits in a spreadsheet program.

Flat is a fact whose every part is a text, a list of texts, cue lines, or supports made of these alone. What a column
holds is replaced, an empty cell takes it away, and what no column holds stays as it is. Facts that a confidential
source bears go into no CSV.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twosource.facts.pack import PackProblem
from twosource.model import Pack
from twosource.packs import csv_columns
from twosource.packs.csv_columns import NotFlatError, cells_of, clash, parts_of
from twosource.packs.csv_tables import Row, SheetError, SheetProblem, Table, letters, read_table, write_table
from twosource.packs.reading import read_plain
from twosource.packs.redact import Redaction
from twosource_schemas.base import nearest

Canonical = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FactsCsv:
    """Facts as CSV.

    Attributes:
        text: with a byte-order mark and CRLF; its bytes are UTF-8.
        facts: how many facts it has.
        left_out: ids of the facts that are not flat, each with the part of it that is not.
    """

    text: str
    facts: int
    left_out: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of taking a CSV into a pack.

    Attributes:
        canonical: the pack with the facts of the CSV, in canonical form; None where there is any problem.
        problems: in the order of the rows.
        pack: the same pack as the model has it.
    """

    canonical: Canonical | None
    problems: tuple[SheetProblem, ...]
    pack: Pack | None = field(default=None, compare=False, repr=False)


def write_facts(pack: Canonical) -> FactsCsv:
    """Return the flat facts of a pack as CSV, which :func:`merge_facts` reads as the same facts.

    Args:
        pack: in canonical form.
    """
    untold = Redaction(pack)
    flat: list[dict[str, str]] = []
    left_out: dict[str, str] = {}
    for key, fact in pack.get("facts", {}).items():
        try:
            flat.append({"id": key, **_fact_cells(fact, untold)})
        except NotFlatError as error:
            left_out[key] = str(error)
    names = csv_columns.in_order({*csv_columns.ALWAYS, *(name for cells in flat for name in cells)})
    return FactsCsv(write_table(names, flat), len(flat), left_out)


def _fact_cells(fact: Mapping[str, Any], untold: Redaction) -> dict[str, str]:
    if untold.touches(fact):
        raise NotFlatError("a confidential source")
    return {name: cell for part, given in fact.items() for name, cell in cells_of(part, given).items()}


def merge_facts(raw: bytes, name: str, pack: Canonical) -> Merged:
    """Return a pack with the facts of a CSV created or changed in it, or everything that is wrong with them.

    Args:
        raw: the CSV's bytes; may be anything.
        name: what problems call the file.
        pack: the pack in canonical form.
    """
    try:
        return _Sheet(name, read_table(raw, name, csv_columns.NAMES)).merged(pack)
    except SheetError as error:
        return Merged(None, error.problems)


@dataclass(slots=True)
class _Written:
    """A row that is a fact of the merged pack: where it stands, its filled cells, and its supports' numbers."""

    row: int
    cells: Mapping[str, str]
    supports: Sequence[int]


@dataclass(slots=True)
class _Sheet:
    """A table as facts. ``columns`` has the position of each known column."""

    name: str
    table: Table
    columns: dict[str, int] = field(default_factory=dict)
    problems: list[SheetProblem] = field(default_factory=list)

    def merged(self, pack: Canonical) -> Merged:
        """Return the pack with the table's facts in it."""
        self._take_heading()
        if self.problems:
            return Merged(None, tuple(self.problems))
        facts = dict(pack.get("facts", {}))
        written: dict[str, _Written] = {}
        for row in self.table.rows:
            self._take_row(row, facts, written)
        reading = read_plain({**pack, "facts": facts}, self.name)
        self.problems += [self._placed(problem, written) for problem in reading.errors]
        if self.problems:
            return Merged(None, tuple(sorted(self.problems, key=lambda each: each.row)))
        return Merged(reading.canonical, (), reading.pack)

    def _take_heading(self) -> None:
        heading = self.table.heading
        for position, title in enumerate(heading.cells):
            column = csv_columns.known(title)
            if column is None:
                self._unknown(position, title)
            elif column in self.columns:
                first = letters(self.columns[column])
                self._note(heading.number, position, title, f"column {first} has that name already; remove one of them")
            else:
                self.columns[column] = position
        if not self.problems and "id" not in self.columns:
            message = "no column is called 'id'; add one with the ids of the facts"
            self.problems.append(SheetProblem(self.name, heading.number, "", "", message))

    def _unknown(self, position: int, title: str) -> None:
        if title:
            close = nearest(title, csv_columns.NAMES) or f"; known are {', '.join(csv_columns.NAMES)}"
            message = f"unknown column '{title[:100]}'{close}"
        elif any(cell for row in self.table.rows for cell in row.cells[position : position + 1]):
            message = "the column has no name; write one into the first row, or empty the column"
        else:
            return
        self._note(self.table.heading.number, position, title, message)

    def _take_row(self, row: Row, facts: dict[str, Any], written: dict[str, _Written]) -> None:
        """Put a row's fact among the facts, in the place of the one with its id."""
        if any(row.cells[len(self.table.heading.cells) :]):
            message = "has more cells than the first row has columns; put quotation marks around a text with commas"
            self._note(row.number, len(self.table.heading.cells), "", message)
            return
        given = {name: cell for name, at in self.columns.items() if at < len(row.cells) and (cell := row.cells[at])}
        key = given.pop("id", "")
        if not key:
            self._note(row.number, self.columns["id"], "id", "the row has no id; give the fact one")
        elif key in written:
            message = f"the id '{key[:100]}' stands in row {written[key].row} already; remove one of the two rows"
            self._note(row.number, self.columns["id"], "id", message)
        else:
            self._write(row, key, given, facts, written)

    def _write(
        self, row: Row, key: str, given: Mapping[str, str], facts: dict[str, Any], written: dict[str, _Written]
    ) -> None:
        fact = facts.get(key, {})
        cells = {**self._kept(row, fact), **given}
        if both := clash(cells):
            message = f"'{both[0]}' and '{both[1]}' cannot both be filled; empty one of them"
            self._note(row.number, self.columns.get(both[1], self.columns.get(both[0], 0)), "", message)
            return
        parts, supports = parts_of(cells)
        touched = {name.partition(".")[0] for name in self.columns}
        facts[key] = {**{part: value for part, value in fact.items() if part not in touched}, **parts}
        written[key] = _Written(row.number, cells, supports)

    def _kept(self, row: Row, fact: Mapping[str, Any]) -> dict[str, str]:
        """Return the cells of the fact as it is that this table has no columns for, of the parts that it touches."""
        kept: dict[str, str] = {}
        for part, value in fact.items():
            columns = [name for name in self.columns if name.partition(".")[0] == part]
            try:
                cells = cells_of(part, value) if columns else {}
            except NotFlatError as error:
                message = f"the fact has more here than cells can hold ({error}); change it in the pack's YAML"
                self._note(row.number, self.columns[columns[0]], columns[0], message)
                continue
            kept.update({name: cell for name, cell in cells.items() if name not in self.columns})
        return kept

    def _note(self, row: int, position: int, path: str, message: str) -> None:
        self.problems.append(SheetProblem(self.name, row, letters(position), path[:100], message))

    def _placed(self, problem: PackProblem, written: Mapping[str, _Written]) -> SheetProblem:
        """Return a problem of the merged pack at the cell that it comes from."""
        section, key, *within = (*problem.keys, "", "")[:2] + problem.keys[2:]
        line = written.get(str(key)) if section == "facts" else None
        if line is None:
            return SheetProblem(self.name, 0, "", problem.path, problem.message)
        column = next((name for name in _columns(within, line) if name in self.columns), None)
        if column is not None:
            return SheetProblem(self.name, line.row, letters(self.columns[column]), column, problem.message)
        return SheetProblem(self.name, line.row, "", ".".join(map(str, within)), problem.message)


def _columns(within: Sequence[str | int], line: _Written) -> Iterator[str]:
    """Yield the columns that a path within a fact may mean, the likeliest first."""
    if not within:
        yield "id"
    elif within[0] == "support" and len(within) > 1:
        number = line.supports[int(within[1])]
        yield from (csv_columns.support_column(number, key) for key in (*map(str, within[2:3]), "source"))
    else:
        for end in range(len(within), 0, -1):
            yield ".".join(map(str, within[:end]))
        yield from (name for name in line.cells if name.partition(".")[0] == within[0])
