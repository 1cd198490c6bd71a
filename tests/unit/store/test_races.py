"""Several workers and editors at once: what one writer gives SQLite holds on PostgreSQL too."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from twosource.cms.generic import inbound
from twosource.jobs import check_delivery
from twosource.jobs.rendering import render
from twosource.store import Resolve, Store
from twosource.store.flags import keep_flags, last_resolution
from twosource.text.build import build

if TYPE_CHECKING:
    from twosource.jobs import Service
    from twosource.store import Outbound

Deliver = Callable[..., str]
WORKERS = 6


def _together(work: Callable[[int], Any], workers: int = WORKERS) -> list[Any]:
    start = threading.Barrier(workers)

    def run(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(workers) as threads:
        return list(threads.map(run, range(workers)))


def _all_posted(store: Store) -> list[dict[str, Any]]:
    told = []
    while outbound := store.outbox.take():
        told.append(json.loads(outbound.body)["data"])
        store.outbox.posted(outbound)
    return told


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Any]], None]:
    """Let a function of the drafts take long, so that whoever does not wait comes between."""

    def slow(function: Callable[..., Any]) -> None:
        def slowed(*given: Any, **named: Any) -> Any:
            time.sleep(0.1)
            return function(*given, **named)

        monkeypatch.setattr(f"twosource.store.drafts.{function.__name__}", slowed)

    return slow


def test_of_revisions_that_are_checked_at_once_the_newest_stays(
    service: Service, deliver: Deliver, slowly: Callable[..., None]
) -> None:
    slowly(keep_flags)
    held = []
    for number in range(WORKERS):
        deliver(revision=str(number), updated_at=f"2026-11-30T11:0{number}:00Z", text=f"The cost is {number}.")
        held.append(service.store.inbox.take())
    drafts = [inbound.parse(json.loads(each.body), "paper") for each in held if each is not None]
    assert len(drafts) == WORKERS

    def record(number: int) -> str:
        draft, delivery = drafts[number], held[number]
        assert delivery is not None
        report = service.check(draft, service.base.current(), "de", service.day_of_check())
        return service.store.drafts.record(delivery, draft, build(draft.segments), report, render)

    states = _together(record)

    assert states[-1] == "checked"
    kept = service.store.drafts.load("paper", "story-1")
    assert kept is not None
    assert kept.revision == str(WORKERS - 1)
    assert kept.text == f"The cost is {WORKERS - 1}."
    assert service.store.inbox.queued(["received", "set_aside"], 99) == []
    assert [told["revision"] for told in _all_posted(service.store)] == [str(WORKERS - 1)]


def test_each_delivery_is_taken_once(service: Service, deliver: Deliver) -> None:
    for number in range(20):
        deliver(id=f"story-{number}")

    def take(_: int) -> list[int]:
        taken = []
        while delivery := service.store.inbox.take():
            taken.append(delivery.id)
        return taken

    taken = [each for some in _together(take) for each in some]
    assert len(taken) == 20
    assert len(set(taken)) == 20


@pytest.mark.parametrize("attempt", range(3))
def test_one_result_at_a_time_is_under_way_to_a_site(service: Service, deliver: Deliver, attempt: int) -> None:
    for number in range(10):
        deliver(id=f"story-{number}")
    while check_delivery(service):
        pass

    taken: list[Outbound | None] = _together(lambda _: service.store.outbox.take())

    assert len([each for each in taken if each is not None]) == 1
    assert service.store.outbox.take() is None


def test_editors_who_resolve_flags_of_a_draft_at_once_are_all_told(
    service: Service, deliver: Deliver, slowly: Callable[..., None]
) -> None:
    slowly(last_resolution)
    deliver(text=" ".join(f"The cost {number}." for number in range(WORKERS)))
    check_delivery(service)
    kept = service.store.drafts.load("paper", "story-1")
    assert kept is not None
    flags = [flag["id"] for flag in kept.checked["flags"]]
    assert len(flags) == WORKERS

    def resolve(number: int) -> None:
        service.store.drafts.resolve(flags[number], Resolve("dismissed", f"editor {number}", "wrong match"), render)

    _together(resolve)

    kept = service.store.drafts.load("paper", "story-1")
    assert kept is not None
    assert {flag["state"] for flag in kept.checked["flags"]} == {"dismissed"}
    assert len(kept.resolutions) == WORKERS
    (told,) = _all_posted(service.store)
    assert {flag["state"] for flag in told["flags"]} == {"dismissed"}
