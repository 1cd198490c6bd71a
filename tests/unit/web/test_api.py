"""The API: each call, each permission and its refusal, and every error as a problem document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from twosource.jobs import check_delivery
from twosource.store import SCOPES
from twosource.web import create_app, opens_review

if TYPE_CHECKING:
    from twosource.jobs import Service

Bearer = Callable[..., dict[str, str]]
Deliver = Callable[..., str]

CALLS = [
    ("post", "/v1/check", "check"),
    ("get", "/v1/drafts/paper/story-1", "drafts:read"),
    ("get", "/v1/drafts/paper/story-1/flags", "drafts:read"),
    ("patch", "/v1/flags/abc", "flags:write"),
    *(
        call
        for path in ("facts", "entities", "sources", "claim-types", "units")
        for call in (
            ("get", f"/v1/{path}", "facts:read"),
            ("post", f"/v1/{path}", "facts:write"),
            ("get", f"/v1/{path}/pack/x", "facts:read"),
            ("put", f"/v1/{path}/pack/x", "facts:write"),
            ("delete", f"/v1/{path}/pack/x", "facts:write"),
            ("post", f"/v1/{path}/pack/x/restore", "facts:write"),
            ("get", f"/v1/{path}/pack/x/history", "facts:read"),
        )
    ),
    ("get", "/v1/packs", "facts:read"),
    ("post", "/v1/packs", "facts:write"),
    ("get", "/v1/packs/pack", "facts:read"),
    ("put", "/v1/packs/pack", "facts:write"),
    ("delete", "/v1/packs/pack", "facts:write"),
    ("post", "/v1/packs/pack/restore", "facts:write"),
    ("get", "/v1/packs/pack/history", "facts:read"),
]
OPEN = {("post", "/hooks/{site}"), ("get", "/healthz"), ("get", "/readyz")}


def test_every_call_of_the_api_has_a_scope_that_the_tests_below_ask_for(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    documented = {
        (method, path): operation["security"]
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method != "parameters"
    }
    rules = client.application.url_map.bind("localhost")

    tested = {
        (method, re.sub(r"<(\w+)>", r"{\1}", rules.match(path, method=method.upper(), return_rule=True)[0].rule)): [
            {"bearer": [scope]}
        ]
        for method, path, scope in CALLS
    }
    assert tested | {call: [] for call in OPEN} == documented


def _problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    problem = answer.get_json(force=True)
    assert (problem["status"], problem["type"]) == (status, "about:blank")
    return dict(problem)


@pytest.mark.parametrize(("method", "path", "scope"), CALLS)
def test_without_a_live_token_a_call_is_a_401(client: FlaskClient, method: str, path: str, scope: str) -> None:
    for authorization in (None, "Bearer", "Bearer ", "Basic YTpi", "Bearer ts_unknown", "Bearer \udcff"):
        written = authorization and authorization.encode("utf-8", "surrogateescape").decode("latin-1")

        answer = client.open(
            path, method=method.upper(), headers={"authorization": written} if written else {}, json={}
        )

        _problem(answer, 401)
        assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize(("method", "path", "scope"), CALLS)
def test_with_every_other_scope_a_call_is_a_403(
    client: FlaskClient, bearer: Bearer, method: str, path: str, scope: str
) -> None:
    answer = client.open(path, method=method.upper(), headers=bearer(*(set(SCOPES) - {scope})), json={})

    assert scope in _problem(answer, 403)["detail"]
    assert "insufficient_scope" in answer.headers["www-authenticate"]


@pytest.mark.parametrize(("method", "path", "scope"), CALLS)
def test_with_its_own_scope_a_call_is_let_in(
    client: FlaskClient, bearer: Bearer, method: str, path: str, scope: str
) -> None:
    answer = client.open(path, method=method.upper(), headers=bearer(scope), json={})

    assert answer.status_code in (200, 404, 415, 422)


def test_a_revoked_token_opens_nothing(client: FlaskClient, bearer: Bearer, service: Service) -> None:
    headers = bearer("check")
    service.store.tokens.revoke("check")

    _problem(client.post("/v1/check", headers=headers, json={"text": "x"}), 401)


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "Die Kosten (cost) sinken."), ("nl", "De kosten (cost) dalen."), ("en", "The cost falls.")],
)
@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_text_is_checked_at_once(
    client: FlaskClient, bearer: Bearer, language: str, text: str, form: str, service: Service
) -> None:
    asked = {form: text, "language": language, "locale": language, "with_text": True}

    answer = client.post("/v1/check", headers=bearer("check"), json=asked)

    assert answer.status_code == 200
    checked = answer.get_json()
    flag = checked["flags"][0]
    assert checked["language"] == language
    assert checked["offsets"] == "codepoints"
    assert checked["text"][flag["start"] : flag["end"]] == flag["quote"] == "cost"
    assert service.store.drafts.load("", "") is None


def test_the_day_and_the_locale_reach_the_check(client: FlaskClient, bearer: Bearer, word_check: Any) -> None:
    headers = bearer("check")
    client.post("/v1/check", headers=headers, json={"text": "x", "locale": "nl", "at": "2027-01-02"})
    client.post("/v1/check", headers=headers, json={"text": "x"})

    assert [(locale, at.isoformat()) for locale, at in word_check.asked] == [("nl", "2027-01-02"), ("en", "2026-11-30")]


def test_offsets_are_code_points_or_utf_16_and_the_answer_says_which(client: FlaskClient, bearer: Bearer) -> None:
    headers, text = bearer("check"), "😀 und 😀: cost"

    points = client.post("/v1/check", headers=headers, json={"text": text}).get_json()
    units = client.post("/v1/check", headers=headers, json={"text": text, "offsets": "utf16"}).get_json()

    assert (points["offsets"], units["offsets"]) == ("codepoints", "utf16")
    assert "text" not in points
    start, end = points["flags"][0]["start"], points["flags"][0]["end"]
    assert text[start:end] == "cost"
    encoded = text.encode("utf-16-le")
    start, end = units["flags"][0]["start"], units["flags"][0]["end"]
    assert encoded[2 * start : 2 * end].decode("utf-16-le") == "cost"


def test_a_draft_over_the_limit_is_checked_up_to_it_and_says_so(
    client: FlaskClient, bearer: Bearer, service: Service
) -> None:
    text = "A sentence of the draft. " * 10_000

    checked = client.post("/v1/check", headers=bearer("check"), json={"text": text, "with_text": True}).get_json()

    assert checked["incomplete"]
    assert 0 < len(checked["text"]) <= service.settings.draft_limit < len(text)


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({}, "#/text"),
        ({"text": "a", "html": "b"}, "#/text"),
        ({"text": None}, "#/text"),
        ({"text": "a", "surprise": 1}, "#/surprise"),
        ({"text": "a", "locale": "fr"}, "#/locale"),
        ({"text": "a", "language": "fr"}, "#/language"),
        ({"text": "a", "offsets": "bytes"}, "#/offsets"),
        ({"text": "a", "at": "tomorrow"}, "#/at"),
        ({"text": "a", "with_text": "yes"}, "#/with_text"),
        ({"blocks": [{"text": 1}], "format": "twosource"}, "#/blocks/0"),
        ({"blocks": [], "format": "clay"}, "#/format"),
        ({"blocks": []}, "#/format"),
        ({"text": "\ud800"}, "#/text"),
        ({"text": "a", "a/b~c": 1}, "#/a~1b~0c"),
        ([], "#"),
    ],
)
def test_a_field_that_is_refused_is_named(client: FlaskClient, bearer: Bearer, asked: Any, pointer: str) -> None:
    body = json.dumps(asked)

    answer = client.post("/v1/check", headers=bearer("check"), data=body, content_type="application/json")

    problem = _problem(answer, 422)
    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b"", "application/json", 400),
        (b'{"text": "\xff"}', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"text": "a"}', "text/plain", 415),
        (b"text=a", "application/x-www-form-urlencoded", 415),
        (b'{"text": "' + b"a" * 5_000_000 + b'"}', "application/json", 413),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(
    client: FlaskClient, bearer: Bearer, body: bytes, content_type: str, status: int
) -> None:
    _problem(client.post("/v1/check", headers=bearer("check"), data=body, content_type=content_type), status)


def test_a_checked_draft_can_be_read_with_a_link_to_its_review_page(
    client: FlaskClient, bearer: Bearer, deliver: Deliver, service: Service
) -> None:
    deliver(title="A 😀 title", text="The cost is low.")
    check_delivery(service)

    answer = client.get(
        "/v1/drafts/paper/story-1?with_text=true&offsets=utf16", headers=bearer("drafts:read", "flags:write")
    )

    draft = answer.get_json()
    assert answer.status_code == 200
    assert (draft["site"], draft["id"], draft["revision"], draft["title"]) == ("paper", "story-1", "1", "A 😀 title")
    flag, encoded = draft["result"]["flags"][0], draft["result"]["text"].encode("utf-16-le")
    assert encoded[2 * flag["start"] : 2 * flag["end"]].decode("utf-16-le") == "cost"
    key = draft["review_url"].rpartition("key=")[2]
    assert opens_review(service.settings, "paper", "story-1", key)
    assert not opens_review(service.settings, "paper", "story-2", key)
    assert not opens_review(service.settings, "paper", "story-1", key[:-1])


def test_a_token_that_may_only_read_gets_no_link_by_which_flags_can_be_resolved(
    client: FlaskClient, bearer: Bearer, deliver: Deliver, service: Service
) -> None:
    deliver()
    check_delivery(service)
    headers = bearer("drafts:read", "check")

    for path in ("/v1/drafts/paper/story-1?with_text=true", "/v1/drafts/paper/story-1/flags"):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200
        assert "key=" not in answer.text
        assert "/review/" not in answer.text


def test_beyond_so_many_checks_at_a_time_a_caller_is_asked_to_come_again(
    service: Service, bearer: Bearer, word_check: Any, with_settings: Any
) -> None:
    headers = bearer("check")
    inner: list[TestResponse] = []

    def busy(draft: Any, base: Any, locale: str, at: Any) -> Any:
        if len(inner) < 2:
            inner.append(client.post("/v1/check", headers=headers, json={"text": "x"}))
        return word_check(draft, base, locale, at)

    busy_service = replace(with_settings(check_requests=2), check=busy)
    client = create_app(busy_service.settings, busy_service).test_client()

    first = client.post("/v1/check", headers=headers, json={"text": "x"})

    assert first.status_code == 200
    third, second = inner
    assert second.status_code == 200, "two may be checked at a time"
    assert "come again" in _problem(third, 503)["detail"]
    assert int(third.headers["retry-after"]) > 0
    assert client.post("/v1/check", headers=headers, json={"text": "x"}).status_code == 200


def test_a_check_that_fails_gives_its_turn_back(
    service: Service, bearer: Bearer, word_check: Any, with_settings: Any
) -> None:
    headers = bearer("check")
    lone = with_settings(check_requests=1)
    client = create_app(lone.settings, lone).test_client()
    word_check.fails = RuntimeError("broken")
    for _ in range(2):
        assert client.post("/v1/check", headers=headers, json={"text": "x"}).status_code == 500
    unreadable = {"blocks": [], "format": "clay"}
    for _ in range(2):
        assert client.post("/v1/check", headers=headers, json=unreadable).status_code == 422
    word_check.fails = None

    assert client.post("/v1/check", headers=headers, json={"text": "x"}).status_code == 200


def test_without_a_fact_base_a_check_is_a_503_that_says_why(
    client: FlaskClient, bearer: Bearer, keep_unreadable: Callable[[str], None]
) -> None:
    keep_unreadable("old")

    answer = client.post("/v1/check", headers=bearer("check"), json={"text": "x"})

    assert "old" in _problem(answer, 503)["detail"]


def test_a_flag_is_resolved_and_the_log_says_by_whom(
    client: FlaskClient, bearer: Bearer, deliver: Deliver, service: Service
) -> None:
    deliver()
    check_delivery(service)
    flags = client.get("/v1/drafts/paper/story-1/flags", headers=bearer("drafts:read")).get_json()
    address = f"/v1/flags/{flags['flags'][0]['id']}"
    wish = {"state": "dismissed", "reason": "source exists", "note": "Siehe Bericht."}

    answer = client.patch(address, headers=bearer("flags:write"), json=wish)

    assert answer.status_code == 200
    assert answer.get_json()["state"] == "dismissed"
    told = client.get("/v1/drafts/paper/story-1/flags", headers=bearer("drafts:read", "check")).get_json()
    assert told["flags"][0]["state"] == "dismissed"
    assert told["resolutions"] == [
        {
            "flag": told["flags"][0]["id"],
            "state": "dismissed",
            "by": "token flags:write",
            "at": "2026-11-30T12:00:00+00:00",
            "reason": "source exists",
            "note": "Siehe Bericht.",
        }
    ]


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({}, "#/state"),
        ({"state": "burned"}, "#/state"),
        ({"state": "dismissed"}, "#/reason"),
        ({"state": "dismissed", "reason": "because"}, "#/reason"),
        ({"state": "dismissed", "reason": "other"}, "#/note"),
        ({"state": "dismissed", "reason": "other", "note": "  "}, "#/note"),
        ({"state": "fixed", "reason": "other", "note": "x"}, "#/reason"),
        ({"state": "fixed", "note": "x" * 2001}, "#/note"),
        ({"state": "fixed", "by": "me"}, "#/by"),
    ],
)
def test_a_resolution_that_is_refused_says_why(
    client: FlaskClient, bearer: Bearer, deliver: Deliver, service: Service, wish: dict[str, Any], pointer: str
) -> None:
    deliver()
    check_delivery(service)
    kept = service.store.drafts.load("paper", "story-1")
    assert kept is not None

    answer = client.patch(f"/v1/flags/{kept.checked['flags'][0]['id']}", headers=bearer("flags:write"), json=wish)

    assert pointer in [error["pointer"] for error in _problem(answer, 422)["errors"]]


def test_a_flag_that_is_gone_cannot_be_resolved(
    client: FlaskClient, bearer: Bearer, deliver: Deliver, service: Service
) -> None:
    deliver()
    check_delivery(service)
    deliver(revision="2", updated_at="2026-11-30T11:05:00Z", text="All is well.")
    check_delivery(service)
    flags = client.get("/v1/drafts/paper/story-1/flags", headers=bearer("drafts:read")).get_json()

    answer = client.patch(
        f"/v1/flags/{flags['closed'][0]['id']}", headers=bearer("flags:write"), json={"state": "fixed"}
    )

    assert flags["flags"] == []
    assert flags["closed"][0]["state"] == "fixed"
    _problem(answer, 409)


def test_unknown_flags_and_drafts_are_404s(client: FlaskClient, bearer: Bearer) -> None:
    headers = bearer("drafts:read", "flags:write")

    _problem(client.get("/v1/drafts/paper/nothing", headers=headers), 404)
    _problem(client.get("/v1/drafts/nobody/story-1/flags", headers=headers), 404)
    _problem(client.patch("/v1/flags/nothing", headers=headers, json={"state": "open"}), 404)


@pytest.mark.parametrize(
    "draft_id", ["a b", "...", ".a", "a%2Fb", "50%", "a?b#c", "a\\b", "a;b", "ä😀", "&lt;", "'\"", "+", "~", " "]
)
def test_any_id_that_is_taken_has_links_that_open(
    client: FlaskClient, service: Service, deliver: Callable[..., str], bearer: Callable[..., Any], draft_id: str
) -> None:
    deliver(id=draft_id)
    check_delivery(service)
    path = f"/v1/drafts/paper/{quote(draft_id, safe='')}"

    state = client.get(path, headers=bearer("drafts:read", "flags:write"))

    assert state.status_code == 200
    assert state.get_json()["id"] == draft_id
    page = client.get(state.get_json()["review_url"].removeprefix(service.settings.public_url))
    assert page.status_code == 200


@pytest.mark.parametrize("at", ["0001-01-01", "9999-12-31"])
def test_a_check_on_the_first_or_the_last_day_is_made(client: FlaskClient, bearer: Callable[..., Any], at: str) -> None:
    answer = client.post("/v1/check", json={"text": "The cost.", "at": at}, headers=bearer("check"))

    assert answer.status_code == 200
