"""What the inbox and the outbox have in common: rows that a worker holds for a while, tries, and tries again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, update
from sqlalchemy.orm import Session

from twosource.store.tables import DeliveryRow, OutboundRow

Leased = type[DeliveryRow] | type[OutboundRow]


def is_due(table: Leased, state: str, now: datetime) -> ColumnElement[bool]:
    """Return the condition that a row waits in ``state``, that its time has come, and that nobody holds it."""
    return and_(
        table.state == state,
        table.next_at <= now,
        or_(table.leased_until.is_(None), table.leased_until <= now),
    )


def take(row: DeliveryRow | OutboundRow, now: datetime, lease: timedelta) -> None:
    """Let a worker hold the row until its lease ends, and count its try."""
    row.leased_until = now + lease
    row.attempts += 1


def put_back(row: DeliveryRow | OutboundRow, at: datetime, error: str | None) -> None:
    """Let the row wait for its next try."""
    row.leased_until = None
    row.next_at = at
    row.error = error


def close(row: DeliveryRow | OutboundRow, state: str, error: str | None = None) -> None:
    """Put the row into a state that it does not leave by itself."""
    row.state = state
    row.leased_until = None
    row.error = error


def hand_back(session: Session, table: Leased, state: str) -> int:
    """Return how many rows were held, after letting them all go at once; the try that broke off stays counted.

    Only for a process that is known to be the only one with workers.
    """
    held: Any = session.execute(
        update(table)
        .where(table.state == state, table.leased_until.is_not(None))
        .values(leased_until=None)
        .execution_options(synchronize_session=False)
    )
    return int(held.rowcount)
