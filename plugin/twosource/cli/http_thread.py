"""The HTTP server in a thread of its own, for what does other work beside it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from waitress.server import TcpWSGIServer

_GOODBYE_SECONDS = 5.0


@contextmanager
def serving(server: TcpWSGIServer) -> Iterator[None]:
    """Let a server answer requests during the block; at its end let it finish those that it has begun, and close it.

    Connections that a browser keeps open without asking anything are closed as well.
    """
    thread = threading.Thread(target=server.run, name="http", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.task_dispatcher.shutdown(timeout=_GOODBYE_SECONDS)
        # Its loop waits on the very sockets that are closed here, so the loop's own thread must close them.
        server.trigger.pull_trigger(lambda: _close(server))
        thread.join(_GOODBYE_SECONDS)


def _close(server: TcpWSGIServer) -> None:
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    server.close()
