"""Write into the fact base: a change, and what it does to objects. Nothing is ever deleted but what is computed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from twosource.store import words as marked
from twosource.store.bulk import chunks, fill, new_ids
from twosource.store.fact_reader import FactReader
from twosource.store.fact_records import PACK, RETIRED, WHOLE, Author, Change, Facets, Filing, Shift, Telling
from twosource.store.fact_rows import change_of
from twosource.store.fact_search import WORDS, marks
from twosource.store.fact_tables import ChangeRow, ObjectRow, PackRow, PackTextRow, SourceTextRow, UntoldRow, UseRow
from twosource.store.words import LIVE, as_tsvector, mark

_OBJECT = (
    *("id", "pack", "kind", "key", "position", "live", "version", "change_id", "label", "subject", "type", "status"),
    *("settled", "disputed", "origins", "told_settled", "told_disputed", "told_origins", "shown", "review_by"),
)
_REVISION = ("object_id", "change_id", "step", "position", "live", "version", "body")
_USE = ("object_id", "pack", "relation", "target")
_BY_MAX = 200
_MANY = 1000
"""From so many objects on a change makes the database look again at how they are spread."""


class FactWriter(FactReader):
    """The fact base while the packs that are written are held; nobody else can write these."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._is_sqlite = session.connection().dialect.name == "sqlite"
        self._id_column = "rowid" if self._is_sqlite else "object_id"
        self._its = f"{self._id_column} = :its"

    def hold(self, packs: Iterable[str], now: datetime, *, making: bool) -> None:
        """Hold packs until the end of the block. Of those that are not there a row is made where ``making``."""
        in_order = sorted(set(packs))
        if making:
            dialect = sqlite if self._is_sqlite else postgresql
            fresh: Any = dialect.insert(PackRow)
            for pack in in_order:
                row = {"id": pack, "title": "", "live": False, "change_id": 0, "changed_at": now, "changed_by": ""}
                row["computed_by"] = ""
                self._session.execute(fresh.values(row).on_conflict_do_nothing())
        self._session.execute(
            select(PackRow.id).where(PackRow.id.in_(in_order)).order_by(PackRow.id).with_for_update()
        ).all()

    def begin(self, pack: str, author: Author, at: datetime, action: str, counts: Mapping[str, int]) -> Change:
        """Write that a pack changes, and return the change."""
        row = ChangeRow(
            pack=pack, at=at, by=author.by[:_BY_MAX], reason=author.reason, action=action, counts=dict(counts)
        )
        self._session.add(row)
        self._session.flush()
        touched = {"change_id": row.id, "changed_at": at, "changed_by": row.by}
        self._session.execute(update(PackRow).where(PackRow.id == pack).values(**touched))
        return change_of(row)

    def file(self, change: Change, filings: Sequence[Filing]) -> None:
        """Write objects as they are from a change on."""
        fresh = iter(new_ids(self._session, sum(each.number is None for each in filings)))
        numbered = [(next(fresh) if each.number is None else each.number, each) for each in filings]
        new = [pair for pair in numbered if pair[1].number is None]
        known = [pair for pair in numbered if pair[1].number is not None]
        fill(self._session, "objects", _OBJECT, (_object(number, each, change.id) for number, each in new))
        fill(self._session, "revisions", _REVISION, (_revision(number, each, change.id) for number, each in numbered))
        self._replace(known, change.id)
        fill(self._session, "uses", _USE, (row for pair in numbered for row in _uses(*pair)))
        fill(
            self._session, WORDS, (self._id_column, "words"), ((2 * number, self._words(each)) for number, each in new)
        )
        if len(filings) > _MANY:
            self._look_again()
        for each in filings:
            if each.ref.kind == PACK:
                self._head(each.ref.pack, title=json.loads(each.body)["title"], live=True)

    def shift(self, change: Change, shifts: Sequence[Shift]) -> None:
        """Write that objects move or are retired."""
        fill(self._session, "revisions", _REVISION, (_shifted(each, change.id) for each in shifts))
        changed = [
            {"its": each.held.number, "position": each.position, "live": _stays_live(each), "change_id": change.id}
            for each in shifts
        ]
        self._update(changed)
        for some in chunks(each.held.number for each in shifts if each.step == RETIRED):
            self._unmark(some)
        for each in shifts:
            if each.held.ref.kind == PACK and each.step == RETIRED:
                self._head(each.held.ref.pack, live=False)

    def keep_untold(self, pack: str, kept: str) -> None:
        """Keep who and what of a pack was ever confidential."""
        self._session.merge(UntoldRow(pack=pack, kept=kept))
        self._session.flush()

    def tell_whole(self, numbers: Sequence[int]) -> None:
        """Write that of objects all may be told."""
        real = {
            "told_settled": ObjectRow.settled,
            "told_disputed": ObjectRow.disputed,
            "told_origins": ObjectRow.origins,
            "shown": WHOLE,
        }
        for some in chunks(numbers):
            partly = select(ObjectRow.id).where(ObjectRow.id.in_(some), ObjectRow.shown != WHOLE)
            its = list(self._session.scalars(partly))
            if its:
                self._session.execute(update(ObjectRow).where(ObjectRow.id.in_(its)).values(**real))
                self._mark_whole([], its)
                self._forget_told(its)

    def tell(self, tellings: Sequence[Telling]) -> None:
        """Write how objects of which not all may be told are told to those who may not know confidential sources."""
        columns = ("told_settled", "told_disputed", "told_origins", "shown")
        self._update(
            [{"its": each.number, **dict(zip(columns, (*each.standing, each.shown), strict=True))} for each in tellings]
        )
        numbers = [each.number for each in tellings]
        if numbers:
            self._mark_whole(numbers, numbers)
            self._forget_told(numbers)
        told = [(each, each.facets) for each in tellings if each.facets is not None]
        rows = ((2 * each.number + 1, self._told_words(each, facets)) for each, facets in told)
        fill(self._session, WORDS, (self._id_column, "words"), rows)

    def keep_text(self, change: Change, source: str, told: str) -> None:
        """Keep a source's whole text."""
        digest = hashlib.sha256(told.encode()).hexdigest()
        row = {"pack": change.pack, "source": source, "change_id": change.id, "sha256": digest, "text": told}
        self._session.execute(insert(SourceTextRow), [row])

    def computed(self, pack: str, by: str) -> None:
        """Write which version of Twosource computed the sourcing of all of a pack's facts."""
        self._head(pack, computed_by=by)

    def take(self, pack: str) -> None:
        """Write that a pack of an older version needs not be taken over any more."""
        self._session.execute(update(PackTextRow).where(PackTextRow.id == pack).values(taken=True))

    def _look_again(self) -> None:
        """Let the database see how much there is of what, without which it picks the wrong index."""
        for table in ("objects", "uses") if self._is_sqlite else ("objects", "uses", WORDS):
            self._session.execute(text(f"ANALYZE {table}"))

    def _head(self, pack: str, **changed: Any) -> None:
        self._session.execute(update(PackRow).where(PackRow.id == pack).values(**changed))

    def _replace(self, known: Sequence[tuple[int, Filing]], change: int) -> None:
        """Write objects that are there already anew, but for their uses."""
        rows = (dict(zip(_OBJECT, _object(number, each, change), strict=True)) for number, each in known)
        self._update([{"its": row.pop("id"), **row} for row in rows])
        for some in chunks(number for number, _ in known):
            self._session.execute(delete(UseRow).where(UseRow.object_id.in_(some)))
        if known:
            words = ":words" if self._is_sqlite else "CAST(:words AS tsvector)"
            self._session.execute(
                text(f"UPDATE {WORDS} SET words = {words} WHERE {self._its}"),  # noqa: S608  names of ours
                [{"its": 2 * number, "words": self._words(each)} for number, each in known],
            )
            self._forget_told([number for number, _ in known])

    def _update(self, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            columns: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name != "its"}
            statement = update(ObjectRow).where(ObjectRow.id == bindparam("its")).values(columns)
            self._session.connection().execute(statement, list(rows))

    def _unmark(self, numbers: Sequence[int]) -> None:
        """Write into the words of objects that they are retired."""
        live, retired = mark(LIVE, True), mark(LIVE, False)
        if self._is_sqlite:
            changed = "replace(words, :live, :retired)"
        else:
            changed = "ts_delete(words, :live) || CAST(:retired AS tsvector)"
            retired = as_tsvector([retired])
        statement = f"UPDATE {WORDS} SET words = {changed} WHERE {self._its}"  # noqa: S608  names of ours
        rows = [
            {"its": row, "live": live, "retired": retired} for number in numbers for row in (2 * number, 2 * number + 1)
        ]
        self._session.execute(text(statement), rows)

    def _mark_whole(self, marked_so: Sequence[int], numbers: Sequence[int]) -> None:
        """Write into the words of objects whether those alone find them who may know confidential sources."""
        if self._is_sqlite:
            added, bare = "words || ' ' || :whole", "replace(words, ' ' || :whole, '')"
        else:
            added, bare = "words || array_to_tsvector(ARRAY[CAST(:whole AS text)])", "ts_delete(words, :whole)"
        # Away with it first, as SQLite would add it a second time.
        for changed, some in ((bare, numbers), (added, marked_so)):
            its = [{"its": 2 * number, "whole": marked.WHOLE} for number in some]
            if its:
                self._session.execute(text(f"UPDATE {WORDS} SET words = {changed} WHERE {self._its}"), its)  # noqa: S608

    def _forget_told(self, numbers: Sequence[int]) -> None:
        statement = f"DELETE FROM {WORDS} WHERE {self._its}"  # noqa: S608  names of ours
        self._session.execute(text(statement), [{"its": 2 * number + 1} for number in numbers])

    def _words(self, filing: Filing) -> str:
        return self._spelled([*filing.words, *marks(filing.ref, filing.facets, live=True)])

    def _told_words(self, telling: Telling, facets: Facets) -> str:
        return self._spelled([*telling.words, *marks(telling.ref, facets, live=telling.live), marked.TOLD])

    def _spelled(self, held: Sequence[str]) -> str:
        return " ".join(held) if self._is_sqlite else as_tsvector(held)


def _stays_live(shift: Shift) -> bool:
    return shift.step != RETIRED and shift.held.live


def _object(number: int, each: Filing, change: int) -> tuple[Any, ...]:
    facets = each.facets
    return (
        *(number, each.ref.pack, each.ref.kind, each.ref.id, each.position, True, each.version, change),
        *(facets.label, facets.subject, facets.type, facets.status, facets.settled, facets.disputed),
        *(facets.origins, facets.settled, facets.disputed, facets.origins, WHOLE, facets.review_by),
    )


def _shifted(each: Shift, change: int) -> tuple[Any, ...]:
    held = each.held
    return (held.number, change, each.step, each.position, _stays_live(each), held.version, held.body)


def _revision(number: int, each: Filing, change: int) -> tuple[Any, ...]:
    return (number, change, each.step, each.position, True, each.version, each.body)


def _uses(number: int, each: Filing) -> Iterator[tuple[Any, ...]]:
    return ((number, each.ref.pack, relation, target) for relation, target in each.uses)
