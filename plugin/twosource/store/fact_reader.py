"""What can be asked of the fact base: objects, packs, who leans on what, and how all of it was before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, tuple_
from sqlalchemy.orm import Session, aliased

from twosource.store.bulk import chunks
from twosource.store.fact_listing import page
from twosource.store.fact_records import (
    FACT,
    PACK,
    SECTIONS,
    WHOLE,
    Change,
    Entry,
    Head,
    Held,
    KeptStep,
    KeptText,
    Page,
    PastStep,
    Query,
    Ref,
    Standing,
    WaitingText,
)
from twosource.store.fact_rows import change_of, entry_of
from twosource.store.fact_tables import (
    ChangeRow,
    ObjectRow,
    PackRow,
    PackTextRow,
    RevisionRow,
    SourceTextRow,
    UntoldRow,
    UseRow,
)
from twosource_schemas.pack import FORMAT

_NOW = and_(RevisionRow.object_id == ObjectRow.id, RevisionRow.change_id == ObjectRow.change_id)

_MOST = 2**31 - 1
"""The greatest number that a row can have."""


class FactReader:
    """The fact base in one state. It lives as long as the block that gave it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def heads(self) -> list[Head]:
        """Return all packs by id, the retired ones too."""
        rows = self._session.scalars(select(PackRow).where(PackRow.change_id > 0))
        return sorted(map(_head, rows), key=lambda head: head.id)

    def head(self, pack: str) -> Head | None:
        """Return a pack, or None where there is none."""
        row = self._session.get(PackRow, pack) if pack.isprintable() else None
        return None if row is None or not row.change_id else _head(row)

    def waiting_texts(self) -> list[WaitingText]:
        """Return the packs of an older version that have not been taken over, by id."""
        rows = self._session.scalars(select(PackTextRow).where(~PackTextRow.taken).order_by(PackTextRow.id))
        return [WaitingText(row.id, row.name, row.text, row.imported_at, row.imported_by) for row in rows]

    def entry(self, ref: Ref, until: int | None = None) -> Entry | None:
        """Return an object as it is, or as it was right after the last change up to ``until``; None for none."""
        if not _can_be(ref):
            return None
        wanted = select(ObjectRow, RevisionRow, ChangeRow).where(_is(ref))
        if until is None:
            wanted = wanted.join(RevisionRow, _NOW)
        else:
            joined = and_(RevisionRow.object_id == ObjectRow.id, RevisionRow.change_id <= until)
            wanted = wanted.join(RevisionRow, joined).order_by(RevisionRow.change_id.desc()).limit(1)
        row = self._session.execute(wanted.join(ChangeRow, ChangeRow.id == RevisionRow.change_id)).first()
        return None if row is None else entry_of(*row, now=row[0].change_id == row[1].change_id)

    def held(self, refs: Iterable[Ref]) -> Iterator[Held]:
        """Yield those of these objects that there are, the retired ones too."""
        sorted_out: dict[tuple[str, str], list[str]] = {}
        for ref in filter(_can_be, refs):
            sorted_out.setdefault((ref.pack, ref.kind), []).append(ref.id)
        for (pack, kind), ids in sorted_out.items():
            for some in chunks(ids):
                of_these = and_(ObjectRow.pack == pack, ObjectRow.kind == kind, ObjectRow.key.in_(some))
                yield from self._held(_holding().where(of_these))

    def all_held(self, pack: str) -> list[Held]:
        """Return all objects of a pack by kind and position, the retired ones and the pack itself too."""
        order = (ObjectRow.kind, ObjectRow.position, ObjectRow.id)
        return list(self._held(_holding().where(ObjectRow.pack == pack).order_by(*order)))

    def last_position(self, pack: str, kind: str) -> int:
        """Return the greatest position among the objects of a kind, 0 where there are none."""
        of_kind = and_(ObjectRow.pack == pack, ObjectRow.kind == kind)
        return self._session.scalar(select(func.max(ObjectRow.position)).where(of_kind)) or 0

    def plain(
        self, pack: str, until: int | None = None, kinds: Sequence[str] = tuple(SECTIONS)
    ) -> dict[str, Any] | None:
        """Return a pack in canonical form, as it is or as it was; None where there is none (yet).

        What is retired is not in it. A retired pack is given as if it were not.

        Args:
            pack: its id.
            until: the last change that counts, or None.
            kinds: the kinds of object that are wanted.
        """
        wanted = _now_in(pack) if until is None else _until(pack, until)
        rows = self._session.execute(wanted.where(ObjectRow.kind.in_([PACK, *kinds]))).all()
        bodies = json.loads("[" + ",".join(row.body for row in rows) + "]")
        found: dict[str, dict[str, Any]] = {kind: {} for kind in (PACK, *SECTIONS)}
        for row, body in zip(rows, bodies, strict=True):
            found[row.kind][row.key] = body
        if pack not in found[PACK]:
            return None
        sections = {name: found[kind] for kind, name in SECTIONS.items() if found[kind]}
        return {"schema": FORMAT, "id": pack, **found[PACK][pack], **sections}

    def users(self, pack: str, targets: Iterable[tuple[str, str]]) -> set[Ref]:
        """Return the live objects of a pack that lean on any of these (relation, target)."""
        sorted_out: dict[str, list[str]] = {}
        for relation, target in targets:
            sorted_out.setdefault(relation, []).append(target)
        found: set[Ref] = set()
        for relation, ids in sorted_out.items():
            for some in chunks(ids):
                wanted = (
                    select(ObjectRow.kind, ObjectRow.key)
                    .join(UseRow, UseRow.object_id == ObjectRow.id)
                    .where(UseRow.pack == pack, UseRow.relation == relation, UseRow.target.in_(some), ObjectRow.live)
                )
                found.update(Ref(pack, kind, key) for kind, key in self._session.execute(wanted))
        return found

    def untold(self, pack: str) -> str | None:
        """Return who and what of a pack was ever confidential, as it was kept; None where nothing was."""
        return self._session.scalar(select(UntoldRow.kept).where(UntoldRow.pack == pack))

    def told_in_part(self, pack: str) -> list[Ref]:
        """Return the objects of which not all is told to those who may not know confidential sources."""
        partly = and_(ObjectRow.pack == pack, ObjectRow.shown != WHOLE)
        return list(map(_ref, self._session.scalars(select(ObjectRow).where(partly))))

    def standings(self, numbers: Iterable[int]) -> Mapping[int, Standing]:
        """Return how facts stand, by their numbers."""
        columns = (ObjectRow.settled, ObjectRow.disputed, ObjectRow.origins)
        return {
            number: (settled, disputed, origins)
            for some in chunks(numbers)
            for number, settled, disputed, origins in self._session.execute(
                select(ObjectRow.id, *columns).where(ObjectRow.id.in_(some))
            )
        }

    def of_kinds(self, pack: str, kinds: Iterable[str]) -> list[Held]:
        """Return the objects of some kinds by kind and position, the retired ones too."""
        chosen = and_(ObjectRow.pack == pack, ObjectRow.kind.in_(list(kinds)))
        return list(self._held(_holding().where(chosen).order_by(ObjectRow.kind, ObjectRow.position, ObjectRow.id)))

    def leaning_facts(self, pack: str, targets: Iterable[tuple[str, str]]) -> list[Held]:
        """Return the facts that lean on any of these (relation, target), the retired ones too."""
        found: dict[int, Held] = {}
        for some in chunks(targets):
            leans = tuple_(UseRow.relation, UseRow.target).in_(some)
            numbers = select(UseRow.object_id).where(UseRow.pack == pack, leans)
            chosen = and_(ObjectRow.kind == FACT, ObjectRow.id.in_(numbers))
            found.update((held.number, held) for held in self._held(_holding().where(chosen)))
        return list(found.values())

    def page(self, query: Query) -> Page:
        """Return a page of the objects that answer a query.

        Raises:
            CursorError: no page of such a list gave its cursor.
        """
        return page(self._session, query)

    def change_at(self, pack: str, moment: datetime) -> int | None:
        """Return the last change of a pack up to a moment, or None where there was none yet."""
        return self._session.scalar(
            select(func.max(ChangeRow.id)).where(ChangeRow.pack == pack, ChangeRow.at <= moment)
        )

    def has_change(self, number: int) -> bool:
        """Return whether there is a change of that number, of whatever pack."""
        return 0 < number <= _MOST and self._session.get(ChangeRow, number) is not None

    def changes(self, about: Ref | str | None, before: int | None, limit: int) -> list[Change]:
        """Return the changes of an object, a pack or all packs below an id, the newest first."""
        wanted = select(ChangeRow).order_by(ChangeRow.id.desc()).limit(limit)
        if isinstance(about, Ref):
            wanted = (
                wanted.join(RevisionRow, RevisionRow.change_id == ChangeRow.id)
                .join(ObjectRow, ObjectRow.id == RevisionRow.object_id)
                .where(_is(about))
            )
        elif about is not None:
            wanted = wanted.where(ChangeRow.pack == about)
        if before is not None:
            wanted = wanted.where(ChangeRow.id < before)
        return [change_of(row) for row in self._session.scalars(wanted)]

    def steps(self, change: int, only: Ref | None, limit: int) -> list[KeptStep]:
        """Return what a change did to its objects, or to one of them."""
        wanted = (
            select(ObjectRow, RevisionRow)
            .join(RevisionRow, RevisionRow.object_id == ObjectRow.id)
            .where(RevisionRow.change_id == change)
            .order_by(ObjectRow.id)
            .limit(limit)
        )
        if only is not None:
            wanted = wanted.where(_is(only))
        rows = self._session.execute(wanted).all()
        before = self.bodies_before([each.id for each, _ in rows], change)
        return [KeptStep(_ref(each), then.step, then.version, before.get(each.id), then.body) for each, then in rows]

    def bodies_before(self, numbers: Sequence[int], change: int) -> Mapping[int, str]:
        """Return the bodies that objects had before a change, by their numbers; new ones are not among them."""
        earlier = aliased(RevisionRow)
        latest = (
            select(func.max(earlier.change_id))
            .where(earlier.object_id == RevisionRow.object_id, earlier.change_id < change)
            .scalar_subquery()
        )
        return {
            number: body
            for some in chunks(numbers)
            for number, body in self._session.execute(
                select(RevisionRow.object_id, RevisionRow.body).where(
                    RevisionRow.object_id.in_(some), RevisionRow.change_id == latest
                )
            )
        }

    def steps_of(self, ref: Ref) -> list[PastStep]:
        """Return all that changes made of an object, the newest first."""
        columns = (RevisionRow.change_id, RevisionRow.step, RevisionRow.live, RevisionRow.body)
        wanted = select(*columns).join(ObjectRow, ObjectRow.id == RevisionRow.object_id).where(_is(ref))
        return [PastStep(*row) for row in self._session.execute(wanted.order_by(RevisionRow.change_id.desc()))]

    def changed_with(self, pack: str, change: int, fact: str) -> list[KeptStep]:
        """Return what a change did to the facts of a pack that had an id in their bodies before."""
        then, earlier, between = aliased(RevisionRow), aliased(RevisionRow), aliased(RevisionRow)
        latest = (
            select(func.max(between.change_id))
            .where(between.object_id == then.object_id, between.change_id < change)
            .scalar_subquery()
        )
        wanted = (
            select(ObjectRow, then, earlier.body)
            .join(then, and_(then.object_id == ObjectRow.id, then.change_id == change))
            .join(earlier, and_(earlier.object_id == ObjectRow.id, earlier.change_id == latest))
            .where(ObjectRow.pack == pack, ObjectRow.kind == FACT)
            .where(earlier.body.contains(f'"{fact}"', autoescape=True))
        )
        rows = self._session.execute(wanted)
        return [KeptStep(_ref(row), now.step, now.version, before, now.body) for row, now, before in rows]

    def kept_text(self, pack: str, source: str) -> KeptText | None:
        """Return the newest text that was kept of a source, or None."""
        row = self._session.execute(
            select(SourceTextRow, ChangeRow.at)
            .join(ChangeRow, ChangeRow.id == SourceTextRow.change_id)
            .where(SourceTextRow.pack == pack, SourceTextRow.source == source)
            .order_by(SourceTextRow.change_id.desc())
            .limit(1)
        ).first()
        return None if row is None else KeptText(pack, source, row[0].sha256, row[1], row[0].text)

    def text_hashes(self, pack: str) -> Mapping[str, str]:
        """Return the hash of the newest text that was kept of each source."""
        rows = self._session.execute(
            select(SourceTextRow.source, SourceTextRow.sha256)
            .where(SourceTextRow.pack == pack)
            .order_by(SourceTextRow.change_id)
        )
        return dict(rows.all())

    def _held(self, wanted: Select[*tuple[Any, ...]]) -> Iterator[Held]:
        for number, pack, kind, key, *rest in self._session.execute(wanted):
            yield Held(number, Ref(pack, kind, key), *rest)


def _head(row: PackRow) -> Head:
    return Head(row.id, row.title, row.live, row.change_id, row.computed_by)


def _can_be(ref: Ref) -> bool:
    """Return whether an object may be called so: no database keeps NUL or half a surrogate pair."""
    return (ref.pack + ref.kind + ref.id).isprintable()


def _is(ref: Ref) -> ColumnElement[bool]:
    return and_(ObjectRow.pack == ref.pack, ObjectRow.kind == ref.kind, ObjectRow.key == ref.id)


def _ref(row: ObjectRow) -> Ref:
    return Ref(row.pack, row.kind, row.key)


def _holding() -> Select[*tuple[Any, ...]]:
    columns = (ObjectRow.id, ObjectRow.pack, ObjectRow.kind, ObjectRow.key, ObjectRow.position, ObjectRow.live)
    return select(*columns, ObjectRow.version, RevisionRow.body).join(RevisionRow, _NOW)


def _now_in(pack: str) -> Select[*tuple[Any, ...]]:
    is_there = and_(ObjectRow.pack == pack, ObjectRow.live | (ObjectRow.kind == PACK))
    return (
        select(ObjectRow.kind, ObjectRow.key, RevisionRow.body)
        .join(RevisionRow, _NOW)
        .where(is_there)
        .order_by(ObjectRow.kind, ObjectRow.position, ObjectRow.id)
    )


def _until(pack: str, until: int) -> Select[*tuple[Any, ...]]:
    then = aliased(RevisionRow)
    latest = (
        select(func.max(then.change_id))
        .where(then.object_id == ObjectRow.id, then.change_id <= until)
        .scalar_subquery()
    )
    joined = and_(RevisionRow.object_id == ObjectRow.id, RevisionRow.change_id == latest)
    is_there = and_(ObjectRow.pack == pack, RevisionRow.live | (ObjectRow.kind == PACK))
    return (
        select(ObjectRow.kind, ObjectRow.key, RevisionRow.body)
        .join(RevisionRow, joined)
        .where(is_there)
        .order_by(ObjectRow.kind, RevisionRow.position, ObjectRow.id)
    )
