"""A database that goes away under the running service is told in a line, not in a traceback for each request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from twosource.jobs import Workers
from twosource.store import StoreTroubleError

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from twosource.jobs import Service


def _gone(*_: object) -> None:
    raise StoreTroubleError("the database's server does not answer")


def test_readiness_and_warming_up_leave_it_to_the_store_to_log(
    client: FlaskClient, service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(type(service.base), "current", _gone)

    answers = [client.get("/readyz") for _ in range(4)]
    monkeypatch.setattr(type(service), "warm_up", _gone)
    Workers(service)._warm_up()

    assert {answer.status_code for answer in answers} == {503}
    assert "does not answer" in answers[0].text
    assert [record.name for record in caplog.records if record.exc_info] == []
