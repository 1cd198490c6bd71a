"""Resolve a flag, and let the CMS know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twosource.jobs.rendering import render
from twosource.jobs.service import Service
from twosource.store import Resolve


def resolve_flag(service: Service, flag_id: str, wish: Resolve) -> Mapping[str, Any]:
    """Keep an editor's resolution, put the changed result into the outbox, and return the flag as it is now.

    Raises:
        UnknownNameError: there is no such flag.
        FlagClosedError: the newest revision of its draft no longer draws it.
    """
    flag = service.store.drafts.resolve(flag_id, wish, render)
    service.results.ring()
    return flag
