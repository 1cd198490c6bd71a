"""Several servers that start at once on one database: one brings its schema up to date, the others find it done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from alembic import command
from sqlalchemy import make_url, text

from twosource.store import Store
from twosource.store.database import Database
from twosource.store.migrate import configuration, revision_at, revision_wanted

if TYPE_CHECKING:
    from twosource.settings import Settings

SERVERS = 4


def _made_empty(settings: Settings) -> None:
    """Leave of the database what its administrator makes: a file that is not there yet, or nothing in it."""
    if (url := make_url(settings.database_url)).get_backend_name() == "sqlite":
        for ending in ("", "-wal", "-shm"):
            (settings.data_dir / f"{url.database}{ending}").unlink(missing_ok=True)
        return
    with closing(Database(settings.database_url)) as database, database.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))


def _made_older(settings: Settings) -> None:
    """Take the database back to the first schema, with a pack in it."""
    with closing(Database(settings.database_url)) as database, database.writing_connection() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        told = "INSERT INTO packs VALUES ('old', 'old.yaml', 'schema: x', 'v', '2026-03-01 00:00:00+00:00', 'ann')"
        connection.execute(text(told))


@pytest.mark.parametrize("before", [_made_empty, _made_older])
def test_servers_that_start_at_once_all_start(settings: Settings, before: Callable[[Settings], None]) -> None:
    before(settings)
    start = threading.Barrier(SERVERS)

    def open_one(_number: int) -> str | None:
        start.wait()
        opened = Store.open(settings)
        try:
            return opened.amiss()
        finally:
            opened.close()

    with ThreadPoolExecutor(SERVERS) as threads:
        assert list(threads.map(open_one, range(SERVERS))) == [None] * SERVERS

    with closing(Database(settings.database_url)) as database:
        assert revision_at(database) == revision_wanted()
        with database.read() as session:
            kept = session.execute(text("SELECT id, imported_by FROM pack_texts")).all()
    assert kept == ([("old", "ann")] if before is _made_older else [])
