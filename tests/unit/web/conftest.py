"""An application to ask, webhooks that are signed as a CMS signs them, and a fact base with a confidential source."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook
from werkzeug.test import TestResponse

from twosource.settings import Settings
from twosource.web import create_app

if TYPE_CHECKING:
    from twosource.jobs import Service

SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings with an empty database: of SQLite, or of the kind that a test's parameter of this name says."""
    if getattr(request, "param", "sqlite") == "sqlite":
        shutil.copy(request.getfixturevalue("empty_database"), tmp_path / "store.sqlite")
        address = f"sqlite:///{tmp_path / 'store.sqlite'}"
    else:
        make: Callable[[], str] = request.getfixturevalue("postgresql")
        address = make()
    return Settings(secret_keys=("k" * 40,), database_url=address, data_dir=tmp_path, at=date(2026, 11, 30))


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


FERRY = """\
schema: twosource/fact-pack/1
id: ferry
title: The ferry
units:
  berth: {de: [Liegeplatz], nl: [ligplaats], en: [berth]}
entities:
  line: {kind: organisation, name: Küstenlinie}
  yard: {kind: organisation, name: Werft Nord, affiliates: [jane]}
  jane: {kind: person, name: Jane Doe, of: line}
sources:
  press: {publisher: line, kind: self-published, title: Press release}
  jane-letter: {publisher: jane, kind: interview, title: What Jane told, url: "https://jane.example/"}
  daily: {publisher: Daily, kind: news, relays: [jane-letter]}
  log: {publisher: yard, kind: artefact, title: Log book}
claim_types:
  cost: {standard: independent, needs: {bill: {de: keine Rechnung, nl: geen rekening, en: no bill}}}
  plain: {standard: subject}
facts:
  overrun:
    label: {de: Mehrkosten, nl: meerkosten, en: overrun}
    subject: line
    type: cost
    note: Jane said so on the pier.
    value: {over: 3.10, unit: EUR}
    support:
      - {source: jane-letter, terms: confidential, quote: It cost four}
      - {source: log, quote: Four million}
  berths:
    label: {de: Liegeplätze, nl: ligplaatsen, en: berths}
    subject: line
    type: plain
    value: {is: 4, unit: berth}
    review_by: 2026-01-31
    support: [{source: press, quote: Four berths}]
  depth: {subject: yard, type: plain, status: draft, support: [{source: daily}], see_also: [berths]}
"""
READ, WRITE, KNOW = "facts:read", "facts:write", "facts:confidential"


@dataclass
class Asker:
    """Asks with a token of some scopes."""

    client: FlaskClient
    headers: dict[str, str]

    def __call__(self, method: str, path: str, **asked: Any) -> TestResponse:
        headers = {**self.headers, **asked.pop("headers", {})}
        return self.client.open(path, method=method, headers=headers, **asked)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def tag(self, path: str) -> dict[str, str]:
        """Return the header that asks to change what is there now."""
        return {"if-match": self.get(path).headers["etag"]}

    @staticmethod
    def version(answer: TestResponse) -> str:
        """Return the version that an answer's ETag tells."""
        return str(answer.headers["etag"]).strip('"').partition(".")[0]


@pytest.fixture
def asker(client: FlaskClient, bearer: Callable[..., dict[str, str]]) -> Callable[..., Asker]:
    """Make an asker with these scopes."""
    made: dict[tuple[str, ...], dict[str, str]] = {}

    def make(*scopes: str) -> Asker:
        return Asker(client, made.setdefault(scopes, {}) or made[scopes] | bearer(*scopes))

    return make


@pytest.fixture
def knowing(asker: Callable[..., Asker], service: Service) -> Asker:
    """Whoever may do and know all, over a fact base with the pack of the ferry."""
    all_scopes = asker(READ, WRITE, KNOW)
    imported = all_scopes("POST", "/v1/packs", data=FERRY.encode(), content_type="application/yaml")
    assert imported.status_code == 201, imported.text
    return all_scopes


@pytest.fixture
def unknowing(asker: Callable[..., Asker], knowing: Asker) -> Asker:
    """Whoever may read and change the ferry's facts, but not know confidential sources."""
    return asker(READ, WRITE)
