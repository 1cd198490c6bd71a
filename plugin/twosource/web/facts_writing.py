"""What has to hold before the fact base is changed, and what is said where it does not."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from flask import request
from werkzeug.datastructures import ETags

from twosource.desk import (
    EntryTakenError,
    PackRefusedError,
    RetiredEntryError,
    StaleVersionError,
    StillUsedError,
    UnknownEntryError,
)
from twosource.facts.pack import PackProblem
from twosource.packs.hidden import CONFIDENTIAL
from twosource.packs.redact import Redaction
from twosource.store import ENTITY, SECTIONS, SOURCE, Author, Query
from twosource.store.tokens import KNOW_CONFIDENTIAL
from twosource.web.auth import caller
from twosource.web.facts_view import Shown, View, absent
from twosource.web.problems import MOST_ERRORS, FieldProblem, Problem, pointer, refused, shortened
from twosource_schemas.base import nearest

_SOURCES = ("source", "of", "relays", "translation_of")
_ENTITIES = ("subject", "speaker", "entity", "of", "affiliates", "publisher", "paid_by")
_LISTED = 10
_BESIDE = "."
_CONTENT_DIGITS = 12
_GUESSES = 5
_LIKENED = 1000
_UNKNOWN = re.compile(
    r"(?P<head>unknown (?P<noun>entity|source|claim type|fact) '(?P<word>[^']*)'): declare it first, .*", re.DOTALL
)
_TAG = r'(?:W/)?"[^"\x00-\x20\x7f]*"'
_TAGS = re.compile(rf"\s*(?:\*|{_TAG}(?:\s*,\s*{_TAG})*)\s*")
_ID = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")


def author(reason: str | None) -> Author:
    """Return the caller as who changes something, for a reason."""
    return Author(caller(), reason)


def etag(tag: str, content: bytes | None = None) -> dict[str, str]:
    """Return the header that tells a version, and, of an answer with that, its very content.

    An object of one version can be told otherwise: it was retired and restored, or a source of it got another title.
    """
    beside = "" if content is None else _BESIDE + hashlib.sha256(content).hexdigest()[:_CONTENT_DIGITS]
    return {"etag": f'"{tag}{beside}"'}


def expected(view: View, shown: Shown) -> str | None:
    """Return the entry's tag where the caller wants to change that, or None for whatever is there (``If-Match: *``).

    Who may not know confidential sources changes what was shown alone: what came since might be lost, or told.

    Raises:
        Problem: 428 without If-Match, 412 where that is of another version (both tell the one that is there), 400 where
            it cannot be read.
    """
    if "if-match" not in request.headers:
        raise Problem(
            HTTPStatus.PRECONDITION_REQUIRED,
            "Say in If-Match which version you change: the ETag that reading it gave.",
            headers=etag(shown.tag),
        )
    if if_match().star_tag:
        return None if view.knows else shown.entry.tag
    if shown.tag not in asked_versions():
        raise Problem(
            HTTPStatus.PRECONDITION_FAILED,
            "It has changed since you read it; read it again and make your change to that.",
            headers=etag(shown.tag),
        )
    return shown.entry.tag


def if_match() -> ETags:
    """Return what If-Match says.

    Raises:
        Problem: 400 where its tags are not in double quotes (RFC 9110, 8.8.3).
    """
    if not _TAGS.fullmatch(request.headers.get("if-match", "*")):
        raise Problem(
            HTTPStatus.BAD_REQUEST,
            'If-Match wants the ETag as it came, in its double quotes (If-Match: "0123abcd"), or * for whatever is '
            "there.",
        )
    return request.if_match


def asked_versions() -> set[str]:
    """Return the versions that If-Match tells; what ETags have beside these tells how an answer was written alone."""
    return {tag.partition(_BESIDE)[0] for tag in if_match().as_set()}


def refuse_in_part(shown: Shown) -> None:
    """Return nothing where the caller sees the whole of an object.

    Raises:
        Problem: 403 where something of it stays untold, and would be lost.
    """
    if not shown.is_whole:
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "Parts of this come from confidential sources and are not shown to this token: writing it back would lose "
            f"them. It takes a token with the scope {KNOW_CONFIDENTIAL}.",
        )


def refuse_confidential(view: View, pack: str, key: str, body: Mapping[str, Any]) -> None:
    """Return nothing where the caller may write a body of this content.

    Args:
        view: the caller's.
        pack: the pack's id.
        key: the name that the body has in the request.
        body: whatever was sent.

    Raises:
        Problem: 403 where it has a part of a confidential source, 422 where it names what is not there for the caller.
    """
    if view.knows:
        return
    redaction = view.untold(pack).redaction
    unknown: list[FieldProblem] = []
    for path, name, value in _words(body):
        is_source = name in _SOURCES and redaction.real(value) not in (None, value)
        if is_source or (name == "terms" and value == CONFIDENTIAL):
            raise Problem(
                HTTPStatus.FORBIDDEN,
                f"{pointer((key, *path))}: what confidential sources bear is written with a token that has the scope "
                f"{KNOW_CONFIDENTIAL}.",
            )
        if name in _SOURCES and value in redaction.hidden.sources:
            unknown.append(_unknown(pointer((key, *path)), "source", value))
        if name in _ENTITIES and value in redaction.hidden.entities:
            unknown.append(_unknown(pointer((key, *path)), "entity", value))
    if unknown:
        raise refused(unknown[:MOST_ERRORS])


def _unknown(where: str, noun: str, word: str) -> FieldProblem:
    return shortened(where), f"unknown {noun} '{word[:100]}': declare it first, or mend the spelling"


def _words(body: Any) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield the texts of a body of any shape: their paths, the key that each stands under, and themselves."""
    waiting: list[tuple[tuple[str | int, ...], str, Any]] = [((), "", body)]
    while waiting:
        path, name, value = waiting.pop()
        if isinstance(value, str):
            yield path, name, value.strip()
        elif isinstance(value, Mapping):
            waiting.extend(((*path, key), key, each) for key, each in value.items())
        elif isinstance(value, list):
            waiting.extend(((*path, position), name, each) for position, each in enumerate(value))


@contextmanager
def desk_problems(view: View, pack: str, key: str) -> Iterator[None]:
    """Let what the desk refuses in the block leave it as a problem, told as far as the caller may know.

    Args:
        view: the caller's.
        pack: the id of the pack that is written.
        key: the name that the object's body has in the request.
    """
    redaction = view.untold(pack).redaction
    try:
        yield
    except UnknownEntryError as error:
        raise absent(error.ref) from error
    except StaleVersionError as error:
        now = View(view.service, view.confidence, view.knows)
        tag = now.shown(view.service.desk.read(error.ref)).tag
        raise Problem(HTTPStatus.PRECONDITION_FAILED, f"{error}.", headers=etag(tag)) from error
    except EntryTakenError as error:
        raise Problem(HTTPStatus.CONFLICT, f"{error}.") from error
    except RetiredEntryError as error:
        raise Problem(HTTPStatus.CONFLICT, f"{error} (POST …/restore).") from error
    except StillUsedError as error:
        raise Problem(HTTPStatus.CONFLICT, _users(error, redaction)) from error
    except PackRefusedError as error:
        told = [_told(each, key, redaction) for each in error.problems[:MOST_ERRORS]]
        guessed = [(where, _guessed(view, pack, message)) for where, message in told[:_GUESSES]]
        raise refused([*guessed, *told[_GUESSES:]]) from error


def _users(error: StillUsedError, redaction: Redaction) -> str:
    """Return who leans on an object, without those who stay untold."""
    hidden = {SOURCE: redaction.hidden.sources, ENTITY: redaction.hidden.entities}
    users = [user for user in error.users if user.id not in hidden.get(user.kind, ())]
    if len(users) == len(error.users):
        return f"{error}."
    told = ", ".join(f"{user.kind.replace('_', ' ')} '{user.id}'" for user in users[:_LISTED])
    return (
        f"{error.ref} is still used by {told or 'something'}{' and others' * bool(told)}; change or retire these first."
    )


def _guessed(view: View, pack: str, message: str) -> str:
    """Return a message with the id that was likely meant, where it is about one that the pack has not.

    The desk looks at what an object leans on alone, so it does not know what else the pack has.
    """
    about = _UNKNOWN.fullmatch(message)
    if about is None:
        return message
    page = view.page(Query(kind=about["noun"].replace(" ", "_"), pack=pack, limit=_LIKENED))
    close = nearest(about["word"], [view.shown(entry).id for entry in page.entries])
    return f"{message[: about.end('head')]}{close}" if close else message


def _told(problem: PackProblem, key: str, redaction: Redaction) -> tuple[str, str]:
    """Return a problem of an object with a pointer into the request's body."""
    keys = problem.keys
    elsewhere = bool(keys) and keys[0] in SECTIONS.values()
    where = pointer((key,)) if elsewhere else pointer((key, *keys))
    message = f"{problem.path}: {problem.message}" if elsewhere else problem.message
    hidden = redaction.hidden.sources.keys() | redaction.hidden.entities
    if not hidden.isdisjoint(_ID.findall(message)):
        head, guess, _ = message.partition(": did you mean ")
        plain = guess and not elsewhere
        message = f"{head}: declare it first, or mend the spelling" if plain else "the pack would not hold together"
    return shortened(where), shortened(message)
