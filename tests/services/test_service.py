"""The service from end to end: signed drafts come in, flags go back, and no crash loses or doubles anything."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import requests

from twosource.store.fact_tables import PackTextRow

if TYPE_CHECKING:
    from conftest import Cms, Twosource

Draft = Callable[..., dict[str, Any]]
Bearer = Callable[..., dict[str, str]]

BOLD = {
    "de": "Die Kosten pro Token von GLM-5.3-Flash liegen auf dem Niveau gängiger NVIDIA-GPUs.",
    "nl": "De kosten per token van GLM-5.3-Flash liggen op het niveau van gangbare NVIDIA-GPU's.",
    "en": "The cost per token of GLM-5.3-Flash is on a par with that of mainstream NVIDIA GPUs.",
}
FLAGSHIP = "cost parity: single-source, no power data"


def _messages(told: dict[str, Any]) -> list[str]:
    return [flag["message"] for flag in told["data"]["flags"]]


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_a_signed_draft_comes_back_with_its_flags(twosource: Twosource, cms: Cms, draft: Draft, language: str) -> None:
    twosource.start()

    answer = twosource.send(draft("story", BOLD[language], language))

    assert answer.status_code == 202
    cms.wait_for(lambda cms: len(cms.events) == 1)
    ((_, told, _),) = cms.events
    assert (told["type"], told["data"]["id"], told["data"]["language"]) == ("flags.updated", "story", language)
    assert _messages(told) == [FLAGSHIP]
    assert twosource.stop() == 0


def test_killed_between_acknowledgement_and_check_nothing_is_lost(twosource: Twosource, cms: Cms, draft: Draft) -> None:
    twosource.start(TWOSOURCE_CHECK_WORKERS="0")
    for language, text in BOLD.items():
        assert twosource.send(draft(f"story-{language}", text, language)).status_code == 202
    twosource.kill()
    assert cms.events == []

    twosource.start()

    cms.wait_for(lambda cms: len(cms.taken()) == 3)
    assert sorted(told["data"]["id"] for told in cms.taken().values()) == ["story-de", "story-en", "story-nl"]
    assert all(_messages(told) == [FLAGSHIP] for told in cms.taken().values())


def test_killed_between_check_and_post_the_flags_arrive_under_the_same_id(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    cms.answers = [(0, {})]
    twosource.start(TWOSOURCE_POST_TIMEOUT="20")
    twosource.send(draft("story", BOLD["de"], "de"))
    cms.wait_for(lambda cms: len(cms.events) == 1)
    twosource.kill()

    twosource.start()

    cms.wait_for(lambda cms: bool(cms.taken()))
    (first, told_first, _), (second, told_second, _) = cms.events
    assert first == second
    assert told_first == told_second


def test_killed_with_the_result_in_the_outbox_it_arrives_after_the_restart(
    twosource: Twosource, cms: Cms, draft: Draft, bearer: Bearer
) -> None:
    headers = bearer("drafts:read")
    twosource.start(TWOSOURCE_POST_WORKERS="0")
    twosource.send(draft("story", BOLD["nl"], "nl"))
    twosource.settle(posted=False)
    assert twosource.ask("GET", "/v1/drafts/paper/story", headers=headers).status_code == 200
    twosource.kill()
    assert cms.events == []

    twosource.start()

    cms.wait_for(lambda cms: len(cms.taken()) == 1)


def test_killed_again_and_again_under_load_every_draft_is_told_once(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    """A receiver that drops repeats has the newest revision of each draft once."""
    drafts, rounds = 8, 4
    for number in range(rounds):
        twosource.start()
        told = [draft(f"story-{index}", BOLD["en"], "en", revision=str(number)) for index in range(drafts)]
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(twosource.send, told))
        assert {answer.status_code for answer in answers} == {202}
        time.sleep(0.1 * number)
        twosource.kill()

    twosource.start()

    newest = str(rounds - 1)
    cms.wait_for(lambda cms: sum(told["data"]["revision"] == newest for told in cms.taken().values()) == drafts)
    told = list(cms.taken().values())
    assert len({(event["data"]["id"], event["data"]["revision"]) for event in told}) == len(told), "told twice"
    last = {event["data"]["id"]: event["data"]["revision"] for _, event, _ in cms.events}
    assert set(last.values()) == {newest}, "an older result came after a newer one"


def test_a_repeated_id_is_done_once_also_when_both_come_at_a_time_and_after_a_restart(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    twosource.start()
    told = draft("story", BOLD["en"], "en")
    with ThreadPoolExecutor(8) as threads:
        statuses = sorted(threads.map(lambda _: twosource.send(told, "in_same").status_code, range(8)))
    assert statuses == [200] * 7 + [202]
    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    twosource.kill()
    twosource.start()

    again = twosource.send(told, "in_same")

    assert (again.status_code, again.json()) == (200, {"delivery": "repeated"})
    twosource.settle()
    assert len(cms.taken()) == 1, "killed while the answer came in, it may be posted again, but under its one id"


def test_a_cms_that_is_busy_or_broken_gets_it_later_under_the_same_id(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    cms.answers = [(429, {"retry-after": "1"}), (500, {}), (302, {"location": cms.url + "/elsewhere"})]
    twosource.start()

    twosource.send(draft("story", BOLD["en"], "en"))

    cms.wait_for(lambda cms: bool(cms.taken()))
    assert len({webhook_id for webhook_id, _, _ in cms.events}) == 1
    assert [taken for _, _, taken in cms.events] == [False, False, False, True]


def test_an_older_revision_that_comes_late_changes_nothing(twosource: Twosource, cms: Cms, draft: Draft) -> None:
    older = draft("story", BOLD["en"], "en", "1")
    newer = draft("story", "The weather is fine today, and nothing else is to be told of it.", "en", "2")
    twosource.start()
    twosource.send(newer)
    cms.wait_for(lambda cms: len(cms.taken()) == 1)

    assert twosource.send(older).status_code == 202

    twosource.settle()
    assert [each.state for each in twosource.deliveries()] == ["superseded", "checked"]
    assert [told["data"]["revision"] for _, told, _ in cms.events] == ["2"]


def test_an_editor_resolves_a_flag_and_the_cms_is_told(
    twosource: Twosource, cms: Cms, draft: Draft, bearer: Bearer
) -> None:
    headers = bearer("flags:write", "drafts:read")
    twosource.start()
    twosource.send(draft("story", BOLD["de"], "de"))
    cms.wait_for(lambda cms: len(cms.events) == 1)
    flag = cms.events[0][1]["data"]["flags"][0]

    answer = twosource.ask(
        "PATCH", f"/v1/flags/{flag['id']}", json={"state": "dismissed", "reason": "house decision"}, headers=headers
    )

    assert answer.status_code == 200
    cms.wait_for(lambda cms: len(cms.events) == 2)
    assert cms.events[1][1]["data"]["flags"][0]["state"] == "dismissed"
    twosource.send(draft("story", f"{BOLD['de']}</p><p>Das Wetter ist gut.", "de", "2"))
    cms.wait_for(lambda cms: len(cms.events) == 3)
    assert cms.events[2][1]["data"]["revision"] == "2"
    assert [each["state"] for each in cms.events[2][1]["data"]["flags"]] == ["dismissed"]


def test_bad_input_gets_its_own_answer_from_the_real_server(twosource: Twosource, draft: Draft, bearer: Bearer) -> None:
    headers = bearer("check")
    twosource.start()
    answers = {
        "5 MB by webhook": (twosource.send(draft("s", "cost " * 1_000_000, "en")), 413),
        "5 MB to check": (twosource.ask("POST", "/v1/check", json={"text": "a" * 5_000_000}, headers=headers), 413),
        "unknown site": (twosource.send(draft("s", "x", "en"), site="nobody"), 404),
        "no JSON": (twosource.send(b"no json"), 400),
        "deep JSON": (twosource.send(b"[" * 100_000), 400),
        "unsigned": (twosource.ask("POST", "/hooks/paper", json=draft("s", "x", "en")), 401),
        "no token": (twosource.ask("POST", "/v1/check", json={"text": "x"}), 401),
        "no such page": (twosource.ask("GET", "/nothing"), 404),
        "wrong method": (twosource.ask("PUT", "/v1/check"), 405),
    }

    for what, (answer, status) in answers.items():
        assert (what, answer.status_code) == (what, status)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status
    deep = {"html": "<div>" * 10_000 + "x" + "<script>alert(1)</script>", "with_text": True}
    nested = twosource.ask("POST", "/v1/check", json=deep, headers=headers)
    assert nested.status_code == 200
    assert nested.json()["text"] == "x"
    assert twosource.ask("GET", "/readyz").json() == {"status": "ok"}
    assert "Traceback" not in twosource.log()


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_draft_has_no_flags(twosource: Twosource, cms: Cms, draft: Draft, text: str) -> None:
    twosource.start()

    twosource.send(draft("story", text, "en"))

    cms.wait_for(lambda cms: len(cms.events) == 1)
    assert cms.events[0][1]["data"]["flags"] == []


def test_what_is_no_http_does_not_disturb_the_server(twosource: Twosource) -> None:
    twosource.start()
    parts = urlsplit(twosource.address)
    assert parts.hostname
    assert parts.port
    for sent in (
        b"\x00\xff" * 100,
        b"GET / HTTP/9\r\n\r\n",
        b"POST /hooks/paper HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
    ):
        with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass

    assert twosource.ask("GET", "/healthz").json() == {"status": "ok"}


def test_a_stopped_server_ends_what_it_does_and_says_goodbye(twosource: Twosource, cms: Cms, draft: Draft) -> None:
    twosource.start()
    twosource.send(draft("story", BOLD["en"], "en"))

    assert twosource.stop() == 0

    twosource.start()
    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    assert len({webhook_id for webhook_id, _, _ in cms.events}) == 1


def test_a_pack_imported_while_the_server_runs_counts_at_once(
    twosource: Twosource, cms: Cms, draft: Draft, tmp_path: Any, bearer: Bearer
) -> None:
    headers = bearer("check")
    pack = tmp_path / "other.yaml"
    pack.write_text(
        "schema: twosource/fact-pack/1\nid: other\ntitle: Other\n"
        "units: {dam: {de: [Damm], nl: [dam], en: [dam]}}\n"
        "entities: {delta: {kind: organisation, name: Deltawerk}}\n"
        "sources: {own: {publisher: delta, kind: self-published, title: Report, published: 2026-01-01}}\n"
        "claim_types: {scale: {standard: subject}}\n"
        "facts:\n  dams:\n    label: {en: dams, de: Dämme, nl: dammen}\n    subject: delta\n    type: scale\n"
        "    value: {is: 14, unit: dam}\n    support: [{source: own}]\n"
    )
    twosource.start()
    asked = {"text": "Deltawerk has 41 dams.", "language": "en"}
    before = twosource.ask("POST", "/v1/check", json=asked, headers=headers).json()

    assert twosource.run("facts", "import", str(pack)).returncode == 0

    after = twosource.ask("POST", "/v1/check", json=asked, headers=headers).json()
    assert before["flags"] == []
    assert [flag["pack"] for flag in after["flags"]] == ["other"]


def test_a_second_server_on_the_same_file_is_refused_while_the_first_sees_what_commands_change(
    twosource: Twosource, draft: Draft
) -> None:
    twosource.start()

    second = twosource.run("serve", TWOSOURCE_PORT="0")

    assert second.returncode == 2
    assert "another twosource serve" in second.stderr
    assert "Traceback" not in second.stderr
    assert twosource.run("site", "add", "late", "--secret", twosource.secret).returncode == 0
    bearer = twosource.run("token", "add", "late", "--scope", "drafts:read").stdout.strip()
    assert twosource.send(draft("story", BOLD["en"], "en"), site="late").status_code == 202
    twosource.settle()
    answer = twosource.ask("GET", "/v1/drafts/late/story", headers={"authorization": f"Bearer {bearer}"})
    assert answer.status_code == 200


def test_a_server_can_start_where_one_was_killed(twosource: Twosource) -> None:
    twosource.start()
    twosource.kill()

    twosource.start()

    assert twosource.ask("GET", "/readyz").json() == {"status": "ok"}


def test_without_a_readable_pack_drafts_wait_and_come_through_when_it_is_mended(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    with twosource.store() as store:
        old = PackTextRow(
            id="glm-5-3-flash",
            name=twosource.pack.name,
            text="schema: twosource/fact-pack/0",
            imported_at=datetime(2026, 11, 1, tzinfo=UTC),
            imported_by="test",
            taken=False,
        )
        with store.database.write() as session:
            session.add(old)
    twosource.start()
    assert twosource.send(draft("story", BOLD["nl"], "nl")).status_code == 202
    unready = twosource.ask("GET", "/readyz")
    assert unready.status_code == 503
    assert "glm-5-3-flash" in unready.json()["amiss"][0]

    assert twosource.run("facts", "import", str(twosource.pack)).returncode == 0

    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    assert [each.attempts for each in twosource.deliveries()] == [1]


def test_what_was_set_aside_is_listed_and_comes_through_when_it_is_tried_again(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    cms.answers = [(410, {})]
    twosource.start()
    twosource.send(draft("story", BOLD["de"], "de"))
    twosource.settle()
    listed = twosource.run("outbound", "list").stdout
    assert "1  paper  story  set_aside  1  the site answered 410" in listed

    assert twosource.run("outbound", "retry", "1").returncode == 0

    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    assert len({webhook_id for webhook_id, _, _ in cms.events}) == 1


def test_a_port_that_is_taken_is_told_in_one_line(twosource: Twosource) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        ended = twosource.run("serve", TWOSOURCE_PORT=port)

    assert ended.returncode == 2
    assert port in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("host", "told"), [("nope.invalid", "TWOSOURCE_HOST=nope.invalid"), ("192.0.2.1", "set TWOSOURCE_HOST")]
)
def test_a_host_that_is_not_this_machines_is_told_in_one_line(twosource: Twosource, host: str, told: str) -> None:
    ended = twosource.run("serve", TWOSOURCE_HOST=host, TWOSOURCE_PORT="0")

    assert ended.returncode == 2
    assert told in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_burst_is_taken_without_a_warning(twosource: Twosource, cms: Cms, draft: Draft, host: str) -> None:
    twosource.start(TWOSOURCE_HOST=host)
    drafts = [draft(f"story-{number}", BOLD["en"], "en") for number in range(40)]

    with ThreadPoolExecutor(40) as senders:
        answers = list(senders.map(twosource.send, drafts))

    assert {answer.status_code for answer in answers} == {202}
    cms.wait_for(lambda cms: len(cms.taken()) == 40)
    assert "WARNING" not in twosource.log()


def test_a_callback_that_drips_its_answer_is_hung_up_on_before_it_is_posted_to_again(
    twosource: Twosource, cms: Cms, draft: Draft
) -> None:
    cms.answers = [(-1, {})]
    twosource.start(TWOSOURCE_POST_TIMEOUT="1", TWOSOURCE_LEASE="2.5")
    twosource.send(draft("story", BOLD["en"], "en"))

    cms.wait_for(lambda cms: len(cms.taken()) == 1)

    assert cms.hung_up == 1
    assert [webhook_id for webhook_id, _, _ in cms.events] == [*cms.taken()] * 2
    assert "did not answer within 2 seconds" in twosource.log()


def test_a_token_of_the_command_line_opens_the_api_until_it_is_revoked(twosource: Twosource) -> None:
    bearer = twosource.run("token", "add", "ci", "--scope", "check").stdout.strip()
    twosource.start()
    headers = {"authorization": f"Bearer {bearer}"}
    assert twosource.ask("POST", "/v1/check", json={"text": "x"}, headers=headers).status_code == 200

    twosource.run("token", "revoke", "ci")

    assert twosource.ask("POST", "/v1/check", json={"text": "x"}, headers=headers).status_code == 401


def test_the_docs_work_without_a_network(twosource: Twosource) -> None:
    twosource.start()

    page = twosource.ask("GET", "/docs")

    assert page.status_code == 200
    assert "http://" not in page.text.replace(twosource.address, "")
    assert "https://" not in page.text
    assert isinstance(twosource.ask("GET", "/openapi.json"), requests.Response)


def test_silent_and_dripping_clients_keep_nobody_out(twosource: Twosource) -> None:
    twosource.start()
    place = urlsplit(twosource.address)
    open_ones = [socket.create_connection((place.hostname or "", place.port or 0), timeout=5) for _ in range(120)]
    try:
        for each in open_ones[::2]:
            each.sendall(b"GET /readyz HTTP/1.1\r\nx-drip: ")

        answer = requests.get(f"{twosource.address}/readyz", timeout=10)

        assert answer.status_code == 200
        assert twosource.ask("GET", "/openapi.json").status_code == 200
    finally:
        for each in open_ones:
            each.close()
