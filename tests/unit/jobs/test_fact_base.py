"""The fact base that all checks share: built once for each state of the packs, and only of those that changed anew."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from twosource.desk import Desk, PackText
from twosource.jobs import Service, check_delivery
from twosource.jobs.fact_base import FactBaseError, SharedFactBase
from twosource.packs import read_plain
from twosource.store import Author, Ref

if TYPE_CHECKING:
    from twosource.store import Store

Deliver = Callable[..., str]
ANN = Author("ann")
PACK = """\
schema: twosource/fact-pack/1
id: {id}
title: P
entities:
  city: {{kind: place, name: Westerhaven}}
claim_types:
  plain: {{standard: subject}}
facts:
  fact: {{subject: city, type: plain, value: {{is: 3, unit: times}}}}
"""


def _import(store: Store, *packs: str) -> None:
    Desk.of(store).import_packs([PackText(f"{pack}.yaml", PACK.format(id=pack)) for pack in packs], ANN)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packs that were read, as they come."""
    names: list[str] = []

    def counted(plain: object, name: str) -> Any:
        names.append(name)
        return read_plain(plain, name)

    monkeypatch.setattr("twosource.jobs.fact_base.read_plain", counted)
    return names


def test_it_is_built_once_for_each_state_of_the_packs(service: Service) -> None:
    base = SharedFactBase(service.store.facts)
    empty = base.current()
    assert base.current() is empty

    _import(service.store, "p")

    assert base.current() is not empty
    assert list(base.current().packs) == ["p"]
    assert base.current() is base.current()


def test_only_a_pack_that_changed_is_read_again(service: Service, readings: list[str]) -> None:
    base = SharedFactBase(service.store.facts)
    _import(service.store, "p", "q")
    base.current()
    assert readings == ["p", "q"]

    fact = Ref("q", "fact", "fact")
    body = {"subject": "city", "type": "plain", "value": {"is": "4", "unit": "times"}}
    changed = service.desk.change(fact, body, ANN, None)

    assert base.current().facts["q", "fact"].version == changed.version
    assert readings == ["p", "q", "q"]
    assert base.current().facts["p", "fact"].version != changed.version


def test_what_is_retired_leaves_it_and_what_is_restored_comes_back(service: Service) -> None:
    base = SharedFactBase(service.store.facts)
    _import(service.store, "p", "q")
    service.desk.retire(Ref("p", "fact", "fact"), ANN, None)
    service.desk.retire(Ref.to_pack("q"), ANN, None)
    assert list(base.current().packs) == ["p"]
    assert not base.current().facts

    service.desk.restore(Ref("p", "fact", "fact"), ANN, None)
    service.desk.restore(Ref.to_pack("q"), ANN, None)

    assert set(base.current().facts) == {("p", "fact"), ("q", "fact")}


def test_threads_share_one_base(service: Service, readings: list[str]) -> None:
    _import(service.store, "p", "q")
    base = SharedFactBase(service.store.facts)
    start = threading.Barrier(4)
    found: list[object] = []

    def ask() -> None:
        start.wait()
        found.append(base.current())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len({id(each) for each in found}) == 1
    assert readings == ["p", "q"]


def test_a_pack_that_cannot_be_read_any_more_says_which(
    service: Service, keep_unreadable: Callable[[str], None]
) -> None:
    keep_unreadable("old")
    base = SharedFactBase(service.store.facts)

    for _ in range(2):
        with pytest.raises(FactBaseError, match=r"old"):
            base.current()


def test_objects_that_cannot_be_read_any_more_say_which_pack(service: Service) -> None:
    _import(service.store, "p", "q")
    with service.store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE revisions SET body = replace(body, 'Westerhaven', ' ')")

    with pytest.raises(FactBaseError, match=r"the fact pack p can no longer be read"):
        SharedFactBase(service.store.facts).current()


def test_while_it_cannot_be_read_a_delivery_waits_and_loses_no_try(
    service: Service, deliver: Deliver, clock: Any, keep_unreadable: Callable[[str], None]
) -> None:
    keep_unreadable("old")
    deliver()
    for _ in range(2 * service.settings.check_tries):
        assert not check_delivery(service)
        clock.forward(3600)
    (waiting,) = service.store.inbox.queued(["received"], 9)
    assert (waiting.attempts, waiting.error) == (0, None)

    _import(service.store, "old")

    assert check_delivery(service)
    assert service.store.drafts.load("paper", "story-1") is not None


def test_one_that_fails_in_another_way_keeps_deliveries_too(
    service: Service, deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a confidential name")

    monkeypatch.setattr("twosource.jobs.fact_base.read_plain", broken)
    _import(service.store, "p")
    deliver()

    assert not check_delivery(service)

    with pytest.raises(FactBaseError) as told:
        service.base.current()
    assert "confidential" not in str(told.value)
