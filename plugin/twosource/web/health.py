"""Whether the service lives, and whether it is ready for work."""

from __future__ import annotations

import logging
from http import HTTPStatus

from flask import Response, jsonify

from twosource.jobs import FactBaseError
from twosource.store import StoreTroubleError
from twosource.web.blueprint import Blueprint
from twosource.web.current import running
from twosource_schemas.api import HealthSchema

blueprint = Blueprint("health", __name__, description="For operators and their probes.")

_LOG = logging.getLogger(__name__)


@blueprint.route("/healthz", methods=["GET"])
@blueprint.response(HTTPStatus.OK, HealthSchema)
@blueprint.doc(security=[])
def healthz() -> Response:
    """Return that the process answers."""
    return jsonify(status="ok")


@blueprint.route("/readyz", methods=["GET"])
@blueprint.response(HTTPStatus.OK, HealthSchema)
@blueprint.alt_response(HTTPStatus.SERVICE_UNAVAILABLE, schema=HealthSchema)
@blueprint.doc(security=[])
def readyz() -> tuple[Response, int]:
    """Return whether the database answers, the fact packs can be read and the workers work."""
    amiss = _amiss()
    if amiss:
        return jsonify(status="unavailable", amiss=amiss), HTTPStatus.SERVICE_UNAVAILABLE
    return jsonify(status="ok"), HTTPStatus.OK


def _amiss() -> list[str]:
    service, workers = running().service, running().workers
    if said := service.store.amiss():
        return [said]
    amiss = []
    try:
        service.base.current()
    except FactBaseError as error:
        amiss.append(f"drafts wait to be checked: {error}")
    except StoreTroubleError as error:  # the store has logged it
        amiss.append(str(error))
    except Exception:  # noqa: BLE001  whatever keeps checks from being made is told, never raised
        _LOG.exception("the fact base cannot be had")
        amiss.append("drafts wait to be checked: the fact base cannot be had; the log says why")
    if workers is not None and (said := workers.amiss()):
        amiss.append(said)
    return amiss
