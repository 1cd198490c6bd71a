"""Webhooks: verified, validated, stored once, acknowledged; each kind of bad one gets its own answer."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import TestResponse

from twosource.jobs import check_delivery
from twosource.posting import new_secret
from twosource.store import InboxBusyError

if TYPE_CHECKING:
    from twosource.jobs import Service

SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="
Send = Callable[..., TestResponse]
Event = Callable[..., dict[str, Any]]


def _is_problem(answer: TestResponse, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    problem = answer.get_json(force=True)
    assert problem["status"] == status
    assert problem["detail"]
    assert "Traceback" not in answer.text
    return dict(problem)


def test_a_signed_event_is_stored_before_it_is_acknowledged(send: Send, event: Event, service: Service) -> None:
    answer = send(event())

    assert answer.status_code == 202
    assert answer.get_json() == {"delivery": "accepted"}
    delivery = service.store.inbox.take()
    assert delivery is not None
    assert (delivery.site, delivery.locale, delivery.webhook_id) == ("paper", "de", "msg_1")
    assert json.loads(delivery.body) == event()


def test_a_repeated_id_changes_nothing(send: Send, event: Event, service: Service) -> None:
    send(event(text="The first cost."))

    answer = send(event(text="The second cost."))

    assert answer.status_code == 200
    assert answer.get_json()["delivery"] == "repeated"
    first = service.store.inbox.take()
    assert first is not None
    assert b"first" in first.body
    assert service.store.inbox.take() is None


def test_other_data_under_a_repeated_id_are_told_without_their_words(
    send: Send, event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    send(event(text="The first cost."))

    answer = send(event(text="The confidential cost."))

    assert "id of its own" in answer.get_json()["hint"]
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "paper" in told
    assert "msg_1" in told
    assert "confidential" not in caplog.text


def test_the_same_data_written_anew_is_a_plain_repeat(
    send: Send, event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    told = event()
    send(told)
    anew = {"data": dict(reversed(told["data"].items())), "timestamp": "2026-11-30T11:59:00Z", "type": told["type"]}

    assert send(told).get_json() == {"delivery": "repeated"}
    assert send(anew).get_json() == {"delivery": "repeated"}
    assert caplog.records == []


def test_a_repeat_whose_first_body_was_removed_is_a_plain_repeat(
    send: Send, event: Event, service: Service, clock: Any
) -> None:
    send(event(text="The first cost."))
    check_delivery(service)
    assert service.store.inbox.empty_bodies(clock() + timedelta(days=1)) == 1

    assert send(event(text="The second cost.")).get_json() == {"delivery": "repeated"}


def test_the_same_id_of_another_site_is_another_delivery(send: Send, event: Event, service: Service) -> None:
    other = new_secret()
    service.store.sites.add("other", None, "en", (other,))

    assert send(event()).status_code == 202
    assert send(event(), site="other", secret=other).status_code == 202


def test_both_secrets_verify_while_one_rotates(send: Send, event: Event, service: Service) -> None:
    fresh, old = new_secret(), new_secret()
    service.store.sites.replace_secrets("paper", (fresh, old))

    assert send(event(), "msg_a", secret=fresh).status_code == 202
    assert send(event(), "msg_b", secret=old).status_code == 202
    _is_problem(send(event(), "msg_c"), 401)


@pytest.mark.parametrize(
    "signature",
    [
        "v1,AAAA",
        "v1,not base64 at all",
        "v1,=",
        "v1",
        "no comma",
        "v1,a,b",
        "v2,AAAA",
        ",",
        " ",
        "v1,é",
        "",
        None,
    ],
)
def test_a_wrong_or_malformed_signature_is_a_401(
    send: Send, event: Event, service: Service, signature: str | None
) -> None:
    _is_problem(send(event(), webhook_signature=signature), 401)
    assert service.store.inbox.take() is None


@pytest.mark.parametrize("timestamp", ["", None, "yesterday", "nan", "inf", "-1", "1e400", "99999999999999999999"])
def test_a_timestamp_that_is_none_is_a_401(send: Send, event: Event, timestamp: str | None) -> None:
    _is_problem(send(event(), webhook_timestamp=timestamp), 401)


@pytest.mark.parametrize("age", [301, -305, 86_400])
def test_a_timestamp_more_than_five_minutes_off_is_a_401(send: Send, event: Event, age: float) -> None:
    _is_problem(send(event(), age=age), 401)


@pytest.mark.parametrize(
    ("changed", "age", "told"),
    [
        ({"webhook-id": None}, 0, "no header webhook-id"),
        ({"webhook_timestamp": None}, 0, "no header webhook-timestamp"),
        ({"webhook_signature": None}, 0, "no header webhook-signature"),
        ({"webhook_signature": None, "webhook-id": ""}, 0, "no header webhook-id and no header webhook-signature"),
        ({}, 404.5, "too old: it is 40"),
        ({}, -404.5, "too new: it is 40"),
        ({"webhook_timestamp": "nan"}, 0, "no number of seconds"),
        ({"webhook_timestamp": "2026-11-30T12:00:00Z"}, 0, "no number of seconds"),
        ({"webhook_signature": "sha256=0011"}, 0, "malformed"),
        ({"webhook_signature": "v1,AAA"}, 0, "malformed"),
        ({"webhook_signature": "v2,AAAA"}, 0, "no signature of the version v1"),
        ({"webhook_signature": "v1,AAAA"}, 0, "no signature fits"),
        ({"webhook-id": "msg_other"}, 0, "no signature fits"),
        ({"secret": SECRET[:-8] + "AAAAAAA="}, 0, "no signature fits"),
    ],
)
def test_a_401_tells_its_cause_and_no_secret(
    send: Send, event: Event, changed: dict[str, Any], age: float, told: str
) -> None:
    answer = send(event(), age=age, **changed)

    detail = _is_problem(answer, 401)["detail"]
    assert told in detail
    assert SECRET[6:] not in answer.text


def test_an_overlong_id_is_a_400(send: Send, event: Event) -> None:
    _is_problem(send(event(), "x" * 300), 400)


def test_an_unsigned_body_is_never_parsed(send: Send) -> None:
    _is_problem(send(b"{" * 100, webhook_signature="v1,AAAA"), 401)


def test_a_body_that_is_not_utf_8_is_a_401(send: Send) -> None:
    assert "not UTF-8 (at byte 10)" in _is_problem(send(b'{"type": "\xff\xfe"}'), 401)["detail"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"no json", b"<html>", b'{"a": NaN}', b'{"a": Infinity}', b"1" * 5000, b"\x00"],
)
def test_a_body_that_is_no_json_is_a_400(send: Send, body: bytes) -> None:
    _is_problem(send(body), 400)


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"data":' * 10_000, b"[" * 10_000 + b"]" * 10_000])
def test_json_nested_too_deep_is_a_400(send: Send, body: bytes) -> None:
    assert "deep" in _is_problem(send(body), 400)["detail"]


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"id": None}, "#/data/id"),
        ({"id": 7}, "#/data/id"),
        ({"id": "a/b"}, "#/data/id"),
        ({"id": "a\nb"}, "#/data/id"),
        ({"id": "x" * 201}, "#/data/id"),
        ({"revision": ""}, "#/data/revision"),
        ({"updated_at": "yesterday"}, "#/data/updated_at"),
        ({"updated_at": "2026-11-30T11:00:00"}, "#/data/updated_at"),
        ({"updated_at": "0001-01-01T00:00:00+14:00"}, "#/data/updated_at"),
        ({"updated_at": "9999-12-31T23:59:59-14:00"}, "#/data/updated_at"),
        ({"updated_at": "0000-01-01T00:00:00Z"}, "#/data/updated_at"),
        ({"updated_at": "9999-12-31T23:59:59Z"}, "#/data/updated_at"),
        ({"updated_at": "2026-12-01T12:00:01Z"}, "#/data/updated_at"),
        ({"id": "."}, "#/data/id"),
        ({"id": ".."}, "#/data/id"),
        ({"id": "a\x85b"}, "#/data/id"),
        ({"id": "a\u2028b"}, "#/data/id"),
        ({"language": "fr"}, "#/data/language"),
        ({"html": "<p>two</p>"}, "#/data/text"),
        ({"surprise": 1}, "#/data/surprise"),
        ({"title": "half \ud83d a pair"}, "#/data/title"),
        ({"title": "nul \0"}, "#/data/title"),
        ({"url": "javascript:alert(1)"}, "#/data/url"),
        ({"text": {"a": 1}}, "#/data/text"),
        ({"blocks": []}, "#/data/text"),
    ],
)
def test_a_field_that_is_refused_is_named(send: Send, event: Event, changed: dict[str, Any], pointer: str) -> None:
    problem = _is_problem(send(event(**changed)), 422)

    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.parametrize("told", [[], 1, "draft.saved", None, {"type": "draft.saved"}])
def test_json_of_another_shape_is_a_422(send: Send, told: Any) -> None:
    _is_problem(send(json.dumps(told).encode()), 422)


def test_blocks_that_cannot_be_read_are_named(send: Send, event: Event) -> None:
    told = event(format="twosource", blocks=[{"text": "fine"}, {"kind": "sculpture", "text": "x"}])
    del told["data"]["text"]

    problem = _is_problem(send(told), 422)

    assert problem["errors"][0]["pointer"] == "#/data/blocks/1/kind"


def test_no_markup_is_parsed_before_the_sender_has_its_answer(
    send: Send, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(*_: object) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr("twosource.cms.formats.html.segments", parsed)
    monkeypatch.setattr("twosource.cms.formats.markdown.segments", parsed)
    for number, text in enumerate(
        (
            {"html": "<p>x"},
            {"markdown": "# x"},
            {"format": "twosource", "blocks": [{"html": "<p>x"}, {"kind": "heading", "text": "y"}]},
        )
    ):
        told = event(**text)
        del told["data"]["text"]

        assert send(told, f"msg_{number}").status_code == 202


def test_another_type_of_event_is_refused(send: Send, event: Event) -> None:
    problem = _is_problem(send({**event(), "type": "draft.burned"}), 422)

    assert problem["errors"][0]["pointer"] == "#/type"


@pytest.mark.parametrize("timestamp", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_of_no_year_is_refused_wherever_it_stands(send: Send, event: Event, timestamp: str) -> None:
    problem = _is_problem(send({**event(), "timestamp": timestamp}), 422)

    assert [error["pointer"] for error in problem["errors"]] == ["#/timestamp"]


def test_a_revision_within_a_day_of_the_clock_is_taken(send: Send, event: Event) -> None:
    assert send(event(updated_at="2026-12-01T12:00:00Z")).status_code == 202
    assert send(event(updated_at="0001-01-01T00:00:00Z"), "msg_2").status_code == 202


def test_a_compressed_body_is_a_415_and_identity_is_none(send: Send, event: Event) -> None:
    answer = send(event(), content_encoding="gzip")

    _is_problem(answer, 415)
    assert answer.headers["accept-encoding"] == "identity"
    _is_problem(send(gzip.compress(b"{}"), content_encoding="gzip"), 415)
    assert send(event(), content_encoding="Identity").status_code == 202


def test_a_block_with_both_text_and_html_is_refused(send: Send, event: Event) -> None:
    told = event(format="twosource", blocks=[{"html": "<p>one</p>"}, {"text": "one", "html": "<p>two</p>"}])
    del told["data"]["text"]

    problem = _is_problem(send(told), 422)

    assert problem["errors"][0]["pointer"] == "#/data/blocks/1"


def test_another_content_type_is_a_415(send: Send, event: Event) -> None:
    _is_problem(send(event(), content_type="text/plain"), 415)


def test_an_unknown_site_is_a_404(send: Send, event: Event) -> None:
    _is_problem(send(event(), site="nobody"), 404)


def test_a_draft_of_5_mb_is_a_413_and_not_stored(send: Send, event: Event, service: Service) -> None:
    problem = _is_problem(send(event(text="cost " * 1_000_000)), 413)

    assert str(service.settings.body_limit) in problem["detail"]
    assert service.store.inbox.take() is None


def test_a_refused_id_can_be_sent_again_mended(send: Send, event: Event) -> None:
    assert send(event(language="fr"), "msg_9").status_code == 422
    assert send(event(language="nl"), "msg_9").status_code == 202


def test_a_busy_inbox_asks_to_come_again(
    send: Send, event: Event, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> bool:
        raise InboxBusyError("full")

    monkeypatch.setattr(type(service.store.inbox), "receive", busy)

    answer = send(event())

    _is_problem(answer, 503)
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize("language", ["de", "nl", "en", "de-AT", "nl-BE", None])
def test_drafts_of_all_languages_are_taken(send: Send, event: Event, language: str | None) -> None:
    assert send(event(language=language)).status_code == 202
