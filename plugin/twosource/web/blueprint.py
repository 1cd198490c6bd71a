"""The blueprints of the documented API: flask-smorest's, with our way to read bodies, and with types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import flask_smorest
import marshmallow as ma
from flask import Request
from webargs.flaskparser import FlaskParser

from twosource.web.body import read_json, require_json
from twosource.web.problems import invalid

_View = TypeVar("_View", bound=Callable[..., Any])
_Schema = ma.Schema | type[ma.Schema]


class Parser(FlaskParser):
    """Reads the arguments of the API's calls; what is wrong with them is a problem document."""

    def _raw_load_json(self, req: Request) -> Any:
        require_json(req)
        return read_json(req.get_data(cache=True), exact=self.exact)

    exact = False
    """Whether numbers keep all their digits, and a name that stands twice is refused."""

    def handle_error(self, error: ma.ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Raise the problem of what marshmallow refuses."""
        messages = error.messages
        # The parser puts the location (json, query) around the fields.
        inner = next(iter(messages.values())) if isinstance(messages, dict) and len(messages) == 1 else messages
        raise invalid(inner) from error


class ExactParser(Parser):
    """Reads the arguments of calls that change the fact base."""

    exact = True


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask_smorest has no types
    """A part of the documented API."""

    ARGUMENTS_PARSER = Parser()

    if TYPE_CHECKING:

        def route(self, rule: str, *, methods: Sequence[str]) -> Callable[[_View], _View]:
            """Let a view answer at an address."""

        def arguments(
            self, schema: _Schema, *, location: str = "json", unknown: str | None = None
        ) -> Callable[[_View], _View]:
            """Give a view what a schema makes of the body or the query."""

        def response(self, status: int, schema: _Schema, *, description: str | None = None) -> Callable[[_View], _View]:
            """Document what a view answers."""

        def alt_response(
            self,
            status: int,
            response: str | None = None,
            *,
            schema: _Schema | None = None,
            content_type: str | None = None,
            description: str | None = None,
        ) -> Callable[[_View], _View]:
            """Document what a view answers otherwise."""

        @staticmethod
        def doc(**documented: Mapping[str, Any] | Sequence[Any]) -> Callable[[_View], _View]:
            """Document more of a view."""
