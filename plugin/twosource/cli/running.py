"""What ``twosource serve`` does."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

from waitress.server import TcpWSGIServer, create_server

from twosource.cli.operating import CannotRunError
from twosource.jobs import Service, Workers
from twosource.settings import Settings
from twosource.web import create_app

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_STOP_SECONDS = 25.0
_SWITCH_SECONDS = 0.0005
_HEADER_LIMIT = 64 * 1024
_ROOM_FOR_AN_ANSWER = 4
"""How many times the body limit the server reads, so that the application can answer with its own 413."""


def serve() -> Iterator[str]:
    """Run the service until it is told to end; it ends what it does."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr)
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
        yield f"Twosource listens on http://{settings.host}:{server.effective_port} (Ctrl-C stops it)"
        server.run()
    finally:
        workers.stop(_STOP_SECONDS)


def _listening(settings: Settings, app: WSGIApplication) -> TcpWSGIServer:
    try:
        server = create_server(
            app,
            host=settings.host,
            port=settings.port,
            threads=settings.http_threads,
            ident=None,
            max_request_header_size=_HEADER_LIMIT,
            max_request_body_size=_ROOM_FOR_AN_ANSWER * settings.body_limit,
        )
    except OSError as error:
        raise CannotRunError(
            f"cannot listen on {settings.host}:{settings.port} ({error.strerror}); set TWOSOURCE_PORT to another port"
        ) from error
    return server


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
