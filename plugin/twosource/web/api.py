"""The API: check a text, read a draft's state and its flags, resolve a flag."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, jsonify

from twosource.cms.generic.segments import UnreadableEventError
from twosource.jobs import FactBaseError, check_text, resolve_flag
from twosource.store import FlagClosedError, KeptDraft, Resolve, UnknownNameError
from twosource.store.tokens import CHECK, READ_DRAFTS, RESOLVE_FLAGS
from twosource.web.auth import caller, may, needs
from twosource.web.blueprint import Blueprint
from twosource.web.body import unreadable
from twosource.web.current import current_service, running
from twosource.web.links import review_link
from twosource.web.problems import CONTENT_TYPE, Problem
from twosource_schemas.api import (
    CheckRequestSchema,
    DraftFlagsSchema,
    DraftStateSchema,
    FlagPatchSchema,
    OffsetsQuerySchema,
    ProblemSchema,
    ResolutionSchema,
)
from twosource_schemas.offsets import CODE_POINTS
from twosource_schemas.result import FlagSchema, ResultSchema, as_json, shown

blueprint = Blueprint("v1", __name__, url_prefix="/v1", description="Texts, drafts and flags.")

_BUSY_SECONDS = 1
_RESOLUTIONS = ResolutionSchema(many=True)


@blueprint.route("/check", methods=["POST"])
@needs(CHECK)
@blueprint.arguments(CheckRequestSchema)
@blueprint.response(HTTPStatus.OK, ResultSchema)
@blueprint.alt_response(HTTPStatus.UNAUTHORIZED, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.alt_response(HTTPStatus.FORBIDDEN, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.alt_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.alt_response(HTTPStatus.SERVICE_UNAVAILABLE, schema=ProblemSchema, content_type=CONTENT_TYPE)
def check(asked: Mapping[str, Any]) -> Response:
    """Check a text at once; nothing of it is stored.

    Only so many are checked at a time; a caller beyond that is asked to come again.
    """
    turns = running().check_turns
    if not turns.acquire(blocking=False):
        raise Problem(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "As many texts are being checked as may be at a time; come again in a moment.",
            headers={"retry-after": str(_BUSY_SECONDS)},
        )
    try:
        report = check_text(current_service(), asked, asked["locale"], asked["at"])
    except UnreadableEventError as error:
        raise unreadable(error.path, str(error)) from error
    except FactBaseError as error:
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, f"Nothing can be checked: {error}.") from error
    finally:
        turns.release()
    return jsonify(as_json(report, with_text=asked["with_text"], offsets=asked["offsets"]))


@blueprint.route("/drafts/<site>/<draft_id>", methods=["GET"])
@needs(READ_DRAFTS)
@blueprint.arguments(OffsetsQuerySchema, location="query")
@blueprint.response(HTTPStatus.OK, DraftStateSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema, content_type=CONTENT_TYPE)
def draft_state(asked: Mapping[str, Any], site: str, draft_id: str) -> Response:
    """Return a draft's newest checked revision and that check's result.

    A token that may resolve flags gets the link of the review page as well: who has it can resolve them there.
    """
    draft = _draft(site, draft_id)
    state = {
        "site": draft.site,
        "id": draft.id,
        "revision": draft.revision,
        "updated_at": draft.updated_at.isoformat(),
        "checked_at": draft.checked_at.isoformat(),
        "title": draft.title,
        "result": shown(dict(draft.checked), draft.text, **asked),
    }
    if may(RESOLVE_FLAGS):
        state["review_url"] = review_link(current_service().settings, draft.site, draft.id)
    return jsonify(state)


@blueprint.route("/drafts/<site>/<draft_id>/flags", methods=["GET"])
@needs(READ_DRAFTS)
@blueprint.arguments(OffsetsQuerySchema(only=("offsets",)), location="query")
@blueprint.response(HTTPStatus.OK, DraftFlagsSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema, content_type=CONTENT_TYPE)
def draft_flags(asked: Mapping[str, Any], site: str, draft_id: str) -> Response:
    """Return a draft's flags, those of former revisions under ``closed``, and what editors did with them.

    The offsets of closed flags count code points of a text that is gone.
    """
    draft = _draft(site, draft_id)
    checked = shown(dict(draft.checked), draft.text, **asked)
    return jsonify(
        {
            "offsets": checked["offsets"],
            "flags": checked["flags"],
            "closed": list(draft.closed),
            "resolutions": _RESOLUTIONS.dump(draft.resolutions),
        }
    )


@blueprint.route("/flags/<flag_id>", methods=["PATCH"])
@needs(RESOLVE_FLAGS)
@blueprint.arguments(FlagPatchSchema)
@blueprint.response(HTTPStatus.OK, FlagSchema, description=f"The flag; its offsets are {CODE_POINTS}.")
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.alt_response(HTTPStatus.CONFLICT, schema=ProblemSchema, content_type=CONTENT_TYPE)
def patch_flag(asked: Mapping[str, Any], flag_id: str) -> Response:
    """Resolve a flag, or open it again; the CMS is told."""
    try:
        flag = resolve_flag(
            current_service(), flag_id, Resolve(asked["state"], caller(), asked["reason"], asked["note"])
        )
    except UnknownNameError as error:
        raise Problem(HTTPStatus.NOT_FOUND, "There is no such flag.") from error
    except FlagClosedError as error:
        raise Problem(HTTPStatus.CONFLICT, f"{error}.") from error
    return jsonify(flag)


def _draft(site: str, draft_id: str) -> KeptDraft:
    draft = current_service().store.drafts.load(site, draft_id)
    if draft is None:
        raise Problem(HTTPStatus.NOT_FOUND, "There is no checked draft of that id for that site.")
    return draft
