"""The service on PostgreSQL: a draft's whole way, a server that is killed, and two servers on one database."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Cms, Twosource

Draft = Callable[..., dict[str, Any]]
Machines = tuple["Twosource", "Twosource"]

BOLD = {
    "de": "Die Kosten pro Token von GLM-5.3-Flash liegen auf dem Niveau gängiger NVIDIA-GPUs.",
    "nl": "De kosten per token van GLM-5.3-Flash liggen op het niveau van gangbare NVIDIA-GPU's.",
    "en": "The cost per token of GLM-5.3-Flash is on a par with that of mainstream NVIDIA GPUs.",
}
FLAGSHIP = "cost parity: single-source, no power data"
QUICK_LEASE = {"TWOSOURCE_LEASE": "7"}


def _messages(told: dict[str, Any]) -> list[str]:
    return [flag["message"] for flag in told["data"]["flags"]]


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_a_draft_goes_its_whole_way(machines: Machines, cms: Cms, draft: Draft, language: str) -> None:
    twosource, _ = machines
    twosource.start()
    assert twosource.ask("GET", "/readyz").json() == {"status": "ok"}

    assert twosource.send(draft("story", BOLD[language], language), "in_1").status_code == 202
    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    (told,) = cms.taken().values()
    assert (told["data"]["id"], _messages(told)) == ("story", [FLAGSHIP])

    with twosource.store() as store:
        bearer = {"authorization": f"Bearer {store.tokens.add('desk', {'drafts:read', 'flags:write'})}"}
    (flag,) = twosource.ask("GET", "/v1/drafts/paper/story/flags", headers=bearer).json()["flags"]
    dismissed = {"state": "dismissed", "reason": "source exists"}
    answer = twosource.ask("PATCH", f"/v1/flags/{flag['id']}", json=dismissed, headers=bearer)
    assert answer.status_code == 200, answer.text
    cms.wait_for(lambda cms: len(cms.taken()) == 2)
    assert [event["data"]["flags"][0]["state"] for event in cms.taken().values()] == ["open", "dismissed"]
    assert twosource.send(draft("story", BOLD[language], language), "in_1").status_code == 200, "seen before"
    assert twosource.stop() == 0


def test_a_pack_that_is_imported_counts_at_the_next_check_of_every_server(
    machines: Machines, cms: Cms, draft: Draft
) -> None:
    for server in machines:
        server.start()
    one, other = machines
    assert one.send(draft("story-1", BOLD["en"], "en")).status_code == 202
    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    empty = one.data_dir.parent / "empty.yaml"
    empty.write_text("schema: twosource/fact-pack/1\nid: glm-5-3-flash\ntitle: Nothing left\n")

    imported = other.run("facts", "import", str(empty))
    assert imported.returncode == 0, imported.stderr
    for number, server in enumerate(machines, 2):
        assert server.send(draft(f"story-{number}", BOLD["en"], "en")).status_code == 202

    cms.wait_for(lambda cms: len(cms.taken()) == 3)
    told = {event["data"]["id"]: _messages(event) for event in cms.taken().values()}
    assert told == {"story-1": [FLAGSHIP], "story-2": [], "story-3": []}


def test_what_a_killed_server_held_another_takes_when_its_lease_ends(
    machines: Machines, cms: Cms, draft: Draft
) -> None:
    one, other = machines
    cms.answers = [(0, {})]
    one.start(**QUICK_LEASE)
    assert one.send(draft("story", BOLD["nl"], "nl")).status_code == 202
    cms.wait_for(lambda cms: len(cms.events) == 1)
    one.kill()

    other.start(**QUICK_LEASE)

    cms.wait_for(lambda cms: len(cms.taken()) == 1)
    (first, _, _), (second, _, _) = cms.events
    assert first == second


def test_two_servers_share_the_work_and_tell_each_draft_once(machines: Machines, cms: Cms, draft: Draft) -> None:
    for server in machines:
        server.start()
    drafts = 12
    for number in range(drafts):
        sent = machines[number % 2].send(draft(f"story-{number}", BOLD["en"], "en"), f"in_{number}")
        again = machines[1 - number % 2].send(draft(f"story-{number}", BOLD["en"], "en"), f"in_{number}")
        assert (sent.status_code, again.status_code) == (202, 200)

    cms.wait_for(lambda cms: len(cms.taken()) == drafts)
    machines[0].settle()

    assert len(cms.events) == drafts
    assert {told["data"]["id"] for told in cms.taken().values()} == {f"story-{number}" for number in range(drafts)}
