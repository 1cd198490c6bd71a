"""Bring the schema up to date with Alembic, without a configuration file."""

from __future__ import annotations

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from twosource.store.database import Database


def upgrade(database: Database) -> str | None:
    """Bring the schema up to date in one transaction; return the revision that it had before (None for an empty one).

    Of several processes that do so at once, the first does it and the others find it done.
    """
    with database.writing_connection() as connection:
        database.hold(connection, "schema")
        before = MigrationContext.configure(connection).get_current_revision()
        if before != revision_wanted():
            config = configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return before


def revision_at(database: Database) -> str | None:
    """Return the revision that the schema has."""
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@cache
def revision_wanted() -> str | None:
    """Return the revision that this version of Twosource works with."""
    return ScriptDirectory.from_config(configuration()).get_current_head()


def configuration() -> Config:
    """Return what Alembic has to know; its attribute ``connection`` is the caller's to set."""
    config = Config()
    config.set_main_option("script_location", "twosource.store:migrations")
    config.set_main_option("path_separator", "os")
    return config
