"""Post what waits in the outbox."""

from __future__ import annotations

import logging
from datetime import timedelta

from twosource.jobs.backoff import wait_before
from twosource.jobs.service import Service
from twosource.posting import PostError
from twosource.store import Outbound, StoreTroubleError

_LOG = logging.getLogger(__name__)

_WAIT_IN_TROUBLE = timedelta(seconds=15)


def post_outbound(service: Service, outbound_id: int | None = None) -> bool:
    """Post a result of the outbox to its site, and keep whether the site took it.

    A result that was not taken is tried again later, not before the site's own ``Retry-After``, always under the same
    webhook id; after the last try, or where the site is gone for good (410), it is set aside with its error.

    Args:
        service: the service.
        outbound_id: which result; without it, the next that is due.

    Returns:
        Whether there was a result to post.

    Raises:
        StoreTroubleError: the store cannot be used now. What is known of a post is kept as soon as it can be.
    """
    outbound = service.store.outbox.take(outbound_id)
    if outbound is None:
        return False
    try:
        _post(service, outbound)
    except StoreTroubleError:
        service.store.outbox.untried(outbound, service.clock() + _WAIT_IN_TROUBLE)
        raise
    except PostError as error:
        _failed(service, outbound, error)
    except Exception as error:  # noqa: BLE001  whatever one site breaks must not stop the others
        _LOG.error("result %s for %s could not be posted", outbound.webhook_id, outbound.site, exc_info=error)
        _failed(service, outbound, PostError(f"{type(error).__name__}: see the log"))
    else:
        _LOG.info("result %s posted to %s", outbound.webhook_id, outbound.site)
        service.store.outbox.posted(outbound)
        # The site's next result could not be taken while this one was under way.
        service.results.ring()
    return True


def _post(service: Service, outbound: Outbound) -> None:
    site = service.store.sites.find(outbound.site)
    if site is None or site.callback_url is None:
        raise PostError("the site has no callback address any more")
    service.poster.post(site, site.callback_url, outbound.webhook_id, outbound.body)


def _failed(service: Service, outbound: Outbound, error: PostError) -> None:
    if error.final or outbound.attempts >= service.settings.post_tries:
        _LOG.error("result %s for %s is set aside: %s", outbound.webhook_id, outbound.site, error)
        service.store.outbox.set_aside(outbound, str(error))
        return
    _LOG.warning("result %s for %s is tried again: %s", outbound.webhook_id, outbound.site, error)
    wait = wait_before(outbound.attempts, service.chance(), error.retry_after)
    service.store.outbox.try_again(outbound, service.clock() + wait, str(error))
