"""Every key of a pack, every shape of a value and every word that a key may take stands in an example.

The keys are taken from the published JSON Schema: an example that is valid says each, and one that is not has an error
at each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from twosource.facts.yaml_tree import parse
from twosource.packs import read

ROOT = Path(__file__).resolve().parents[3]
SCHEMA: Any = json.loads((ROOT / "schemas/fact-pack.schema.json").read_text("utf-8"))
VALID = sorted((ROOT / "fixtures/schemas/valid/fact-pack").glob("*.yaml"))
INVALID = sorted((ROOT / "fixtures/schemas/invalid/fact-pack").glob("*.yaml"))
ROOT_NAME = "FactPack"

Key = tuple[str, str]
"""The mapping that a key belongs to, by its name in the schema, and the key."""


def keys() -> set[Key]:
    """Return every key of every mapping."""
    named = {ROOT_NAME: SCHEMA, **SCHEMA["$defs"]}
    return {(name, key) for name, schema in named.items() for key in schema["properties"]}


def words() -> set[tuple[str, str, str]]:
    """Return every word that a key may take, with the key."""
    named = {ROOT_NAME: SCHEMA, **SCHEMA["$defs"]}
    return {
        (name, key, word)
        for name, schema in named.items()
        for key, field in schema["properties"].items()
        for word in field.get("enum", ())
        if word not in (True, False, "true", "false")
    }


def branches(schema: Mapping[str, Any]) -> Iterator[tuple[str | None, Mapping[str, Any]]]:
    """Yield what a schema may be, with its name where it has one."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield name, SCHEMA["$defs"][name]
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from branches(each)
    if schema.keys() & {"properties", "items", "additionalProperties"}:
        yield None, schema


def said(given: Any, schema: Mapping[str, Any], name: str | None = None) -> Iterator[tuple[Key, Any]]:
    """Yield each key that a valid document says, with its value."""
    if isinstance(given, list):
        for entry in given:
            for inner_name, inner in branches(schema.get("items", {})):
                yield from said(entry, inner, inner_name)
    if not isinstance(given, dict):
        return
    for key, value in given.items():
        field = schema.get("properties", {}).get(key)
        if field is None and not isinstance(schema.get("additionalProperties"), dict):
            continue
        if field is not None and name is not None:
            yield (name, key), value
        for inner_name, inner in branches(field if field is not None else schema["additionalProperties"]):
            if valid(value, inner):
                yield from said(value, inner, inner_name)


def valid(given: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether a part of a document fits a part of the schema."""
    return Draft202012Validator({**schema, "$defs": SCHEMA["$defs"]}).is_valid(given)


def refused(path: list[str], schema: Mapping[str, Any], name: str | None) -> Iterator[Key]:
    """Yield the keys on the way to an error that end it: the last of the path, in each mapping that it may be of."""
    if not path:
        return
    head, rest = path[0], path[1:]
    inner: Iterable[Mapping[str, Any]] = ()
    if head in schema.get("properties", {}):
        if name is not None and not rest:
            yield name, head
        inner = (schema["properties"][head],)
    elif isinstance(schema.get("additionalProperties"), dict):
        inner = (schema["additionalProperties"],)
    elif head.isdigit() and "items" in schema:
        inner = (schema["items"],)
    for each in inner:
        for inner_name, branch in branches(each):
            yield from refused(rest, branch, inner_name)


@cache
def spoken() -> tuple[tuple[Key, Any], ...]:
    """Return every key that the valid examples say, with its value."""
    documents = [parse(path.read_text("utf-8")).plain for path in VALID]
    return tuple(each for document in documents for each in said(document, SCHEMA, ROOT_NAME))


def test_every_key_has_a_valid_example() -> None:
    assert len(keys()) > 90
    assert keys() - {key for key, _ in spoken()} == set()


def test_every_word_that_a_key_may_take_has_a_valid_example() -> None:
    assert words() - {(*key, value) for key, value in spoken() if isinstance(value, str)} == set()


def test_every_key_has_an_invalid_example() -> None:
    errors = [each for path in INVALID for each in read(path.read_text("utf-8"), path.name).errors]
    found = {key for each in errors for key in refused(each.path.split("."), SCHEMA, ROOT_NAME)}
    assert keys() - found == set()
