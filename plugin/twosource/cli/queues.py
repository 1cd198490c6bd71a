"""What the commands of the inbox and the outbox do; each gives the lines to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twosource.cli.operating import open_store
from twosource.store import NotRetriableError, Queued, Store
from twosource.store.inbox import RECEIVED, Inbox
from twosource.store.leases import SET_ASIDE
from twosource.store.outbox import WAITING, Outbox

INBOX = "inbox"
OUTBOX = "outbox"

_UNDONE = {INBOX: (RECEIVED, SET_ASIDE), OUTBOX: (WAITING, SET_ASIDE)}
_MOST = 100_000


def list_queue(name: str, state: str | None, limit: int) -> Iterator[str]:
    """Tell what is in a state, or what is not done: the newest first, at most ``limit``."""
    states = (state,) if state else _UNDONE[name]
    with open_store() as store:
        found = _queue(store, name).queued(states, limit + 1)
    if not found:
        yield f"nothing is {' or '.join(states)}"
        return
    yield "id  site  draft  state  tries  error"
    yield from map(_line, found[:limit])
    if len(found) > limit:
        yield f"… and more; --limit {2 * limit} shows more"


def retry(name: str, ids: Sequence[int]) -> Iterator[str]:
    """Let these be tried again, or all that were set aside where none is named.

    Raises:
        NotRetriableError: one of them cannot be; those before it can.
    """
    with open_store() as store:
        queue = _queue(store, name)
        chosen = ids or [queued.id for queued in reversed(queue.queued((SET_ASIDE,), _MOST))]
        for queued_id in chosen:
            try:
                queue.retry(queued_id)
            except NotRetriableError:
                # Of all, one that somebody else has asked for in the meantime is as wanted.
                if ids:
                    raise
                continue
            yield f"{queued_id} is tried again"
    if not chosen:
        yield "nothing was set aside"


def _queue(store: Store, name: str) -> Inbox | Outbox:
    return store.inbox if name == INBOX else store.outbox


def _line(queued: Queued) -> str:
    shown = (queued.id, queued.site, queued.draft, queued.state, queued.attempts, queued.error or "-")
    # Nothing that came from elsewhere may steer the terminal.
    return "  ".join("".join(c if c.isprintable() else "?" for c in str(each)) for each in shown)
