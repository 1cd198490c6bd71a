"""The flags of a draft over its revisions: which stay, which are closed, and which an editor's word still covers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from twosource.store.tables import DraftRow, FlagRow, ResolutionRow

OPEN = "open"
FIXED = "fixed"
SNOOZED = "snoozed"


def keep_flags(session: Session, draft: DraftRow, flags: Sequence[Mapping[str, Any]], *, same_revision: bool) -> None:
    """Keep the flags of a check: new ones open, known ones in the state that an editor gave them, missing ones fixed.

    Args:
        session: the session to write with.
        draft: the draft that was checked.
        flags: the flags as JSON has them, ids unique in the draft.
        same_revision: whether the draft's text is the one that was checked before.
    """
    last = _last_resolutions(session, draft)
    missing = {row.key: row for row in session.scalars(select(FlagRow).where(FlagRow.draft_id == draft.id))}
    for position, flag in enumerate(flags):
        row = missing.pop(flag["id"], None)
        if row is None:
            row = FlagRow(id=_public_id(draft, flag["id"]), draft_id=draft.id, key=flag["id"], state=OPEN)
            session.add(row)
        else:
            row.state = _state(last.get(row.id), flag, same_revision=same_revision)
        row.position = position
        row.present = True
        row.fact_version = flag["fact_version"]
        row.fingerprint = flag["fingerprint"]
        row.body = {**flag, "id": row.id}
    for row in missing.values():
        row.present = False
        row.state = FIXED
    session.flush()


def present_flags(session: Session, draft: DraftRow) -> list[dict[str, Any]]:
    """Return the flags that the newest revision draws, in the order of the text."""
    return _flags(session, draft, present=True)


def closed_flags(session: Session, draft: DraftRow) -> list[dict[str, Any]]:
    """Return the flags of former revisions that the newest one does not draw."""
    return _flags(session, draft, present=False)


def last_resolution(session: Session, row: FlagRow) -> ResolutionRow | None:
    """Return what an editor did last with a flag, or None."""
    return session.scalar(
        select(ResolutionRow).where(ResolutionRow.flag_id == row.id).order_by(ResolutionRow.id.desc()).limit(1)
    )


def _last_resolutions(session: Session, draft: DraftRow) -> dict[str, ResolutionRow]:
    """Return what an editor did last with each flag of a draft, by the flag's id."""
    newest = (
        select(func.max(ResolutionRow.id))
        .join(FlagRow, FlagRow.id == ResolutionRow.flag_id)
        .where(FlagRow.draft_id == draft.id)
        .group_by(ResolutionRow.flag_id)
    )
    return {row.flag_id: row for row in session.scalars(select(ResolutionRow).where(ResolutionRow.id.in_(newest)))}


def _state(last: ResolutionRow | None, flag: Mapping[str, Any], *, same_revision: bool) -> str:
    """Return the state of a flag that is drawn again.

    An editor's word is bound to the fact's version and the flag's fingerprint: unrelated edits keep it, and it comes
    back with the words that it was about. A flag is snoozed until the next revision.
    """
    if last is None or last.state == OPEN:
        return OPEN
    if last.state == SNOOZED and not same_revision:
        return OPEN
    bound = last.fact_version == flag["fact_version"] and last.fingerprint == flag["fingerprint"]
    return last.state if bound else OPEN


def _flags(session: Session, draft: DraftRow, *, present: bool) -> list[dict[str, Any]]:
    rows = session.scalars(
        select(FlagRow)
        .where(FlagRow.draft_id == draft.id, FlagRow.present.is_(present))
        .order_by(FlagRow.position, FlagRow.id)
    )
    return [{**row.body, "state": row.state} for row in rows]


def _public_id(draft: DraftRow, key: str) -> str:
    """Return the id by which a flag is known outside: unique over all drafts, the same over all revisions."""
    named = json.dumps([draft.site.name, draft.cms_id, key])
    return hashlib.sha256(named.encode()).hexdigest()[:24]
