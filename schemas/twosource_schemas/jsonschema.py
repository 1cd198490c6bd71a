"""JSON Schemas (draft 2020-12) from the marshmallow schemas.

``python -m twosource_schemas.jsonschema`` writes those of :data:`PUBLISHED` beside this package, as
``schemas/<name>.schema.json``; a test keeps them current. apispec (through flask-smorest) does the like for OpenAPI,
but takes no part in files, and knows neither our fields nor ``$defs``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from marshmallow import RAISE, Schema, fields, validate

from twosource_schemas.base import OwnField, reference
from twosource_schemas.events import DraftEventSchema, FlagsEventSchema
from twosource_schemas.pack import FactPackSchema
from twosource_schemas.result import ResultSchema

DIALECT = "https://json-schema.org/draft/2020-12/schema"

PUBLISHED: Mapping[str, type[Schema]] = {
    "fact-pack": FactPackSchema,
    "check-result": ResultSchema,
    "draft-saved": DraftEventSchema,
    "flags-updated": FlagsEventSchema,
}
"""What is published, by file name. A schema with fields of its own gives each the JSON Schema itself: by the method
``json_schema`` of :class:`twosource_schemas.base.OwnField`, or in the field's metadata under ``json_schema``."""

_PLAIN: tuple[tuple[type[fields.Field[Any]], dict[str, Any]], ...] = (
    (fields.AwareDateTime, {"type": "string", "format": "date-time"}),
    (fields.DateTime, {"type": "string", "format": "date-time"}),
    (fields.Date, {"type": "string", "format": "date"}),
    (fields.Url, {"type": "string", "format": "uri"}),
    (fields.Email, {"type": "string", "format": "email"}),
    (fields.UUID, {"type": "string", "format": "uuid"}),
    (fields.String, {"type": "string"}),
    (fields.Boolean, {"type": "boolean"}),
    (fields.Integer, {"type": "integer"}),
    (fields.Float, {"type": "number"}),
    (fields.Decimal, {"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}),
    (fields.Function, {}),
    (fields.Raw, {}),
)


def json_schema(schema: type[Schema], title: str) -> dict[str, Any]:
    """Return the JSON Schema of a marshmallow schema, with what it nests under ``$defs``."""
    definitions: dict[str, Any] = {}
    waiting = [schema]
    while waiting:
        current = waiting.pop(0)
        name = _name(current)
        if name in definitions:
            continue
        definitions[name] = _object(current)
        waiting.extend(_nested(current))
    root = definitions.pop(_name(schema))
    return {"$schema": DIALECT, "title": title, **root, "$defs": dict(sorted(definitions.items()))}


def _name(schema: type[Schema]) -> str:
    return schema.__name__.removesuffix("Schema")


def _object(schema: type[Schema]) -> dict[str, Any]:
    known = schema()
    properties = {field.data_key or name: _field(field) for name, field in known.fields.items()}
    required = [field.data_key or name for name, field in known.fields.items() if field.required]
    described: dict[str, Any] = {"type": "object", "properties": properties}
    if schema.__doc__:
        described["description"] = " ".join(schema.__doc__.split("\n\n")[0].split())
    if required:
        described["required"] = required
    if known.unknown == RAISE:
        described["additionalProperties"] = False
    return described


def _nested(schema: type[Schema]) -> list[type[Schema]]:
    """Return the schemas that a schema's fields refer to, in their order."""
    found: list[type[Schema]] = []
    waiting: list[Any] = list(schema().fields.values())
    while waiting:
        field = waiting.pop(0)
        if isinstance(field, fields.Nested):
            found.append(type(field.schema))
        elif isinstance(field, fields.List):
            waiting.insert(0, field.inner)
        elif isinstance(field, OwnField):
            found.extend(field.nested)
    return found


def _field(field: fields.Field[Any]) -> dict[str, Any]:
    described = field.metadata.get("json_schema") or _shape(field)
    for validator in field.validators:
        described = described | _limits(validator)
    if field.allow_none and described:
        described = {"anyOf": [described, {"type": "null"}]}
    if "description" in field.metadata:
        described = {**described, "description": field.metadata["description"]}
    return described


def _shape(field: fields.Field[Any]) -> dict[str, Any]:
    if isinstance(field, OwnField):
        return field.json_schema()
    if isinstance(field, fields.Nested):
        one = reference(type(field.schema))
        return {"type": "array", "items": one} if field.many else one
    if isinstance(field, fields.List):
        return {"type": "array", "items": _field(field.inner)}
    if isinstance(field, fields.Dict):
        inner = _field(field.value_field) if field.value_field else {}
        return {"type": "object", "additionalProperties": inner or True}
    for kind, plain in _PLAIN:
        if isinstance(field, kind):
            return dict(plain)
    raise TypeError(f"no JSON Schema is known for {type(field).__name__}; give the field one in its metadata")


def _limits(validator: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a validator as keywords of JSON Schema; one that has none is left to marshmallow."""
    limits: dict[str, Any] = {}
    match validator:
        case validate.OneOf():
            return {"enum": list(validator.choices)}
        case validate.Equal():
            return {"const": validator.comparable}
        case validate.Length():
            limits = {"minLength": validator.min, "maxLength": validator.max}
        case validate.Regexp():
            # ECMA-262 has no \Z; its $ without the m flag means the same.
            limits = {"pattern": str(validator.regex.pattern).replace(r"\Z", "$")}
        case validate.Range():
            limits = {"minimum": validator.min, "maximum": validator.max}
    return {keyword: limit for keyword, limit in limits.items() if limit is not None}


def written(name: str) -> str:
    """Return the published JSON Schema ``name`` as its file has it."""
    return json.dumps(json_schema(PUBLISHED[name], f"Twosource: {name}"), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Write every published JSON Schema into a folder, by default the one beside this package."""
    parser = argparse.ArgumentParser(description="Write the JSON Schemas.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    folder = parser.parse_args(arguments).folder
    for name in PUBLISHED:
        (folder / f"{name}.schema.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
