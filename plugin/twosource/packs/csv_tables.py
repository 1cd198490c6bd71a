"""Tables as CSV: bytes of any spreadsheet program come in, rows and columns go out, and the other way about.

Python's ``csv`` does the reading; here stands what spreadsheet programs differ in: the encoding, what parts the cells,
a first line that says it, and how a row and a column are called.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from twosource.cms.formats.decoding import NotUtf8Error, decoded
from twosource.packs.csv_cells import guarded, unguarded

MAX_BYTES = 100_000_000
MARK = "\ufeff"
"""The byte-order mark, without which Excel takes UTF-8 for something else."""
_SEPARATORS = (",", ";", "\t")
_SEPARATOR_LINE = re.compile(r"\"?sep=([,;|\t])\"?(?:\r\n?|\n)")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """What is wrong in a CSV, where a spreadsheet program shows it.

    Attributes:
        file: the name that it was read under.
        row: from 1, the one that names the columns; 0 for the whole file.
        column: the letters of the column, or empty for the whole row.
        path: the column's name, or the keys of the pack that it is about; may be empty.
        message: what is wrong and how to mend it.
    """

    file: str
    row: int
    column: str
    path: str
    message: str

    def __str__(self) -> str:
        column = f"column {self.column}" if self.column else ""
        place = f"{column} ({self.path})" if column and self.path else column or self.path
        where = ", ".join(filter(None, (f"row {self.row}" if self.row else "", place)))
        return f"{self.file}: {where}: {self.message}" if where else f"{self.file}: {self.message}"


class SheetError(Exception):
    """A CSV that no table can be read from. ``problems`` are all that were found; never empty."""

    def __init__(self, problems: Sequence[SheetProblem]) -> None:
        super().__init__(str(problems[0]))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its number as a spreadsheet program shows it, and its cells, stripped, without the guards."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The first row, and the others that are not empty."""

    heading: Row
    rows: tuple[Row, ...]


def letters(position: int) -> str:
    """Return what a spreadsheet program calls a column, counted from 0.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    position += 1
    while position:
        position, rest = divmod(position - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def read_table(raw: bytes, name: str, known: Collection[str]) -> Table:
    """Return the table that a CSV holds.

    Args:
        raw: UTF-8, with or without a byte-order mark, or UTF-16 with one; cells parted by commas, semicolons or tabs.
        name: what errors call the file.
        known: names of columns, by which the mark that parts cells is found out.

    Raises:
        SheetError: it is none.
    """
    text = _text(raw, name)
    separator, text = _separator(text, known)
    rows = tuple(_rows(text, name, separator))
    if not rows:
        raise SheetError(
            [SheetProblem(name, 0, "", "", "the file is empty; its first row names the columns, as in id")]
        )
    return Table(rows[0], rows[1:])


def _text(raw: bytes, name: str) -> str:
    if len(raw) > MAX_BYTES:
        raise _refused(name, f"more than {MAX_BYTES:,} bytes; split the file")
    try:
        text = raw.decode("utf-16") if raw.startswith(_UTF_16) else decoded(name, raw)
    except NotUtf8Error as error:
        raise _refused(name, str(error)) from error
    except UnicodeDecodeError as error:
        raise _refused(name, "begins as UTF-16 and does not go on so; save it as CSV UTF-8") from error
    return text.removeprefix(MARK)


def _refused(name: str, message: str) -> SheetError:
    return SheetError([SheetProblem(name, 0, "", "", message)])


def _separator(text: str, known: Collection[str]) -> tuple[str, str]:
    """Return what parts the cells, and the text without a first line that says so."""
    if said := _SEPARATOR_LINE.match(text):
        return said[1], text[said.end() :]
    first = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0]
    return max(_SEPARATORS, key=lambda mark: sum(cell.strip().strip('"') in known for cell in first.split(mark))), text


def _rows(text: str, name: str, separator: str) -> Iterator[Row]:
    number = 0
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), 1):
            taken = tuple(unguarded(cell.replace("\r\n", "\n").strip(" ")).strip() for cell in cells)
            if any(taken):
                yield Row(number, taken)
    except csv.Error as error:
        raise SheetError([SheetProblem(name, number + 1, "", "", _told(error))]) from error


def _told(error: csv.Error) -> str:
    said = str(error)
    if "field larger" in said:
        return f"a cell has more than {csv.field_size_limit():,} characters; perhaps nothing closes a quotation mark"
    if "unexpected end" in said:
        return 'a quotation mark opens a cell here and nothing closes it; close it, or write "" for a mark in a text'
    return 'cannot be read as CSV: in a cell within quotation marks, write "" for each mark of the text'


def write_table(names: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Return a table as CSV: with a byte-order mark, commas, CRLF, and every cell quoted and guarded.

    Args:
        names: of the columns, in their order.
        rows: the filled cells of each, by column.
    """
    written = io.StringIO(newline="")
    written.write(MARK)
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(names)
    writer.writerows([guarded(row.get(name, "")) for name in names] for row in rows)
    return written.getvalue()
