"""The store's smaller rooms: sites and their sealed secrets, tokens, packs, migrations; a store that cannot open."""

from __future__ import annotations

import dataclasses
import gc
import os
import sqlite3
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from twosource.store import NameTakenError, SealBrokenError, Store, UnknownNameError, UnusableStoreError
from twosource.store.fact_search import WORDS
from twosource.store.migrate import revision_wanted, upgrade
from twosource.store.tables import Base

if TYPE_CHECKING:
    from twosource.settings import Settings

SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="

SQLITE_ALONE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def test_the_migrations_make_what_the_tables_say(store: Store) -> None:
    with store.database.engine.connect() as connection:
        opts = {"compare_type": True, "include_name": lambda name, kind, _: kind != "table" or WORDS not in name}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, Base.metadata) == []


def test_a_second_upgrade_finds_it_done(store: Store) -> None:
    assert upgrade(store.database) == revision_wanted()
    assert store.amiss() is None


@SQLITE_ALONE
def test_secrets_are_sealed_on_the_disk_and_shown_by_nothing(store: Store, tmp_path: Path, settings: Settings) -> None:
    with sqlite3.connect(tmp_path / "store.sqlite") as other:
        (sealed,) = other.execute("SELECT secrets FROM sites").fetchone()
    other.close()

    site = store.sites.find("paper")
    assert site is not None
    assert site.secrets == (SECRET,)
    assert SECRET.encode() not in sealed
    assert SECRET not in repr(site)
    assert settings.secret_keys[0] not in repr(settings)
    assert settings.database_url not in repr(settings)


def test_a_new_key_opens_what_the_old_one_sealed_while_both_are_configured(store: Store, settings: Settings) -> None:
    both = dataclasses.replace(settings, secret_keys=("n" * 40, *settings.secret_keys))
    rotated = Store.open(both)
    opened = rotated.sites.find("paper")
    rotated.sites.replace_secrets("paper", (SECRET,))
    rotated.close()
    assert opened is not None
    assert opened.secrets == (SECRET,)

    with pytest.raises(SealBrokenError, match="TWOSOURCE_SECRET_KEY"):
        store.sites.find("paper")


def test_names_are_unique_and_unknown_ones_are_told(store: Store) -> None:
    store.tokens.add("ci", {"check"})

    with pytest.raises(NameTakenError, match="paper"):
        store.sites.add("paper", None, "en", (SECRET,))
    with pytest.raises(NameTakenError, match="ci"):
        store.tokens.add("ci", {"check"})
    with pytest.raises(UnknownNameError):
        store.tokens.revoke("nobody")
    with pytest.raises(UnknownNameError):
        store.sites.replace_secrets("nobody", (SECRET,))


@SQLITE_ALONE
def test_only_a_tokens_digest_is_kept(store: Store, tmp_path: Path) -> None:
    bearer = store.tokens.add("ci", {"check", "drafts:read"})

    with sqlite3.connect(tmp_path / "store.sqlite") as other:
        dump = "\n".join(other.iterdump())
    other.close()
    assert bearer not in dump
    found = store.tokens.find(bearer)
    assert found is not None
    assert found.scopes == {"check", "drafts:read"}
    assert store.tokens.find(bearer + "x") is None


def test_a_revoked_token_stays_in_the_list_with_the_day_of_its_first_revocation(store: Store, clock: Any) -> None:
    bearer = store.tokens.add("ci", {"check"})
    store.tokens.revoke("ci")
    revoked = clock()
    clock.forward(60)
    store.tokens.revoke("ci")

    (token,) = store.tokens.all()
    assert token.revoked_at == revoked
    assert store.tokens.find(bearer) is None


@SQLITE_ALONE
@pytest.mark.parametrize("url", ["sqlite:////dev/null/store.sqlite", "no address", "oracle+nothing://x:pw@y/z"])
def test_a_database_that_cannot_be_opened_is_told_without_its_password(settings: Settings, url: str) -> None:
    with pytest.raises(UnusableStoreError, match="TWOSOURCE_DATABASE_URL") as told:
        Store.open(dataclasses.replace(settings, database_url=url))

    assert "pw" not in str(told.value)


@SQLITE_ALONE
@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("no address", "write it as sqlite:///"),
        ("sqlite://", ""),
        ("nothing://x:pw@y/z", "kind of database is not known"),
        ("postgresql+pg8000://u:pw@y/z", "its driver pg8000 is not installed"),
        ("sqlite:////dev/null/store.sqlite", "its file cannot be made"),
        ("sqlite:////dev", "cannot be opened"),
    ],
)
def test_why_a_database_cannot_be_opened_is_told(settings: Settings, url: str, told: str) -> None:
    if not told:
        Store.open(dataclasses.replace(settings, database_url=url)).close()
        return
    with pytest.raises(UnusableStoreError, match="TWOSOURCE_DATABASE_URL") as error:
        Store.open(dataclasses.replace(settings, database_url=url))

    assert told in str(error.value)
    assert "pw" not in str(error.value)


@SQLITE_ALONE
def test_a_schema_that_lacks_a_column_or_a_table_is_told(settings: Settings, tmp_path: Path) -> None:
    for statement, told in (
        ("ALTER TABLE deliveries DROP COLUMN lease", "the column lease of the table deliveries"),
        ("DROP TABLE resolutions", "the table "),
    ):
        with sqlite3.connect(tmp_path / "store.sqlite") as other:
            other.execute(statement)
        other.close()

        with pytest.raises(UnusableStoreError, match="move it away") as error:
            Store.open(settings)
        assert told in str(error.value)


@SQLITE_ALONE
def test_somebody_elses_tables_are_told(settings: Settings, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE packs (id TEXT)")
    other.close()

    with pytest.raises(UnusableStoreError, match="not those that Twosource makes"):
        Store.open(dataclasses.replace(settings, database_url=f"sqlite:///{tmp_path / 'other.sqlite'}"))


@SQLITE_ALONE
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277])
def test_what_is_made_is_its_owners_alone_whatever_the_umask(settings: Settings, tmp_path: Path, umask: int) -> None:
    path = tmp_path / "new" / "store.sqlite"
    before = os.umask(umask)
    try:
        store = Store.open(dataclasses.replace(settings, database_url=f"sqlite:///{path}"))
        with store.served_alone():
            store.tokens.add("ci", {"check"})
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
        store.close()
    finally:
        os.umask(before)

    assert modes == dict.fromkeys(("store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.sqlite.lock"), 0o600)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@SQLITE_ALONE
def test_a_folder_that_is_there_keeps_its_mode(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)

    Store.open(dataclasses.replace(settings, database_url=f"sqlite:///{folder / 'store.sqlite'}")).close()

    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


@SQLITE_ALONE
def test_a_file_that_is_no_database_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database at all, but long enough to look at" * 50)

    with pytest.raises(UnusableStoreError, match="no SQLite database"):
        Store.open(dataclasses.replace(settings, database_url=f"sqlite:///{tmp_path / 'notes.txt'}"))


def test_a_schema_of_a_newer_version_is_told(store: Store, settings: Settings) -> None:
    with store.database.writing_connection() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    assert "twosource db upgrade" in (store.amiss() or "")
    with pytest.raises(UnusableStoreError):
        Store.open(settings)
    gc.collect()  # a connection that was left open would be told here
