"""What a request asks of the fact base: a state of the past, a page of a list, a form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Response, jsonify, request

from twosource.desk import Moment
from twosource.store import Query
from twosource.web.facts_view import View
from twosource.web.facts_writing import etag
from twosource.web.problems import Problem, refused

_CHANGE = re.compile(r"[0-9]{1,18}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_RETIRED = {"false": False, "true": True, "any": None}
JSON = "application/json"


def moment(written: str | None) -> Moment | None:
    """Return the state of the past that is asked for, or None for now.

    Raises:
        Problem: 422 where it is neither a moment, nor a day, nor a change's number.
    """
    if written is None:
        return None
    if _CHANGE.fullmatch(written):
        return int(written)
    try:
        if _DAY.fullmatch(written):
            return datetime.combine(date.fromisoformat(written), time.max, UTC)
        then = datetime.fromisoformat(written)
        if then.tzinfo is not None:
            return then.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise refused(
        [("#/at", "write a moment with its zone (2026-11-30T12:00:00Z), a day (2026-11-30) or a change's number")]
    )


def query(view: View, kind: str, asked: Mapping[str, Any]) -> Query:
    """Return the query that the arguments of a list ask."""
    stale = asked.get("stale", False)
    return Query(
        kind=kind,
        pack=asked["pack"],
        subject=asked.get("subject"),
        type=asked.get("type"),
        status=asked.get("status"),
        settled=asked.get("settled"),
        disputed=asked.get("disputed"),
        source=asked.get("source"),
        stale_on=view.service.day_of_check() if stale else None,
        retired=_RETIRED[asked["retired"]],
        text=asked["q"],
        sort=asked["sort"],
        cursor=asked["after"],
        limit=asked["limit"],
    )


def paged(content: Mapping[str, Any], argument: str, where: str | int | None) -> Response:
    """Return a page, with the address of the next one in Link (RFC 8288) where there is one.

    Args:
        content: the page.
        argument: the argument that says where a page begins.
        where: where the next page begins.
    """
    answer = jsonify(content)
    if where is not None:
        arguments = {**request.args.to_dict(), argument: where}
        answer.headers["link"] = f'<{request.path}?{urlencode(arguments)}>; rel="next"'
    return answer


def form(forms: Sequence[str]) -> str:
    """Return the form that the caller takes best, the first one where all are alike.

    Raises:
        Problem: 406 where the caller takes none of them.
    """
    if "accept" not in request.headers:
        return forms[0]
    best = request.accept_mimetypes.best_match(forms)
    if best is None:
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"This can be had as {', '.join(forms)}.")
    return best


def tagged(answer: Response, tag: str, *, varies: bool = False) -> Response:
    """Return an answer with its ETag, or 304 without it where the caller has that already.

    Args:
        answer: the answer.
        tag: the version that its ETag tells.
        varies: whether another Accept would have got another form.
    """
    answer.headers.update(etag(tag, answer.get_data()))
    answer.headers["cache-control"] = "private, no-cache"
    answer.headers["vary"] = "authorization, accept" if varies else "authorization"
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(answer.get_etag()[0] or ""):
        answer.status_code = HTTPStatus.NOT_MODIFIED
        answer.set_data(b"")
        del answer.headers["content-type"]
    return answer
