"""Posting: signed, to the site's origin alone, without following anybody elsewhere; one error for all that fails."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from standardwebhooks import Webhook

from twosource.posting import Poster, PostError, new_secret, signed_headers
from twosource.posting.poster import origin
from twosource.store import Site

BODY = '{"title": "Über 😀"}'.encode()


@dataclass
class Receiver:
    """A CMS that answers as it is told and keeps what it was sent."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    taken: list[tuple[str, Message, bytes]] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            told.taken.append((self.path, self.headers, body))
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *_: Any) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}/flags"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield told
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def poster() -> Poster:
    return Poster(1.0, lambda: datetime.now(UTC))


def _site(url: str | None, *secrets: str) -> Site:
    return Site("paper", url, "en", secrets or (new_secret(),))


def test_a_receiver_can_verify_what_it_was_sent_with_any_live_secret(receiver: Receiver, poster: Poster) -> None:
    fresh, old = new_secret(), new_secret()

    assert poster.post(_site(receiver.url, fresh, old), receiver.url, "msg_1", BODY) == 200

    ((path, headers, body),) = receiver.taken
    assert (path, body, headers["webhook-id"]) == ("/flags", BODY, "msg_1")
    for secret in (fresh, old):
        Webhook(secret).verify(body, dict(headers))
    with pytest.raises(Exception, match="signature"):
        Webhook(new_secret()).verify(body, dict(headers))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(receiver: Receiver, poster: Poster, status: int) -> None:
    receiver.status, receiver.headers = status, {"location": receiver.url + "/elsewhere"}

    with pytest.raises(PostError) as told:
        poster.post(_site(receiver.url), receiver.url, "msg_1", BODY)

    assert told.value.status == status
    assert len(receiver.taken) == 1


@pytest.mark.parametrize(
    "url", ["http://127.0.0.2:80/flags", "https://127.0.0.1/", "ftp://x", "", "http://[::1", "//x"]
)
def test_nothing_goes_to_another_origin(receiver: Receiver, poster: Poster, url: str) -> None:
    with pytest.raises(PostError, match="origin"):
        poster.post(_site(receiver.url), url, "msg_1", BODY)

    assert receiver.taken == []


def test_nothing_goes_to_a_site_without_an_address(receiver: Receiver, poster: Poster) -> None:
    with pytest.raises(PostError, match="origin"):
        poster.post(_site(None), receiver.url, "msg_1", BODY)


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("7", 7.0), ("0", 0.0), ("99999999999", 86_400.0), ("soon", None), ("-3", None), ("", None)],
)
def test_retry_after_in_seconds_is_told(
    receiver: Receiver, poster: Poster, written: str, seconds: float | None
) -> None:
    receiver.status, receiver.headers = 429, {"retry-after": written}

    with pytest.raises(PostError) as told:
        poster.post(_site(receiver.url), receiver.url, "msg_1", BODY)

    assert (told.value.status, told.value.retry_after, told.value.final) == (429, seconds, False)


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Mon, 30 Nov 2026 12:01:00 -0000", 60.0),
        ("Mon, 30 Nov 2099 12:01:00 GMT", 86_400.0),
    ],
)
def test_retry_after_as_a_date_is_told(receiver: Receiver, written: str, seconds: float) -> None:
    noon = Poster(1.0, lambda: datetime(2026, 11, 30, 12, 0, tzinfo=UTC))
    receiver.status, receiver.headers = 503, {"retry-after": written}

    with pytest.raises(PostError) as told:
        noon.post(_site(receiver.url), receiver.url, "msg_1", BODY)

    assert told.value.retry_after == seconds


def test_a_receiver_that_is_gone_for_good_is_told(receiver: Receiver, poster: Poster) -> None:
    receiver.status = 410

    with pytest.raises(PostError) as told:
        poster.post(_site(receiver.url), receiver.url, "msg_1", BODY)

    assert told.value.final


def _refusing(_connection: socket.socket) -> None:
    """Close at once."""


def _garbling(connection: socket.socket) -> None:
    connection.recv(65_536)
    connection.sendall(b"no http at all\r\n\r\n")


def _silent(connection: socket.socket) -> None:
    connection.recv(65_536)
    threading.Event().wait(1.5)


def _drip(connection: socket.socket, head: bytes) -> None:
    connection.recv(65_536)
    connection.sendall(head)
    # Each byte comes well within the timeout.
    for _ in range(100):
        connection.sendall(b"x")
        threading.Event().wait(0.1)


def _dripping_status(connection: socket.socket) -> None:
    _drip(connection, b"HTTP/1.1 2")


def _dripping_headers(connection: socket.socket) -> None:
    _drip(connection, b"HTTP/1.1 200 OK\r\nx-slow: ")


def _continuing(connection: socket.socket) -> None:
    connection.recv(65_536)
    for _ in range(100):
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        threading.Event().wait(0.1)


@pytest.mark.parametrize("behave", [_dripping_status, _dripping_headers, _continuing])
def test_a_receiver_that_drips_its_answer_is_hung_up_on(behave: Callable[[socket.socket], None]) -> None:
    poster = Poster(0.4, lambda: datetime.now(UTC))
    hung_up = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"

        def once() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    behave(connection)
                except OSError:
                    hung_up.set()

        thread = threading.Thread(target=once)
        thread.start()
        begun = time.monotonic()
        with pytest.raises(PostError, match=r"did not answer within 0\.8 seconds"):
            poster.post(_site(url), url, "msg_1", BODY)
        took = time.monotonic() - begun
        thread.join()

    assert 0.7 < took < 3
    assert hung_up.is_set(), "the receiver must see that nobody listens any more"


def test_nothing_is_sent_when_the_time_is_over_before_the_connection_is_made(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve = socket.getaddrinfo

    def slow(*arguments: Any, **named: Any) -> Any:
        threading.Event().wait(0.5)
        return resolve(*arguments, **named)

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    with pytest.raises(PostError, match="did not answer within"):
        Poster(0.2, lambda: datetime.now(UTC)).post(_site(receiver.url), receiver.url, "msg_1", BODY)

    assert receiver.taken == []


def test_a_body_that_never_ends_is_not_waited_for(poster: Poster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        ended = threading.Event()

        def once() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\nx")
                ended.wait(10)

        thread = threading.Thread(target=once)
        thread.start()
        begun = time.monotonic()
        assert poster.post(_site(url), url, "msg_1", BODY) == 200
        assert time.monotonic() - begun < 1
        ended.set()
        thread.join()


@pytest.mark.parametrize("behave", [_refusing, _garbling, _silent])
def test_a_receiver_that_does_not_answer_is_one_error_without_the_paths_secrets(
    poster: Poster, behave: Callable[[socket.socket], None]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/hook?token=confidential"

        def once() -> None:
            connection, _ = server.accept()
            with connection:
                behave(connection)

        thread = threading.Thread(target=once)
        thread.start()
        with pytest.raises(PostError) as told:
            poster.post(_site(url), url, "msg_1", BODY)
        thread.join()

    assert told.value.status is None
    assert "confidential" not in str(told.value)


def test_a_port_that_nobody_listens_on_is_the_same_error(poster: Poster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"

    with pytest.raises(PostError, match="could not be reached"):
        poster.post(_site(url), url, "msg_1", BODY)


def test_the_environments_proxies_are_not_asked(
    receiver: Receiver, poster: Poster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)

    assert poster.post(_site(receiver.url), receiver.url, "msg_1", BODY) == 200


def test_the_timestamp_is_that_of_the_attempt_in_utc() -> None:
    at = datetime(2026, 11, 30, 12, 0, 0, 999_000, tzinfo=UTC)

    headers = signed_headers((new_secret(),), "msg_1", at, BODY)

    assert headers["webhook-timestamp"] == str(int(at.timestamp()))


def test_an_origin_is_scheme_host_and_port() -> None:
    assert origin("https://A.example/x") == origin("https://a.example:443/y")
    assert origin("http://a.example") != origin("https://a.example")
    assert origin("http://a.example:99999999") == ("", "", None)


def test_each_new_secret_differs_and_is_usable() -> None:
    first, second = new_secret(), new_secret()

    assert first != second
    Webhook(first)
