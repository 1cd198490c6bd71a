"""From rows of the fact base to the values that leave the store."""

from __future__ import annotations

import json

from twosource.store.fact_records import Change, Entry, Ref
from twosource.store.fact_tables import ChangeRow, ObjectRow, RevisionRow


def change_of(row: ChangeRow) -> Change:
    """Return a change."""
    return Change(row.id, row.pack, row.at, row.by, row.reason, row.action, row.counts)


def entry_of(row: ObjectRow, then: RevisionRow, change: ChangeRow, *, now: bool) -> Entry:
    """Return an object as a revision has it; what is computed of a fact is known ``now`` alone."""
    return Entry(
        ref=Ref(row.pack, row.kind, row.key),
        version=then.version,
        retired=not then.live,
        body=json.loads(then.body),
        change=change_of(change),
        settled=row.settled if now else None,
        disputed=row.disputed if now else None,
        origins=row.origins if now else None,
        told=(row.told_settled, row.told_disputed, row.told_origins) if now else (None, None, None),
    )
