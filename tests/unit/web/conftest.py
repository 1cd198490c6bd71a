"""An application to ask, and webhooks that are signed as a CMS signs them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook
from werkzeug.test import TestResponse

from twosource.web import create_app

if TYPE_CHECKING:
    from twosource.jobs import Service

SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="


@pytest.fixture
def client(service: Service) -> FlaskClient:
    return create_app(service.settings, service).test_client()


@pytest.fixture
def bearer(service: Service) -> Callable[..., dict[str, str]]:
    """Make a token with scopes and return its header."""

    def make(*scopes: str) -> dict[str, str]:
        return {"authorization": f"Bearer {service.store.tokens.add('-'.join(scopes) or 'none', scopes)}"}

    return make


@pytest.fixture
def send(client: FlaskClient) -> Callable[..., TestResponse]:
    """Post a webhook, signed unless its headers are given."""

    def post(
        told: Any,
        webhook_id: str = "msg_1",
        site: str = "paper",
        secret: str = SECRET,
        age: float = 0.0,
        **changed: str | None,
    ) -> TestResponse:
        body = told if isinstance(told, bytes) else json.dumps(told).encode()
        at = datetime.now(UTC) - timedelta(seconds=age)
        headers: dict[str, str | None] = {
            "webhook-id": webhook_id,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": Webhook(secret).sign(webhook_id, at, body.decode("utf-8", "replace")),
            "content-type": "application/json",
        }
        headers.update({name.replace("_", "-"): value for name, value in changed.items()})
        return client.post(
            f"/hooks/{site}", data=body, headers={name: value for name, value in headers.items() if value is not None}
        )

    return post
