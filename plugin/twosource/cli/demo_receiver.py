"""The demo's callback endpoint: what a CMS does with the results that are posted to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from standardwebhooks import Webhook

_LONGEST_BODY = 16 * 1024 * 1024


class Receiver:
    """An HTTP server on a free port of this machine that takes ``flags.updated`` for several sites.

    Attributes:
        secrets: the webhook secret of each site; its address is the receiver's and the site's name.
        refused: why events were refused, in words.
    """

    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}
        self.refused: list[str] = []
        self._seen: set[str] = set()
        self._arrived: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._news = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            """Answers one request."""

            def do_POST(self) -> None:
                """Take an event."""
                written = self.headers.get("content-length") or ""
                length = int(written) if written.isascii() and written.isdigit() else 0
                body = self.rfile.read(min(length, _LONGEST_BODY))
                status = receiver.take(self.path.strip("/"), dict(self.headers), body)
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, name="cms", daemon=True)

    def __enter__(self) -> Receiver:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def take(self, site: str, headers: Mapping[str, str], body: bytes) -> HTTPStatus:
        """Verify an event's signature and keep it, unless its id was seen before; return the status to answer."""
        lower = {name.lower(): content for name, content in headers.items()}
        try:
            Webhook(self.secrets[site]).verify(body, lower)
            event = json.loads(body)
            draft = event["data"]["id"]
        except Exception as error:  # noqa: BLE001  the library raises several kinds; each means that it is not genuine
            self.refused.append(f"an event for {site!r} was refused ({type(error).__name__})")
            return HTTPStatus.UNAUTHORIZED
        with self._news:
            if lower["webhook-id"] not in self._seen:
                self._seen.add(lower["webhook-id"])
                self._arrived[site, draft] = event["data"]
                self._news.notify_all()
        return HTTPStatus.NO_CONTENT

    def wait_for(
        self, drafts: Collection[tuple[str, str]], seconds: float
    ) -> Mapping[tuple[str, str], Mapping[str, Any]]:
        """Return the newest result of each draft, by site and id, when all are there or the time is over."""
        with self._news:
            self._news.wait_for(lambda: set(drafts) <= set(self._arrived), seconds)
            return dict(self._arrived)
