"""The sites: the CMSs that drafts come from and results go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from twosource.store.database import Database, can_be_kept
from twosource.store.records import Site
from twosource.store.sealing import Sealing
from twosource.store.tables import SiteRow


class NameTakenError(Exception):
    """A name that is in use already."""


class UnknownNameError(Exception):
    """A name that nothing in the store has."""


class Sites:
    """The sites of a store."""

    def __init__(self, database: Database, sealing: Sealing, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._sealing = sealing
        self._clock = clock

    def add(self, name: str, callback_url: str | None, locale: str, secrets: Sequence[str]) -> Site:
        """Keep a new site and return it.

        Raises:
            NameTakenError: there is a site of that name.
        """
        row = SiteRow(
            name=name,
            callback_url=callback_url,
            locale=locale,
            secrets=self._sealing.seal(secrets),
            created_at=self._clock(),
        )
        try:
            with self._database.write() as session:
                session.add(row)
        except IntegrityError as error:
            raise NameTakenError(f"there is a site {name!r} already") from error
        return self.given(row)

    def find(self, name: str) -> Site | None:
        """Return the site of that name, or None."""
        with self._database.read() as session:
            row = session.scalar(select(SiteRow).where(SiteRow.name == name)) if can_be_kept(name) else None
            return None if row is None else self.given(row)

    def all(self) -> list[Site]:
        """Return the sites by name."""
        with self._database.read() as session:
            return [self.given(row) for row in session.scalars(select(SiteRow).order_by(SiteRow.name))]

    def replace_secrets(self, name: str, secrets: Sequence[str]) -> Site:
        """Let the site have these live secrets, the newest first, and return it.

        Raises:
            UnknownNameError: there is no such site.
        """
        with self._database.write() as session:
            row = site_row(session, name)
            row.secrets = self._sealing.seal(secrets)
        return self.given(row)

    def given(self, row: SiteRow) -> Site:
        """Return a row's site, its secrets opened."""
        return Site(row.name, row.callback_url, row.locale, self._sealing.open(row.secrets))


def site_row(session: Session, name: str) -> SiteRow:
    """Return the row of a site.

    Raises:
        UnknownNameError: there is no such site.
    """
    row = session.scalar(select(SiteRow).where(SiteRow.name == name)) if can_be_kept(name) else None
    if row is None:
        raise UnknownNameError(f"there is no site {name!r}")
    return row
