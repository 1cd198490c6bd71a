"""An end for a whole post: whoever answers byte by byte is hung up on.

The timeout of requests is one for each step on the socket, which a receiver that drips its answer never lets pass. So
the connection is shut down from outside when the time for all of it is over.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any, cast

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool


class Deadline:
    """Shuts down the connections that it watches when its time is over; a block, at whose end it watches no more.

    Args:
        seconds: how long from the beginning of the block.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = 0.0
        self._guard = threading.Lock()
        self._watched: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._hang_up)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        """Begin to count."""
        self._end = time.monotonic() + self._seconds
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Watch no more."""
        self._timer.cancel()
        with self._guard:
            self._watched = None

    def is_over(self) -> bool:
        """Return whether the time is over."""
        return time.monotonic() >= self._end

    def watch(self, connection: socket.socket) -> None:
        """Watch a connection that has just been made.

        Raises:
            TimeoutError: the time is over; nothing may be sent any more.
        """
        with self._guard:
            self._watched = connection
        if self.is_over():
            raise TimeoutError("the time for the whole post is over")

    def _hang_up(self) -> None:
        with self._guard, contextlib.suppress(OSError):
            if self._watched is not None:
                # Of an encrypted connection only the socket below: its reader is in the midst of the encryption.
                socket.socket.shutdown(self._watched, socket.SHUT_RDWR)


class DeadlineAdapter(HTTPAdapter):
    """The connections of one session, each watched by a deadline before anything is sent."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        super().__init__()

    def get_connection_with_tls_context(self, *arguments: Any, **named: Any) -> HTTPConnectionPool:
        """Return the pool whose connections are watched."""
        pool: Any = super().get_connection_with_tls_context(*arguments, **named)
        pool.ConnectionCls = _watched(pool.ConnectionCls, self._deadline)
        return cast("HTTPConnectionPool", pool)


def _watched(kind: Any, deadline: Deadline) -> type[HTTPConnection]:
    """Return a kind of connection that a deadline watches from the moment that it is made."""

    class Watched(kind):  # type: ignore[misc]  # the pool's own kind, with or without encryption
        def connect(self) -> None:
            super().connect()
            deadline.watch(self.sock)

    return Watched
