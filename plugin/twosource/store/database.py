"""The connection to the database, and all that is said to SQLite alone."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from twosource.store.trouble import StoreTroubleError, TroubleWatch, trouble_of

_WRITES = "twosource_writes"
_BUSY_SECONDS = 30
_CONNECTIONS = 64


class Database:
    """A database that threads read at once and write one after the other where it has but one writer (SQLite)."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._file = _file_of(self.engine.url) if self.is_sqlite else None
        self.watch = TroubleWatch()
        # SQLite has no other isolation; PostgreSQL would let each query of a reader see another state.
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading_engine = self.engine.execution_options(**snapshot)
        self._writing_engine = self.engine.execution_options(**{_WRITES: True})
        # SQLite lets waiting writers poll; a lock wakes the next one at once, and in order.
        self._turn: AbstractContextManager[Any] = threading.Lock() if self.is_sqlite else nullcontext()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that writes nothing; all that it reads is of one state of the database.

        Raises:
            StoreTroubleError: the database cannot be used now.
        """
        with self._watched(), Session(self._reading_engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session whose work is committed at the end of the block, or undone where an error leaves it.

        Raises:
            StoreTroubleError: the database cannot be used now, and nothing was written.
        """
        with (
            self._watched(),
            self._turn,
            Session(self._writing_engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session
        self.watch.over()

    def hold(self, session: Session | Connection, *what: object) -> None:
        """Let nobody else hold the same until a writing session ends; SQLite's one writer holds everything.

        Args:
            session: the session or the connection that writes.
            what: names it; ids and words of ours.
        """
        if not self.is_sqlite:
            key = select(func.pg_advisory_xact_lock(func.hashtextextended(repr(what), 0)))
            session.execute(key)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Let what the database's surroundings do to it leave the block as one kind of error."""
        try:
            yield
        except DBAPIError as error:
            trouble = trouble_of(error)
            if trouble is None:
                raise
            self.watch.met(trouble)
            raise StoreTroubleError(trouble) from error

    @contextmanager
    def writing_connection(self) -> Iterator[Connection]:
        """Give a connection in a transaction that may write; for migrations."""
        with self._turn, self._writing_engine.begin() as connection:
            yield connection

    def file(self) -> Path | None:
        """Return the file of a SQLite database, or None where there is none."""
        if not self.is_sqlite:
            return None
        with self.engine.connect() as connection:
            main = next(row for row in connection.exec_driver_sql("PRAGMA database_list") if row[1] == "main")
        return Path(main[2]).resolve() if main[2] else None

    def room(self) -> int | None:
        """Return how many bytes are free on the disk of a SQLite database, or None where it has no file."""
        if self._file is None:
            return None
        free = os.statvfs(self._file.parent)
        return free.f_bavail * free.f_frsize

    def try_writing(self) -> None:
        """Return when a SQLite database could be written; what is written says nothing.

        Raises:
            StoreTroubleError: it cannot be.
        """
        if self.is_sqlite:
            with self.write() as session:
                session.connection().exec_driver_sql("PRAGMA user_version = 0")

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def can_be_kept(*texts: str) -> bool:
    """Return whether texts may be in a database: PostgreSQL keeps no NUL, and no UTF-8 has half a surrogate pair."""
    return not any("\0" in text or any("\ud800" <= each <= "\udfff" for each in text) for text in texts)


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_size=_CONNECTIONS, pool_pre_ping=True)
    if file := _file_of(parsed):
        _make(file)
    engine = create_engine(parsed, pool_size=_CONNECTIONS, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _file_of(url: URL) -> Path | None:
    """Return the file that a SQLite address names; None for one in memory, or a URI that SQLite reads itself."""
    if not url.database or url.database.startswith((":", "file:")):
        return None
    return Path(url.database)


def _make(path: Path) -> None:
    """Make the file of a SQLite database, and its folder, for this user alone, whatever the umask.

    Drafts are confidential until they are published. SQLite gives the files beside it (-wal, -shm) the same mode.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.chmod(0o700)
    if not path.exists():
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.fchmod(handle, 0o600)
        os.close(handle)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    # The driver must not begin transactions by itself: it would begin those that write too late.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that turns from reading to writing half way can be refused; IMMEDIATE waits for its turn instead.
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
