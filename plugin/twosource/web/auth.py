"""Who may call: bearer tokens, each with the scopes that it opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from flask import g, request

from twosource.store import Token
from twosource.web.current import current_service
from twosource.web.problems import Problem

_View = TypeVar("_View", bound=Callable[..., Any])


def needs(scope: str) -> Callable[[_View], _View]:
    """Let a view be called only with a token that has ``scope``; it goes outside of what reads the arguments.

    Without a live token the answer is 401, with one of other scopes 403.
    """

    def decorate(view: _View) -> _View:
        @wraps(view)
        def guarded(*arguments: Any, **named: Any) -> Any:
            g.token = _token_with(scope)
            return view(*arguments, **named)

        documented = {"manual_doc": {"security": [{"bearer": [scope]}]}}
        guarded._apidoc = {**getattr(view, "_apidoc", {}), **documented}  # type: ignore[attr-defined]  # flask_smorest's
        return cast("_View", guarded)

    return decorate


def may(scope: str) -> bool:
    """Return whether the caller of a guarded view has another scope as well."""
    return scope in g.token.scopes


def caller() -> str:
    """Return what the caller of a guarded view is called in the log of resolutions."""
    return f"token {g.token.name}"


def _token_with(scope: str) -> Token:
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not bearer.strip():
        raise _refused(HTTPStatus.UNAUTHORIZED, "This call needs a bearer token in the Authorization header.", "")
    token = current_service().store.tokens.find(bearer.strip())
    if token is None:
        raise _refused(HTTPStatus.UNAUTHORIZED, "This token is unknown or was revoked.", 'error="invalid_token"')
    if scope not in token.scopes:
        raise _refused(
            HTTPStatus.FORBIDDEN, f"This token lacks the scope {scope}.", f'error="insufficient_scope", scope="{scope}"'
        )
    return token


def _refused(status: HTTPStatus, detail: str, reason: str) -> Problem:
    challenge = 'Bearer realm="twosource"' + (f", {reason}" if reason else "")
    return Problem(status, detail, headers={"www-authenticate": challenge})
