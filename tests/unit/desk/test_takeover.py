"""Databases of the first schema: their packs become objects, with author and time, when the store is opened."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from sqlalchemy import text

from twosource import __version__
from twosource.desk import Desk, PackText
from twosource.jobs.fact_base import FactBaseError, SharedFactBase
from twosource.packs import PackReading, read_plain
from twosource.store import FACT, Author, Query, Ref, Store
from twosource.store.database import Database
from twosource.store.migrate import configuration, revision_at, upgrade

if TYPE_CHECKING:
    from twosource.settings import Settings

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def old(settings: Settings, bridge: str) -> Settings:
    """A database of the first schema with a pack of it, and one that cannot be read any more."""
    with closing(Database(settings.database_url)) as database, database.writing_connection() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        row = text("INSERT INTO packs VALUES (:id, :name, :text, 'v', :at, 'ann')")
        at = AT.replace(tzinfo=None).isoformat(" ") if database.is_sqlite else AT
        for pack, told in (("bridge", bridge), ("old", "schema: twosource/fact-pack/0")):
            connection.execute(row, {"id": pack, "name": f"{pack}.yaml", "text": told, "at": at})
    return settings


def test_the_packs_of_the_first_schema_are_taken_over(
    old: Settings, caplog: pytest.LogCaptureFixture, consistent: Callable[[Desk], None]
) -> None:
    store = Store.open(old)
    try:
        desk = Desk.of(store)
        entry = desk.read(Ref("bridge", FACT, "length"))
        assert (entry.change.by, entry.change.at, entry.change.action) == ("ann", AT, "import")
        consistent(desk)
        told = caplog.text
        assert "the pack old that was imported can no longer be read" in told
        with pytest.raises(FactBaseError, match="old"):
            SharedFactBase(store.facts).current()

        assert Desk.of(store).list(Query(pack="bridge", confidential=True)).total == 17
        assert len(desk.history().stories) == 1

        new = "schema: twosource/fact-pack/1\nid: old\ntitle: Mended\n"
        desk.import_packs([PackText("old.yaml", new)], Author("bob"))
        assert sorted(SharedFactBase(store.facts).current().packs) == ["bridge", "old"]
    finally:
        store.close()


def test_a_database_goes_back_to_the_first_schema_with_the_texts_that_it_had(old: Settings, bridge: str) -> None:
    with closing(Database(old.database_url)) as database:
        assert upgrade(database) == "0001"
        with database.writing_connection() as connection:
            config = configuration()
            config.attributes["connection"] = connection
            command.downgrade(config, "0001")
            rows = connection.execute(text("SELECT id, text FROM packs ORDER BY id")).all()
        assert revision_at(database) == "0001"
        assert tuple(rows[0]) == ("bridge", bridge)


def test_sourcing_that_an_older_version_computed_is_computed_anew_once(
    filed: Desk, store: Store, monkeypatch: pytest.MonkeyPatch, consistent: Callable[[Desk], None]
) -> None:
    length = Ref("bridge", FACT, "length")
    before = filed.read(length)
    with store.database.write() as session:
        session.execute(text("UPDATE objects SET settled = false, version = 'old' WHERE key = 'length'"))
        session.execute(text("UPDATE revisions SET version = 'old' WHERE version = :known"), {"known": before.version})
        session.execute(text("UPDATE packs SET computed_by = '0.0.9'"))

    desk = Desk.of(store)

    assert (desk.read(length).version, desk.read(length).settled) == (before.version, True)
    (newest, first) = desk.history("bridge").stories
    assert (newest.change.action, newest.change.by, newest.change.counts) == (
        "recompute",
        "twosource",
        {"recomputed": 1},
    )
    assert first.change.action == "import"
    consistent(desk)

    with store.database.write() as session:
        session.execute(text("UPDATE packs SET computed_by = '0.0.9'"))
    assert len(Desk.of(store).history("bridge").stories) == 2, "what is the same is no change"
    monkeypatch.setattr("twosource.desk.takeover.read_plain", None)
    Desk.of(store)


def test_a_retired_pack_that_is_computed_anew_stays_retired(filed: Desk, store: Store) -> None:
    filed.retire(Ref.to_pack("bridge"), Author("bob"), None)
    with store.database.write() as session:
        session.execute(text("UPDATE packs SET computed_by = '0.0.9'"))

    assert Desk.of(store).read(Ref.to_pack("bridge")).retired
    assert Desk.of(store).list(Query(kind=FACT)).total == 0


def _computed_by_another_version(store: Store) -> None:
    with store.database.write() as session:
        session.execute(text("UPDATE objects SET settled = false, version = 'old' WHERE key = 'cables'"))
        session.execute(text("UPDATE packs SET computed_by = '0.0.9'"))


def _meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Let something happen while a pack is computed anew, once."""
    done: list[bool] = []

    def reading(plain: Any, name: str) -> PackReading:
        if not done:
            done.append(True)
            do()
        return read_plain(plain, name)

    monkeypatch.setattr("twosource.desk.takeover.read_plain", reading)


def test_an_edit_while_a_pack_is_computed_anew_is_not_lost(
    filed: Desk, store: Store, monkeypatch: pytest.MonkeyPatch, consistent: Callable[[Desk], None]
) -> None:
    length, new = Ref("bridge", FACT, "length"), Ref("bridge", FACT, "new")

    def edit() -> None:
        filed.change(length, {**filed.read(length).body, "note": "measured anew"}, Author("bob"), None)
        filed.create(new, {"subject": "bridge", "type": "plain"}, Author("bob"))

    _computed_by_another_version(store)
    _meanwhile(monkeypatch, edit)
    desk = Desk.of(store)

    assert desk.read(length).body["note"] == "measured anew"
    assert not desk.read(new).retired
    assert desk.read(Ref("bridge", FACT, "cables")).settled
    with store.facts.reading() as reader:
        assert [head.computed_by for head in reader.heads()] == [__version__]
    consistent(desk)


def test_a_pack_that_is_retired_while_it_is_computed_anew_stays_retired(
    filed: Desk, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge = Ref.to_pack("bridge")
    _computed_by_another_version(store)
    _meanwhile(monkeypatch, lambda: filed.retire(bridge, Author("bob"), None))

    assert Desk.of(store).read(bridge).retired


def test_a_pack_that_is_restored_has_what_this_version_computes(
    filed: Desk, store: Store, consistent: Callable[[Desk], None]
) -> None:
    bridge, cables = Ref.to_pack("bridge"), Ref("bridge", FACT, "cables")
    before = filed.read(cables).version
    filed.retire(bridge, Author("bob"), None)
    _computed_by_another_version(store)

    assert not Desk.of(store).restore(bridge, Author("bob", "back"), None).retired

    assert (filed.read(cables).version, filed.read(cables).settled) == (before, True)
    (newest,) = filed.history("bridge", limit=1).stories
    assert (newest.change.action, newest.change.reason) == ("restore", "back")
    assert newest.change.counts == {"restored": 1, "recomputed": 1}
    consistent(filed)
