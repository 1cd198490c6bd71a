"""The inbox: on the disk before it answers, each id once, the newest revision first of all, leases that end."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import false, tuple_

from twosource.store import Arrival, InboxBusyError, NotRetriableError, Store, UnknownNameError
from twosource.store.group_commit import GroupCommit, WriterClosedError

if TYPE_CHECKING:
    from twosource.settings import Settings

AT = datetime(2026, 11, 30, 11, 0, tzinfo=UTC)

SQLITE_ALONE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def _arrival(webhook_id: str, draft: str = "story-1", minutes: int = 0, body: bytes = b"{}") -> Arrival:
    return Arrival("paper", webhook_id, draft, AT + timedelta(minutes=minutes), body)


@SQLITE_ALONE
def test_a_delivery_is_on_the_disk_when_it_is_acknowledged(store: Store, tmp_path: Path) -> None:
    assert store.inbox.receive(_arrival("a", body=b"the body"))

    with sqlite3.connect(tmp_path / "store.sqlite") as other:
        assert other.execute("SELECT webhook_id, body, state FROM deliveries").fetchall() == [
            ("a", b"the body", "received")
        ]
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


@SQLITE_ALONE
def test_every_connection_is_durable_and_keeps_its_references(store: Store) -> None:
    with store.database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_an_id_is_kept_once_however_many_bring_it_at_a_time(store: Store) -> None:
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda number: store.inbox.receive(_arrival(f"id-{number % 10}")), range(200)))

    assert answers.count(True) == 10


def test_an_id_that_another_process_brought_at_the_same_moment_is_kept_once(
    store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Store.open(settings)
    other.inbox.receive(_arrival("both"))
    other.close()
    # The first look for known ids was before the other process committed.
    blind = iter([_NeverIn()])
    monkeypatch.setattr("twosource.store.inbox.tuple_", lambda *columns: next(blind, None) or tuple_(*columns))

    with ThreadPoolExecutor(2) as threads:
        answers = sorted(threads.map(store.inbox.receive, [_arrival("both"), _arrival("new")]))

    assert answers == [False, True]


class _NeverIn:
    def in_(self, _keys: object) -> Any:
        return false()


def test_a_delivery_of_an_unknown_site_is_refused_and_the_writer_lives_on(store: Store) -> None:
    with pytest.raises(UnknownNameError):
        store.inbox.receive(Arrival("nobody", "a", "x", AT, b""))

    assert store.inbox.receive(_arrival("b"))


def test_a_held_delivery_is_nobody_elses_until_its_lease_ends(store: Store, clock: Any, settings: Settings) -> None:
    store.inbox.receive(_arrival("a"))

    first = store.inbox.take()

    assert first is not None
    assert first.attempts == 1
    assert store.inbox.take() is None
    clock.forward(settings.lease + 1)
    again = store.inbox.take()
    assert again is not None
    assert (again.id, again.attempts) == (first.id, 2)


def test_what_a_killed_process_held_is_taken_at_once_after_it_is_handed_back(store: Store) -> None:
    store.inbox.receive(_arrival("a"))
    store.inbox.take()

    assert store.inbox.hand_back() == 1
    assert store.inbox.take() is not None


def test_a_delivery_can_be_taken_by_its_id_and_only_when_it_is_due(store: Store, clock: Any) -> None:
    store.inbox.receive(_arrival("a", "one"))
    store.inbox.receive(_arrival("b", "two"))
    first = store.inbox.take()
    assert first is not None

    assert store.inbox.take(first.id) is None
    store.inbox.try_again(first, clock() + timedelta(seconds=30), "broken")
    assert store.inbox.take(first.id) is None
    clock.forward(30)
    assert store.inbox.take(first.id) is not None
    assert store.inbox.take(999) is None


def test_a_late_worker_changes_nothing_of_what_another_holds(store: Store, clock: Any, settings: Settings) -> None:
    store.inbox.receive(_arrival("a"))
    late = store.inbox.take()
    clock.forward(settings.lease + 1)
    held = store.inbox.take()
    assert late is not None
    assert held is not None

    store.inbox.try_again(late, clock(), "late")
    store.inbox.set_aside(late, "late")

    assert store.inbox.take() is None, "the second worker still holds it"
    (queued,) = store.inbox.queued(["received"], 9)
    assert (queued.attempts, queued.error) == (2, None)
    store.inbox.set_aside(held, "its own")
    assert store.inbox.state_of("paper", "a") == "set_aside"


def test_what_was_put_back_by_the_second_worker_is_not_the_firsts_either(store: Store, clock: Any) -> None:
    store.inbox.receive(_arrival("a"))
    late = store.inbox.take()
    store.inbox.hand_back()
    held = store.inbox.take()
    assert late is not None
    assert held is not None
    store.inbox.try_again(held, clock() + timedelta(hours=1), "its own")

    store.inbox.set_aside(late, "late")

    assert store.inbox.state_of("paper", "a") == "received"


@pytest.mark.parametrize("ended_by", ["a kill", "the end of its lease"])
def test_what_is_broken_off_again_and_again_is_set_aside_after_its_tries(
    store: Store, clock: Any, settings: Settings, ended_by: str
) -> None:
    store.inbox.receive(_arrival("a"))
    store.inbox.receive(_arrival("fine", draft="story-2", minutes=1))
    for _ in range(settings.check_tries):
        assert store.inbox.take(1) is not None
        if ended_by == "a kill":
            store.inbox.hand_back()
        else:
            clock.forward(settings.lease + 1)

    taken = store.inbox.take()

    assert taken is not None
    assert taken.webhook_id == "fine", "what waits behind it is given out"
    (queued,) = store.inbox.queued(["set_aside"], 9)
    assert (queued.webhook_id, queued.attempts) == ("a", settings.check_tries)
    assert "broken off" in (queued.error or "")


def test_the_error_before_a_try_that_was_broken_off_is_told_too(store: Store, clock: Any, settings: Settings) -> None:
    store.inbox.receive(_arrival("a"))
    for _ in range(settings.check_tries - 1):
        delivery = store.inbox.take()
        assert delivery is not None
        store.inbox.try_again(delivery, clock(), "MemoryError")
    store.inbox.take()
    store.inbox.hand_back()

    assert store.inbox.take() is None
    (queued,) = store.inbox.queued(["set_aside"], 9)
    assert (queued.error or "").endswith("MemoryError")


def test_what_was_set_aside_is_tried_again_when_somebody_asks_with_all_its_tries(
    store: Store, settings: Settings
) -> None:
    store.inbox.receive(_arrival("a"))
    delivery = store.inbox.take()
    assert delivery is not None
    store.inbox.set_aside(delivery, "no such block")

    store.inbox.retry(delivery.id)

    again = store.inbox.take()
    assert again is not None
    assert (again.id, again.attempts, again.body) == (delivery.id, 1, b"{}")


def test_what_waits_for_its_next_try_need_not_wait_when_somebody_asks(store: Store, clock: Any) -> None:
    store.inbox.receive(_arrival("a"))
    delivery = store.inbox.take()
    assert delivery is not None
    store.inbox.try_again(delivery, clock() + timedelta(hours=1), "down")

    store.inbox.retry(delivery.id)

    assert store.inbox.take() is not None


def test_what_is_done_held_or_unknown_cannot_be_tried_again(store: Store) -> None:
    store.inbox.receive(_arrival("old"))
    store.inbox.receive(_arrival("new", minutes=1))
    held = store.inbox.take()
    assert held is not None

    with pytest.raises(NotRetriableError, match="superseded"):
        store.inbox.retry(1)
    with pytest.raises(NotRetriableError, match="worked on"):
        store.inbox.retry(held.id)
    with pytest.raises(NotRetriableError, match="no delivery 99"):
        store.inbox.retry(99)


def test_a_burst_of_saves_is_checked_once_at_its_newest_revision(store: Store) -> None:
    for number in (0, 2, 1):
        store.inbox.receive(_arrival(f"save-{number}", minutes=number))
    store.inbox.receive(_arrival("other", draft="story-2"))

    taken = [store.inbox.take(), store.inbox.take()]

    assert [delivery and delivery.webhook_id for delivery in taken] == ["save-2", "other"]
    assert store.inbox.take() is None
    assert store.inbox.state_of("paper", "save-0") == "superseded"
    assert store.inbox.state_of("paper", "save-1") == "superseded"


def test_of_two_saves_of_one_moment_the_later_delivery_counts(store: Store) -> None:
    store.inbox.receive(_arrival("first"))
    store.inbox.receive(_arrival("second"))

    taken = store.inbox.take()

    assert taken is not None
    assert taken.webhook_id == "second"


def test_what_is_set_aside_is_shown_with_its_error_and_never_taken_again(store: Store, clock: Any) -> None:
    store.inbox.receive(_arrival("a"))
    delivery = store.inbox.take()
    assert delivery is not None

    store.inbox.set_aside(delivery, "no such block")
    store.inbox.try_again(delivery, clock(), "too late")

    assert store.inbox.take() is None
    (troubled,) = store.inbox.queued(["set_aside"], 9)
    assert (troubled.site, troubled.webhook_id, troubled.draft, troubled.error) == (
        "paper",
        "a",
        "story-1",
        "no such block",
    )


def test_an_inbox_that_is_closed_asks_to_come_again(settings: Settings) -> None:
    closed = Store.open(settings)
    closed.sites.add("late", None, "en", ("whsec_AAAA",))
    closed.close()

    with pytest.raises(InboxBusyError):
        closed.inbox.receive(Arrival("late", "a", "x", AT, b""))


def test_an_inbox_with_too_many_waiting_asks_to_come_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GroupCommit, "waiting", lambda _: 10_000)

    with pytest.raises(InboxBusyError):
        store.inbox.receive(_arrival("a"))


def test_a_writer_commits_in_groups_and_in_order() -> None:
    groups: list[list[int]] = []
    go_on = threading.Event()

    def commit(group: Any) -> list[int]:
        go_on.wait(5)
        groups.append(list(group))
        return [-number for number in group]

    writer: GroupCommit[int, int] = GroupCommit(commit, 4, "test-writer")
    answers = [writer.put(number) for number in range(10)]
    go_on.set()
    writer.close()

    assert [answer.result(1) for answer in answers] == [-number for number in range(10)]
    assert [number for group in groups for number in group] == list(range(10))
    assert max(len(group) for group in groups) <= 4
    assert len(groups) < 10
    with pytest.raises(WriterClosedError):
        writer.put(11)


def test_a_group_that_cannot_be_committed_fails_for_all_of_it_and_the_next_is_tried() -> None:
    fails = iter([True, False])

    def commit(group: Any) -> list[int]:
        if next(fails):
            raise OSError("disk full")
        return list(group)

    writer: GroupCommit[int, int] = GroupCommit(commit, 1, "test-writer")
    first, second = writer.put(1), writer.put(2)

    with pytest.raises(OSError, match="disk full"):
        first.result(5)
    assert second.result(5) == 2
    writer.close()


def test_where_other_servers_may_run_their_deliveries_are_not_handed_back(store: Store) -> None:
    store.inbox.receive(_arrival("a"))
    assert store.inbox.take() is not None

    is_alone = store.database.is_sqlite

    assert store.hand_back() == int(is_alone)
    assert (store.inbox.take() is not None) == is_alone
