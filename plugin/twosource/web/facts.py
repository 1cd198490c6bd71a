"""The objects of the fact base: facts, entities, sources, claim types and units, each with its history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from flask import Response, jsonify

from twosource.desk import UnknownEntryError
from twosource.desk.confidence import alone
from twosource.packs.jsonld_out import claim_reviews
from twosource.packs.redact import Redaction
from twosource.store import CLAIM_TYPE, ENTITY, FACT, SECTIONS, SOURCE, UNIT, CursorError, Entry, Ref
from twosource.store.tokens import READ_FACTS, WRITE_FACTS
from twosource.web.auth import needs
from twosource.web.blueprint import Blueprint, ExactParser
from twosource.web.facts_asked import JSON, form, moment, paged, query, tagged
from twosource.web.facts_shown import as_json, history, listed
from twosource.web.facts_view import Shown, View, one_state, view
from twosource.web.facts_writing import author, desk_problems, expected, refuse_confidential, refuse_in_part
from twosource.web.problems import Problem, refused
from twosource_schemas.fact_base import (
    SCHEMAS,
    AtQuerySchema,
    FactListQuerySchema,
    HistoryQuerySchema,
    HistorySchema,
    ListQuerySchema,
    ReasonQuerySchema,
)

JSON_LD = "application/ld+json"
_STEPS = 50


class FactsBlueprint(Blueprint):
    """A part of the API whose bodies are read exactly."""

    ARGUMENTS_PARSER = ExactParser()


blueprint = FactsBlueprint("facts", __name__, url_prefix="/v1", description="The fact base.")

_Wrap = Callable[[Callable[..., Response]], Callable[..., Response]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object: what the store calls it, its addresses, and what it is called."""

    kind: str
    path: str
    noun: str
    nouns: str

    @property
    def at(self) -> str:
        """The rule of one object's address."""
        return f"/{self.path}/<pack>/<key>"

    @property
    def plural(self) -> str:
        """The name that a list of them has in an answer."""
        return SECTIONS[self.kind]

    def address(self, pack: str, called: str) -> str:
        """Return an object's address."""
        return f"/v1/{self.path}/{quote(pack, safe='')}/{quote(called, safe='')}"


KINDS = (
    Kind(FACT, "facts", "fact", "facts"),
    Kind(ENTITY, "entities", "entity", "entities"),
    Kind(SOURCE, "sources", "source", "sources"),
    Kind(CLAIM_TYPE, "claim-types", "claim type", "claim types"),
    Kind(UNIT, "units", "unit", "units"),
)


def refuses(*statuses: HTTPStatus) -> _Wrap:
    """Document with which problems a view refuses."""

    def decorate(view_of: Callable[..., Response]) -> Callable[..., Response]:
        for status in statuses:
            # By the name of a response that the API has registered, as its schema would be copied for each view.
            view_of = blueprint.alt_response(status, status.name)(view_of)
        return view_of

    return decorate


ALWAYS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
WRITING = (*ALWAYS, HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED, HTTPStatus.PRECONDITION_REQUIRED)


def mount(kind: Kind) -> None:
    """Let the objects of a kind be listed, read, created, changed, retired and restored."""
    for make in (_mount_list, _mount_read, _mount_create, _mount_change, _mount_retire, _mount_restore, _mount_history):
        make(kind)


def _named(kind: Kind, name: str, told: str) -> _Wrap:
    """Give a view a name of its own and the summary that the documentation shows."""

    def decorate(view_of: Callable[..., Response]) -> Callable[..., Response]:
        view_of.__name__ = f"{name}_{kind.kind}"
        view_of.__doc__ = told
        return view_of

    return decorate


def _mount_list(kind: Kind) -> None:
    @blueprint.route(f"/{kind.path}", methods=["GET"])
    @needs(READ_FACTS)
    @blueprint.arguments(
        FactListQuerySchema if kind.kind == FACT else ListQuerySchema, location="query", unknown="raise"
    )
    @blueprint.response(HTTPStatus.OK, SCHEMAS[kind.kind].listed)
    @refuses(*ALWAYS[:2])
    @_named(kind, "list", f"List {kind.nouns}, choose among them, and search them.")
    @one_state
    def list_them(asked: Mapping[str, Any]) -> Response:
        seen = view()
        try:
            page = seen.page(query(seen, kind.kind, asked))
        except CursorError as error:
            raise refused([("#/after", f"{error}")]) from error
        entries = [listed(seen, seen.shown(entry), kind.kind) for entry in page.entries]
        return paged({"total": page.total, "next": page.next, kind.plural: entries}, "after", page.next)


def _mount_read(kind: Kind) -> None:
    @blueprint.route(kind.at, methods=["GET"])
    @needs(READ_FACTS)
    @blueprint.arguments(AtQuerySchema, location="query", unknown="raise")
    @blueprint.response(HTTPStatus.OK, SCHEMAS[kind.kind].shown)
    @refuses(*ALWAYS, HTTPStatus.NOT_ACCEPTABLE)
    @_named(
        kind,
        "read",
        f"Return one {kind.noun} as it is, or as it was.\n\nIts ETag is what a change of it is asked with."
        + (f" As {JSON_LD} it is a schema.org ClaimReview." if kind.kind == FACT else ""),
    )
    @one_state
    def read(asked: Mapping[str, Any], pack: str, key: str) -> Response:
        seen, at = view(), moment(asked["at"])
        wanted = form((JSON, JSON_LD) if kind.kind == FACT else (JSON,))
        shown = seen.read(kind.kind, pack, key, at)
        if wanted == JSON_LD:
            return _claim_review(seen, shown, now=at is None)
        content = as_json(seen, shown, kind.kind, asked["locale"], now=at is None)
        return tagged(jsonify(content), shown.tag, varies=kind.kind == FACT)


def _claim_review(seen: View, shown: Shown, *, now: bool) -> Response:
    """Return a fact as a claim review, in which no confidential source is told to anybody."""
    ref, day = shown.entry.ref, seen.service.day_of_check()
    part = seen.service.desk.part(ref) if now and not shown.entry.retired else None
    if part is None:
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"Only of a live fact, as it is now, there is {JSON_LD}.")
    reviews = claim_reviews(Redaction(alone(part, ref.id), seen.confidence.of(ref.pack).hidden).pack(), day, None)
    if ref.id in reviews.left_out:
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"Of this fact there is no {JSON_LD} ({reviews.left_out[ref.id]}).")
    answer = jsonify(reviews.document)
    answer.content_type = JSON_LD
    return tagged(answer, f"{shown.version}-ld-{day.isoformat()}", varies=True)


def _mount_create(kind: Kind) -> None:
    @blueprint.route(f"/{kind.path}", methods=["POST"])
    @needs(WRITE_FACTS)
    @blueprint.arguments(SCHEMAS[kind.kind].create)
    @blueprint.response(HTTPStatus.CREATED, SCHEMAS[kind.kind].shown)
    @refuses(*ALWAYS[:2], HTTPStatus.CONFLICT)
    @_named(kind, "create", f"Create one {kind.noun} in a pack.")
    def create(asked: Mapping[str, Any]) -> Response:
        seen, ref, body = view(), Ref(asked["pack"], kind.kind, asked["id"]), asked[kind.kind]
        refuse_confidential(seen, ref.pack, kind.kind, body)
        with desk_problems(seen, ref.pack, kind.kind):
            try:
                entry = seen.service.desk.create(ref, body, author(asked.get("reason")))
            except UnknownEntryError as error:
                raise refused([("#/pack", f"{error}; import it, or mend the spelling")]) from error
        answer = _answer(entry, kind)
        answer.status_code = HTTPStatus.CREATED
        answer.headers["location"] = kind.address(ref.pack, ref.id)
        return answer


def _mount_change(kind: Kind) -> None:
    @blueprint.route(kind.at, methods=["PUT"])
    @needs(WRITE_FACTS)
    @blueprint.arguments(SCHEMAS[kind.kind].change)
    @blueprint.response(HTTPStatus.OK, SCHEMAS[kind.kind].shown)
    @refuses(*WRITING)
    @_named(kind, "change", f"Give one {kind.noun} another body; If-Match says which version is changed.")
    def change(asked: Mapping[str, Any], pack: str, key: str) -> Response:
        seen, body = view(), asked[kind.kind]
        shown = _to_be_changed(seen, kind, pack, key)
        refuse_confidential(seen, pack, kind.kind, body)
        version = expected(seen, shown)
        with desk_problems(seen, pack, kind.kind):
            entry = seen.service.desk.change(shown.entry.ref, body, author(asked.get("reason")), version)
        return _answer(entry, kind)


def _mount_retire(kind: Kind) -> None:
    @blueprint.route(kind.at, methods=["DELETE"])
    @needs(WRITE_FACTS)
    @blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
    @blueprint.response(HTTPStatus.OK, SCHEMAS[kind.kind].shown)
    @refuses(*WRITING)
    @_named(
        kind,
        "retire",
        f"Take one {kind.noun} out of the checks and the exports.\n\nIts history stays, and it can be restored.",
    )
    def retire(asked: Mapping[str, Any], pack: str, key: str) -> Response:
        seen = view()
        shown = _to_be_changed(seen, kind, pack, key)
        version = expected(seen, shown)
        with desk_problems(seen, pack, kind.kind):
            entry = seen.service.desk.retire(shown.entry.ref, author(asked.get("reason")), version)
        return _answer(entry, kind)


def _mount_restore(kind: Kind) -> None:
    @blueprint.route(f"{kind.at}/restore", methods=["POST"])
    @needs(WRITE_FACTS)
    @blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
    @blueprint.response(HTTPStatus.OK, SCHEMAS[kind.kind].shown)
    @refuses(*WRITING)
    @_named(kind, "restore", f"Put one retired {kind.noun} back.")
    def restore(asked: Mapping[str, Any], pack: str, key: str) -> Response:
        seen = view()
        shown = _to_be_changed(seen, kind, pack, key)
        version = expected(seen, shown)
        with desk_problems(seen, pack, kind.kind):
            entry = seen.service.desk.restore(shown.entry.ref, author(asked.get("reason")), version)
        return _answer(entry, kind)


def _mount_history(kind: Kind) -> None:
    @blueprint.route(f"{kind.at}/history", methods=["GET"])
    @needs(READ_FACTS)
    @blueprint.arguments(HistoryQuerySchema, location="query", unknown="raise")
    @blueprint.response(HTTPStatus.OK, HistorySchema)
    @refuses(*ALWAYS)
    @_named(kind, "history", f"Return who changed one {kind.noun}, when and why, and what; the newest first.")
    @one_state
    def past(asked: Mapping[str, Any], pack: str, key: str) -> Response:
        seen = view()
        ref = seen.read(kind.kind, pack, key).entry.ref
        stories = seen.service.desk.history(ref, before=asked["before"], limit=asked["limit"], steps=_STEPS)
        return paged(history(seen, stories, ref), "before", stories.next)


def _to_be_changed(seen: View, kind: Kind, pack: str, key: str) -> Shown:
    """Return an object that the caller may change."""
    with seen.service.desk.one_state():
        shown = seen.read(kind.kind, pack, key)
    refuse_in_part(shown)
    return shown


@one_state
def _answer(entry: Entry, kind: Kind) -> Response:
    """Return an object after a change, as far as the caller may know it now: others may have changed more of it."""
    seen = view()
    shown = seen.shown(entry)
    return tagged(jsonify(as_json(seen, shown, kind.kind, "en", now=True)), shown.tag)


for each in KINDS:
    mount(each)
