"""The jobs: repeated at will, tried again later and later, set aside in the end; workers that wake and end."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from twosource.cms.generic.segments import UnreadableEventError
from twosource.jobs import Service, Workers, check_delivery, forget_bodies, post_outbound
from twosource.jobs.backoff import wait_before
from twosource.posting import PostError
from twosource.store import StoreTroubleError
from twosource.store.inbox import Inbox

if TYPE_CHECKING:
    from twosource.store import Site

Deliver = Callable[..., str]
LATER = "2026-11-30T11:05:00Z"


class PostBox:
    """A way out that keeps what is posted, and fails where it is told to."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, str, dict[str, Any]]] = []
        self.fails: list[Exception] = []

    def post(self, site: Site, _url: str, webhook_id: str, body: bytes) -> int:
        if self.fails:
            raise self.fails.pop(0)
        self.posted.append((site.name, webhook_id, json.loads(body)))
        return 200


@pytest.fixture
def post_box() -> PostBox:
    return PostBox()


@pytest.fixture
def posting(service: Service, post_box: PostBox) -> Service:
    return replace(service, poster=post_box)  # type: ignore[arg-type]  # it posts, which is all that is asked of it


def test_a_delivery_is_checked_and_its_result_posted(posting: Service, deliver: Deliver, post_box: PostBox) -> None:
    deliver()

    assert check_delivery(posting)
    assert post_outbound(posting)

    ((site, _, told),) = post_box.posted
    assert (site, told["type"], told["data"]["id"]) == ("paper", "flags.updated", "story-1")
    assert told["data"]["flags"][0]["quote"] == "cost"
    assert not check_delivery(posting)
    assert not post_outbound(posting)


def test_a_check_that_fails_is_tried_again_later_and_set_aside_in_the_end(
    service: Service, deliver: Deliver, word_check: Any, clock: Any
) -> None:
    webhook_id = deliver(text="the confidential words")
    word_check.fails = RuntimeError("the confidential words")
    tries = service.settings.check_tries

    for _ in range(tries):
        assert check_delivery(service)
        assert not check_delivery(service), "it waits before it is tried again"
        clock.forward(3600)

    assert service.store.inbox.state_of("paper", webhook_id) == "set_aside"
    (troubled,) = service.store.inbox.queued(["set_aside"], 9)
    assert (troubled.attempts, troubled.error) == (tries, "RuntimeError")


def test_a_check_that_fails_once_comes_to_its_end(
    service: Service, deliver: Deliver, word_check: Any, clock: Any
) -> None:
    webhook_id = deliver()
    word_check.fails = MemoryError()
    check_delivery(service)
    word_check.fails = None
    clock.forward(10)

    assert check_delivery(service)

    assert service.store.inbox.state_of("paper", webhook_id) == "checked"


def test_one_broken_draft_does_not_hold_up_the_others(service: Service, deliver: Deliver, word_check: Any) -> None:
    broken = deliver(id="broken")
    word_check.fails = RuntimeError()
    check_delivery(service)
    word_check.fails = None
    fine = deliver(id="fine")

    check_delivery(service)

    assert service.store.inbox.state_of("paper", broken) == "received"
    assert service.store.inbox.state_of("paper", fine) == "checked"


def test_a_draft_that_cannot_be_read_says_where(service: Service, deliver: Deliver, with_settings: Any) -> None:
    deliver(format="clay", blocks=[], text=None)

    check_delivery(with_settings(check_tries=1))

    (troubled,) = service.store.inbox.queued(["set_aside"], 9)
    assert troubled.error.startswith("format: ")
    assert UnreadableEventError("format", "x").path == "format"


def test_a_draft_over_the_limit_is_checked_up_to_it(service: Service, deliver: Deliver, with_settings: Any) -> None:
    deliver(text="A sentence that has its cost. " * 100)

    check_delivery(with_settings(draft_limit=1000))

    kept = service.store.drafts.load("paper", "story-1")
    assert kept is not None
    assert kept.checked["incomplete"]
    assert len(kept.text) <= 1000


def test_a_result_that_is_not_taken_is_posted_again_under_the_same_id(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any
) -> None:
    deliver()
    check_delivery(posting)
    post_box.fails = [PostError("down"), PostError("down", 500), RuntimeError("a bug")]

    for _ in range(4):
        assert post_outbound(posting)
        assert not post_outbound(posting)
        clock.forward(60)

    assert len(post_box.posted) == 1
    kept = posting.store.drafts.load("paper", "story-1")
    assert kept is not None
    assert kept.delivered


def test_a_receiver_is_not_asked_again_before_it_wants(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any
) -> None:
    deliver()
    check_delivery(posting)
    post_box.fails = [PostError("busy", 429, retry_after=500.0)]
    post_outbound(posting)

    clock.forward(499)
    assert not post_outbound(posting)
    clock.forward(2)
    assert post_outbound(posting)


@pytest.mark.parametrize(("error", "tries"), [(PostError("gone", 410), 1), (PostError("down", 500), 3)])
def test_a_result_that_nobody_takes_is_set_aside_with_its_error(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any, error: PostError, tries: int
) -> None:
    stubborn = replace(posting, settings=replace(posting.settings, post_tries=3))
    deliver()
    check_delivery(stubborn)
    post_box.fails = [error] * 9

    while post_outbound(stubborn):
        clock.forward(4000)

    (troubled,) = stubborn.store.outbox.queued(["set_aside"], 9)
    assert (troubled.draft, troubled.attempts, troubled.error) == ("story-1", tries, str(error))
    assert post_box.posted == []


def test_a_newer_result_replaces_one_that_still_waits(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any
) -> None:
    deliver()
    check_delivery(posting)
    post_box.fails = [PostError("down")]
    post_outbound(posting)
    deliver(revision="2", updated_at=LATER)
    check_delivery(posting)
    clock.forward(3600)

    while post_outbound(posting):
        pass

    assert [told["data"]["revision"] for _, _, told in post_box.posted] == ["2"]


def test_a_site_gets_one_result_at_a_time_and_others_do_not_wait_for_it(
    posting: Service, deliver: Deliver, event: Callable[..., dict[str, Any]], post_box: PostBox
) -> None:
    deliver(id="one")
    deliver(id="two")
    while check_delivery(posting):
        pass
    under_way = posting.store.outbox.take()
    assert under_way is not None

    assert posting.store.outbox.take() is None
    posting.store.outbox.posted(under_way)
    assert posting.store.outbox.take() is not None


def test_a_site_that_lost_its_address_keeps_its_results(
    posting: Service, deliver: Deliver, monkeypatch: pytest.MonkeyPatch, post_box: PostBox
) -> None:
    deliver()
    check_delivery(posting)
    monkeypatch.setattr(type(posting.store.sites), "find", lambda *_: None)

    assert post_outbound(posting)

    assert post_box.posted == []
    assert not post_outbound(posting)


def test_waits_double_are_spread_and_end_at_an_hour() -> None:
    assert [wait_before(attempt, 1.0).total_seconds() for attempt in (1, 2, 3, 4)] == [2, 4, 8, 16]
    assert wait_before(1, 0.0) == timedelta(seconds=1)
    assert wait_before(500, 1.0) == timedelta(hours=1)
    assert wait_before(1, 0.5, asked=100.0) == timedelta(seconds=100.5)
    assert wait_before(12, 1.0, asked=1.0) == timedelta(hours=1)
    assert sum((wait_before(n, 0.5).total_seconds() for n in range(1, 30)), 0.0) > 12 * 3600


@pytest.mark.parametrize("days", [30, 7])
def test_bodies_that_are_done_are_removed_after_the_retention_and_the_rest_stays(
    posting: Service, deliver: Deliver, clock: Any, with_settings: Any, tmp_path: Path, days: int
) -> None:
    kept = replace(posting, settings=replace(posting.settings, retention_days=days))
    broken = deliver(id="broken", text=None, format="clay", blocks=[])
    check_delivery(with_settings(check_tries=1))
    deliver(id="story-1")
    deliver(id="story-1", revision="2", updated_at=LATER)
    while check_delivery(kept):
        pass
    assert post_outbound(kept)
    clock.forward(days * 86_400)
    assert forget_bodies(kept) == 0, "not a second early"
    clock.forward(1)
    fresh = deliver(id="story-2")

    assert forget_bodies(kept) == 3

    assert forget_bodies(kept) == 0
    with sqlite3.connect(tmp_path / "store.sqlite") as other:
        left = other.execute("SELECT webhook_id FROM deliveries WHERE length(body) > 0 ORDER BY id").fetchall()
        assert left == [(broken,), (fresh,)]
        assert other.execute("SELECT count(*) FROM outbound WHERE length(body) > 0").fetchone() == (0,)
    other.close()
    draft = kept.store.drafts.load("paper", "story-1")
    assert draft is not None
    assert draft.text == "The cost is low."
    assert len(draft.checked["flags"]) == 1
    assert kept.store.inbox.state_of("paper", "in_2") == "superseded", "its id is still known"


def test_a_result_that_waits_keeps_its_body_however_old_it_is(
    posting: Service, deliver: Deliver, clock: Any, post_box: PostBox
) -> None:
    deliver()
    check_delivery(posting)
    clock.forward(400 * 86_400)

    assert forget_bodies(posting) == 1

    assert post_outbound(posting)
    assert len(post_box.posted) == 1


def test_without_a_retention_nothing_is_removed(posting: Service, deliver: Deliver, clock: Any) -> None:
    deliver()
    check_delivery(posting)
    clock.forward(4000 * 86_400)

    assert forget_bodies(replace(posting, settings=replace(posting.settings, retention_days=0))) == 0


def test_a_running_service_removes_old_bodies_by_itself(posting: Service, deliver: Deliver, clock: Any) -> None:
    deliver()
    check_delivery(posting)
    clock.forward(31 * 86_400)
    removed = threading.Event()
    inbox = posting.store.inbox
    workers = Workers(posting)

    def told(before: datetime) -> int:
        emptied = Inbox.empty_bodies(inbox, before)
        if emptied:
            removed.set()
        return emptied

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(inbox, "empty_bodies", told)
        workers.start()
        assert removed.wait(20)
        workers.stop(10)


def test_the_end_waits_for_all_workers_together_no_longer_than_it_is_told(
    posting: Service, deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six workers that do not end must not be waited for six times."""
    waited: list[float] = []
    moments = iter(range(0, 1000, 4))
    monkeypatch.setattr("twosource.jobs.workers.time.monotonic", lambda: float(next(moments)))
    monkeypatch.setattr(threading.Thread, "join", lambda _thread, timeout: waited.append(timeout))
    workers = Workers(posting)
    monkeypatch.setattr(threading.Thread, "start", lambda _thread: None)
    monkeypatch.setattr(threading.Thread, "ident", 1)
    workers.start()

    workers.stop(10)

    assert waited[:3] == [6.0, 2.0, 0.0]
    assert set(waited[3:]) == {0.0}
    assert len(waited) > 6


def test_workers_check_and_post_what_comes_in_and_end_when_they_are_told(
    posting: Service, deliver: Deliver, post_box: PostBox
) -> None:
    workers = Workers(posting)
    workers.start()
    assert workers.amiss() is None
    for number in range(5):
        deliver(id=f"story-{number}")
        posting.deliveries.ring()

    deadline = time.monotonic() + 20
    while len(post_box.posted) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    workers.stop(10)

    assert sorted(told["data"]["id"] for _, _, told in post_box.posted) == [f"story-{number}" for number in range(5)]
    assert "check-1" in (workers.amiss() or "")


def test_a_worker_lives_through_a_store_that_fails(
    posting: Service, deliver: Deliver, post_box: PostBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = type(posting.store.inbox).take
    failed = threading.Event()

    def fails_once(*arguments: Any) -> Any:
        if not failed.is_set():
            failed.set()
            raise OSError("disk full")
        return take(*arguments)

    monkeypatch.setattr(type(posting.store.inbox), "take", fails_once)
    deliver()
    workers = Workers(replace(posting, settings=replace(posting.settings, check_workers=1)))
    workers.start()

    deadline = time.monotonic() + 20
    while not post_box.posted and time.monotonic() < deadline:
        time.sleep(0.01)
    workers.stop(10)

    assert len(post_box.posted) == 1


def _fails_while(broken: threading.Event, monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
    """Let nothing be written while an event is set."""
    database = type(service.store.database)
    write = database.write

    def fail_or_write(self: Any) -> Any:
        if broken.is_set():
            raise StoreTroubleError("the disk is full")
        return write(self)

    monkeypatch.setattr(database, "write", fail_or_write)


def test_a_check_that_cannot_be_kept_loses_no_try_and_is_made_again(
    posting: Service, deliver: Deliver, word_check: Any, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook_id = deliver()
    broken = threading.Event()
    _fails_while(broken, monkeypatch, posting)

    def filling(draft: Any, base: Any, locale: str, at: Any) -> Any:
        broken.set()
        return word_check(draft, base, locale, at)

    for _ in range(2 * posting.settings.check_tries):
        with pytest.raises(StoreTroubleError):
            check_delivery(replace(posting, check=filling))
        with pytest.raises(StoreTroubleError):
            check_delivery(posting)
        broken.clear()
        assert not check_delivery(posting), "it waits a little before it is tried again"
        clock.forward(60)

    assert check_delivery(posting)
    assert posting.store.inbox.state_of("paper", webhook_id) == "checked"


def test_a_post_that_cannot_be_kept_is_not_made_again(
    posting: Service, deliver: Deliver, post_box: PostBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver()
    check_delivery(posting)
    broken = threading.Event()
    _fails_while(broken, monkeypatch, posting)
    post = post_box.post

    def filling(*arguments: Any) -> int:
        broken.set()
        return post(*arguments)

    monkeypatch.setattr(post_box, "post", filling)
    with pytest.raises(StoreTroubleError):
        post_outbound(posting)
    broken.clear()

    assert not post_outbound(posting)
    assert len(post_box.posted) == 1
    assert [queued.attempts for queued in posting.store.outbox.queued(["posted"], 9)] == [1]


def test_a_result_whose_site_cannot_be_read_loses_no_try(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver()
    check_delivery(posting)
    with monkeypatch.context() as patched:

        def fail(*_: object) -> None:
            raise StoreTroubleError("the disk broke")

        patched.setattr(type(posting.store.sites), "find", fail)
        with pytest.raises(StoreTroubleError):
            post_outbound(posting)
    (queued,) = posting.store.outbox.queued(["waiting"], 9)
    assert queued.attempts == 0
    clock.forward(60)

    assert post_outbound(posting)
    assert len(post_box.posted) == 1


def test_workers_wait_quietly_while_the_store_is_in_trouble(
    posting: Service,
    deliver: Deliver,
    post_box: PostBox,
    clock: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("twosource.jobs.workers._TROUBLE_SECONDS", 0.05)
    deliver()
    broken = threading.Event()
    _fails_while(broken, monkeypatch, posting)
    workers = Workers(posting)
    workers.start()
    broken.set()
    deadline = time.monotonic() + 0.5
    while time.monotonic() < deadline:
        time.sleep(0.05)
    broken.clear()
    clock.forward(60)

    deadline = time.monotonic() + 20
    while not post_box.posted and time.monotonic() < deadline:
        time.sleep(0.01)
    workers.stop(10)

    assert len(post_box.posted) >= 1
    assert "Traceback" not in caplog.text


def test_workers_take_up_what_a_killed_server_held(posting: Service, deliver: Deliver, post_box: PostBox) -> None:
    deliver()
    assert posting.store.inbox.take() is not None
    workers = Workers(posting)

    workers.start()

    deadline = time.monotonic() + 20
    while not post_box.posted and time.monotonic() < deadline:
        time.sleep(0.01)
    workers.stop(10)
    assert len(post_box.posted) == 1


def test_a_check_that_ends_after_another_worker_took_its_delivery_keeps_nothing(
    posting: Service, deliver: Deliver, clock: Any, word_check: Any
) -> None:
    webhook_id = deliver()
    lease = posting.settings.lease
    second = []

    def slow(draft: Any, base: Any, locale: str, at: Any) -> Any:
        clock.forward(lease + 1)
        second.append(posting.store.inbox.take())
        return word_check(draft, base, locale, at)

    assert check_delivery(replace(posting, check=slow))

    assert posting.store.drafts.load("paper", "story-1") is None
    assert posting.store.inbox.state_of("paper", webhook_id) == "received"
    assert second[0] is not None
    assert posting.store.inbox.take() is None, "the second worker still holds it"


def test_a_check_that_ends_late_is_kept_where_nobody_else_took_the_delivery(
    posting: Service, deliver: Deliver, clock: Any, word_check: Any
) -> None:
    webhook_id = deliver()

    def slow(draft: Any, base: Any, locale: str, at: Any) -> Any:
        clock.forward(posting.settings.lease + 1)
        return word_check(draft, base, locale, at)

    check_delivery(replace(posting, check=slow))

    assert posting.store.inbox.state_of("paper", webhook_id) == "checked"


def test_a_post_that_ends_after_another_worker_took_its_result_changes_nothing(
    posting: Service, deliver: Deliver, clock: Any
) -> None:
    deliver()
    check_delivery(posting)
    late = posting.store.outbox.take()
    clock.forward(posting.settings.lease + 1)
    held = posting.store.outbox.take()
    assert late is not None
    assert held is not None
    assert held.webhook_id == late.webhook_id

    posting.store.outbox.posted(late)
    posting.store.outbox.try_again(late, clock(), "late")
    posting.store.outbox.set_aside(late, "late")

    (queued,) = posting.store.outbox.queued(["waiting"], 9)
    assert (queued.attempts, queued.error) == (2, None)
    assert posting.store.outbox.take() is None, "the second worker still holds it"


def test_a_result_whose_posting_is_broken_off_again_and_again_is_set_aside(
    posting: Service, deliver: Deliver, post_box: PostBox
) -> None:
    deliver()
    check_delivery(posting)
    for _ in range(posting.settings.post_tries):
        assert posting.store.outbox.take() is not None
        posting.store.hand_back()

    assert not post_outbound(posting)

    (queued,) = posting.store.outbox.queued(["set_aside"], 9)
    assert (queued.attempts, queued.draft) == (posting.settings.post_tries, "story-1")
    assert "broken off" in (queued.error or "")
    posting.store.outbox.retry(queued.id)
    assert post_outbound(posting)
    assert [webhook_id for _, webhook_id, _ in post_box.posted] == [queued.webhook_id]


def test_an_old_result_is_not_tried_again_after_a_newer_one(
    posting: Service, deliver: Deliver, post_box: PostBox, clock: Any
) -> None:
    deliver()
    check_delivery(posting)
    post_box.fails = [PostError("gone", 410)]
    post_outbound(posting)
    deliver(revision="2", updated_at=LATER)
    check_delivery(posting)
    post_outbound(posting)
    (old,) = posting.store.outbox.queued(["set_aside"], 9)

    posting.store.outbox.retry(old.id)

    assert not post_outbound(posting)
    assert [told["data"]["revision"] for _, _, told in post_box.posted] == ["2"]
