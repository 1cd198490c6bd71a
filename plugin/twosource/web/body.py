"""Read JSON from hostile bodies, and validate it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from http import HTTPStatus
from itertools import islice
from typing import Any, NoReturn

import marshmallow as ma
from flask import Flask, Request, request

from twosource.web.problems import MOST_ERRORS, FieldProblem, Problem, escaped, invalid, pointer_of, shortened


def read_json(body: bytes, *, exact: bool = False) -> Any:
    """Return what a JSON text in UTF-8 says.

    Args:
        body: the text.
        exact: whether numbers with a point keep all digits as they were written (as ``Decimal``), and a name that an
            object has twice is refused; else the last one counts.

    Raises:
        Problem: 400 where it is no JSON, says a number that is none, or is nested too deep; 422 where a string has a
            character that no text may hold.
    """
    try:
        said = json.loads(body.decode("utf-8-sig"), parse_constant=_no_number, **(_EXACT if exact else {}))
    except UnicodeDecodeError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, f"The body is not UTF-8 (at byte {error.start}).") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Problem(HTTPStatus.BAD_REQUEST, f"The body is no JSON: {error.msg} at {where}.") from error
    except RecursionError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, "The body is nested too deep.") from error
    except ValueError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, "The body has a number that cannot be read.") from error
    if unstorable := list(islice(_unstorable(body, said), MOST_ERRORS)):
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"{unstorable[0][0]}: {unstorable[0][1]}", unstorable)
    return said


def validated(schema: ma.Schema, said: Any) -> dict[str, Any]:
    """Return what a schema makes of a value.

    Raises:
        Problem: 422, with the path of each field that it refuses.
    """
    try:
        loaded: dict[str, Any] = schema.load(said)
    except ma.ValidationError as error:
        raise invalid(error.messages) from error
    return loaded


def install(app: Flask) -> None:
    """Let every request be refused whose body is compressed: it is signed, limited and read as it comes."""

    @app.before_request
    def refuse_encoded() -> None:
        encoding = request.headers.get("content-encoding", "").strip().lower()
        if encoding not in ("", "identity"):
            raise Problem(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
                f"The body must come as it is, not with the Content-Encoding {encoding[:100]}.",
                headers={"accept-encoding": "identity"},
            )


def require_json(request: Request) -> None:
    """Return nothing where the request says that its body is JSON.

    Raises:
        Problem: 415 where it says something else, or nothing.
    """
    if not request.is_json:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"The body must be application/json, not {(request.mimetype or 'of no type')[:100]}.",
        )


def unreadable(dotted: str, message: str, under: str = "") -> Problem:
    """Return the problem of a field that its reader cannot read.

    Args:
        dotted: the field's dotted path.
        message: what the reader says, the path before it.
        under: the dotted path of what the reader was given.
    """
    pointer = pointer_of(f"{under}.{dotted}" if under else dotted)
    detail = shortened(message.removeprefix(f"{dotted}: "))
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"{pointer}: {detail}", [(pointer, detail)])


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise Problem(HTTPStatus.BAD_REQUEST, shortened(f"The name {twice!r} stands in one object twice; remove one."))
    return said


def _digits(written: str) -> Decimal | float:
    # With an exponent, a number of ten characters may have a thousand million digits.
    return float(written) if "e" in written.lower() else Decimal(written)


_EXACT: dict[str, Any] = {"parse_float": _digits, "object_pairs_hook": _once}


def _unstorable(body: bytes, said: Any) -> Iterator[FieldProblem]:
    r"""Yield the strings with U+0000 or half a surrogate pair, which no database holds; only ``\u`` can write them."""
    if b"\\u" not in body:
        return
    waiting: list[tuple[str, Any]] = [("#", said)]
    while waiting:
        pointer, value = waiting.pop()
        # Shortened on the way: names repeat in the pointers of all that is in them.
        pointer = shortened(pointer)
        if isinstance(value, dict):
            waiting.extend((f"{pointer}/{shortened(escaped(name))}", inner) for name, inner in value.items())
            if any(not _is_storable(name) for name in value):
                yield pointer, "A name in it has a character that no text may hold."
        elif isinstance(value, list):
            waiting.extend((f"{pointer}/{index}", inner) for index, inner in enumerate(value))
        elif isinstance(value, str) and not _is_storable(value):
            yield pointer, "There is a character in it that no text may hold (U+0000 or half a pair)."


def _is_storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
