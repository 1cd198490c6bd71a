"""Whatever is sent, the answer is one that the API knows, never a 500, and never as long as what was sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800") | st.just("2026-11-30"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
CHECK_FIELDS = ("title", "lead", "text", "html", "markdown", "blocks", "format", "language", "locale", "at", "offsets")
DRAFT_FIELDS = (*CHECK_FIELDS[:8], "id", "revision", "updated_at", "status", "story", "url", "edit_url", "author")


def _mixed(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with some of the known fields, each of any value or of a fitting one."""
    fitting = st.sampled_from(
        ["en", "de", "utf16", "twosource", "2026-11-30", "2026-11-30T12:00:00Z", "<p>cost", "cost"]
    )
    blocks = st.lists(st.fixed_dictionaries({"text": st.text()}) | st.dictionaries(st.text(), ANY_JSON, max_size=2))
    return st.dictionaries(st.sampled_from(names), fitting | fitting | blocks | ANY_JSON, max_size=6)


def _is_known(answer: TestResponse, known: set[int]) -> None:
    assert answer.status_code in known, answer.text
    if answer.status_code >= 400:
        assert answer.content_type == "application/problem+json"
        assert len(answer.data) < 20_000


often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@often
@given(asked=_mixed(CHECK_FIELDS) | ANY_JSON)
def test_any_json_can_be_sent_to_check(client: FlaskClient, checking: dict[str, str], asked: Any) -> None:
    answer = client.post("/v1/check", headers=checking, data=json.dumps(asked), content_type="application/json")

    _is_known(answer, {200, 400, 422})


@often
@given(body=st.binary(max_size=200))
def test_any_bytes_can_be_sent_to_check(client: FlaskClient, checking: dict[str, str], body: bytes) -> None:
    _is_known(client.post("/v1/check", headers=checking, data=body, content_type="application/json"), {200, 400, 422})


@often
@given(told=_mixed(DRAFT_FIELDS) | ANY_JSON)
def test_any_draft_can_be_sent_to_a_hook(send: Callable[..., TestResponse], told: Any) -> None:
    _is_known(
        send({"type": "draft.saved", "timestamp": "2026-11-30T12:00:00Z", "data": told}), {200, 202, 400, 401, 422}
    )


@often
@given(
    headers=st.fixed_dictionaries(
        {
            name: st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"))
            for name in ("webhook_signature", "webhook_timestamp")
        }
    )
)
def test_any_headers_can_be_sent_to_a_hook(
    send: Callable[..., TestResponse], event: Callable[..., dict[str, Any]], headers: dict[str, str]
) -> None:
    _is_known(send(event(), **headers), {401})


@often
@given(wish=_mixed(("state", "reason", "note")) | ANY_JSON)
def test_any_wish_can_be_sent_to_a_flag(client: FlaskClient, resolving: dict[str, str], wish: Any) -> None:
    answer = client.patch("/v1/flags/abc", headers=resolving, data=json.dumps(wish), content_type="application/json")

    _is_known(answer, {400, 404, 422})


@often
@given(path=st.text(st.characters(min_codepoint=33, max_codepoint=1000, exclude_characters="?#\\"), max_size=30))
def test_any_path_can_be_asked_for(client: FlaskClient, path: str) -> None:
    with client.get(f"/{path.lstrip('/')}") as answer:
        _is_known(answer, {200, 308, 404, 405, 401})


@pytest.mark.parametrize("asked", [{"x" * 1_000_000: 1}, {str(number): 1 for number in range(50_000)}])
def test_the_answer_does_not_grow_with_what_was_sent(
    client: FlaskClient, checking: dict[str, str], asked: dict[str, int]
) -> None:
    _is_known(client.post("/v1/check", headers=checking, json=asked), {422})


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": [' + b", ".join([b'"\\u0000"'] * 100_000) + b"]}",
        b'{"' + b"x" * 500_000 + b'": [' + b", ".join([b'"\\u0000"'] * 50_000) + b"]}",
        b'{"' + b"\\u0000" * 150_000 + b'": 1}',
        b'{"a": ' * 400 + b'"\\u0000"' + b"}" * 400,
    ],
    ids=["many strings", "a long name", "a name of NULs", "a deep place"],
)
def test_the_answer_does_not_grow_with_the_strings_that_no_text_may_hold(
    client: FlaskClient, checking: dict[str, str], send: Callable[..., TestResponse], body: bytes
) -> None:
    for answer in (
        client.post("/v1/check", headers=checking, data=body, content_type="application/json"),
        send(body),
    ):
        assert answer.status_code == 422
        # 50 fields, each with a place of 300 characters at most.
        assert len(answer.data) < 50 * 500
        assert 0 < len(answer.get_json(force=True)["errors"]) <= 50


def test_a_kind_of_block_that_is_repeated_in_the_answer_is_shortened(
    send: Callable[..., TestResponse], event: Callable[..., dict[str, Any]]
) -> None:
    told = event(format="twosource", blocks=[{"kind": "x" * 500_000, "text": "x"}])
    del told["data"]["text"]

    _is_known(send(told), {422})


@pytest.fixture
def checking(bearer: Callable[..., dict[str, str]]) -> dict[str, str]:
    return bearer("check")


@pytest.fixture
def resolving(bearer: Callable[..., dict[str, str]]) -> dict[str, str]:
    return bearer("flags:write")
