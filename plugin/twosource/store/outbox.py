"""The outbox: results on their way to the CMS, posted at least once and always under the same id."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import and_, exists, select
from sqlalchemy.orm import Session, aliased

from twosource.store.database import Database
from twosource.store.leases import close, hand_back, is_due, put_back, take
from twosource.store.records import Outbound, TroubledDelivery
from twosource.store.tables import DraftRow, OutboundRow

WAITING = "waiting"
POSTED = "posted"
SUPERSEDED = "superseded"
SET_ASIDE = "set_aside"


class Outbox:
    """The results of a store that go out."""

    def __init__(self, database: Database, clock: Callable[[], datetime], lease: timedelta) -> None:
        self._database = database
        self._clock = clock
        self._lease = lease

    def take(self, outbound_id: int | None = None) -> Outbound | None:
        """Let the caller hold a due result for the time of a lease, and return it; None where none is due.

        One result at a time is under way to a site, so that a site gets them in order and a dead one holds up nobody
        else. A result that a newer one of its draft waits behind is superseded and not given out.

        Args:
            outbound_id: this one and no other.
        """
        now = self._clock()
        other = aliased(OutboundRow)
        under_way = exists().where(
            other.site_id == OutboundRow.site_id, other.state == WAITING, other.leased_until > now
        )
        due = and_(is_due(OutboundRow, WAITING, now), ~under_way)
        if outbound_id is not None:
            due = and_(due, OutboundRow.id == outbound_id)
        with self._database.read() as session:
            if session.scalar(select(OutboundRow.id).where(due).limit(1)) is None:
                return None
        chosen = (
            select(OutboundRow)
            .where(due)
            .order_by(OutboundRow.next_at, OutboundRow.id)
            .limit(1)
            .with_for_update(skip_locked=True, of=OutboundRow)
        )
        with self._database.write() as session:
            while (row := session.scalar(chosen)) is not None:
                if not _newer_waits(session, row):
                    take(row, now, self._lease)
                    return Outbound(row.id, row.site.name, row.webhook_id, row.body, row.made_at, row.attempts)
                close(row, SUPERSEDED)
                session.flush()
        return None

    def posted(self, outbound: Outbound) -> None:
        """Keep that the CMS has taken the result."""
        with self._database.write() as session:
            if row := _held(session, outbound):
                close(row, POSTED)
                row.posted_at = self._clock()

    def try_again(self, outbound: Outbound, at: datetime, error: str) -> None:
        """Let a result that could not be posted wait for its next try."""
        with self._database.write() as session:
            if row := _held(session, outbound):
                put_back(row, at, error)

    def set_aside(self, outbound: Outbound, error: str) -> None:
        """Put a result that cannot be posted where it is seen and not tried again."""
        with self._database.write() as session:
            if row := _held(session, outbound):
                close(row, SET_ASIDE, error)

    def set_aside_list(self) -> list[TroubledDelivery]:
        """Return the results that were set aside, the newest first."""
        with self._database.read() as session:
            rows = session.execute(
                select(OutboundRow, DraftRow.cms_id)
                .join(DraftRow, DraftRow.id == OutboundRow.draft_id)
                .where(OutboundRow.state == SET_ASIDE)
                .order_by(OutboundRow.id.desc())
                .limit(1000)
            )
            return [
                TroubledDelivery(row.site.name, row.webhook_id, draft, row.attempts, row.error or "")
                for row, draft in rows
            ]

    def hand_back(self) -> int:
        """Return how many results a process held that was killed, after letting them go."""
        with self._database.write() as session:
            return hand_back(session, OutboundRow, WAITING)


def _held(session: Session, outbound: Outbound) -> OutboundRow | None:
    row = session.get(OutboundRow, outbound.id)
    return row if row is not None and row.state == WAITING else None


def _newer_waits(session: Session, row: OutboundRow) -> bool:
    newer = aliased(OutboundRow)
    return bool(session.scalar(select(exists().where(newer.draft_id == row.draft_id, newer.id > row.id))))
