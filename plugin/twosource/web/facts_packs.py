"""Packs: listed, read as JSON, YAML or CSV, imported, renamed, retired and restored."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from flask import Response, jsonify, request

from twosource.desk import Moment, Outcome, PackRefusedError, PackText, StaleChangeError, UnknownEntryError, read_packs
from twosource.facts.pack import PackProblem
from twosource.packs import write
from twosource.packs.csv_facts import write_facts
from twosource.packs.hidden import Canonical, hidden
from twosource.packs.uncollected import uncollected
from twosource.store import PACK, CursorError, Entry, Ref
from twosource.store.tokens import KNOW_CONFIDENTIAL, READ_FACTS, WRITE_FACTS
from twosource.web.auth import needs
from twosource.web.facts import ALWAYS, WRITING, FactsBlueprint, refuses
from twosource.web.facts_asked import JSON, form, moment, paged, query, tagged
from twosource.web.facts_shown import history, pack_as_json
from twosource.web.facts_view import View, absent, one_state, view
from twosource.web.facts_writing import asked_versions, author, desk_problems, expected, if_match
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

blueprint = FactsBlueprint("packs", __name__, url_prefix="/v1", description="The packs of the fact base.")


@blueprint.route("/packs", methods=["GET"])
@needs(READ_FACTS)
@blueprint.arguments(ListQuerySchema(exclude=("pack",)), location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackListSchema)
@refuses(*ALWAYS[:2])
@one_state
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
@refuses(
    *ALWAYS[:2],
    HTTPStatus.PRECONDITION_FAILED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
@blueprint.doc(requestBody={"required": True, "content": {YAML: {"schema": {"type": "string"}}}})
def import_pack(asked: Mapping[str, Any]) -> Response:
    """Import a pack, all or nothing: what it no longer has is retired, and the same pack again changes nothing.

    The body is the pack's YAML. What is wrong with it is told with line, column and path. With If-Match, the ETag that
    reading the pack as YAML gave, nothing is imported where anybody has changed anything of the pack since.
    """
    seen, text = view(), _yaml()
    try:
        with uncollected():
            packs = read_packs([PackText("pack", text)])
            _refuse_confidential(seen, packs[0].canonical)
            change = _expected_change(seen, packs[0].pack.id)
            (outcome,) = seen.service.desk.take_in(packs, author(asked.get("reason")), change)
    except StaleChangeError as error:
        raise Problem(HTTPStatus.PRECONDITION_FAILED, f"{error}.") from error
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
@one_state
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
    plain, change = _state(seen, pack, at, whole=wanted != CSV)
    text = write_facts(plain).text if wanted == CSV else write(plain)
    answer = Response(text.encode(), content_type=f"{CSV if wanted == CSV else YAML}; charset=utf-8")
    ending = "csv" if wanted == CSV else "yaml"
    answer.headers["content-disposition"] = f'attachment; filename="{shown.entry.ref.pack}.{ending}"'
    return tagged(answer, _version(change), varies=True)


@blueprint.route("/packs/<pack>", methods=["PUT"])
@needs(WRITE_FACTS)
@blueprint.arguments(PackTitleSchema)
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*WRITING)
def change_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Give a pack another title; If-Match says which version is changed."""
    seen = view()
    version = expected(seen, seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        who = author(asked.get("reason"))
        entry = seen.service.desk.change(Ref.to_pack(pack), {"title": asked["title"]}, who, version)
    return _answer(entry)


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
    version = expected(seen, seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        entry = seen.service.desk.retire(Ref.to_pack(pack), author(asked.get("reason")), version)
    return _answer(entry)


@blueprint.route("/packs/<pack>/restore", methods=["POST"])
@needs(WRITE_FACTS)
@blueprint.arguments(ReasonQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, PackSchema)
@refuses(*WRITING)
def restore_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Put a retired pack back."""
    seen = view()
    version = expected(seen, seen.read(PACK, pack, pack))
    with desk_problems(seen, pack, "title"):
        entry = seen.service.desk.restore(Ref.to_pack(pack), author(asked.get("reason")), version)
    return _answer(entry)


@blueprint.route("/packs/<pack>/history", methods=["GET"])
@needs(READ_FACTS)
@blueprint.arguments(HistoryQuerySchema, location="query", unknown="raise")
@blueprint.response(HTTPStatus.OK, HistorySchema)
@refuses(*ALWAYS)
@one_state
def history_pack(asked: Mapping[str, Any], pack: str) -> Response:
    """Return who changed a pack or anything in it, when and why, and what; the newest first."""
    seen = view()
    ref = seen.read(PACK, pack, pack).entry.ref
    stories = seen.service.desk.history(pack, before=asked["before"], limit=asked["limit"], steps=_STEPS)
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


def _expected_change(seen: View, pack: str) -> int | None:
    """Return the last change of a pack as the caller read it, or None where that does not matter.

    Raises:
        Problem: 412 where If-Match has no ETag of the pack's text as it is, or there is no such pack.
    """
    if "if-match" not in request.headers:
        return None
    given = if_match()
    current = seen.service.desk.last_change(pack)
    if current and (given.star_tag or _version(current) in asked_versions()):
        return current
    raise Problem(
        HTTPStatus.PRECONDITION_FAILED,
        f"The pack '{pack}' is not as you read it: read it again as {YAML}, take in what others did since, and import "
        "it with the ETag that this reading gave.",
    )


def _version(change: int) -> str:
    """Return the version of a pack's whole text: its last change."""
    return f"change-{change}"


def _refuse_confidential(seen: View, pack: Canonical) -> None:
    """Refuse a pack with confidential sources, in itself or in the base, from who may not know them."""
    if seen.knows:
        return
    if seen.untold(str(pack["id"])) or hidden(pack).sources:
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


def _state(seen: View, pack: str, at: Moment | None, *, whole: bool) -> tuple[Mapping[str, Any], int]:
    """Return a pack in canonical form, as far as the caller may know it, or as far as anybody may; and its change."""
    try:
        plain, change = seen.service.desk.state(pack, at)
    except UnknownEntryError as error:
        raise absent(Ref.to_pack(pack), then=at is not None) from error
    if whole and seen.knows:
        return plain, change
    return seen.confidence.of(pack).pack(plain).pack(), change


@one_state
def _answer(entry: Entry) -> Response:
    seen = view()
    shown = seen.shown(entry)
    return tagged(jsonify(pack_as_json(seen, shown)), shown.tag)
