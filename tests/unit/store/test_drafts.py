"""Drafts: a check is kept at one stroke, older revisions never win, and an editor's word survives re-checks."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from twosource.cms.generic import inbound
from twosource.jobs import check_delivery, resolve_flag
from twosource.jobs.rendering import render
from twosource.store import Arrival, FlagClosedError, KeptDraft, Resolve, Store, UnknownNameError
from twosource.text.build import build

if TYPE_CHECKING:
    from twosource.jobs import Service

Deliver = Callable[..., str]

LATER = "2026-11-30T11:05:00Z"
LATEST = "2026-11-30T11:10:00Z"


def _kept(service: Service, draft_id: str = "story-1") -> KeptDraft:
    kept = service.store.drafts.load("paper", draft_id)
    assert kept is not None
    return kept


def _states(service: Service) -> list[str]:
    return [flag["state"] for flag in _kept(service).checked["flags"]]


def _waiting(store: Store) -> list[tuple[str, dict[str, Any]]]:
    """The results in the outbox, as they would go out one after the other."""
    found = []
    while outbound := store.outbox.take():
        found.append((outbound.webhook_id, json.loads(outbound.body)))
        store.outbox.posted(outbound)
    return found


def test_a_checked_draft_is_kept_with_its_text_its_segments_and_its_flags(service: Service, deliver: Deliver) -> None:
    deliver(title="What it costs", lead="A lead.", text="One cost.\n\nAnother cost.", revision="r7")

    assert check_delivery(service)

    kept = _kept(service)
    assert (kept.revision, kept.title) == ("r7", "What it costs")
    assert [(segment.kind, kept.text[segment.start : segment.end]) for segment in kept.segments] == [
        ("title", "What it costs"),
        ("lead", "A lead."),
        ("paragraph", "One cost."),
        ("paragraph", "Another cost."),
    ]
    flags = kept.checked["flags"]
    assert len(flags) == 3
    assert all(kept.text[flag["start"] : flag["end"]] == flag["quote"] for flag in flags)
    assert kept.delivered is False
    assert not check_delivery(service)


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_a_drafts_language_and_its_sites_locale_reach_the_check(
    service: Service, deliver: Deliver, word_check: Any, language: str
) -> None:
    deliver(language=language)
    check_delivery(service)

    assert _kept(service).checked["language"] == language
    assert word_check.asked[0][0] == "de"


def test_the_result_waits_in_the_outbox_as_the_event_flags_updated(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)

    ((webhook_id, told),) = _waiting(service.store)

    assert webhook_id.startswith("msg_")
    assert told["type"] == "flags.updated"
    assert (told["data"]["id"], told["data"]["revision"]) == ("story-1", "1")
    assert told["data"]["offsets"] == "codepoints"
    assert told["data"]["flags"] == list(_kept(service).checked["flags"])


def test_the_same_revision_with_the_same_result_is_told_once_and_under_one_id(
    service: Service, deliver: Deliver, clock: Any
) -> None:
    deliver()
    check_delivery(service)
    ((first, _),) = _waiting(service.store)
    clock.forward(60)
    deliver()

    assert check_delivery(service)

    assert _waiting(service.store) == []
    assert _kept(service).delivered
    assert first


def test_another_result_of_the_same_revision_has_another_id(
    service: Service, deliver: Deliver, word_check: Any
) -> None:
    deliver()
    check_delivery(service)
    word_check.fact_version = "v2"
    deliver()
    check_delivery(service)

    told = _waiting(service.store)

    assert len(told) == 1, "the older result is superseded by the newer one"
    assert told[0][1]["data"]["flags"][0]["fact_version"] == "v2"


def test_an_older_revision_never_overwrites_a_newer_one(service: Service, deliver: Deliver) -> None:
    deliver(revision="2", updated_at=LATER, text="The newer cost.")
    check_delivery(service)
    late = deliver(revision="1", text="The older cost.")

    assert check_delivery(service)

    assert _kept(service).revision == "2"
    assert service.store.inbox.state_of("paper", late) == "superseded"
    assert len(_waiting(service.store)) == 1


def test_a_delivery_that_two_workers_hold_is_recorded_once(
    service: Service, deliver: Deliver, settings: Any, clock: Any
) -> None:
    deliver()
    slow = service.store.inbox.take()
    assert slow is not None
    clock.forward(settings.lease + 1)
    check_delivery(service)
    before = _kept(service)

    draft = inbound.parse(json.loads(slow.body), "paper")
    report = service.check(draft, service.base.current(), "de", service.day_of_check())
    clock.forward(60)
    state = service.store.drafts.record(slow, draft, build(draft.segments), report, render)

    assert state == "checked"
    assert _kept(service) == before
    assert len(_waiting(service.store)) == 1


def test_a_flag_keeps_its_id_over_revisions_and_differs_between_drafts(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)
    first = _kept(service).checked["flags"][0]["id"]
    deliver(revision="2", updated_at=LATER, text="New lines before. The cost is low.")
    check_delivery(service)
    deliver(id="story-2")
    check_delivery(service)

    assert _kept(service).checked["flags"][0]["id"] == first
    assert _kept(service, "story-2").checked["flags"][0]["id"] != first


@pytest.mark.parametrize("state", ["dismissed", "fixed"])
def test_an_editors_word_survives_unrelated_edits(service: Service, deliver: Deliver, state: str) -> None:
    deliver()
    check_delivery(service)
    resolve_flag(service, _kept(service).checked["flags"][0]["id"], Resolve(state, "Ann", "source exists"))
    deliver(revision="2", updated_at=LATER, text="An unrelated line. The cost is low. Another line.")

    check_delivery(service)

    assert _states(service) == [state]


@pytest.mark.parametrize("change", ["sentence", "fact"])
def test_a_dismissal_ends_when_its_sentence_or_its_fact_changes(
    service: Service, deliver: Deliver, word_check: Any, change: str
) -> None:
    deliver()
    check_delivery(service)
    resolve_flag(service, _kept(service).checked["flags"][0]["id"], Resolve("dismissed", "Ann", "source exists"))
    text = "The cost is low."
    if change == "fact":
        word_check.fact_version = "v2"
    else:
        text = "The cost is nil."
    deliver(revision="2", updated_at=LATER, text=text)

    check_delivery(service)

    assert _states(service) == ["open"]
    assert len(_kept(service).resolutions) == 1


def test_a_dismissal_comes_back_with_its_words(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)
    flag_id = _kept(service).checked["flags"][0]["id"]
    resolve_flag(service, flag_id, Resolve("dismissed", "Ann", "source exists"))
    deliver(revision="2", updated_at=LATER, text="Nothing here.")
    check_delivery(service)
    assert [(flag["id"], flag["state"]) for flag in _kept(service).closed] == [(flag_id, "fixed")]
    deliver(revision="3", updated_at=LATEST)

    check_delivery(service)

    assert _states(service) == ["dismissed"]
    assert _kept(service).closed == ()


def test_a_snoozed_flag_wakes_with_the_next_revision_but_not_before(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)
    resolve_flag(service, _kept(service).checked["flags"][0]["id"], Resolve("snoozed", "Ann"))
    deliver()
    check_delivery(service)
    assert _states(service) == ["snoozed"]
    deliver(revision="2", updated_at=LATER)

    check_delivery(service)

    assert _states(service) == ["open"]


def test_each_resolution_is_told_to_the_cms_under_a_new_id(service: Service, deliver: Deliver, clock: Any) -> None:
    deliver()
    check_delivery(service)
    flag_id = _kept(service).checked["flags"][0]["id"]
    told = _waiting(service.store)
    for state in ("dismissed", "open", "dismissed"):
        clock.forward(1)
        resolve_flag(service, flag_id, Resolve(state, "Ann", "house decision" if state == "dismissed" else None))
        told += _waiting(service.store)

    assert [event["data"]["flags"][0]["state"] for _, event in told] == ["open", "dismissed", "open", "dismissed"]
    assert len({webhook_id for webhook_id, _ in told}) == 4
    assert [done.state for done in _kept(service).resolutions] == ["dismissed", "open", "dismissed"]


def test_the_same_resolution_twice_changes_nothing(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)
    flag_id = _kept(service).checked["flags"][0]["id"]
    wish = Resolve("dismissed", "Ann", "other", "why")

    first, second = resolve_flag(service, flag_id, wish), resolve_flag(service, flag_id, wish)

    assert first == second
    assert len(_kept(service).resolutions) == 1


def test_an_unknown_or_closed_flag_cannot_be_resolved(service: Service, deliver: Deliver) -> None:
    deliver()
    check_delivery(service)
    flag_id = _kept(service).checked["flags"][0]["id"]
    deliver(revision="2", updated_at=LATER, text="Nothing here.")
    check_delivery(service)

    with pytest.raises(FlagClosedError):
        resolve_flag(service, flag_id, Resolve("fixed", "Ann"))
    with pytest.raises(UnknownNameError):
        resolve_flag(service, "nothing", Resolve("fixed", "Ann"))
    assert service.store.drafts.draft_of(flag_id) == ("paper", "story-1")
    assert service.store.drafts.draft_of("nothing") is None


def test_nothing_waits_for_a_site_without_a_callback(service: Service, deliver: Deliver) -> None:
    service.store.sites.add("mute", None, "nl", ("whsec_AAAA",))
    body = json.dumps(
        {"type": "draft.saved", "data": {"id": "s", "revision": "1", "text": "De cost.", "language": "nl"}}
    ).encode()
    service.store.inbox.receive(Arrival("mute", "m", "s", datetime(2026, 11, 30, tzinfo=UTC), body))

    check_delivery(service)

    kept = service.store.drafts.load("mute", "s")
    assert kept is not None
    assert kept.delivered is None
    assert len(kept.checked["flags"]) == 1
    assert _waiting(service.store) == []


@pytest.mark.parametrize("flags", [2, 40])
def test_a_check_asks_as_often_for_many_flags_as_for_few(service: Service, deliver: Deliver, flags: int) -> None:
    text = "A cost. " * flags
    deliver(text=text)
    check_delivery(service)
    for flag in _kept(service).checked["flags"]:
        resolve_flag(service, flag["id"], Resolve("dismissed", "ann", "house decision"))
    deliver(text=text, revision="2", updated_at=LATER)
    asked: list[str] = []
    event.listen(service.store.database.engine, "before_cursor_execute", lambda *call: asked.append(call[2]))

    check_delivery(service)

    assert sum("FROM resolutions" in statement for statement in asked) == 1
    assert _states(service) == ["dismissed"] * flags
