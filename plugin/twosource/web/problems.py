"""Errors as problem documents (RFC 9457), whatever raised them."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from twosource.store import StoreTroubleError
from twosource_schemas.base import FieldPath, flatten

_LOG = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"

MOST_ERRORS = 50
"""How many fields an answer names at most."""

_LONGEST_DETAIL = 300
_FIELD_KEYS = ("pointer", "detail", "line", "column")
_TROUBLE_SECONDS = 30

_DETAILS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address does not take that method.",
}

FieldProblem = tuple[str, str] | tuple[str, str, int, int]
"""A JSON Pointer to a field and what is wrong with it; of a text, also the line and the column, from 1."""


class Problem(HTTPException):
    """An error with a detail of its own, and with what is wrong with which field."""

    def __init__(
        self,
        status: HTTPStatus,
        detail: str,
        errors: Sequence[FieldProblem] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(description=detail)
        self.code = status
        self.errors = errors
        self.extra_headers = headers or {}


def invalid(messages: Mapping[Any, Any] | list[Any]) -> Problem:
    """Return the problem of a body or a query whose fields marshmallow refuses."""
    told = islice(flatten(messages), MOST_ERRORS)
    errors = [(shortened(pointer(path)), shortened(message)) for path, message in told]
    return refused(errors)


def refused(errors: Sequence[FieldProblem]) -> Problem:
    """Return the problem of fields that are refused."""
    first, detail = errors[0][:2]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"{first}: {detail}{more}", errors)


def pointer(path: FieldPath) -> str:
    """Return the JSON Pointer of a path of keys and positions."""
    return "".join(["#", *(f"/{escaped(str(part))}" for part in path)])


def pointer_of(dotted: str) -> str:
    """Return the JSON Pointer of a field that is named by a dotted path."""
    return "#/" + "/".join(escaped(part) for part in dotted.split("."))


def install(app: Flask) -> None:
    """Let every error of the application be answered with a problem document."""
    app.register_error_handler(HTTPException, _known)
    app.register_error_handler(StoreTroubleError, _trouble)
    app.register_error_handler(Exception, _unknown)


def _known(error: HTTPException) -> Response:
    if error.response is not None and isinstance(error.response, Response):
        return error.response
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    errors: Sequence[FieldProblem] = ()
    detail = _DETAILS.get(status) or error.description or status.phrase
    headers = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    if isinstance(error, Problem):
        errors, detail = error.errors, error.description or detail
        headers.update(error.extra_headers)
    elif status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        detail = f"The body is over the limit of {request.max_content_length} bytes."
    return _document(status, detail, errors, headers)


def _trouble(_error: StoreTroubleError) -> Response:
    """Answer that the store cannot be used now; it has logged why, and /readyz tells it to operators."""
    return _document(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Nothing can be stored or read now; send this again, under the same id where it has one.",
        (),
        {"retry-after": str(_TROUBLE_SECONDS)},
    )


def _unknown(error: Exception) -> Response:
    reference = secrets.token_hex(8)
    _LOG.error("error %s at %s %s", reference, request.method, request.endpoint, exc_info=error)
    return _document(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        f"Something went wrong in Twosource; its log tells what, under the reference {reference}.",
        (),
        {},
    )


def _document(status: HTTPStatus, detail: str, errors: Sequence[FieldProblem], headers: Mapping[str, str]) -> Response:
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": detail,
    }
    if errors:
        document["errors"] = [dict(zip(_FIELD_KEYS, each, strict=False)) for each in errors]
    # Not through the application's own JSON: a body of an error must never be an error itself.
    body = json.dumps(document, ensure_ascii=True)
    return Response(body, status=int(status), headers=dict(headers), content_type=CONTENT_TYPE)


def escaped(name: str) -> str:
    """Return a name as a JSON Pointer has it."""
    return name.replace("~", "~0").replace("/", "~1")


def shortened(text: str) -> str:
    """Return a text that may repeat what was sent, so that an answer never grows with the request."""
    return text if len(text) <= _LONGEST_DETAIL else text[:_LONGEST_DETAIL] + "…"
