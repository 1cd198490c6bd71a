"""Several at once: no edit is lost, an import is one stroke, a reader sees one state, all is taken over once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from twosource.desk import Desk, EntryTakenError, PackText, StaleVersionError
from twosource.store import FACT, Author, Query, Ref, Store

if TYPE_CHECKING:
    from twosource.settings import Settings
    from twosource.store import Entry

ANN = Author("ann")
LENGTH = Ref("bridge", FACT, "length")
WRITERS = 6


@contextmanager
def another_process(settings: Settings) -> Iterator[Store]:
    """A store with connections and locks of its own, as another server would have it."""
    opened = Store.open(settings)
    try:
        yield opened
    finally:
        opened.close()


def _note(desk: Desk, entry: Entry, note: str) -> Entry:
    return desk.change(entry.ref, {**entry.body, "note": note}, ANN, entry.version)


def test_of_writers_that_know_one_version_one_wins(filed: Desk, settings: Settings) -> None:
    entry = filed.read(LENGTH)
    start = threading.Barrier(WRITERS)

    def write(number: int) -> str:
        start.wait()
        desk = filed if number % 2 else Desk(others.facts)
        try:
            return _note(desk, entry, f"note {number}").version
        except StaleVersionError as stale:
            return f"stale {stale.current}"

    with another_process(settings) as others, ThreadPoolExecutor(WRITERS) as threads:
        answers = list(threads.map(write, range(WRITERS)))

    won = [answer for answer in answers if not answer.startswith("stale")]
    assert len(won) == 1
    assert filed.read(LENGTH).version == won[0]
    assert {answer for answer in answers if answer.startswith("stale")} == {f"stale {won[0]}"}
    assert len(filed.history(LENGTH).stories) == 2


def test_writers_that_read_again_lose_nothing(filed: Desk, settings: Settings) -> None:
    def write(number: int) -> None:
        desk = filed if number % 2 else Desk(others.facts)
        for _ in range(200):
            entry = desk.read(LENGTH)
            try:
                _note(desk, entry, f"{entry.body.get('note', '')} {number}")
            except StaleVersionError:
                continue
            return
        raise AssertionError("never came through")

    with another_process(settings) as others, ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(write, range(WRITERS)))

    assert sorted(filed.read(LENGTH).body["note"].split()) == [str(number) for number in range(WRITERS)]
    assert len(filed.history(LENGTH).stories) == WRITERS + 1


def test_one_id_is_given_once(filed: Desk, settings: Settings) -> None:
    new = Ref("bridge", FACT, "new")
    body = {"subject": "bridge", "type": "plain"}
    start = threading.Barrier(WRITERS)

    def make(number: int) -> bool:
        start.wait()
        try:
            (filed if number % 2 else Desk(others.facts)).create(new, body, ANN)
        except EntryTakenError:
            return False
        return True

    with another_process(settings) as others, ThreadPoolExecutor(WRITERS) as threads:
        assert list(threads.map(make, range(WRITERS))).count(True) == 1
    assert len(filed.history(new).stories) == 1


def test_a_new_pack_that_two_import_at_once_is_created_once(
    desk: Desk, settings: Settings, bridge: str, consistent: Callable[[Desk], None]
) -> None:
    start = threading.Barrier(WRITERS)

    def take(number: int) -> int:
        start.wait()
        (outcome,) = (desk if number % 2 else Desk(others.facts)).import_packs([PackText("b.yaml", bridge)], ANN)
        return len(outcome.created)

    with another_process(settings) as others, ThreadPoolExecutor(WRITERS) as threads:
        created = sorted(threads.map(take, range(WRITERS)))

    assert created == [0] * (WRITERS - 1) + [17]
    assert len(desk.history("bridge").stories) == 1
    consistent(desk)


def test_imports_of_several_packs_in_any_order_wait_for_each_other(desk: Desk, settings: Settings, bridge: str) -> None:
    def text(pack: str, number: int) -> PackText:
        return PackText(pack, bridge.replace("id: bridge", f"id: {pack}").replace("is: 412", f"is: {number}"))

    def take(number: int) -> None:
        packs = ["one", "two", "three"][:: 1 if number % 2 else -1]
        (desk if number % 3 else Desk(others.facts)).import_packs([text(pack, 500 + number) for pack in packs], ANN)

    with another_process(settings) as others, ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(take, range(WRITERS)))

    lengths = {desk.read(Ref(pack, FACT, "length")).body["value"]["is"] for pack in ("one", "two", "three")}
    assert len(lengths) == 1, "the last import has all of them"


def test_a_reader_sees_all_of_an_import_or_nothing(filed: Desk, settings: Settings, bridge: str) -> None:
    texts = [bridge, bridge.replace("is: 412", "is: 999").replace("is: 64", "is: 99")]
    stop = threading.Event()
    seen: set[tuple[str, str, int]] = set()

    def look() -> None:
        with another_process(settings) as others:
            desk = Desk(others.facts)
            while not stop.is_set():
                facts = desk.plain("bridge")["facts"]
                seen.add((facts["length"]["value"]["is"], facts["cables"]["value"]["is"], len(facts)))

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(10):
        filed.import_packs([PackText("b.yaml", texts[number % 2])], ANN)
    stop.set()
    reader.join()

    assert seen <= {("412", "64", 4), ("999", "99", 4)}
    assert seen


def test_a_list_and_its_total_are_of_one_state(filed: Desk, settings: Settings, bridge: str) -> None:
    without = bridge[: bridge.index("  cables:\n")]
    stop = threading.Event()
    wrong: list[tuple[int, int]] = []

    def look() -> None:
        with another_process(settings) as others:
            desk = Desk(others.facts)
            while not stop.is_set():
                page = desk.list(Query(kind=FACT))
                if page.total != len(page.entries):
                    wrong.append((page.total, len(page.entries)))

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(10):
        filed.import_packs([PackText("b.yaml", [without, bridge][number % 2])], ANN)
    stop.set()
    reader.join()

    assert wrong == []


def test_a_plan_that_others_overtake_again_and_again_is_made_while_they_wait(
    filed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twosource.desk import editing  # noqa: PLC0415

    overtaken = []
    filed_before = editing._filed

    def overtake(reader: Any, edit: Any) -> Any:
        if len(overtaken) < 3 and not overtaken_now():
            overtaken.append(True)
            running.append(True)
            filed.change(Ref("bridge", "unit", "cable"), {"de": [f"Seil {len(overtaken)}"]}, ANN, None)
            running.clear()
        return filed_before(reader, edit)

    running: list[bool] = []

    def overtaken_now() -> bool:
        return bool(running)

    monkeypatch.setattr(editing, "_filed", overtake)
    entry = filed.read(LENGTH)

    assert _note(filed, entry, "came through").body["note"] == "came through"
    assert len(overtaken) == 3


def test_what_an_older_version_kept_is_taken_over_once(
    store: Store, settings: Settings, bridge: str, keep_text: Callable[..., None]
) -> None:
    keep_text("bridge", bridge)
    start = threading.Barrier(2)

    def open_desk(number: int) -> int:
        start.wait()
        return Desk.of([store, others][number]).list(Query(confidential=True)).total

    with another_process(settings) as others, ThreadPoolExecutor(2) as threads:
        assert set(threads.map(open_desk, range(2))) == {17}

    (story,) = Desk(store.facts).history().stories
    assert (story.change.by, story.change.at) == ("ann", datetime(2026, 3, 1, tzinfo=UTC))
