"""Open the store: connect, bring the schema up to date, and give the rooms of the store as one value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from alembic.util import CommandError
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from twosource.settings import Settings
from twosource.store.database import Database
from twosource.store.drafts import Drafts
from twosource.store.fact_search import WORDS
from twosource.store.facts import Facts
from twosource.store.inbox import Inbox
from twosource.store.migrate import revision_at, revision_wanted, upgrade
from twosource.store.outbox import Outbox
from twosource.store.sealing import Sealing
from twosource.store.serving_lock import ServingLock
from twosource.store.sites import Sites
from twosource.store.tables import Base
from twosource.store.tokens import Tokens
from twosource.store.trouble import StoreTroubleError, why_unusable

_LEAST_ROOM = 512 * 1024
"""How many bytes must be free on the disk of the database: fewer do not hold a delivery and its result."""


class UnusableStoreError(Exception):
    """A database that cannot be opened or brought up to date; the message says which setting to look at."""


def now() -> datetime:
    """Return the moment, with its zone."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Store:
    """All that is kept. Threads may share it."""

    sites: Sites
    tokens: Tokens
    facts: Facts
    inbox: Inbox
    drafts: Drafts
    outbox: Outbox
    database: Database

    @classmethod
    def open(cls, settings: Settings, clock: Callable[[], datetime] = now) -> Store:
        """Return the store that the settings name, its schema brought up to date.

        Raises:
            UnusableStoreError: there is no such database, or it cannot be used.
        """
        sealing = Sealing(settings.fernet_keys())
        database, _ = open_database(settings)
        lease = timedelta(seconds=settings.lease)
        return cls(
            sites=Sites(database, sealing, clock),
            tokens=Tokens(database, clock),
            facts=Facts(database, clock),
            inbox=Inbox(database, clock, lease, settings.check_tries),
            drafts=Drafts(database, clock),
            outbox=Outbox(database, clock, lease, settings.post_tries),
            database=database,
        )

    @contextmanager
    def served_alone(self) -> Iterator[None]:
        """Let no other server work on a SQLite file during the block; elsewhere several may.

        Raises:
            AlreadyServedError: another one does.
        """
        file = self.database.file()
        if file is None:
            yield
            return
        lock = ServingLock(file)
        try:
            yield
        finally:
            lock.release()

    def hand_back(self) -> int:
        """Let go what a process held that was killed; return how much that was.

        Only where no other process can have workers, which is so with SQLite while it is :meth:`served_alone`;
        elsewhere leases end by themselves.
        """
        return self.inbox.hand_back() + self.outbox.hand_back() if self.database.is_sqlite else 0

    def amiss(self) -> str | None:
        """Return what keeps the store from being used now, or None."""
        try:
            if (room := self.database.room()) is not None and room < _LEAST_ROOM:
                return f"the disk that holds the database is full ({room // 1024} KiB are free); make room on it"
            with self.database.read() as session:
                session.execute(text("SELECT 1"))
            if self.database.watch.present():
                self.database.try_writing()
            if revision_at(self.database) != revision_wanted():
                return "the database's schema is not up to date; run twosource db upgrade"
        except StoreTroubleError as error:
            return str(error)
        except (SQLAlchemyError, OSError):
            return "the database does not answer"
        return None

    def close(self) -> None:
        """Write what has been received and close every connection."""
        self.inbox.close()
        self.database.close()


def open_database(settings: Settings) -> tuple[Database, str | None]:
    """Return the database that the settings name, its schema brought up to date, and the revision that it had before.

    Raises:
        UnusableStoreError: there is no such database, or it cannot be used.
    """
    with ExitStack() as unless_opened:
        try:
            database = Database(settings.database_url)
            unless_opened.callback(database.close)
            before = upgrade(database)
            lacks = _lacking(database)
        except (ImportError, SQLAlchemyError, CommandError, OSError) as error:
            raise UnusableStoreError(
                f"the database of TWOSOURCE_DATABASE_URL cannot be opened or brought up to date: {why_unusable(error)}"
            ) from error
        if lacks:
            raise UnusableStoreError(
                f"the database of TWOSOURCE_DATABASE_URL lacks {lacks}: it was made by another state of Twosource and "
                "cannot be brought up to date; move it away (a new one is made), or put a backup in its place"
            )
        unless_opened.pop_all()
    return database, before


def _lacking(database: Database) -> str | None:
    """Return the first table or column that the schema should have and has not, or None."""
    found = inspect(database.engine).get_multi_columns()
    columns = {table: {column["name"] for column in listed} for (_, table), listed in found.items()}
    if WORDS not in columns:
        return f"the table {WORDS}"
    for table in Base.metadata.sorted_tables:
        if table.name not in columns:
            return f"the table {table.name}"
        if missing := [column.name for column in table.columns if column.name not in columns[table.name]]:
            return f"the column {missing[0]} of the table {table.name}"
    return None
