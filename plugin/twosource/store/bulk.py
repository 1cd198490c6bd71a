"""Many rows at once: with COPY into PostgreSQL, with one prepared statement into SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

_CHUNK = 500


def fill(session: Session, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows to a table. Values are as the database keeps them: texts, whole numbers, booleans, None."""
    connection = session.connection()
    names = ", ".join(f'"{column}"' for column in columns)
    if connection.dialect.name == "sqlite":
        listed = list(rows)
        if listed:
            places = ", ".join("?" * len(columns))
            connection.exec_driver_sql(f"INSERT INTO {table} ({names}) VALUES ({places})", listed)  # noqa: S608  names of ours
        return
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def new_ids(session: Session, number: int) -> list[int]:
    """Return ids for new objects; nobody else gets the same."""
    if not number:
        return []
    if session.connection().dialect.name == "sqlite":
        last = session.scalar(text("SELECT max(id) FROM objects")) or 0
        return list(range(last + 1, last + 1 + number))
    taken = text("SELECT nextval(pg_get_serial_sequence('objects', 'id')) FROM generate_series(1, :number)")
    return list(session.scalars(taken, {"number": number}))


def chunks(listed: Iterable[Any], size: int = _CHUNK) -> Iterable[list[Any]]:
    """Yield what is listed in parts of at most ``size``, as a database takes only so many parameters."""
    rest = iter(listed)
    while part := list(islice(rest, size)):
        yield part
