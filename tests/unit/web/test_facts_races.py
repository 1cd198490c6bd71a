"""Two at once, on each database: of two changes of one version one wins, and one id is created once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import TestResponse

from twosource.web import create_app

if TYPE_CHECKING:
    from tests.unit.web.conftest import Asker

    from twosource.jobs import Service

pytestmark = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
AT_ONCE = 6
BERTHS = "/v1/facts/ferry/berths"
FACT = {"subject": "line", "type": "plain", "support": [{"source": "press"}]}


def _at_once(asks: list[Callable[[], TestResponse]]) -> list[TestResponse]:
    """Ask all at once, each in a thread of its own."""
    start = threading.Barrier(len(asks))
    answers: list[TestResponse] = []

    def ask(one: Callable[[], TestResponse]) -> None:
        start.wait()
        answers.append(one())

    threads = [threading.Thread(target=ask, args=(one,)) for one in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_changes_of_one_version_exactly_one_wins(knowing: Asker, service: Service) -> None:
    app = create_app(service.settings, service)
    headers = {**knowing.headers, **knowing.tag(BERTHS)}

    def ask(number: int) -> Callable[[], TestResponse]:
        body: dict[str, Any] = {"fact": {**FACT, "note": f"by {number}"}}
        return lambda: app.test_client().put(BERTHS, json=body, headers=headers)

    answers = _at_once([ask(number) for number in range(AT_ONCE)])

    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: AT_ONCE - 1}
    (won,) = (answer.get_json()["fact"] for answer in answers if answer.status_code == 200)
    now = knowing.get(BERTHS)
    assert now.get_json()["fact"] == won
    assert {knowing.version(answer) for answer in answers} == {knowing.version(now)}
    assert [each["action"] for each in knowing.get(f"{BERTHS}/history").get_json()["changes"]] == ["change", "import"]


def test_one_id_is_created_once(knowing: Asker, service: Service) -> None:
    app = create_app(service.settings, service)

    def ask(number: int) -> Callable[[], TestResponse]:
        body = {"pack": "ferry", "id": "new", "fact": {**FACT, "note": f"by {number}"}}
        return lambda: app.test_client().post("/v1/facts", json=body, headers=knowing.headers)

    answers = _at_once([ask(number) for number in range(AT_ONCE)])

    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: AT_ONCE - 1}
    (made,) = (answer.get_json()["fact"] for answer in answers if answer.status_code == 201)
    assert knowing.get("/v1/facts/ferry/new").get_json()["fact"] == made


def test_a_change_and_a_retirement_of_one_version_do_not_both_win(knowing: Asker, service: Service) -> None:
    app = create_app(service.settings, service)
    headers = {**knowing.headers, **knowing.tag(BERTHS)}

    answers = _at_once(
        [
            lambda: app.test_client().put(BERTHS, json={"fact": FACT}, headers=headers),
            lambda: app.test_client().delete(BERTHS, headers=headers),
        ]
    )

    assert sorted(answer.status_code for answer in answers) in ([200, 409], [200, 412])


def test_one_new_pack_is_made_once(knowing: Asker, service: Service) -> None:
    app = create_app(service.settings, service)
    text = "schema: twosource/fact-pack/1\nid: new\ntitle: New\n"
    headers = {**knowing.headers, "content-type": "application/yaml"}

    def ask() -> TestResponse:
        return app.test_client().post("/v1/packs", data=text.encode(), headers=headers)

    answers = _at_once([ask] * AT_ONCE)

    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: AT_ONCE - 1}
    assert len(knowing.get("/v1/packs/new/history").get_json()["changes"]) == 1


def test_of_retirements_and_changes_of_one_version_exactly_one_wins(knowing: Asker, service: Service) -> None:
    app = create_app(service.settings, service)
    headers = {**knowing.headers, **knowing.tag(BERTHS)}

    def ask(number: int, time: int) -> Callable[[], TestResponse]:
        if number % 3:
            return lambda: app.test_client().delete(BERTHS, headers=headers)
        body = {"fact": {**FACT, "note": f"{number}, {time}"}}  # a new one, for a change of nothing is none
        return lambda: app.test_client().put(BERTHS, json=body, headers=headers)

    for time in range(3):
        answers = _at_once([ask(number, time) for number in range(AT_ONCE)])

        assert Counter(answer.status_code for answer in answers) == {200: 1, 412: AT_ONCE - 1}
        knowing("POST", f"{BERTHS}/restore", headers={"if-match": "*"})
        headers.update(knowing.tag(BERTHS))
