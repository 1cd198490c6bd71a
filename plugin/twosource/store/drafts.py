"""The drafts: the newest checked revision of each, its flags, and what editors did with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from twosource.model import Draft, Report, Resolution, TextMap
from twosource.store.database import Database, can_be_kept
from twosource.store.flags import closed_flags, keep_flags, last_resolution, present_flags
from twosource.store.inbox import CHECKED, RECEIVED, SUPERSEDED
from twosource.store.leases import close, is_held, locked
from twosource.store.outbox import POSTED, WAITING
from twosource.store.records import Delivery, KeptDraft, PlacedSegment
from twosource.store.sites import UnknownNameError
from twosource.store.tables import DeliveryRow, DraftRow, FlagRow, OutboundRow, ResolutionRow, SiteRow
from twosource_schemas.result import as_json

Render = Callable[[str, str, Mapping[str, Any], datetime], Mapping[str, Any]]
"""From a draft's id, its revision, a result and the moment: the event that goes out."""


class FlagClosedError(Exception):
    """A flag that the newest revision of its draft no longer draws; there is nothing to resolve."""


@dataclass(frozen=True, slots=True)
class Resolve:
    """What an editor wants done with a flag."""

    state: str
    by: str
    reason: str | None = None
    note: str | None = None


class Drafts:
    """The drafts of a store."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def record(self, delivery: Delivery, draft: Draft, text_map: TextMap, report: Report, render: Render) -> str:
        """Keep what a check found, put its result into the outbox, and close the delivery, all at one stroke.

        Returns:
            The state that the delivery has come to: ``checked``, or ``superseded`` where a newer revision was checked
            before; then nothing of this one is kept. A delivery that was closed before, or that another worker holds
            now, stays as it is.
        """
        # All that can be done before the database's one writer is held up is done before.
        checked = as_json(report)
        flags = checked.pop("flags")
        segments = _segments(text_map)
        with self._database.write() as session:
            its = select(DeliveryRow.site_id, DeliveryRow.draft).where(DeliveryRow.id == delivery.id)
            self._database.hold(session, "draft", *(session.execute(its).first() or ()))
            row = locked(session, DeliveryRow, delivery.id)
            if row is None:
                raise UnknownNameError(f"there is no delivery {delivery.id}")
            if not is_held(row, delivery.lease, RECEIVED):
                return row.state
            kept = session.scalar(select(DraftRow).where(DraftRow.site_id == row.site_id, DraftRow.cms_id == row.draft))
            if kept is not None and (kept.updated_at, kept.delivery_id) > (row.updated_at, row.id):
                close(row, SUPERSEDED)
                return SUPERSEDED
            if kept is None:
                kept = DraftRow(site_id=row.site_id, cms_id=row.draft, resolved=0, site=row.site)
                session.add(kept)
            same_revision = kept.revision == draft.revision and kept.updated_at == row.updated_at
            kept.revision = draft.revision
            kept.updated_at = row.updated_at
            kept.delivery_id = row.id
            kept.checked_at = self._clock()
            kept.text = report.text
            kept.segments = segments
            kept.checked = checked
            session.flush()
            keep_flags(session, kept, flags, same_revision=same_revision)
            self._enqueue(session, kept, render)
            close(row, CHECKED)
            return CHECKED

    def load(self, site: str, draft_id: str) -> KeptDraft | None:
        """Return a draft's newest checked revision with its flags, or None where none has been checked."""
        if not can_be_kept(site, draft_id):
            return None
        with self._database.read() as session:
            row = session.scalar(
                select(DraftRow)
                .join(SiteRow, SiteRow.id == DraftRow.site_id)
                .where(SiteRow.name == site, DraftRow.cms_id == draft_id)
            )
            return None if row is None else _given(session, row)

    def draft_of(self, flag_id: str) -> tuple[str, str] | None:
        """Return the site and the id of the draft that a flag belongs to, or None where there is no such flag."""
        if not can_be_kept(flag_id):
            return None
        with self._database.read() as session:
            row = session.scalar(select(DraftRow).join(FlagRow).where(FlagRow.id == flag_id))
            return None if row is None else (row.site.name, row.cms_id)

    def resolve(self, flag_id: str, wish: Resolve, render: Render) -> Mapping[str, Any]:
        """Keep an editor's resolution, put the changed result into the outbox, and return the flag as it is now.

        The same wish twice in a row changes nothing.

        Raises:
            UnknownNameError: there is no such flag.
            FlagClosedError: the newest revision no longer draws it.
        """
        with self._database.write() as session:
            row = session.get(FlagRow, flag_id) if can_be_kept(flag_id) else None
            if row is None:
                raise UnknownNameError(f"there is no flag {flag_id!r}")
            draft = session.get_one(DraftRow, row.draft_id)
            self._database.hold(session, "draft", draft.site_id, draft.cms_id)
            # Somebody else may have written them while this waited.
            session.refresh(row)
            session.refresh(draft)
            if not row.present:
                raise FlagClosedError(
                    "the newest revision of the draft no longer draws this flag; it is closed as fixed"
                )
            last = last_resolution(session, row)
            if last is not None and row.state == wish.state and _wish(last) == wish:
                return {**row.body, "state": row.state}
            row.state = wish.state
            session.add(
                ResolutionRow(
                    flag_id=row.id,
                    state=wish.state,
                    by=wish.by,
                    at=self._clock(),
                    reason=wish.reason,
                    note=wish.note,
                    fact_version=row.fact_version,
                    fingerprint=row.fingerprint,
                )
            )
            draft.resolved += 1
            session.flush()
            self._enqueue(session, draft, render)
            return {**row.body, "state": row.state}

    def _enqueue(self, session: Session, draft: DraftRow, render: Render) -> None:
        """Put the draft's result into the outbox, unless this very result of this revision is there already."""
        if draft.site.callback_url is None:
            return
        checked = {**draft.checked, "flags": present_flags(session, draft)}
        webhook_id = _webhook_id(draft, checked)
        if session.scalar(select(OutboundRow.id).where(OutboundRow.webhook_id == webhook_id)) is not None:
            return
        now = self._clock()
        session.add(
            OutboundRow(
                webhook_id=webhook_id,
                site_id=draft.site_id,
                draft_id=draft.id,
                body=json.dumps(render(draft.cms_id, draft.revision, checked, now), ensure_ascii=False).encode(),
                made_at=now,
                state=WAITING,
                attempts=0,
                next_at=now,
            )
        )


def _webhook_id(draft: DraftRow, checked: Mapping[str, Any]) -> str:
    """Return the id of the event that tells this result of this revision: the same whenever it is made anew.

    The number of resolutions is in it, so that a flag that is dismissed and opened again is told again.
    """
    what = [
        draft.site.name,
        draft.cms_id,
        draft.revision,
        draft.updated_at.isoformat(),
        draft.resolved,
        checked,
    ]
    canonical = json.dumps(what, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "msg_" + hashlib.sha256(canonical.encode()).hexdigest()[:40]


def _segments(text_map: TextMap) -> list[dict[str, Any]]:
    return [
        {
            "kind": segment.kind.value,
            "path": segment.path,
            "before": segment.before,
            "start": start,
            "end": start + len(segment.text),
        }
        for segment, start in zip(text_map.segments, text_map.starts, strict=True)
    ]


def _given(session: Session, row: DraftRow) -> KeptDraft:
    segments = tuple(
        PlacedSegment(segment["kind"], segment["path"], segment["start"], segment["end"]) for segment in row.segments
    )
    title = next((row.text[segment.start : segment.end] for segment in segments if segment.kind == "title"), None)
    return KeptDraft(
        site=row.site.name,
        id=row.cms_id,
        revision=row.revision,
        updated_at=row.updated_at,
        checked_at=row.checked_at,
        title=title,
        text=row.text,
        segments=segments,
        checked={**row.checked, "flags": present_flags(session, row)},
        closed=tuple(closed_flags(session, row)),
        resolutions=_resolutions(session, row),
        delivered=_delivered(session, row),
    )


def _resolutions(session: Session, row: DraftRow) -> tuple[Resolution, ...]:
    rows = session.scalars(
        select(ResolutionRow).join(FlagRow).where(FlagRow.draft_id == row.id).order_by(ResolutionRow.id)
    )
    return tuple(Resolution(row.flag_id, row.state, row.by, row.at, row.reason, row.note) for row in rows)


def _delivered(session: Session, row: DraftRow) -> bool | None:
    state = session.scalar(
        select(OutboundRow.state).where(OutboundRow.draft_id == row.id).order_by(OutboundRow.id.desc()).limit(1)
    )
    return None if state is None else state == POSTED


def _wish(resolution: ResolutionRow) -> Resolve:
    return Resolve(resolution.state, resolution.by, resolution.reason, resolution.note)
