"""Lists of the fact base: chosen, searched, sorted, and given in pages that begin where the one before ended."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, select, tuple_
from sqlalchemy.orm import Session

from twosource.store.fact_records import (
    CHANGE,
    ENTITY,
    FACT,
    LABEL,
    NOT_AT_ALL,
    POSITION,
    SOURCE,
    CursorError,
    Page,
    Query,
)
from twosource.store.fact_rows import entry_of
from twosource.store.fact_search import found
from twosource.store.fact_tables import ChangeRow, ObjectRow, PackRow, RevisionRow, UseRow
from twosource.store.fact_uses import HIDDEN, OPEN
from twosource.store.words import MAX_WORDS, words
from twosource_schemas.scalars import is_identifier

_FOUND = "found"
_KEYS: dict[str, tuple[Any, ...]] = {
    LABEL: (ObjectRow.label, ObjectRow.id),
    POSITION: (ObjectRow.pack, ObjectRow.kind, ObjectRow.position, ObjectRow.id),
    CHANGE: (ObjectRow.change_id, ObjectRow.id),
    _FOUND: (ObjectRow.id,),
}
_TYPES: dict[str, tuple[type, ...]] = {
    LABEL: (str, int),
    POSITION: (str, str, int, int),
    CHANGE: (int, int),
    _FOUND: (int,),
}
_MAX_ID = 2**63 - 1


def page(session: Session, query: Query) -> Page:
    """Return a page of the objects that answer a query, and how many there are.

    Raises:
        CursorError: no page of such a list gave its cursor.
    """
    if query.sort not in _KEYS:
        raise ValueError(f"a list is not sorted by {query.sort!r}")
    sort = query.sort if query.text is None else _FOUND
    after = _opened(query.cursor, sort)
    wanted = [] if query.text is None else words([query.text])[:MAX_WORDS]
    if (query.text is not None and not wanted) or not _can_be_kept(query):
        return Page((), 0, None)
    packs = dict(session.execute(select(PackRow.id, PackRow.live)).all())
    retired = [pack for pack, live in packs.items() if not live]
    if query.text is None:
        chosen = select(ObjectRow.id).where(*_conditions(query, list(packs), retired))
        total = session.scalar(select(func.count()).select_from(chosen.subquery()))
        numbers = list(session.scalars(_sorted(chosen, sort, after).limit(query.limit + 1)))
    else:
        numbers, total = found(session, query, wanted, packs, after[0] if after else None)
    rows = _rows(session, numbers[: query.limit])
    more = len(numbers) > query.limit and rows
    return Page(
        tuple(entry_of(*row, now=True) for row in rows),
        total or 0,
        _closed(sort, rows[-1][0]) if more else None,
    )


def _can_be_kept(query: Query) -> bool:
    """Return whether what is asked for can be in the base: it is all ids of packs and words of ours."""
    asked = (query.kind, query.pack, query.subject, query.type, query.status, query.source)
    return all(each is None or is_identifier(each) for each in asked)


def _conditions(query: Query, packs: Sequence[str], retired: Sequence[str]) -> list[ColumnElement[bool]]:
    exact = (
        (ObjectRow.kind, query.kind),
        (ObjectRow.pack, query.pack),
        (ObjectRow.subject, query.subject),
        (ObjectRow.type, query.type),
        (ObjectRow.status, query.status),
    )
    settled, disputed = (
        (ObjectRow.settled, ObjectRow.disputed)
        if query.confidential
        else (ObjectRow.told_settled, ObjectRow.told_disputed)
    )
    flags = ((settled, query.settled), (disputed, query.disputed))
    conditions: list[ColumnElement[bool]] = [column == value for column, value in exact if value is not None]
    conditions += [column.is_(value) for column, value in flags if value is not None]
    if query.retired is not None:
        conditions.append(_is_live(retired) if not query.retired else ~_is_live(retired))
    if query.stale_on is not None:
        conditions.append(ObjectRow.review_by < query.stale_on.isoformat())
    if query.source is not None:
        relations = (OPEN, HIDDEN) if query.confidential or query.nameless else (OPEN,)
        # The index begins with the pack.
        its_packs = packs if query.pack is None else [query.pack]
        told = and_(UseRow.pack.in_(its_packs), UseRow.relation.in_(relations), UseRow.target == query.source)
        conditions += [ObjectRow.kind == FACT, ObjectRow.id.in_(select(UseRow.object_id).where(told))]
    if not query.confidential and query.kind in (None, SOURCE, ENTITY):
        conditions.append(ObjectRow.shown != NOT_AT_ALL)
    return conditions


def _is_live(retired: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that an object is live, and its pack too."""
    return and_(ObjectRow.live.is_(True), ObjectRow.pack.not_in(retired)) if retired else ObjectRow.live.is_(True)


def _sorted(chosen: Select[*tuple[Any, ...]], sort: str, after: Sequence[Any] | None) -> Select[*tuple[Any, ...]]:
    keys = _KEYS[sort]
    if sort == CHANGE:
        chosen = chosen.order_by(*(key.desc() for key in keys))
        return chosen if after is None else chosen.where(tuple_(*keys) < tuple_(*after))
    chosen = chosen.order_by(*keys)
    return chosen if after is None else chosen.where(tuple_(*keys) > tuple_(*after))


def _rows(session: Session, numbers: Sequence[int]) -> list[Row[ObjectRow, RevisionRow, ChangeRow]]:
    """Return objects with what they are and the change that made them so, in the order of their numbers."""
    wanted = (
        select(ObjectRow, RevisionRow, ChangeRow)
        .join(
            RevisionRow,
            and_(RevisionRow.object_id == ObjectRow.id, RevisionRow.change_id == ObjectRow.change_id),
        )
        .join(ChangeRow, ChangeRow.id == RevisionRow.change_id)
        .where(ObjectRow.id.in_(numbers))
    )
    rows = {row[0].id: row for row in session.execute(wanted)}
    return [rows[number] for number in numbers]


def _closed(sort: str, last: ObjectRow) -> str:
    """Return the cursor of a page that ends with a row."""
    keys = [sort, *(getattr(last, key.key) for key in _KEYS[sort])]
    return base64.urlsafe_b64encode(json.dumps(keys, ensure_ascii=False).encode()).decode()


def _opened(cursor: str | None, sort: str) -> list[Any] | None:
    """Return the keys that a cursor holds."""
    if cursor is None:
        return None
    try:
        given, *keys = json.loads(base64.b64decode(cursor.encode("ascii"), b"-_", validate=True))
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise CursorError("this is no cursor that a page gave") from error
    fits = given == sort and [type(key) for key in keys] == list(_TYPES[sort])
    if not fits or not all(key.isprintable() if isinstance(key, str) else abs(key) <= _MAX_ID for key in keys):
        raise CursorError("this cursor is of another list; begin again without it")
    return list(keys)
