"""What holds for the whole application: errors, headers, health, and documentation from our own files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from twosource.jobs import Workers
from twosource.store import StoreTroubleError
from twosource.web import create_app

if TYPE_CHECKING:
    from twosource.jobs import Service

METHODS = {"get", "post", "patch", "put", "delete"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/docs/assets/flask_swagger_ui.py", 404),
        ("GET", "/docs/assets/..%2f__init__.py", 404),
        ("GET", "/static/../app.py", 404),
        ("PUT", "/v1/check", 405),
        ("GET", "/hooks/paper", 405),
    ],
)
def test_what_is_not_there_is_a_problem_document(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)

    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert answer.get_json(force=True)["detail"]
    if status == 405:
        assert answer.headers["allow"]


def test_an_unforeseen_error_tells_a_reference_and_nothing_else(
    client: FlaskClient, bearer: Callable[..., dict[str, str]], word_check: Any, caplog: pytest.LogCaptureFixture
) -> None:
    word_check.fails = RuntimeError("the words of a draft")

    answer = client.post("/v1/check", headers=bearer("check"), json={"text": "x"})

    assert answer.status_code == 500
    problem = answer.get_json(force=True)
    assert "words of a draft" not in answer.text
    reference = problem["detail"].split()[-1].rstrip(".")
    assert reference in caplog.text


@pytest.mark.parametrize("path", ["/healthz", "/nothing", "/docs", "/openapi.json", "/static/docs.js"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "script-src 'self';" in headers["content-security-policy"]
    assert headers["referrer-policy"] in ("no-referrer", "same-origin")


def test_the_documentation_is_served_from_our_own_files(client: FlaskClient) -> None:
    page = client.get("/docs").text
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)

    assert len(loaded) >= 4
    assert "<script>" not in page
    for address in loaded:
        assert address.startswith("/")
        assert not address.startswith("//")
        with client.get(address) as answer:
            assert answer.status_code == 200


def test_the_openapi_document_names_every_call_of_the_api(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()

    calls = {
        (method, path)
        for path, methods in document["paths"].items()
        for method in methods
        if method != "parameters" and not re.match(r"/v1/(facts|entities|sources|claim-types|units|packs)", path)
    }
    assert calls == {
        ("post", "/v1/check"),
        ("get", "/v1/drafts/{site}/{draft_id}"),
        ("get", "/v1/drafts/{site}/{draft_id}/flags"),
        ("patch", "/v1/flags/{flag_id}"),
        ("post", "/hooks/{site}"),
        ("get", "/healthz"),
        ("get", "/readyz"),
    }
    assert document["paths"]["/v1/check"]["post"]["security"] == [{"bearer": ["check"]}]
    assert document["paths"]["/hooks/{site}"]["post"]["security"] == []
    assert set(document["components"]["schemas"]) >= {"Result", "Problem", "DraftEvent", "FlagPatch"}
    assert all(operation["summary"] for methods in document["paths"].values() for operation in _operations(methods))


def test_the_openapi_document_says_what_is_really_sent(client: FlaskClient) -> None:
    components = client.get("/openapi.json").get_json()["components"]

    figure = components["schemas"]["Figure"]["properties"]
    assert figure["precision"]["type"] == figure["value"]["type"] == ["string", "null"]
    assert figure["low_open"] == {"type": "boolean"}
    assert components["schemas"]["Entity"]["properties"]["entity"]["type"] == ["string", "null"]
    assert components["schemas"]["Per"]["properties"]["n"]["type"] == "string"
    for name in ("DEFAULT_ERROR", "UNPROCESSABLE_ENTITY"):
        assert list(components["responses"][name]["content"]) == ["application/problem+json"]


def test_every_reference_of_the_openapi_document_leads_somewhere(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()

    references = re.findall(r'"\$ref": ?"#/components/(\w+)/([^"]+)"', json.dumps(document))
    assert len(set(references)) > 50
    assert [each for each in references if each[1] not in document["components"][each[0]]] == []
    assert "$defs" not in json.dumps(document)


def test_the_openapi_document_describes_facts_as_packs_have_them(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()

    schemas = document["components"]["schemas"]
    assert schemas["FactCreate"]["properties"]["fact"] == {"$ref": "#/components/schemas/PackFact"}
    assert set(schemas["PackFact"]["required"]) == {"subject", "type"}
    put = document["paths"]["/v1/facts/{pack}/{key}"]["put"]
    assert set(put["responses"]) >= {"200", "401", "403", "404", "409", "412", "422", "428"}
    assert put["security"] == [{"bearer": ["facts:write"]}]
    summaries = [operation["summary"] for methods in document["paths"].values() for operation in _operations(methods)]
    assert len(set(summaries)) == len(summaries)


def _operations(methods: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (operation for method, operation in methods.items() if method in METHODS)


def test_a_service_that_can_work_is_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {"status": "ok"}


def test_a_pack_that_cannot_be_read_makes_the_service_unready(
    client: FlaskClient, keep_unreadable: Callable[[str], None]
) -> None:
    keep_unreadable("broken")

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "pack" in answer.get_json()["amiss"][0]
    assert client.get("/healthz").status_code == 200


def test_workers_that_do_not_run_make_the_service_unready(service: Service) -> None:
    client = create_app(service.settings, service, Workers(service)).test_client()

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "check-1" in answer.get_json()["amiss"][0]


def test_a_database_that_does_not_answer_makes_the_service_unready(
    client: FlaskClient, service: Service, tmp_path: Any
) -> None:
    service.store.database.close()
    for file in tmp_path.glob("store.sqlite*"):
        file.unlink()

    answer = client.get("/readyz")

    assert answer.status_code == 503


def test_a_store_in_trouble_is_a_503_that_asks_to_come_again_and_no_traceback(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise StoreTroubleError("the disk that holds the database is full; make room on it")

    monkeypatch.setattr(type(service.store.tokens), "find", fail)
    monkeypatch.setattr(type(service.store.sites), "find", fail)
    asking = create_app(service.settings, service).test_client()

    for answer in (
        asking.get("/v1/drafts/paper/1", headers={"authorization": "Bearer x"}),
        asking.post("/hooks/paper", json={}),
    ):
        assert answer.status_code == 503
        assert answer.content_type == "application/problem+json"
        assert int(answer.headers["retry-after"]) > 0
        assert "disk" not in answer.text, "what is wrong with the machine is for operators"
    assert caplog.records == []


def test_a_store_in_trouble_is_not_ready_and_tells_why(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(service.store.database), "room", lambda _: 0)

    answer = create_app(service.settings, service).test_client().get("/readyz")

    assert answer.status_code == 503
    assert "full" in answer.get_json()["amiss"][0]
