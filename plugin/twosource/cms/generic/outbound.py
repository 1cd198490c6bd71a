"""A check's result in the generic CMS's shape: the event ``flags.updated``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def render(draft_id: str, revision: str, result: Mapping[str, Any], timestamp: str) -> dict[str, Any]:
    """Return the payload of ``flags.updated``.

    Args:
        draft_id: the CMS's own identifier of the draft.
        revision: the revision that was checked, as the CMS named it.
        result: the check's result, as JSON has it; its keys stand beside ``id`` and ``revision``.
        timestamp: when the result was made, ISO 8601; the same at each attempt to post it.
    """
    return {
        "type": "flags.updated",
        "timestamp": timestamp,
        "data": {"id": draft_id, "revision": revision, **result},
    }
