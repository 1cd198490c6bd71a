"""The webhooks that come in: verified, validated, on the disk, acknowledged."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from flask import Response, jsonify, request

from twosource.cms.generic.segments import UnreadableEventError, refuse_misshapen_blocks
from twosource.store import Arrival, InboxBusyError
from twosource.web.blueprint import Blueprint
from twosource.web.body import read_json, require_json, unreadable, validated
from twosource.web.current import current_service
from twosource.web.problems import CONTENT_TYPE, Problem
from twosource.web.verifying import verified_id
from twosource_schemas.api import DeliverySchema, ProblemSchema
from twosource_schemas.events import DraftEventSchema

blueprint = Blueprint("hooks", __name__, description="A CMS's events come in here.")

_EVENT = DraftEventSchema()
_LOG = logging.getLogger(__name__)

_BUSY_SECONDS = 5
_FURTHEST_AHEAD = timedelta(days=1)
_OTHER_BODY = (
    "The first event with this webhook-id had other data, and that is what counts; give each event an id of its own."
)


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
    webhook_id = verified_id(known.secrets, body, dict(request.headers))
    require_json(request)
    said = read_json(body)
    event = validated(_EVENT, said)
    _refuse_unreadable_blocks(event["data"])
    _refuse_future(event["data"]["updated_at"])
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
        return _repeated(arrival, said["data"]), HTTPStatus.OK
    current_service().deliveries.ring()
    return jsonify(delivery="accepted"), HTTPStatus.ACCEPTED


def _repeated(arrival: Arrival, said: Mapping[str, Any]) -> Response:
    """Return the answer to an id that was seen before; it changes nothing, but other data under it is told."""
    first = current_service().store.inbox.body_of(arrival.site, arrival.webhook_id)
    # A sender may write the same data anew, in another order or with another timestamp.
    if first is None or first == arrival.body or json.loads(first.decode("utf-8-sig"))["data"] == said:
        return jsonify(delivery="repeated")
    _LOG.warning(
        "%s sent other data under the id %r of an event that is kept already", arrival.site, arrival.webhook_id
    )
    return jsonify(delivery="repeated", hint=_OTHER_BODY)


def _refuse_future(updated_at: datetime) -> None:
    """Return nothing unless a revision says that it was saved in the future: no later one could ever replace it.

    Raises:
        Problem: 422, where it is more than a day ahead of the clock.
    """
    if updated_at > current_service().clock() + _FURTHEST_AHEAD:
        raise unreadable(
            "updated_at",
            "more than a day ahead of this server's clock; revisions saved later would count as older",
            under="data",
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
