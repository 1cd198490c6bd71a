"""What the commands of the fact base share: how errors are told, how notes are, and how the store is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches

import click

from twosource.cli.operating import TOLD as OPERATING_TOLD
from twosource.cli.operating import open_store
from twosource.desk import Desk, DeskError, UnknownEntryError
from twosource.facts.pack import printable
from twosource.store import FACT, PACK, CursorError, Entry, Page, Query, Ref

_PAGE = 200


class CannotDoError(Exception):
    """What keeps a command from doing its work, in one line that says what to mend."""


class FoundError(Exception):
    """What was read has errors: each is a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines[0])
        self.lines = lines


TOLD = (*OPERATING_TOLD, CannotDoError, CursorError, DeskError)
"""The errors whose messages tell what to mend."""


def in_one_line(error: Exception) -> str:
    """Return what an error says on one line that a terminal does not act on."""
    return printable(" ".join(str(error).split()))


def note(told: str) -> None:
    """Say on standard error what is no result."""
    click.echo(printable(f"note: {told}"), err=True)


def split_fact(about: str) -> tuple[str, str]:
    """Return the pack and the fact of ``PACK/FACT``; of ``PACK`` alone, no fact."""
    pack, _, fact = about.partition("/")
    return pack, fact


@contextmanager
def open_desk() -> Iterator[Desk]:
    """Give the desk of the store of the settings during the block.

    Raises:
        CannotDoError: there is no such pack or object, or no longer.
    """
    with open_store() as store:
        desk = Desk.of(store)
        try:
            yield desk
        except UnknownEntryError as error:
            raise CannotDoError(f"{error}{_likely(desk, error.ref)}") from error


def _likely(desk: Desk, ref: Ref) -> str:
    """Return what was likely meant by something unknown, or what there is."""
    packs = list(pack_ids(desk))
    if ref.pack not in packs:
        close = get_close_matches(ref.pack[:100], packs, n=1)
        known = f"stored are {', '.join(packs[:10])}" if packs else "import its file first"
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
