"""Packs: listed, read as JSON, YAML or CSV, imported, renamed, retired and restored."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from flask import Response, jsonify, request

from twosource.desk import Moment, Outcome, PackRefusedError, PackText, UnknownEntryError
from twosource.facts.pack import PackProblem
from twosource.packs import read, write
from twosource.packs.csv_facts import write_facts
from twosource.packs.hidden import hidden
from twosource.packs.redact import Redaction
from twosource.store import PACK, CursorError, Entry, Ref
from twosource.store.tokens import KNOW_CONFIDENTIAL, READ_FACTS, WRITE_FACTS
from twosource.web.auth import needs
from twosource.web.facts import ALWAYS, WRITING, FactsBlueprint, refuses
from twosource.web.facts_asked import JSON, form, moment, paged, query, tagged
from twosource.web.facts_shown import history, pack_as_json
from twosource.web.facts_view import View, absent, view
from twosource.web.facts_writing import author, desk_problems, expected
from twosource.web.problems import MOST_ERRORS, FieldProblem, Problem, pointer, refused, shortened
from twosource_schemas.fact_base import (
    HistoryQuerySchema,
    HistorySchema,
    ImportedSchema,
    ListQuerySchema,
    MomentQuerySchema,
    PackListSchema,
    PackSchema,
    PackTitleSchema,
    ReasonQuerySchema,
)

YAML = "application/yaml"
CSV = "text/csv"
_YAML_NAMES = (YAML, "application/x-yaml", "text/yaml", "text/x-yaml")
_STEPS = 50
_STEPS_IN_PART = 10

blueprint = FactsBlueprint("packs", __name__, url_prefix="/v1", description="The packs of the fact base.")


@blueprint.route("/packs", methods=["GET"])
@needs(READ_FACTS)
@blueprint.arguments(ListQuerySchema(exclude=("pack",)), location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackListSchema)
@refuses(*ALWAYS[:2])
def list_packs(asked: Mapping[str, Any]) -> Response:
    """List packs and search their titles."""
    seen = view()
    try:
        page = seen.page(query(seen, PACK, {"pack": None, **asked}))
    except CursorError as error:
        raise refused([("#/after", f"{error}")]) from error
    packs = [pack_as_json(seen, seen.shown(entry)) for entry in page.entries]
    return paged({"total": page.total, "next": page.next, "packs": packs}, "after", page.next)


@blueprint.route("/packs", methods=["POST"])
@needs(WRITE_FACTS)
@blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, ImportedSchema, description="The pack was there, and is now as it was given.")
@blueprint.alt_response(HTTPStatus.CREATED, schema=ImportedSchema, description="The pack is new.")
@refuses(*ALWAYS[:2], HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
@blueprint.doc(requestBody={"required": True, "content": {YAML: {"schema": {"type": "string"}}}})
def import_pack(asked: Mapping[str, Any]) -> Response:
    """Import a pack, all or nothing: what it no longer has is retired, and the same pack again changes nothing.

    The body is the pack's YAML. What is wrong with it is told with line, column and path.
    """
    seen, text = view(), _yaml()
    _refuse_confidential(seen, text)
    try:
        (outcome,) = seen.service.desk.import_packs([PackText("pack", text)], author(asked.get("reason")))
    except PackRefusedError as error:
        raise refused([_placed(each) for each in error.problems[:MOST_ERRORS]]) from error
    answer = jsonify(_imported(outcome))
    if Ref.to_pack(outcome.pack) in outcome.created:
        answer.status_code = HTTPStatus.CREATED
    answer.headers["location"] = f"/v1/packs/{quote(outcome.pack, safe='')}"
    return answer


@blueprint.route("/packs/<pack>", methods=["GET"])
@needs(READ_FACTS)
@blueprint.arguments(MomentQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*ALWAYS, HTTPStatus.NOT_ACCEPTABLE)
def read_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Return a pack as it is, or as it was: what it is called, or its whole text as YAML, or its flat facts as CSV.

    To tokens without facts:confidential the text tells confidential sources by nameless ids. CSV never has what they
    bear.
    """
    seen, at = view(), moment(asked["at"])
    wanted = form((JSON, *_YAML_NAMES, CSV))
    shown = seen.read(PACK, pack, pack, at)
    if wanted == JSON:
        return tagged(jsonify(pack_as_json(seen, shown)), shown.tag, varies=True)
    plain = _plain(seen, pack, at, whole=wanted != CSV)
    text = write_facts(plain).text if wanted == CSV else write(plain)
    answer = Response(text.encode(), content_type=f"{CSV if wanted == CSV else YAML}; charset=utf-8")
    ending = "csv" if wanted == CSV else "yaml"
    answer.headers["content-disposition"] = f'attachment; filename="{shown.entry.ref.pack}.{ending}"'
    answer.add_etag()
    return tagged(answer, answer.get_etag()[0] or "", varies=True)


@blueprint.route("/packs/<pack>", methods=["PUT"])
@needs(WRITE_FACTS)
@blueprint.arguments(PackTitleSchema)
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*WRITING)
def change_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Give a pack another title; If-Match says which version is changed."""
    seen = view()
    version = expected(seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        who = author(asked.get("reason"))
        entry = seen.service.desk.change(Ref.to_pack(pack), {"title": asked["title"]}, who, version)
    return _answer(seen, entry)


@blueprint.route("/packs/<pack>", methods=["DELETE"])
@needs(WRITE_FACTS)
@blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*WRITING)
def retire_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Take a whole pack out of the checks.

    It stays with its history, and can be restored.
    """
    seen = view()
    version = expected(seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        entry = seen.service.desk.retire(Ref.to_pack(pack), author(asked.get("reason")), version)
    return _answer(seen, entry)


@blueprint.route("/packs/<pack>/restore", methods=["POST"])
@needs(WRITE_FACTS)
@blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*WRITING)
def restore_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Put a retired pack back."""
    seen = view()
    version = expected(seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        entry = seen.service.desk.restore(Ref.to_pack(pack), author(asked.get("reason")), version)
    return _answer(seen, entry)


@blueprint.route("/packs/<pack>/history", methods=["GET"])
@needs(READ_FACTS)
@blueprint.arguments(HistoryQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, HistorySchema)
@refuses(*ALWAYS)
def history_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Return who changed a pack or anything in it, when and why, and what; the newest first."""
    seen = view()
    ref = seen.read(PACK, pack, pack).entry.ref
    most = _STEPS if seen.knows else _STEPS_IN_PART
    stories = seen.service.desk.history(pack, before=asked["before"], limit=asked["limit"], steps=most)
    return paged(history(seen, stories, ref), "before", stories.next)


def _yaml() -> str:
    """Return the body's text.

    Raises:
        Problem: 413 where it is too long, 415 where it says that it is something else, 400 where it is no UTF-8.
    """
    if request.mimetype not in _YAML_NAMES:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"A pack must come as {YAML}, not as {(request.mimetype or 'of no type')[:100]}.",
        )
    request.max_content_length = view().service.settings.pack_limit
    try:
        return request.get_data().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, f"The body is not UTF-8 (at byte {error.start}).") from error


def _refuse_confidential(seen: View, text: str) -> None:
    """Refuse a pack with confidential sources, in the text or in the base, from who may not know them."""
    if seen.knows:
        return
    reading = read(text, "pack")
    if reading.canonical is None:
        return
    if seen.untold(str(reading.canonical["id"])) or hidden(reading.canonical).sources:
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "This pack has confidential sources; an import by a token that may not know them could lose their words. "
            f"It takes a token with the scope {KNOW_CONFIDENTIAL}.",
        )


def _placed(problem: PackProblem) -> FieldProblem:
    return shortened(pointer(problem.keys)), shortened(problem.message), problem.line, problem.column


def _imported(outcome: Outcome) -> dict[str, Any]:
    counted = ("created", "changed", "retired", "restored")
    return {
        "pack": outcome.pack,
        "change": outcome.change.id if outcome.change else None,
        "facts": outcome.facts,
        **{name: len(getattr(outcome, name)) for name in counted},
        "unchanged": outcome.unchanged,
        "doubts": [shortened(str(doubt)) for doubt in outcome.doubts[:MOST_ERRORS]],
    }


def _plain(seen: View, pack: str, at: Moment | None, *, whole: bool) -> Mapping[str, Any]:
    """Return a pack in canonical form, as far as the caller may know it, or as far as anybody may."""
    try:
        plain = seen.service.desk.plain(pack, at)
    except UnknownEntryError as error:
        raise absent(Ref.to_pack(pack), then=at is not None) from error
    if whole and seen.knows:
        return plain
    untold = seen.confidence.of(pack)
    redaction = Redaction(plain, untold.redaction.hidden) if at is None else untold.of_former(plain)
    return redaction.pack()


def _answer(seen: View, entry: Entry) -> Response:
    shown = seen.shown(entry)
    return tagged(jsonify(pack_as_json(seen, shown)), shown.tag)
