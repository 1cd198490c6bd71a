"""The API's documentation: ``/openapi.json``, and ``/docs`` with Swagger UI from our own server.

Swagger UI's files come with the package flask-swagger-ui (MIT; Swagger UI itself is Apache-2.0), so that no page
loads anything from elsewhere.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from flask import Blueprint, Response, send_from_directory

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
