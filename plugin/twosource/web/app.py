"""Make the web application."""

from __future__ import annotations

from threading import Semaphore

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_smorest import Api

from twosource import __version__
from twosource.desk.confidence import Confidence
from twosource.jobs import Service, Workers
from twosource.settings import Settings
from twosource.store import SCOPES
from twosource.web import api, body, docs, facts, facts_packs, headers, health, hooks, problems, review
from twosource.web.current import Running, keep
from twosource_schemas.api import ProblemSchema
from twosource_schemas.result import Exact


class _Json(DefaultJSONProvider):
    """JSON in the order that we write it, and in UTF-8."""

    sort_keys = False
    ensure_ascii = False


class _Api(Api):  # type: ignore[misc]  # flask_smorest has no types
    """The documented part of the application; errors are ours."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_RESPONSE_CONTENT_TYPE: str = "application/json"

    def _register_error_handlers(self) -> None:
        """Register none: problem documents answer for the whole application."""

    def _register_responses(self) -> None:
        """Document what goes wrong as a problem document, which is what every error is."""
        usual, self.DEFAULT_RESPONSE_CONTENT_TYPE = self.DEFAULT_RESPONSE_CONTENT_TYPE, problems.CONTENT_TYPE
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = usual


def create_app(settings: Settings, service: Service | None = None, workers: Workers | None = None) -> Flask:
    """Return the WSGI application of the service.

    Args:
        settings: how the service runs.
        service: what it runs on; opened by the settings where it is not given.
        workers: the workers of this process, which ``/readyz`` looks after; none where they run elsewhere.
    """
    app = Flask("twosource.web")
    app.config.update(docs.OPENAPI, API_VERSION=__version__, MAX_CONTENT_LENGTH=settings.body_limit)
    app.config["API_SPEC_OPTIONS"] = {
        "components": {
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of `twosource token add`, with scopes: "
                    + ", ".join(f"{scope} ({meaning})" for scope, meaning in SCOPES.items()),
                }
            }
        }
    }
    app.json = _Json(app)
    service = service or Service.open(settings)
    confidence = Confidence(service.store.facts)
    keep(app.extensions, Running(service, workers, Semaphore(settings.check_requests), confidence))
    problems.install(app)
    headers.install(app)
    body.install(app)
    documented = _Api(app)
    documented.register_field(Exact, "string", None)
    docs.describe_packs(documented)
    for blueprint in (api.blueprint, facts.blueprint, facts_packs.blueprint, hooks.blueprint, health.blueprint):
        documented.register_blueprint(blueprint)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(review.blueprint)
    return app
