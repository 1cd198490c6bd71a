"""The JSON Schemas under schemas/ are those of the marshmallow schemas, and agree with them on the examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from twosource_schemas.jsonschema import PUBLISHED, main, written

ROOT = Path(__file__).resolve().parents[2]


def published(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_schema_is_current(name: str) -> None:
    on_file = (ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8")
    assert on_file == written(name), "write it again: python -m twosource_schemas.jsonschema"


def test_nothing_is_published_that_no_schema_stands_for() -> None:
    assert {path.name for path in (ROOT / "schemas").glob("*.schema.json")} == {
        f"{name}.schema.json" for name in PUBLISHED
    }


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_schema_is_a_schema_whose_references_all_lead_somewhere(name: str) -> None:
    schema = published(name)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    for definition in schema["$defs"]:
        assert f'"#/$defs/{definition}"' in text
    assert text.count("#/$defs/") > 0


def test_writing_fills_a_folder(tmp_path: Path) -> None:
    main([str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}.schema.json" for name in PUBLISHED}


@pytest.mark.parametrize(
    ("pack", "fits"),
    [
        ({}, True),
        ({"colour": "red"}, False),
        ({"title": ""}, False),
        ({"id": "Harbour Bridge"}, False),
        ({"schema": "twosource/fact-pack/2"}, False),
        ({"sources": {"a": {"publisher": "A", "kind": "news"}}}, True),
        ({"sources": {"a": {"publisher": "A", "kind": "nws"}}}, False),
        ({"sources": {"a": {"kind": "news"}}}, False),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"over": 100000}}}}, True),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"over": "100_000"}}}}, True),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"over": "100,000"}}}}, False),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"ovr": 5}}}}, False),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"factor": 3, "direction": "up"}}}}, True),
        ({"facts": {"f": {"subject": "e", "type": "t", "value": {"factor": 3, "date": "2026"}}}}, False),
        ({"facts": {"f": {"subject": "e", "type": "t", "cues": {"en": ["a", ["b", "c"]]}}}}, True),
        ({"facts": {"f": {"subject": "e", "type": "t", "cues": {"en": []}}}}, False),
        ({"facts": {"f": {"subject": "e", "type": "t", "cues": {"fr": ["a"]}}}}, False),
    ],
)
def test_an_editor_is_told_what_the_reader_would_tell(pack: dict[str, Any], fits: bool) -> None:
    whole = {"schema": "twosource/fact-pack/1", "id": "x", "title": "X", **pack}
    assert Draft202012Validator(published("fact-pack")).is_valid(whole) is fits
