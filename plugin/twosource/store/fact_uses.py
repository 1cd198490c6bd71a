"""What an object can lean on: the relations that ``uses`` holds."""

from __future__ import annotations

from sqlalchemy import Select, and_, select

from twosource.store.fact_tables import ObjectRow, UseRow

PARTY = "party"
"""A publisher, speaker or payer by name or id."""
NAMED = "named"
"""What an entity is called; the other end of PARTY."""
OPEN = "source"
"""A source that may be told."""
HIDDEN = "hidden"
"""A source that a support or a dispute marks as confidential."""


def hidden_sources() -> Select[int]:
    """Return the query for the numbers of sources that some fact marks as confidential."""
    its = and_(ObjectRow.pack == UseRow.pack, ObjectRow.kind == "source", ObjectRow.key == UseRow.target)
    return select(ObjectRow.id).join(UseRow, its).where(UseRow.relation == HIDDEN)
