"""Connections of the server: how many there may be, and how long a client may dawdle over a request."""

from __future__ import annotations

import logging
import resource
import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer

IDLE_SECONDS = 30
"""For how long nothing may happen on a connection before it is closed."""
CLEANUP_SECONDS = 5
_OWN_FILES = 256
"""Files that the service has open beside connections: the database's above all."""
_GRACE_SECONDS = 30.0
_SLOWEST = 1024.0
"""Bytes a second below which a request is not waited for, after the grace; a modem is faster."""
_LOG = logging.getLogger(__name__)


class ImpatientChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is closed where its request comes in drop by drop: each drop would keep it open."""

    _began = 0.0
    _received = 0

    def received(self, data: bytes) -> Any:
        """Take what came in, and close the connection where a request comes too slowly."""
        if self.request is None:
            self._began, self._received = time.monotonic(), 0
        self._received += len(data)
        taken = super().received(data)
        if self.request is not None and is_too_slow(self._received, time.monotonic() - self._began):
            self.will_close = True
        return taken


def is_too_slow(received: int, seconds: float) -> bool:
    """Return whether a request of which so many bytes came in so many seconds is no longer waited for.

    >>> is_too_slow(10, 29), is_too_slow(10, 31), is_too_slow(1_000_000, 600)
    (False, True, False)
    """
    return seconds > _GRACE_SECONDS + received / _SLOWEST


def set_channels(server: TcpWSGIServer | MultiSocketServer) -> None:
    """Let a server's connections be impatient ones."""
    listening = server.map.values() if isinstance(server, MultiSocketServer) else [server]
    for each in listening:
        if isinstance(each, TcpWSGIServer):
            each.channel_class = ImpatientChannel


def room_for(connections: int) -> int:
    """Return for how many connections there are file descriptors, after asking the system for as many as are wanted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    room = max(soft - _OWN_FILES, soft // 2)
    _LOG.warning(
        "there are file descriptors for %d connections, not %d; raise the limit (ulimit -n)", room, connections
    )
    return room
