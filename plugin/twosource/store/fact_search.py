"""Full-text search: FTS5 in SQLite, tsvector and GIN in PostgreSQL; both are asked the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, cast, column, func, literal, literal_column, select, table
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import Session

from twosource.store import words
from twosource.store.fact_records import Facets, Query, Ref
from twosource.store.fact_tables import ObjectRow

WORDS = "object_words"
"""Each object has a row, twice its number; one of which a part is told has another right after it, for that part."""


def found(
    session: Session, query: Query, wanted: Sequence[str], packs: Mapping[str, bool], after: int | None
) -> tuple[list[int], int]:
    """Return the numbers of objects with all ``wanted`` words that answer a query, and how many there are in all.

    Args:
        session: where to look.
        query: what else is asked.
        wanted: folded words or beginnings of words, at least one.
        packs: all packs, and whether they are live.
        after: only numbers above this one are returned; they are counted all the same.
    """
    is_sqlite = session.connection().dialect.name == "sqlite"
    retired = [pack for pack, live in packs.items() if not live]
    asked = words.Asked(wanted, list(_groups(query, retired)), _unwanted(query, retired))
    number: ColumnElement[int] = column("rowid" if is_sqlite else "object_id")
    matches: ColumnElement[Any]
    if is_sqlite:
        matches = literal_column(WORDS).op("MATCH")(asked.as_fts5())
    else:
        matches = column("words").op("@@")(cast(literal(asked.as_tsquery()), TSQUERY))
    own: ColumnElement[int] = number.op(">>")(1)
    chosen = select(number).select_from(table(WORDS)).where(matches)
    if query.stale_on is not None:
        chosen = chosen.where(own.in_(select(ObjectRow.id).where(ObjectRow.review_by < query.stale_on.isoformat())))
    total = session.scalar(select(func.count()).select_from(chosen.subquery())) or 0
    if after is not None:
        chosen = chosen.where(number > 2 * after + 1)
    return [each >> 1 for each in session.scalars(chosen.order_by(number).limit(query.limit + 1))], total


def marks(ref: Ref, facets: Facets, *, live: bool) -> Iterator[str]:
    """Yield the marks of an object."""
    yield words.mark(words.KIND, ref.kind)
    yield words.mark(words.PACK, ref.pack)
    yield words.mark(words.LIVE, live)
    named = ((words.SUBJECT, facets.subject), (words.TYPE, facets.type), (words.STATUS, facets.status))
    flags = ((words.SETTLED, facets.settled), (words.DISPUTED, facets.disputed))
    yield from (words.mark(kind, value) for kind, value in (*named, *flags) if value is not None)
    yield from (words.mark(words.SOURCE, source) for source in facets.sources)
    yield from (words.mark(words.HIDDEN, source) for source in facets.hidden)


def _groups(query: Query, retired: Sequence[str]) -> Iterator[list[str]]:
    """Yield the marks that are asked for; of each group one is enough."""
    asked = (
        (words.KIND, query.kind),
        (words.PACK, query.pack),
        (words.SUBJECT, query.subject),
        (words.TYPE, query.type),
        (words.STATUS, query.status),
        (words.SETTLED, query.settled),
        (words.DISPUTED, query.disputed),
    )
    yield from ([words.mark(kind, value)] for kind, value in asked if value is not None)
    if query.source is not None:
        kinds = (words.SOURCE, words.HIDDEN) if query.confidential or query.nameless else (words.SOURCE,)
        yield [words.mark(kind, query.source) for kind in kinds]
    if query.retired is not None:
        live = words.mark(words.LIVE, not query.retired)
        yield [live, *(words.mark(words.PACK, pack) for pack in retired)] if query.retired else [live]


def _unwanted(query: Query, retired: Sequence[str]) -> list[str]:
    gone = [words.mark(words.PACK, pack) for pack in retired] if query.retired is False else []
    return [words.TOLD if query.confidential else words.WHOLE, *gone]
