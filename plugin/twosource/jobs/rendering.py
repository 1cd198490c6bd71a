"""The event that tells a CMS its draft's flags."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from twosource.cms.generic import outbound


def render(draft_id: str, revision: str, checked: Mapping[str, Any], made_at: datetime) -> Mapping[str, Any]:
    """Return the event ``flags.updated`` of a draft's result."""
    return outbound.render(draft_id, revision, checked, made_at.isoformat())
