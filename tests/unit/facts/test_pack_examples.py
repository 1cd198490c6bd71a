"""Every example of a pack under fixtures/schemas: the valid ones load, each invalid one gives the errors it names.

An example says what it expects on the very line: ``# error: path: message``, several with `` | `` between them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from twosource.facts.yaml_tree import parse
from twosource.packs import read, read_plain

ROOT = Path(__file__).resolve().parents[3]
VALID = sorted((ROOT / "fixtures/schemas/valid/fact-pack").glob("*.yaml"))
INVALID = sorted((ROOT / "fixtures/schemas/invalid/fact-pack").glob("*.yaml"))


JSON = sorted((ROOT / "fixtures/schemas/invalid/fact-pack").glob("*.json"))


def expected(text: str, kind: str) -> list[tuple[int, str]]:
    marked = [
        (number, line.split(f"# {kind}: ", 1)[1])
        for number, line in enumerate(text.splitlines(), 1)
        if f"# {kind}: " in line
    ]
    return [(number, message.strip()) for number, messages in marked for message in messages.split(" | ")]


def matches(found: list[tuple[int, str]], wanted: list[tuple[int, str]]) -> bool:
    left = list(found)
    for number, message in wanted:
        hit = next((each for each in left if each[0] == number and each[1].startswith(message)), None)
        if hit is None:
            return False
        left.remove(hit)
    return not left


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_pack_gives_the_errors_it_names_at_their_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    reading = read(text, path.name)
    found = [(each.line, f"{each.path}: {each.message}" if each.path else each.message) for each in reading.errors]
    assert reading.pack is None
    assert expected(text, "error"), "the example names no error"
    assert matches(found, expected(text, "error")), found


@pytest.mark.parametrize("path", JSON, ids=lambda path: path.stem)
def test_invalid_json_gives_the_errors_it_names(path: Path) -> None:
    example = json.loads(path.read_text(encoding="utf-8"))
    reading = read_plain(example["pack"], path.name)
    found = [(1, f"{each.path}: {each.message}") for each in reading.errors]
    assert reading.pack is None
    assert matches(found, [(1, message) for message in example["errors"]]), found
    assert len(found) == len(example["errors"])


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_pack_loads_and_its_json_schema_agrees(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    reading = read(text, path.name)
    assert [str(each) for each in reading.errors] == []
    assert reading.pack is not None
    found = [(each.line, f"{each.path}: {each.message}" if each.path else each.message) for each in reading.warnings]
    assert matches(found, expected(text, "warning")), found
    published = json.loads((ROOT / "schemas/fact-pack.schema.json").read_text(encoding="utf-8"))
    assert list(Draft202012Validator(published).iter_errors(parse(text).plain)) == []


def test_the_errors_of_a_pack_come_in_the_order_of_its_lines() -> None:
    text = (ROOT / "fixtures/schemas/invalid/fact-pack/value-shapes.yaml").read_text(encoding="utf-8")
    lines = [each.line for each in read(text, "p.yaml").errors]
    assert lines == sorted(lines)
    assert len(lines) > 15


def test_an_error_says_file_line_column_and_key() -> None:
    text = "schema: twosource/fact-pack/1\nid: x\ntitle: X\nsources:\n  a: {publisher: A, kind: nws}\n"
    (error,) = read(text, "packs/x.yaml").errors
    assert str(error).startswith("packs/x.yaml:5:21: sources.a.kind: 'nws' is not one of ")
    assert str(error).endswith(": did you mean 'news'?")
