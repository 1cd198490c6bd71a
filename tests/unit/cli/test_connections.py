"""How many connections there is room for, and how slowly a request may come."""

from __future__ import annotations

import resource
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from twosource.cli import connections
from twosource.cli.connections import ImpatientChannel, room_for


@pytest.mark.parametrize(
    ("limits", "room", "raised"),
    [
        ((1024, 1_000_000), 2000, 2256),
        ((1024, resource.RLIM_INFINITY), 2000, 2256),
        ((65536, 65536), 2000, None),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 2000, None),
        ((1024, 1024), 768, 1024),
    ],
)
def test_the_soft_limit_is_raised_as_far_as_the_hard_one_lets(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    limits: tuple[int, int],
    room: int,
    raised: int | None,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: asked.append(wanted[0]))

    assert room_for(2000) == room
    assert asked == ([] if raised is None else [raised])
    assert ("ulimit" in caplog.text) is (room < 2000)


def test_a_request_that_drips_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda: now[0])
    here, there = socket.socketpair()
    tasks: list[Any] = []
    server = SimpleNamespace(active_channels={}, add_task=tasks.append)
    with here, there:
        channel = ImpatientChannel(server, here, ("", 0), Adjustments(), map={})
        channel.received(b"GET / HTTP/1.1\r\nx: ")
        for _ in range(20):
            now[0] += 1
            channel.received(b"x")
        assert not channel.will_close

        now[0] += 20
        channel.received(b"\r\n\r\n")
        assert tasks, "a request that is whole is answered, however long it took"
        assert not channel.will_close

        channel.received(b"GET / HTTP/1.1\r\nx: ")
        now[0] += 31
        channel.received(b"x")
        assert channel.will_close
