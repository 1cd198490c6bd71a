"""What an object can lean on: the relations that ``uses`` holds."""

from __future__ import annotations

BELONGS = "belongs"
"""The entity that an entity is part of, or is affiliated with. Facts, which are many more, lean on theirs by ENTITY."""
PARTY = "party"
"""A publisher, speaker or payer by name or id."""
NAMED = "named"
"""What an entity is called; the other end of PARTY."""
OPEN = "source"
"""A source that may be told."""
HIDDEN = "hidden"
"""A source that a support or a dispute marks as confidential."""
