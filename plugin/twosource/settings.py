"""The settings of the service: environment variables ``TWOSOURCE_*`` come in, one frozen value goes out.

Nothing else of Twosource reads the environment.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from twosource.text.build import DRAFT_LIMIT

PREFIX = "TWOSOURCE_"
KEY_FILE = "secret.key"
DATABASE_FILE = "twosource.sqlite"
SHORTEST_KEY = 32
MIB = 1024 * 1024

_T = TypeVar("_T")


class SettingsError(Exception):
    """A setting that cannot be used; the message names it and says how to mend it."""


@dataclass(frozen=True)  # without slots, for the defaults are read from the class
class Settings:
    """How this service runs.

    Attributes:
        secret_keys: the keys that site secrets and review links are bound to, the newest first; never shown.
        database_url: where the store is, as SQLAlchemy names it; it may hold a password and is never shown.
        data_dir: where the service keeps its own files.
        host: the address to listen on.
        port: the port to listen on.
        public_url: how browsers and CMSs reach the service, without a slash at its end.
        body_limit: the most bytes that a request's body may have. 2 MiB hold the longest draft that is checked in
            full, even where each of its characters is escaped, and refuse what no article is.
        pack_limit: the most bytes that a fact pack may have which is imported over HTTP.
        draft_limit: the most code points of a draft's text that are checked.
        at: the day that checks take for today; None for the real one. A demonstration pins it.
        http_threads: how many requests are answered at a time.
        connections: how many connections may be open at a time; each takes a file descriptor.
        check_workers: how many drafts are checked at a time; 0 leaves deliveries in the inbox.
        post_workers: how many results are posted at a time; 0 leaves them in the outbox.
        check_tries: after how many tries a delivery that cannot be checked is set aside.
        post_tries: after how many tries a result that cannot be posted is set aside (30 are about a day).
        post_timeout: how many seconds a CMS has to accept a connection, and again to answer.
        lease: for how many seconds a worker holds what it works on, before another may take it.
        retention_days: for how many days the bodies of deliveries that are done and of results that were posted are
            kept; 0 keeps them for ever. Drafts and flags stay.
        check_requests: how many texts are checked at once for callers of the API that wait for the answer; further
            ones are asked to come again, so that threads stay free to acknowledge webhooks.
    """

    secret_keys: tuple[str, ...] = field(repr=False)
    database_url: str = field(repr=False)
    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8470
    public_url: str = "http://127.0.0.1:8470"
    body_limit: int = 2 * MIB
    pack_limit: int = 64 * MIB
    draft_limit: int = DRAFT_LIMIT
    at: date | None = None
    http_threads: int = 8
    connections: int = 2000
    check_workers: int = 2
    post_workers: int = 4
    check_tries: int = 5
    post_tries: int = 30
    post_timeout: float = 10.0
    lease: float = 60.0
    retention_days: int = 30
    check_requests: int = 4

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Return the settings that the environment gives, with defaults for what it leaves out.

        Without ``TWOSOURCE_SECRET_KEY`` a key is made once and kept in the data directory, readable by its owner only.

        Raises:
            SettingsError: a variable cannot be read, is out of its range, or is unknown.
        """
        read = _Reader(os.environ if environment is None else environment)
        data_dir = read("DATA_DIR", Path, _data_home() / "twosource")
        host = read("HOST", str, cls.host)
        port = read("PORT", _whole(0, 65535), cls.port)
        http_threads = read("HTTP_THREADS", _whole(1, 256), cls.http_threads)
        settings = cls(
            data_dir=data_dir,
            host=host,
            port=port,
            secret_keys=read("SECRET_KEY", _keys, None) or (_kept_key(data_dir),),
            database_url=read("DATABASE_URL", str, f"sqlite:///{data_dir / DATABASE_FILE}"),
            public_url=read("PUBLIC_URL", _public_url, f"http://{_in_address(host)}:{port}"),
            body_limit=read("BODY_LIMIT", _whole(1024, 64 * MIB), cls.body_limit),
            pack_limit=read("PACK_LIMIT", _whole(1024, 256 * MIB), cls.pack_limit),
            draft_limit=read("DRAFT_LIMIT", _whole(1000, 10_000_000), cls.draft_limit),
            at=read("AT", _day, None),
            http_threads=http_threads,
            connections=read("CONNECTIONS", _whole(100, 100_000), cls.connections),
            check_workers=read("CHECK_WORKERS", _whole(0, 64), cls.check_workers),
            post_workers=read("POST_WORKERS", _whole(0, 64), cls.post_workers),
            check_tries=read("CHECK_TRIES", _whole(1, 100), cls.check_tries),
            post_tries=read("POST_TRIES", _whole(1, 1000), cls.post_tries),
            post_timeout=read("POST_TIMEOUT", _seconds, cls.post_timeout),
            lease=read("LEASE", _seconds, cls.lease),
            retention_days=read("RETENTION_DAYS", _whole(0, 36_500), cls.retention_days),
            check_requests=read("CHECK_REQUESTS", _whole(1, 256), max(http_threads // 2, 1)),
        )
        read.refuse_unknown()
        if settings.lease <= 2 * settings.post_timeout:
            raise SettingsError(
                f"{PREFIX}LEASE must be more than twice {PREFIX}POST_TIMEOUT, or two workers could post one result"
            )
        return settings

    def derived_keys(self, purpose: str) -> tuple[bytes, ...]:
        """Return for each secret key, the newest first, 32 bytes that serve ``purpose`` alone."""
        return tuple(
            hmac.digest(key.encode(), f"twosource {purpose}".encode(), hashlib.sha256) for key in self.secret_keys
        )

    def fernet_keys(self) -> tuple[bytes, ...]:
        """Return the keys that secrets are encrypted with at rest, the newest first, as Fernet takes them."""
        return tuple(base64.urlsafe_b64encode(key) for key in self.derived_keys("secrets at rest"))


class _Reader:
    """The variables of an environment, each read once."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._given = {name: value for name, value in environment.items() if name.startswith(PREFIX)}
        self._known: set[str] = set()

    def __call__(self, name: str, read: Callable[[str], _T], default: _T | None) -> _T:
        variable = PREFIX + name
        self._known.add(variable)
        written = self._given.get(variable, "").strip()
        if not written:
            return default  # type: ignore[return-value]  # None is among _T where a caller passes it
        try:
            return read(written)
        except ValueError as error:
            # A key must not be shown, not even one that cannot be used.
            shown = "" if name in ("SECRET_KEY", "DATABASE_URL") else f"={written}"
            raise SettingsError(f"{variable}{shown}: {error}") from error

    def refuse_unknown(self) -> None:
        if unknown := sorted(set(self._given) - self._known):
            raise SettingsError(f"unknown setting {unknown[0]}; known are {', '.join(sorted(self._known))}")


def _data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(written: str) -> int:
        number = int(written)
        if not low <= number <= high:
            raise ValueError(f"must be from {low} to {high}")
        return number

    return read


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise ValueError("this is no day; write it as 2026-11-30") from None


def _seconds(written: str) -> float:
    number = float(written)
    if not 0 < number <= 3600:
        raise ValueError("must be more than 0 and at most 3600 seconds")
    return number


def _keys(written: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in written.split(",") if key.strip())
    if not keys or any(len(key) < SHORTEST_KEY for key in keys):
        raise ValueError(
            f"each key (the newest first, commas between them) must have {SHORTEST_KEY} characters or more"
        )
    return keys


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _public_url(written: str) -> str:
    parts = urlsplit(written)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("must be an address like https://twosource.example.org")
    return written.rstrip("/")


def _kept_key(data_dir: Path) -> str:
    """Return the key that is kept in the data directory; make it the first time."""
    path = data_dir / KEY_FILE
    try:
        # Drafts are confidential until they are published.
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _put_new_key(path)
        return _keys(path.read_text(encoding="ascii").strip())[0]
    except (OSError, ValueError) as error:
        raise SettingsError(f"no secret key can be kept in {path}: {error}; set {PREFIX}SECRET_KEY instead") from error


def _put_new_key(path: Path) -> None:
    """Put a new key at ``path`` at one stroke, unless another process was quicker."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48) + "\n")
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(fresh)
    fresh.unlink()
