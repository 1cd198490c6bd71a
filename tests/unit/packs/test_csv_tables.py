"""Tables: what the spreadsheet programs of three countries write, and what cannot be read as a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs.csv_tables import SheetError, SheetProblem, letters, read_table, write_table

KNOWN = ("id", "note")
TEXT = 'id,note\na,"Größe, oder\nmehr"\n'
CELLS = ("a", "Größe, oder\nmehr")


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("id,note\na,", "id;note\na;").encode("utf-8-sig"),
        TEXT.replace("id,note\na,", "id\tnote\na\t").encode("utf-16"),
        TEXT.replace("id,note\na,", "sep=;\nid;note\na;").encode(),
        TEXT.replace("id,note\na,", "sep=|\nid|note\na|").encode(),
        TEXT.replace("id,note\n", '"id", note \n').encode(),
    ],
    ids=[
        "plain", "mark", "UTF-16", "UTF-16BE", "CRLF", "semicolons", "tabs in UTF-16", "sep", "sep bar", "quoted",
    ],
)  # fmt: skip
def test_what_spreadsheet_programs_write_is_read_alike(raw: bytes) -> None:
    table = read_table(raw, "x.csv", KNOWN)

    assert table.heading.cells == ("id", "note")
    assert [row.cells for row in table.rows] == [CELLS]


def test_rows_are_numbered_as_a_spreadsheet_program_shows_them() -> None:
    table = read_table(b'id,note\na,"x\ny"\n\n,\nb,z\n', "x.csv", KNOWN)

    assert [(row.number, row.cells[0]) for row in table.rows] == [(2, "a"), (5, "b")]


@pytest.mark.parametrize(("position", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_columns_are_lettered_as_a_spreadsheet_program_shows_them(position: int, name: str) -> None:
    assert letters(position) == name


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "x.csv: the file is empty; its first row names the columns"),
        (b"\n,\n", "the file is empty"),
        ("id,note\na,Größe\n".encode("latin-1"), "iconv -f WINDOWS-1252 -t UTF-8 x.csv"),
        (TEXT.encode("utf-16-le"), "iconv -f UTF-16LE -t UTF-8 x.csv"),
        (b"\xff\xfeid,\x00\xd8", "begins as UTF-16 and does not go on so"),
        (b'id,note\na,b\nc,"open\n', "x.csv: row 3: a quotation mark opens a cell here and nothing closes it"),
        (b'id,note\na,"b"c"\n', 'x.csv: row 2: cannot be read as CSV: in a cell within quotation marks, write ""'),
        (b"id,note\na," + b"x" * 200_000, "x.csv: row 2: a cell has more than 131,072 characters"),
    ],
)
def test_what_is_no_table_is_told_with_how_to_mend_it(raw: bytes, told: str) -> None:
    with pytest.raises(SheetError) as caught:
        read_table(raw, "x.csv", KNOWN)

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twosource.packs.csv_tables.MAX_BYTES", 10)

    with pytest.raises(SheetError, match="more than 10 bytes; split the file"):
        read_table(b"id,note\na,b\n", "x.csv", KNOWN)


def test_a_problem_names_row_and_column() -> None:
    assert str(SheetProblem("x.csv", 3, "F", "value.over", "no")) == "x.csv: row 3, column F (value.over): no"
    assert str(SheetProblem("x.csv", 3, "", "subject", "no")) == "x.csv: row 3, subject: no"
    assert str(SheetProblem("x.csv", 1, "F", "", "no")) == "x.csv: row 1, column F: no"
    assert str(SheetProblem("x.csv", 0, "", "", "no")) == "x.csv: no"


def test_a_written_table_has_the_mark_that_excel_asks_for_and_every_cell_quoted() -> None:
    written = write_table(["id", "note"], [{"id": "a", "note": "=1;2"}, {"id": "b"}])

    assert written == '\ufeff"id","note"\r\n"a","\'=1;2"\r\n"b",""\r\n'


@given(st.lists(st.text().map(str.strip).filter(lambda text: "\r" not in text), min_size=1, max_size=5))
def test_what_is_written_is_read_again(cells: list[str]) -> None:
    written = write_table(["id", "note"], [{"id": f"x{number}", "note": cell} for number, cell in enumerate(cells)])

    table = read_table(written.encode("utf-8", "replace"), "x.csv", KNOWN)

    expected = [cell.encode("utf-8", "replace").decode() for cell in cells]
    assert [row.cells[1] for row in table.rows] == expected


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(raw: bytes) -> None:
    try:
        read = len(read_table(raw, "x.csv", KNOWN).heading.cells)
    except SheetError as error:
        read = len(error.problems)
    assert read > 0
