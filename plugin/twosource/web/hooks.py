"""The webhooks that come in: verified, validated, on the disk, acknowledged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Response, jsonify, request
from standardwebhooks import Webhook

from twosource.cms.generic.segments import UnreadableEventError, refuse_misshapen_blocks
from twosource.store import Arrival, InboxBusyError
from twosource.web.blueprint import Blueprint
from twosource.web.body import read_json, require_json, unreadable, validated
from twosource.web.current import current_service
from twosource.web.problems import CONTENT_TYPE, Problem
from twosource_schemas.api import DeliverySchema, ProblemSchema
from twosource_schemas.events import DraftEventSchema

blueprint = Blueprint("hooks", __name__, description="A CMS's events come in here.")

_EVENT = DraftEventSchema()
_LONGEST_ID = 256
_BUSY_SECONDS = 5


@blueprint.route("/hooks/<site>", methods=["POST"])
@blueprint.response(HTTPStatus.ACCEPTED, DeliverySchema, description="It is stored, and will be checked.")
@blueprint.alt_response(HTTPStatus.OK, schema=DeliverySchema, description="Its id was seen before; nothing changes.")
@blueprint.alt_response(HTTPStatus.UNAUTHORIZED, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.alt_response(HTTPStatus.UNPROCESSABLE_ENTITY, schema=ProblemSchema, content_type=CONTENT_TYPE)
@blueprint.doc(
    requestBody={"required": True, "content": {"application/json": {"schema": DraftEventSchema}}},
    parameters=[
        {"in": "header", "name": name, "required": True, "schema": {"type": "string"}}
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    ],
    security=[],
)
def receive(site: str) -> tuple[Response, int]:
    """Take a draft event, signed by the Standard Webhooks scheme.

    It is answered when it is stored; the check and the post back come after.
    """
    known = current_service().store.sites.find(site)
    if known is None:
        raise Problem(HTTPStatus.NOT_FOUND, "There is no such site.")
    body = request.get_data(cache=False)
    webhook_id = _verified_id(known.secrets, body, dict(request.headers))
    require_json(request)
    said = read_json(body)
    event = validated(_EVENT, said)
    _refuse_unreadable_blocks(event["data"])
    arrival = Arrival(known.name, webhook_id, event["data"]["id"], event["data"]["updated_at"], body)
    try:
        is_new = current_service().store.inbox.receive(arrival)
    except InboxBusyError as error:
        raise Problem(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "The inbox is busy; send the event again, under the same id.",
            headers={"retry-after": str(_BUSY_SECONDS)},
        ) from error
    if not is_new:
        return jsonify(delivery="repeated"), HTTPStatus.OK
    current_service().deliveries.ring()
    return jsonify(delivery="accepted"), HTTPStatus.ACCEPTED


def _verified_id(secrets: Sequence[str], body: bytes, headers: dict[str, str]) -> str:
    """Return the id of a webhook that one of the live secrets has signed.

    Raises:
        Problem: 401 where none has, or the headers are missing, malformed or older than five minutes; 400 where the
            id is too long to be kept.
    """
    for secret in secrets:
        try:
            Webhook(secret).verify(body, headers, json_parse=False)
        except Exception:  # noqa: BLE001, S112  the library leaks ValueError, binascii.Error, UnicodeError and more
            continue
        webhook_id = next(value for name, value in headers.items() if name.lower() == "webhook-id")
        if len(webhook_id) > _LONGEST_ID:
            raise Problem(HTTPStatus.BAD_REQUEST, f"The webhook-id may have {_LONGEST_ID} characters.")
        return webhook_id
    raise Problem(
        HTTPStatus.UNAUTHORIZED,
        "The signature could not be verified: webhook-id, webhook-timestamp (at most five minutes off) and "
        "webhook-signature (v1) must stand for the body as it was sent, with a live secret of this site.",
    )


def _refuse_unreadable_blocks(draft: Mapping[str, Any]) -> None:
    """Return nothing where the draft's blocks have a shape that can be read; whatever else the schema lets through can.

    No markup is parsed: the sender waits for the answer.

    Raises:
        Problem: 422, with the path of what cannot be read.
    """
    if "blocks" not in draft:
        return
    try:
        refuse_misshapen_blocks(draft)
    except UnreadableEventError as error:
        raise unreadable(error.path, str(error), under="data") from error
