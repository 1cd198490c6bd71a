"""What ``twosource serve`` does."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

from waitress.server import MultiSocketServer, TcpWSGIServer, create_server

from twosource.cli.connections import CLEANUP_SECONDS, IDLE_SECONDS, room_for, set_channels
from twosource.cli.operating import CannotRunError
from twosource.jobs import Service, Workers
from twosource.settings import Settings
from twosource.web import create_app

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_PORT_ERRORS = (errno.EADDRINUSE, errno.EACCES)
_STOP_SECONDS = 25.0
_SWITCH_SECONDS = 0.0005
_HEADER_LIMIT = 64 * 1024
_ROOM_FOR_AN_ANSWER = 4
"""How many times the body limit the server reads, so that the application can answer with its own 413."""


def serve() -> Iterator[str]:
    """Run the service until it is told to end; it ends what it does."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr)
    # A burst of webhooks waits for threads for some milliseconds each, and is no reason for a warning.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # Connections that the database's server has cut are told by the store, once a minute, and not each by the pool.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    # Each look at the schema's revision, as for /readyz, is told by Alembic.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # A check keeps the interpreter busy; the threads that acknowledge webhooks must not wait for it at each step.
    sys.setswitchinterval(_SWITCH_SECONDS)
    settings = Settings.from_environment()
    service = Service.open(settings)
    try:
        with service.store.served_alone():
            yield from _serve(settings, service)
    finally:
        service.close()


def _serve(settings: Settings, service: Service) -> Iterator[str]:
    workers = Workers(service)
    server = _listening(settings, create_app(settings, service, workers))
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        workers.start()
        yield f"Twosource listens on http://{_shown(settings.host)}:{_port(server)} (Ctrl-C stops it)"
        server.run()
    finally:
        workers.stop(_STOP_SECONDS)


def _listening(settings: Settings, app: WSGIApplication) -> TcpWSGIServer | MultiSocketServer:
    try:
        socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        raise CannotRunError(
            f"TWOSOURCE_HOST={settings.host}: no address of this machine has that name; set it to 127.0.0.1 for this "
            "machine alone, or to 0.0.0.0 for all of its addresses"
        ) from error
    try:
        server = create_server(
            app,
            host=settings.host,
            port=settings.port,
            threads=settings.http_threads,
            ident=None,
            connection_limit=room_for(settings.connections),
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=CLEANUP_SECONDS,
            asyncore_use_poll=True,  # select() knows no file descriptor above 1023
            max_request_header_size=_HEADER_LIMIT,
            max_request_body_size=_ROOM_FOR_AN_ANSWER * max(settings.body_limit, settings.pack_limit),
        )
    except OSError as error:
        mend = "TWOSOURCE_PORT to another port" if error.errno in _PORT_ERRORS else "TWOSOURCE_HOST to one of its own"
        raise CannotRunError(
            f"this machine cannot listen on {_shown(settings.host)}:{settings.port} ({error.strerror}); set {mend}"
        ) from error
    set_channels(server)
    return server


def _port(server: TcpWSGIServer | MultiSocketServer) -> int:
    """Return the port that a server listens on; a name may stand for several addresses, all with that port."""
    if isinstance(server, MultiSocketServer):
        return int(server.effective_listen[0][1])
    return int(server.effective_port)


def _shown(host: str) -> str:
    """Return a host as an address has it."""
    return f"[{host}]" if ":" in host else host


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
