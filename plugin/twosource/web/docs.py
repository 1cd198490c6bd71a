"""The API's documentation: ``/openapi.json``, and ``/docs`` with Swagger UI from our own server.

Swagger UI's files come with the package flask-swagger-ui (MIT; Swagger UI itself is Apache-2.0), so that no page
loads anything from elsewhere.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, send_from_directory
from flask_smorest import Api

from twosource_schemas.base import OwnField
from twosource_schemas.cues import Words
from twosource_schemas.jsonschema import json_schema
from twosource_schemas.pack import FactPackSchema

blueprint = Blueprint("docs", __name__, url_prefix="/docs/assets")

_ASSETS = frozenset(
    {"swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js", "favicon-32x32.png", "LICENSE"}
)
_A_DAY = 24 * 3600

OPENAPI = {
    "API_TITLE": "Twosource",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/",
    "OPENAPI_JSON_PATH": "openapi.json",
    "OPENAPI_SWAGGER_UI_PATH": "docs",
    "OPENAPI_SWAGGER_UI_URL": "/docs/assets/",
}


@blueprint.get("/<name>")
def asset(name: str) -> Response:
    """Return one of Swagger UI's files."""
    with as_file(files("flask_swagger_ui") / "dist") as folder:
        return send_from_directory(Path(folder), name if name in _ASSETS else "absent", max_age=_A_DAY)


def describe_packs(api: Api) -> None:
    """Let the documentation describe the parts of a pack by the same JSON Schemas that editors complete packs by."""
    definitions = {**json_schema(FactPackSchema, "")["$defs"], "Unit": Words().json_schema()}
    for name, definition in definitions.items():
        api.spec.components.schema(f"{_PART}{name}", component=_placed(definition))
    api.ma_plugin.converter.add_attribute_function(_described)


_PART = "Pack"
"""What the names of a pack's parts begin with, as some of them are called like parts of a result."""


def _described(_converter: object, field: object, **_: object) -> dict[str, Any]:
    described: dict[str, Any] = _placed(field.json_schema()) if isinstance(field, OwnField) else {}
    return described


def _placed(schema: Any) -> Any:
    """Return a JSON Schema with its references leading to where OpenAPI has what they name."""
    if isinstance(schema, dict):
        return {key: _placed(each) for key, each in schema.items()}
    if isinstance(schema, list):
        return [_placed(each) for each in schema]
    return schema.replace("#/$defs/", f"#/components/schemas/{_PART}") if isinstance(schema, str) else schema
