"""A store whose disk is full: one kind of error, one line in the log, not ready, and over when there is room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from twosource.store import Arrival, Store, StoreTroubleError
from twosource.store.trouble import TroubleWatch, Unwritten, trouble_of

if TYPE_CHECKING:
    from pathlib import Path

SQLITE_ALONE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """Let the database grow by no page, which SQLite tells as it tells a full disk."""
    store.database.engine.dispose()

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(store.database.engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(store.database.engine, "connect", limit)
        store.database.engine.dispose()


def _arrival(number: int) -> Arrival:
    return Arrival("paper", f"in_{number}", f"story-{number}", datetime(2026, 11, 30, tzinfo=UTC), b"x" * 100_000)


@SQLITE_ALONE
def test_a_full_disk_is_one_error_and_one_line_until_there_is_room(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with full_disk(store):
        for number in range(5):
            with pytest.raises(StoreTroubleError, match="full"):
                store.inbox.receive(_arrival(number))
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(lines) == 1
    assert "make room" in lines[0]
    assert "Traceback" not in caplog.text

    assert store.amiss() is None, "a look at it finds that it can be written again"
    assert store.inbox.receive(_arrival(0))


def test_a_full_disk_is_told_as_amiss(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(store.database), "room", lambda _: 100_000)
    assert store.amiss() == "the disk that holds the database is full (97 KiB are free); make room on it"

    monkeypatch.setattr(type(store.database), "room", lambda _: None)
    assert store.amiss() is None

    store.database.watch.met("the disk broke")

    def fail(_database: object) -> None:
        raise StoreTroubleError("the disk broke")

    monkeypatch.setattr(type(store.database), "try_writing", fail)
    assert store.amiss() == "the disk broke"


@SQLITE_ALONE
def test_a_file_that_cannot_be_written_is_told_as_such(store: Store, tmp_path: Path) -> None:
    store.database.engine.dispose()
    (tmp_path / "store.sqlite").write_bytes(b"overwritten by something else" * 1000)

    assert "no SQLite database" in (store.amiss() or "")


def _driver_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("secret words")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("SQLITE_FULL", "full"),
        ("SQLITE_READONLY", "cannot be written"),
        ("SQLITE_READONLY_DBMOVED", "cannot be written"),
        ("SQLITE_CANTOPEN", "cannot be opened"),
        ("SQLITE_NOTADB", "no SQLite database"),
        ("SQLITE_BUSY_SNAPSHOT", "another process"),
        ("SQLITE_IOERR_WRITE", "read or written"),
    ],
)
def test_each_trouble_of_sqlite_is_told_in_words(name: str, told: str) -> None:
    trouble = trouble_of(OperationalError("INSERT", {}, _driver_error(name)))

    assert trouble is not None
    assert told in trouble
    assert "secret" not in trouble


def test_errors_of_our_own_are_no_trouble() -> None:
    assert trouble_of(OperationalError("SELECT", {}, _driver_error("SQLITE_ERROR"))) is None
    assert trouble_of(IntegrityError("INSERT", {}, Exception())) is None
    assert trouble_of(ProgrammingError("SELECT", {}, Exception(), connection_invalidated=False)) is None


def test_a_lost_server_is_trouble() -> None:
    for error in (
        OperationalError("SELECT", {}, Exception("password")),
        ProgrammingError("SELECT", {}, Exception("password"), connection_invalidated=True),
    ):
        assert "check host, user and password" in (trouble_of(error) or "")


def test_each_kind_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    seconds = [0.0]
    watch = TroubleWatch(lambda: seconds[0])
    for at in (0.0, 1.0, 59.0, 60.0, 61.0):
        seconds[0] = at
        watch.met("full")
        watch.met("broken")

    assert [record.getMessage().split(";")[0] for record in caplog.records] == ["full", "broken"] * 2
    assert watch.present() == "broken"
    watch.over()
    assert watch.present() is None


def test_what_could_not_be_written_is_written_in_order_before_anything_else() -> None:
    written: list[str] = []
    works = [False]

    def writing(what: str) -> Any:
        def write() -> None:
            if not works[0]:
                raise StoreTroubleError("full")
            written.append(what)

        return write

    unwritten = Unwritten()
    for what in ("first", "second"):
        with pytest.raises(StoreTroubleError):
            unwritten.do(writing(what))
    with pytest.raises(StoreTroubleError):
        unwritten.catch_up()
    works[0] = True
    unwritten.catch_up()
    unwritten.catch_up()

    assert written == ["first", "second"]
