"""The HTTP server in a thread of its own: it ends when it is told to, whatever its clients do."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from waitress.server import TcpWSGIServer, create_server

from twosource.cli.http_thread import serving


@pytest.fixture
def slow() -> threading.Event:
    """Set when a slow request has begun."""
    return threading.Event()


@pytest.fixture
def server(slow: threading.Event, others: set[threading.Thread]) -> TcpWSGIServer:
    def answer(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/slow":
            slow.set()
            time.sleep(0.3)
        start_response("200 OK", [("content-type", "text/plain"), ("content-length", "4")])
        return [b"here"]

    made = create_server(answer, host="127.0.0.1", port=0, threads=2)
    assert isinstance(made, TcpWSGIServer)
    return made


@pytest.fixture
def others() -> set[threading.Thread]:
    """The threads that ran before, some other test's server's perhaps."""
    return set(threading.enumerate())


def _threads(others: set[threading.Thread]) -> list[str]:
    ours = set(threading.enumerate()) - others
    return sorted(thread.name for thread in ours if thread.name.startswith(("http", "waitress")))


@pytest.mark.parametrize("connections", [0, 1, 3])
def test_it_ends_though_browsers_keep_their_connections(
    server: TcpWSGIServer, connections: int, others: set[threading.Thread]
) -> None:
    idle = [http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=5) for _ in range(connections)]
    with serving(server):
        for connection in idle:
            connection.request("GET", "/")
            assert connection.getresponse().read() == b"here"
    assert _threads(others) == []
    for connection in idle:
        connection.close()
    with pytest.raises(OSError, match="refused"):
        http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=5).connect()


def test_what_it_has_begun_is_answered(
    server: TcpWSGIServer, slow: threading.Event, others: set[threading.Thread]
) -> None:
    answers: list[bytes] = []

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=5)
        connection.request("GET", "/slow")
        answers.append(connection.getresponse().read())
        connection.close()

    asking = threading.Thread(target=ask)
    with serving(server):
        asking.start()
        assert slow.wait(5)
    asking.join(5)
    assert answers == [b"here"]
    assert _threads(others) == []


def test_it_ends_where_the_block_fails(server: TcpWSGIServer, others: set[threading.Thread]) -> None:
    with pytest.raises(LookupError), serving(server):
        raise LookupError
    assert _threads(others) == []
