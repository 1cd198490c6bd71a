"""The real service as a process, and a real CMS that posts to it and is posted to."""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
from standardwebhooks import Webhook

from twosource.desk import Desk, PackText
from twosource.settings import Settings
from twosource.store import Author, Queued, Store, inbox, outbox

PROJECT = Path(__file__).parents[2]
PACK = PROJECT / "fixtures" / "facts" / "glm-5-3-flash.yaml"
SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="
START_SECONDS = 60
PATIENCE_SECONDS = 60


@dataclass
class Cms:
    """A CMS's callback: keeps the events that it verifies, and answers as it is told.

    Attributes:
        url: its address.
        answers: the statuses of the next answers; 200 after them. 0 is an answer that never comes, -1 one that comes
            byte by byte.
        events: what was posted, each with its webhook id and whether it was taken.
        hung_up: how many answers byte by byte were hung up on.
    """

    url: str = ""
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    events: list[tuple[str, dict[str, Any], bool]] = field(default_factory=list)
    hung_up: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)
    ended: threading.Event = field(default_factory=threading.Event)

    def wait_for(self, enough: Callable[[Cms], bool]) -> None:
        """Return when ``enough`` is true; fail after a minute."""
        with self.changed:
            assert self.changed.wait_for(lambda: enough(self), PATIENCE_SECONDS), f"only {len(self.events)} events came"

    def taken(self) -> dict[str, dict[str, Any]]:
        """The events that were taken, by webhook id, as a receiver has them that drops repeats."""
        return {webhook_id: told for webhook_id, told, taken in self.events if taken}

    def take(self, webhook_id: str, told: dict[str, Any]) -> tuple[int, dict[str, str]]:
        with self.changed:
            status, headers = self.answers.pop(0) if self.answers else (200, {})
            self.events.append((webhook_id, told, status == 200))
            self.changed.notify_all()
        return status, headers


@pytest.fixture
def cms() -> Iterator[Cms]:
    kept = Cms()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            Webhook(SECRET).verify(body, dict(self.headers))
            status, headers = kept.take(self.headers["webhook-id"], json.loads(body))
            if status == 0:
                kept.ended.wait(PATIENCE_SECONDS)
                self.close_connection = True
                return
            if status == -1:
                self._drip()
                return
            self.send_response(status)
            for name, value in {"content-length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def _drip(self) -> None:
            self.close_connection = True
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nx-slow: ")
                while not kept.ended.wait(0.1):
                    self.wfile.write(b"x")
            except OSError:
                kept.hung_up += 1

        def log_message(self, *_: Any) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_port}/flags"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield kept
    kept.ended.set()
    server.shutdown()
    thread.join()
    server.server_close()


class Twosource:
    """The command ``twosource`` on a data directory of its own, and the server when it runs."""

    pack = PACK
    secret = SECRET

    def __init__(self, data_dir: Path, database_url: str | None = None) -> None:
        self.data_dir = data_dir
        self.database_url = database_url
        self.address = ""
        self._server: subprocess.Popen[str] | None = None
        self._log = data_dir.parent / "server.log"

    def run(self, *arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [*self._command(), *arguments],
            env=self._environment(changed),
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )

    def start(self, **changed: str) -> None:
        """Start the server and return when it listens."""
        with self._log.open("a") as log:
            self._server = subprocess.Popen(
                [*self._command(), "serve"],
                env=self._environment({"TWOSOURCE_PORT": "0", **changed}),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read_lines, args=(self._server, lines), daemon=True).start()
        line = lines.get(timeout=START_SECONDS)
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line}{self.log()}"
        self.address = found.group(0)

    def kill(self) -> None:
        """Kill the server at once, with no chance to tidy up."""
        server = self._running()
        server.send_signal(signal.SIGKILL)
        server.wait(START_SECONDS)
        self._close()

    def stop(self) -> int:
        """Ask the server to end and return its exit status."""
        server = self._running()
        server.terminate()
        status = server.wait(START_SECONDS)
        self._close()
        return status

    def end(self) -> None:
        """End the server if it runs."""
        if self._server is not None:
            self.kill()

    def log(self) -> str:
        """Return what the servers have logged."""
        return self._log.read_text() if self._log.exists() else ""

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Give the store that the server works on."""
        opened = Store.open(Settings.from_environment(self._place()))
        try:
            yield opened
        finally:
            opened.close()

    def deliveries(self) -> list[Queued]:
        """Return all deliveries, the newest first."""
        with self.store() as store:
            return store.inbox.queued(inbox.STATES, 1000)

    def settle(self, *, posted: bool = True) -> None:
        """Return when all deliveries and, where they are posted, all results are done; fail after a minute."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        with self.store() as store:
            while store.inbox.queued([inbox.RECEIVED], 1) or (posted and store.outbox.queued([outbox.WAITING], 1)):
                assert time.monotonic() < deadline, self.log()
                time.sleep(0.05)

    def ask(self, method: str, path: str, **named: Any) -> requests.Response:
        """Ask the server something."""
        return requests.request(method, self.address + path, timeout=START_SECONDS, **named)

    def send(
        self, told: dict[str, Any] | bytes, webhook_id: str | None = None, site: str = "paper"
    ) -> requests.Response:
        """Post a draft event as a CMS does, signed."""
        body = told if isinstance(told, bytes) else json.dumps(told).encode()
        webhook_id, at = webhook_id or f"in_{uuid.uuid4().hex}", datetime.now(UTC)
        headers = {
            "content-type": "application/json",
            "webhook-id": webhook_id,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": Webhook(SECRET).sign(webhook_id, at, body.decode()),
        }
        return self.ask("POST", f"/hooks/{site}", data=body, headers=headers)

    def _command(self) -> list[str]:
        return [str(Path(sys.executable).with_name("twosource"))]

    def _environment(self, changed: dict[str, str]) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("TWOSOURCE_")}
        own = {"TWOSOURCE_AT": "2026-11-30", "TWOSOURCE_POST_TIMEOUT": "3"}
        return {**inherited, **self._place(), **own, **changed}

    def _place(self) -> dict[str, str]:
        place = {"TWOSOURCE_DATA_DIR": str(self.data_dir)}
        return place if self.database_url is None else {**place, "TWOSOURCE_DATABASE_URL": self.database_url}

    def _running(self) -> subprocess.Popen[str]:
        assert self._server is not None, "the server does not run"
        return self._server

    def _close(self) -> None:
        server, self._server = self._running(), None
        assert server.stdout is not None
        server.stdout.close()

    @staticmethod
    def _read_lines(server: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
        assert server.stdout is not None
        lines.put(server.stdout.readline())


@pytest.fixture
def twosource(tmp_path: Path, cms: Cms) -> Iterator[Twosource]:
    """The command, with a site and a fact pack; no server runs yet."""
    made = Twosource(tmp_path / "data")
    with made.store() as store:
        store.sites.add("paper", cms.url, "en", (SECRET,))
        Desk.of(store).import_packs([PackText(PACK.name, PACK.read_text("utf-8"))], Author("test"))
    yield made
    made.end()


@pytest.fixture
def machines(tmp_path: Path, cms: Cms, postgresql: Callable[[], str]) -> Iterator[tuple[Twosource, Twosource]]:
    """The command on two machines that share a PostgreSQL database and its keys; no server runs yet."""
    address = postgresql()
    one, other = (Twosource(tmp_path / name / "data", address) for name in ("one", "other"))
    with one.store() as store:
        store.sites.add("paper", cms.url, "en", (SECRET,))
        Desk.of(store).import_packs([PackText(PACK.name, PACK.read_text("utf-8"))], Author("test"))
    # What one has sealed, the other has to open.
    shutil.copytree(one.data_dir, other.data_dir)
    yield one, other
    one.end()
    other.end()


@pytest.fixture
def bearer(twosource: Twosource) -> Callable[..., dict[str, str]]:
    """Make a token and return its header."""

    def make(*scopes: str) -> dict[str, str]:
        with twosource.store() as store:
            return {"authorization": f"Bearer {store.tokens.add(uuid.uuid4().hex, scopes)}"}

    return make


@pytest.fixture
def draft() -> Callable[..., dict[str, Any]]:
    """Make draft events, each saved a little later than the one before."""
    started = time.time()
    count = iter(range(1_000_000))

    def make(draft_id: str, text: str, language: str, revision: str = "1") -> dict[str, Any]:
        at = datetime.fromtimestamp(started + next(count) / 1000, UTC).isoformat()
        return {
            "type": "draft.saved",
            "timestamp": at,
            "data": {
                "id": draft_id,
                "revision": revision,
                "updated_at": at,
                "language": language,
                "html": f"<p>{text}</p>",
            },
        }

    return make
