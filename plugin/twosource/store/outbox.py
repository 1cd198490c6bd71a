"""The outbox: results on their way to the CMS, posted at least once and always under the same id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, exists, select
from sqlalchemy.orm import Session, aliased

from twosource.store.database import Database
from twosource.store.leases import (
    SET_ASIDE,
    close,
    empty_bodies,
    give_up,
    hand_back,
    is_due,
    is_held,
    locked,
    put_back,
    put_back_untried,
    retry,
    take,
)
from twosource.store.records import Outbound, Queued
from twosource.store.tables import DraftRow, OutboundRow
from twosource.store.trouble import Unwritten

WAITING = "waiting"
POSTED = "posted"
SUPERSEDED = "superseded"
STATES = (WAITING, POSTED, SUPERSEDED, SET_ASIDE)


class Outbox:
    """The results of a store that go out.

    Args:
        database: where they are.
        clock: tells the moment.
        lease: how long a worker may hold one.
        tries: how often one is taken before it is set aside.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], lease: timedelta, tries: int) -> None:
        self._database = database
        self._clock = clock
        self._lease = lease
        self._tries = tries
        self._unwritten = Unwritten()

    def take(self, outbound_id: int | None = None) -> Outbound | None:
        """Let the caller hold a due result for the time of a lease, and return it; None where none is due.

        One result at a time is under way to a site, so that a site gets them in order and a dead one holds up nobody
        else. A result is superseded and not given out once there is a newer one of its draft, wherever that one has
        come to: a CMS must not get an old result after a newer one. One that has had all its tries is set aside.

        Args:
            outbound_id: this one and no other.
        """
        self._unwritten.catch_up()
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
                self._database.hold(session, "outbox", row.site_id)
                if session.scalar(select(OutboundRow.id).where(OutboundRow.id == row.id, under_way)) is not None:
                    # Another worker took one of this site's after this one was chosen.
                    return None
                if _has_newer(session, row):
                    close(row, SUPERSEDED)
                elif row.attempts >= self._tries:
                    give_up(row)
                else:
                    lease = take(row, now, self._lease)
                    return Outbound(row.id, row.site.name, row.webhook_id, row.body, row.attempts, lease)
                session.flush()
        return None

    def posted(self, outbound: Outbound) -> None:
        """Keep that the CMS has taken the result."""
        posted_at = self._clock()

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, outbound):
                    close(row, POSTED)
                    row.posted_at = posted_at

        self._unwritten.do(write)

    def untried(self, outbound: Outbound, at: datetime) -> None:
        """Let a result wait that could not be posted for the database failed; that was no try of its own."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, outbound):
                    put_back_untried(row, at)

        self._unwritten.do(write)

    def try_again(self, outbound: Outbound, at: datetime, error: str) -> None:
        """Let a result that could not be posted wait for its next try."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, outbound):
                    put_back(row, at, error)

        self._unwritten.do(write)

    def set_aside(self, outbound: Outbound, error: str) -> None:
        """Put a result that cannot be posted where it is seen and not tried again."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, outbound):
                    close(row, SET_ASIDE, error)

        self._unwritten.do(write)

    def queued(self, states: Sequence[str], limit: int) -> list[Queued]:
        """Return the newest results in these states, the newest first."""
        with self._database.read() as session:
            rows = session.execute(
                select(OutboundRow, DraftRow.cms_id)
                .join(DraftRow, DraftRow.id == OutboundRow.draft_id)
                .where(OutboundRow.state.in_(states))
                .order_by(OutboundRow.id.desc())
                .limit(limit)
            )
            return [
                Queued(row.id, row.site.name, row.webhook_id, draft, row.state, row.attempts, row.error)
                for row, draft in rows
            ]

    def retry(self, outbound_id: int) -> None:
        """Let a result that was set aside, or that waits for its next try, be posted at once, under the same id.

        Raises:
            NotRetriableError: there is none, a worker holds it, or it has come to its end.
        """
        with self._database.write() as session:
            retry(locked(session, OutboundRow, outbound_id), f"result {outbound_id}", WAITING, self._clock())

    def empty_bodies(self, before: datetime) -> int:
        """Remove bodies of results that were made before a moment and are done; return of how many, 0 for no more.

        What is set aside keeps its body, for it may be tried again.
        """
        with self._database.write() as session:
            return empty_bodies(session, OutboundRow, (POSTED, SUPERSEDED), before)

    def hand_back(self) -> int:
        """Return how many results a process held that was killed, after letting them go."""
        with self._database.write() as session:
            return hand_back(session, OutboundRow, WAITING)


def _held(session: Session, outbound: Outbound) -> OutboundRow | None:
    """Return the row of a result, unless it has come to its end already or another holds it now."""
    row = locked(session, OutboundRow, outbound.id)
    return row if row is not None and is_held(row, outbound.lease, WAITING) else None


def _has_newer(session: Session, row: OutboundRow) -> bool:
    newer = aliased(OutboundRow)
    return bool(session.scalar(select(exists().where(newer.draft_id == row.draft_id, newer.id > row.id))))
