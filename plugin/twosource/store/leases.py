"""What the inbox and the outbox have in common: rows that a worker holds for a while, tries, and tries again.

Who takes a row gets a lease with a name of its own. Only the holder of the row's present lease may put it back or close
it: a worker that comes late, after its lease has ended and another took the row, changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from twosource.store.tables import DeliveryRow, OutboundRow

SET_ASIDE = "set_aside"
"""The state of what is not tried again until somebody asks for it."""

_LEASE_BYTES = 16
_BATCH = 200

_Row = TypeVar("_Row", DeliveryRow, OutboundRow)
Leased = type[DeliveryRow] | type[OutboundRow]


class NotRetriableError(Exception):
    """Something that cannot be tried again: there is none of that id, or it is neither set aside nor waiting."""


def is_due(table: Leased, state: str, now: datetime) -> ColumnElement[bool]:
    """Return the condition that a row waits in ``state``, that its time has come, and that nobody holds it."""
    return and_(
        table.state == state,
        table.next_at <= now,
        or_(table.leased_until.is_(None), table.leased_until <= now),
    )


def take(row: DeliveryRow | OutboundRow, now: datetime, lease: timedelta) -> str:
    """Let a worker hold the row until its lease ends, count its try, and return the name of the lease."""
    row.lease = secrets.token_hex(_LEASE_BYTES)
    row.leased_until = now + lease
    row.attempts += 1
    return row.lease


def locked(session: Session, table: type[_Row], row_id: int) -> _Row | None:
    """Return a row that nobody else can take before the session ends, where the database has many writers."""
    return session.get(table, row_id, with_for_update={"of": table})


def is_held(row: DeliveryRow | OutboundRow, lease: str, state: str) -> bool:
    """Return whether the row still waits in ``state`` under this very lease."""
    return row.state == state and row.lease == lease


def give_up(row: DeliveryRow | OutboundRow) -> None:
    """Set a row aside whose last try was broken off; the error that it had before is told too."""
    told = (
        f"given up after {row.attempts} tries: the last was broken off (the process was killed, perhaps by this "
        "very one, or the try took longer than TWOSOURCE_LEASE)"
    )
    close(row, SET_ASIDE, f"{told}; the error before: {row.error}" if row.error else told)


def put_back(row: DeliveryRow | OutboundRow, at: datetime, error: str | None) -> None:
    """Let the row wait for its next try."""
    _let_go(row)
    row.next_at = at
    row.error = error


def put_back_untried(row: DeliveryRow | OutboundRow, at: datetime) -> None:
    """Let the row wait, and do not count its last try: the database failed, not what was tried."""
    _let_go(row)
    row.next_at = at
    row.attempts -= 1


def close(row: DeliveryRow | OutboundRow, state: str, error: str | None = None) -> None:
    """Put the row into a state that it does not leave by itself."""
    _let_go(row)
    row.state = state
    row.error = error


def retry(row: DeliveryRow | OutboundRow | None, name: str, state: str, now: datetime) -> None:
    """Let a row that was set aside, or that waits for its next try, be tried at once, with all its tries before it.

    Args:
        row: the row, or None where there is none.
        name: what an error calls it.
        state: the state in which rows wait.
        now: the moment.

    Raises:
        NotRetriableError: there is no such row, a worker holds it, or it has come to its end.
    """
    if row is None:
        raise NotRetriableError(f"there is no {name}")
    if row.state not in (SET_ASIDE, state):
        raise NotRetriableError(f"{name} is {row.state}; only what is {SET_ASIDE} or {state} can be tried again")
    if row.leased_until is not None and row.leased_until > now:
        raise NotRetriableError(f"{name} is being worked on now")
    _let_go(row)
    row.state = state
    row.attempts = 0
    row.next_at = now


def hand_back(session: Session, table: Leased, state: str) -> int:
    """Return how many rows were held, after letting them all go at once; the try that broke off stays counted.

    Only for a process that is known to be the only one with workers.
    """
    held: Any = session.execute(
        update(table)
        .where(table.state == state, table.leased_until.is_not(None))
        .values(leased_until=None, lease=None)
        .execution_options(synchronize_session=False)
    )
    return int(held.rowcount)


def empty_bodies(session: Session, table: Leased, states: Sequence[str], before: datetime) -> int:
    """Remove the bodies of rows in these states that came before a moment; return of how many.

    The rows stay, so that their ids are still known. At most a batch is emptied, for others wait to write.
    """
    came = DeliveryRow.received_at if table is DeliveryRow else OutboundRow.made_at
    old = (
        select(table.id)
        .where(table.state.in_(states), came < before, func.length(table.body) > 0)
        .order_by(table.id)
        .limit(_BATCH)
    )
    emptied: Any = session.execute(
        update(table).where(table.id.in_(old)).values(body=b"").execution_options(synchronize_session=False)
    )
    return int(emptied.rowcount)


def _let_go(row: DeliveryRow | OutboundRow) -> None:
    row.leased_until = None
    row.lease = None
