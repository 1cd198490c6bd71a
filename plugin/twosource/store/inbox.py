"""The inbox: verified webhooks, kept before they are acknowledged, and worked off as often as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as LateError
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import and_, exists, or_, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from twosource.store.database import Database
from twosource.store.group_commit import GroupCommit, WriterClosedError
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
from twosource.store.records import Delivery, Queued
from twosource.store.sites import site_row
from twosource.store.tables import DeliveryRow
from twosource.store.trouble import Unwritten

RECEIVED = "received"
CHECKED = "checked"
SUPERSEDED = "superseded"
STATES = (RECEIVED, CHECKED, SUPERSEDED, SET_ASIDE)

_GROUP = 256
_MOST_WAITING = 4096
_PATIENCE_SECONDS = 10.0


class InboxBusyError(Exception):
    """The inbox cannot take a delivery now; the sender should try again later."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A verified webhook as it arrives.

    Attributes:
        site: the site's name.
        webhook_id: the id that the sender gave it.
        draft: the CMS's identifier of the draft.
        updated_at: when that revision was saved.
        body: the body as it came.
    """

    site: str
    webhook_id: str
    draft: str
    updated_at: datetime
    body: bytes = field(repr=False)


class Inbox:
    """The deliveries of a store.

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
        self._writer: GroupCommit[Arrival, bool] = GroupCommit(self._commit, _GROUP, "inbox-writer")

    def receive(self, arrival: Arrival) -> bool:
        """Return when the delivery is on the disk: True, or False where its id was seen before and nothing changes.

        Raises:
            InboxBusyError: it could not be written in time; it may still be, and then its repetition changes nothing.
        """
        if self._writer.waiting() >= _MOST_WAITING:
            raise InboxBusyError("too many deliveries wait to be written")
        try:
            return self._writer.put(arrival).result(_PATIENCE_SECONDS)
        except (LateError, WriterClosedError) as error:
            raise InboxBusyError("the delivery could not be written in time") from error

    def body_of(self, site: str, webhook_id: str) -> bytes | None:
        """Return what a delivery said, or None where there is none or its body was removed after the retention."""
        with self._database.read() as session:
            body = session.scalar(
                select(DeliveryRow.body).where(
                    DeliveryRow.site_id == site_row(session, site).id, DeliveryRow.webhook_id == webhook_id
                )
            )
        return body or None

    def take(self, delivery_id: int | None = None) -> Delivery | None:
        """Let the caller hold a due delivery for the time of a lease, and return it; None where none is due.

        A delivery that a newer revision of its draft waits behind is superseded and not given out. One that has had
        all its tries is set aside: the last was broken off, or its end would have been kept, and what kills the process
        must not do so for ever.

        Args:
            delivery_id: this one and no other.
        """
        self._unwritten.catch_up()
        now = self._clock()
        due = is_due(DeliveryRow, RECEIVED, now)
        if delivery_id is not None:
            due = and_(due, DeliveryRow.id == delivery_id)
        with self._database.read() as session:
            if session.scalar(select(DeliveryRow.id).where(due).limit(1)) is None:
                return None
        chosen = (
            select(DeliveryRow)
            .where(due)
            .order_by(DeliveryRow.next_at, DeliveryRow.id)
            .limit(1)
            .with_for_update(skip_locked=True, of=DeliveryRow)
        )
        with self._database.write() as session:
            while (row := session.scalar(chosen)) is not None:
                if _newer_waits(session, row):
                    close(row, SUPERSEDED)
                elif row.attempts >= self._tries:
                    give_up(row)
                else:
                    return _given(row, take(row, now, self._lease))
                session.flush()
        return None

    def try_again(self, delivery: Delivery, at: datetime, error: str) -> None:
        """Let a delivery that could not be checked wait for its next try."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, delivery):
                    put_back(row, at, error)

        self._unwritten.do(write)

    def untried(self, delivery: Delivery, at: datetime) -> None:
        """Let a delivery wait whose check could not be kept for the database failed; that was no try of its own."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, delivery):
                    put_back_untried(row, at)

        self._unwritten.do(write)

    def set_aside(self, delivery: Delivery, error: str) -> None:
        """Put a delivery that cannot be checked where it is seen and not tried again."""

        def write() -> None:
            with self._database.write() as session:
                if row := _held(session, delivery):
                    close(row, SET_ASIDE, error)

        self._unwritten.do(write)

    def queued(self, states: Sequence[str], limit: int) -> list[Queued]:
        """Return the newest deliveries in these states, the newest first."""
        with self._database.read() as session:
            rows = session.scalars(
                select(DeliveryRow).where(DeliveryRow.state.in_(states)).order_by(DeliveryRow.id.desc()).limit(limit)
            )
            return [
                Queued(row.id, row.site.name, row.webhook_id, row.draft, row.state, row.attempts, row.error)
                for row in rows
            ]

    def retry(self, delivery_id: int) -> None:
        """Let a delivery that was set aside, or that waits for its next try, be checked at once.

        Raises:
            NotRetriableError: there is none, a worker holds it, or it has come to its end.
        """
        with self._database.write() as session:
            retry(locked(session, DeliveryRow, delivery_id), f"delivery {delivery_id}", RECEIVED, self._clock())

    def empty_bodies(self, before: datetime) -> int:
        """Remove bodies of deliveries that came before a moment and are done; return of how many, 0 for no more.

        What is set aside keeps its body, for it may be tried again.
        """
        with self._database.write() as session:
            return empty_bodies(session, DeliveryRow, (CHECKED, SUPERSEDED), before)

    def state_of(self, site: str, webhook_id: str) -> str | None:
        """Return a delivery's state (received, checked, superseded or set_aside), or None where there is none."""
        with self._database.read() as session:
            row = session.scalar(
                select(DeliveryRow).where(
                    DeliveryRow.site_id == site_row(session, site).id, DeliveryRow.webhook_id == webhook_id
                )
            )
            return None if row is None else row.state

    def hand_back(self) -> int:
        """Return how many deliveries a process held that was killed, after letting them go."""
        with self._database.write() as session:
            return hand_back(session, DeliveryRow, RECEIVED)

    def close(self) -> None:
        """Write what has been received, then end the writer."""
        self._writer.close()

    def _commit(self, arrivals: Sequence[Arrival]) -> Sequence[bool]:
        try:
            with self._database.write() as session:
                return self._add(session, arrivals)
        except IntegrityError:
            # Another process received one of these ids at the same moment: each in a transaction of its own, then.
            return [self._commit_one(arrival) for arrival in arrivals]

    def _commit_one(self, arrival: Arrival) -> bool:
        try:
            with self._database.write() as session:
                return self._add(session, [arrival])[0]
        except IntegrityError:
            return False

    def _add(self, session: Session, arrivals: Sequence[Arrival]) -> list[bool]:
        """Add what is new among the arrivals; return for each whether it is."""
        site_ids = {name: site_row(session, name).id for name in {arrival.site for arrival in arrivals}}
        keys = [(site_ids[arrival.site], arrival.webhook_id) for arrival in arrivals]
        seen = {
            tuple(row)
            for row in session.execute(
                select(DeliveryRow.site_id, DeliveryRow.webhook_id).where(
                    tuple_(DeliveryRow.site_id, DeliveryRow.webhook_id).in_(keys)
                )
            )
        }
        now = self._clock()
        answers = []
        for key, arrival in zip(keys, arrivals, strict=True):
            answers.append(key not in seen)
            if key not in seen:
                seen.add(key)
                session.add(_row(key[0], arrival, now))
        return answers


def _row(site_id: int, arrival: Arrival, now: datetime) -> DeliveryRow:
    return DeliveryRow(
        site_id=site_id,
        webhook_id=arrival.webhook_id,
        draft=arrival.draft,
        updated_at=arrival.updated_at,
        body=arrival.body,
        received_at=now,
        state=RECEIVED,
        attempts=0,
        next_at=now,
    )


def _held(session: Session, delivery: Delivery) -> DeliveryRow | None:
    """Return the row of a delivery, unless it has come to its end already or another holds it now."""
    row = locked(session, DeliveryRow, delivery.id)
    return row if row is not None and is_held(row, delivery.lease, RECEIVED) else None


def _newer_waits(session: Session, row: DeliveryRow) -> bool:
    newer = aliased(DeliveryRow)
    return bool(
        session.scalar(
            select(
                exists().where(
                    newer.site_id == row.site_id,
                    newer.draft == row.draft,
                    newer.state == RECEIVED,
                    or_(newer.updated_at > row.updated_at, and_(newer.updated_at == row.updated_at, newer.id > row.id)),
                )
            )
        )
    )


def _given(row: DeliveryRow, lease: str) -> Delivery:
    return Delivery(row.id, row.site.name, row.site.locale, row.webhook_id, row.body, row.attempts, lease)
