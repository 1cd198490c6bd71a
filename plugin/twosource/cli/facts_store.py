"""The store, as the commands of the fact base open it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple

from twosource.cli.facts_told import CannotDoError
from twosource.cli.operating import TOLD, open_store
from twosource.desk import Desk, DeskError, UnknownEntryError
from twosource.desk.confidence import Confidence, Untold
from twosource.store import FACT, PACK, CursorError, Entry, Page, Query, Ref

_PAGE = 200
_NAMED = 10


class Base(NamedTuple):
    """The fact base of the store: the desk, and what stays untold of each pack."""

    desk: Desk
    confidence: Confidence

    def untold(self, pack: str) -> Untold:
        """Return what stays untold of a pack."""
        return self.confidence.of(pack)


@contextmanager
def open_base() -> Iterator[Base]:
    """Give the fact base of the store of the settings during the block.

    Raises:
        CannotDoError: the store cannot be used, or the desk refuses what it is asked for.
    """
    try:
        with open_store() as store:
            desk = Desk.of(store)
            try:
                yield Base(desk, Confidence(store.facts))
            except UnknownEntryError as error:
                raise CannotDoError(f"{error}{_likely(desk, error.ref)}") from error
    except (*TOLD, CursorError, DeskError) as error:
        raise CannotDoError(str(error)) from error


def _likely(desk: Desk, ref: Ref) -> str:
    """Return what was likely meant by something unknown, or what there is."""
    packs = list(pack_ids(desk))
    if ref.pack not in packs:
        close = get_close_matches(ref.pack[:100], packs, n=1)
        known = f"stored are {', '.join(packs[:_NAMED])}" if packs else "import its file first"
        return f": did you mean '{close[0]}'?" if close else f"; {known}"
    if ref.kind == FACT:
        facts = [entry.ref.id for entry in _entries(desk, Query(kind=FACT, pack=ref.pack, limit=_PAGE))]
        if close := get_close_matches(ref.id[:100], facts, n=1):
            return f": did you mean '{close[0]}'?"
    return ""


def pack_ids(desk: Desk) -> Iterator[str]:
    """Yield the ids of the live packs."""
    return (entry.ref.id for entry in _entries(desk, Query(kind=PACK, limit=_PAGE)))


def _entries(desk: Desk, query: Query) -> Iterator[Entry]:
    """Yield all objects that answer a query, page by page."""
    page: Page | None = None
    while page is None or page.next is not None:
        page = desk.list(query if page is None else replace(query, cursor=page.next))
        yield from page.entries
