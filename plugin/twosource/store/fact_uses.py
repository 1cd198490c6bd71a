"""What an object can lean on: the relations that ``uses`` holds."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Select, and_, or_, select

from twosource.store.fact_records import Ref
from twosource.store.fact_tables import ObjectRow, UseRow

PARTY = "party"
"""A publisher, speaker or payer by name or id."""
NAMED = "named"
"""What an entity is called; the other end of PARTY."""
OPEN = "source"
"""A source that may be told."""
HIDDEN = "hidden"
"""A source that a support or a dispute marks as confidential."""


def hidden_sources(packs: Iterable[str]) -> Select[int]:
    """Return the query for the numbers of sources of packs that some fact marks as confidential."""
    its = and_(ObjectRow.pack == UseRow.pack, ObjectRow.kind == "source", ObjectRow.key == UseRow.target)
    return select(ObjectRow.id).join(UseRow, its).where(UseRow.pack.in_(list(packs)), UseRow.relation == HIDDEN)


def numbers_of(refs: Iterable[Ref]) -> Select[int]:
    """Return the query for the numbers of some objects."""
    sorted_out: dict[tuple[str, str], list[str]] = {}
    for ref in refs:
        sorted_out.setdefault((ref.pack, ref.kind), []).append(ref.id)
    each = (
        and_(ObjectRow.pack == pack, ObjectRow.kind == kind, ObjectRow.key.in_(ids))
        for (pack, kind), ids in sorted_out.items()
    )
    return select(ObjectRow.id).where(or_(*each))
