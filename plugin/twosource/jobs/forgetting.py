"""Remove what need not be kept: the bodies of deliveries and results that are done."""

from __future__ import annotations

import logging
from datetime import timedelta

from twosource.jobs.service import Service

_LOG = logging.getLogger(__name__)


def forget_bodies(service: Service) -> int:
    """Remove the bodies that are done and older than the retention; return how many that were.

    That a delivery came or a result went, and its id, stays known; so do drafts and flags.
    """
    days = service.settings.retention_days
    if not days:
        return 0
    before = service.clock() - timedelta(days=days)
    removed = 0
    for queue in (service.store.inbox, service.store.outbox):
        while emptied := queue.empty_bodies(before):
            removed += emptied
    if removed:
        _LOG.info("%s bodies older than %s days were removed", removed, days)
    return removed
