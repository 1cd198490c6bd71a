"""Check what came in: a delivery of the inbox, or a text that is to be answered at once."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from twosource.cms.generic import inbound
from twosource.cms.generic.segments import UnreadableEventError
from twosource.facts.index import FactBase
from twosource.jobs.backoff import wait_before
from twosource.jobs.fact_base import FactBaseError
from twosource.jobs.rendering import render
from twosource.jobs.service import Service
from twosource.model import Draft, Report, TextMap
from twosource.store import Delivery, StoreTroubleError
from twosource.text.build import build

_LOG = logging.getLogger(__name__)

_WAIT_IN_TROUBLE = timedelta(seconds=15)


def check_delivery(service: Service, delivery_id: int | None = None) -> bool:
    """Check a delivery of the inbox, keep what was found, and put the result into the outbox.

    It can be repeated at any moment: until the store has all of it at one stroke, it has nothing of it. A delivery
    that cannot be checked is tried again later, and set aside with its error after the last try. Where the fact base
    cannot be read, deliveries wait and none loses a try: it is not theirs to be mended.

    Args:
        service: the service.
        delivery_id: which delivery; without it, the next that is due.

    Returns:
        Whether there was a delivery to check, and facts to check it against.

    Raises:
        StoreTroubleError: the store cannot be used now. A delivery that was taken waits and has lost no try.
    """
    try:
        base = service.base.current()
    except FactBaseError:
        return False
    delivery = service.store.inbox.take(delivery_id)
    if delivery is None:
        return False
    try:
        state = _check_and_record(service, delivery, base)
    except StoreTroubleError:
        service.store.inbox.untried(delivery, service.clock() + _WAIT_IN_TROUBLE)
        raise
    except Exception as error:  # noqa: BLE001  whatever one draft breaks must not stop the others
        _failed(service, delivery, error)
    else:
        _LOG.info("delivery %s of %s: %s", delivery.webhook_id, delivery.site, state)
        service.results.ring()
    return True


def check_text(service: Service, fields: Mapping[str, object], locale: str, at: date | None) -> Report:
    """Check a text at once and return the report; nothing is kept.

    Args:
        service: the service.
        fields: the text, under the names that the ``data`` of a draft event has.
        locale: the language of the messages.
        at: the day of the check; today without it.

    Raises:
        UnreadableEventError: a field cannot be read; its ``path`` says which.
        FactBaseError: the fact base cannot be read, so that nothing can be checked.
    """
    draft, _ = _within_limit(service, inbound.parse_draft(fields))
    return service.check(draft, service.base.current(), locale, at or service.day_of_check())


def _check_and_record(service: Service, delivery: Delivery, base: FactBase) -> str:
    event = json.loads(delivery.body)
    draft, text_map = _within_limit(service, inbound.parse(event, delivery.site))
    report = service.check(draft, base, delivery.locale, service.day_of_check())
    return service.store.drafts.record(delivery, draft, text_map, report, render)


def _within_limit(service: Service, draft: Draft) -> tuple[Draft, TextMap]:
    """Return the draft, cut where it is over the limit (then ``incomplete`` says so), and its text map."""
    text_map = build(draft.segments, service.settings.draft_limit, draft.incomplete)
    return replace(draft, segments=text_map.segments, incomplete=text_map.incomplete), text_map


def _failed(service: Service, delivery: Delivery, error: Exception) -> None:
    _LOG.error("delivery %s of %s could not be checked", delivery.webhook_id, delivery.site, exc_info=error)
    # The reader's own message says where the draft is broken; of other errors only the kind is told, for their
    # messages can hold words of the draft.
    told = str(error) if isinstance(error, UnreadableEventError) else type(error).__name__
    if delivery.attempts >= service.settings.check_tries:
        service.store.inbox.set_aside(delivery, told)
        return
    at: datetime = service.clock() + wait_before(delivery.attempts, service.chance())
    service.store.inbox.try_again(delivery, at, told)
