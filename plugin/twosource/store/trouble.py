"""What keeps a database from being used, in words: what is wrong, and how it is mended.

No message repeats the database's address or the driver's own words: both may hold a password.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable

from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError

_LOG = logging.getLogger(__name__)

_QUIET_SECONDS = 60.0

_FULL = "the disk that holds the database is full; make room on it"
_READ_ONLY = "the database cannot be written; let this user write its file and the folder around it"
_CANNOT_OPEN = "the database's file cannot be opened; see that its folder is there and this user may write in it"
_NO_DATABASE = "the file is no SQLite database, or a broken one; name another, or put a backup in its place"
_BUSY = "another process holds the database; end that one, or try again when it is done"
_DISK = "the disk that holds the database cannot be read or written; see whether it is full or broken"
_UNREACHABLE = "the database's server refuses or does not answer; see that it runs, and check host, user and password"

_SQLITE = {
    "SQLITE_FULL": _FULL,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_PERM": _READ_ONLY,
    "SQLITE_CANTOPEN": _CANNOT_OPEN,
    "SQLITE_NOTADB": _NO_DATABASE,
    "SQLITE_CORRUPT": _NO_DATABASE,
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_IOERR": _DISK,
}

_OTHER_TABLES = "its tables are not those that Twosource makes; name another database, or put a backup in its place"

_KINDS: tuple[tuple[type[Exception], str], ...] = (
    (NoSuchModuleError, "this kind of database is not known; use sqlite:///… or postgresql+psycopg://…"),
    (
        ArgumentError,
        "this is no address; write it as sqlite:////var/lib/twosource/twosource.sqlite or postgresql+psycopg://…",
    ),
    (
        CommandError,
        "its schema is of another version of Twosource, perhaps a newer one; install that, or name another database",
    ),
)


class StoreTroubleError(Exception):
    """The database cannot be used now, and may be later; the message says what is wrong with it."""


def trouble_of(error: DBAPIError) -> str | None:
    """Return what is wrong with the database where an error is of its surroundings; None for one of ours."""
    driver = error.orig
    if isinstance(driver, sqlite3.Error):
        # The extended codes add to the name: SQLITE_IOERR_WRITE, SQLITE_READONLY_DBMOVED.
        name = "_".join((getattr(driver, "sqlite_errorname", None) or "").split("_")[:2])
        return _SQLITE.get(name)
    return _UNREACHABLE if isinstance(error, OperationalError) or error.connection_invalidated else None


def why_unusable(error: BaseException) -> str:
    """Return why a database cannot be opened or brought up to date, and how to mend it."""
    if isinstance(error, DBAPIError):
        return trouble_of(error) or _OTHER_TABLES
    if isinstance(error, ImportError):
        driver = (error.name or "the driver").partition(".")[0]
        return f"its driver {driver} is not installed beside Twosource; for PostgreSQL: pip install 'psycopg[binary]'"
    if isinstance(error, OSError):
        return f"its file cannot be made ({error.strerror or type(error).__name__}); see to its folder, or name another"
    told = (message for kind, message in _KINDS if isinstance(error, kind))
    return next(told, f"{type(error).__name__}; name another database")


class TroubleWatch:
    """Knows whether the database could be used last, and logs each kind of trouble once a minute.

    Args:
        clock: tells seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._logged: dict[str, float] = {}
        self._present: str | None = None

    def met(self, trouble: str) -> None:
        """Keep that the database could not be used, and why."""
        with self._guard:
            self._present = trouble
            now = self._clock()
            is_quiet = now < self._logged.get(trouble, float("-inf")) + _QUIET_SECONDS
            if not is_quiet:
                self._logged[trouble] = now
        if not is_quiet:
            _LOG.error("%s; what came in waits until then", trouble)

    def over(self) -> None:
        """Keep that the database could be written."""
        with self._guard:
            was, self._present = self._present, None
        if was:
            _LOG.warning("the database can be written again")

    def present(self) -> str | None:
        """Return what is wrong, as the last attempt found it, or None."""
        return self._present


class Unwritten:
    """What a worker has to write and could not, for the database failed; it is written before more work is taken."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._guard = threading.Lock()

    def do(self, write: Callable[[], None]) -> None:
        """Write now, or keep it to be written later.

        Raises:
            StoreTroubleError: later.
        """
        try:
            write()
        except StoreTroubleError:
            with self._guard:
                self._waiting.append(write)
            raise

    def catch_up(self) -> None:
        """Write what waits.

        Raises:
            StoreTroubleError: the database still fails.
        """
        if not self._waiting:
            return
        with self._guard:
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
