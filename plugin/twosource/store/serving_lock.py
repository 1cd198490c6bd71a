"""One server to a SQLite file: a lock that a process holds while it lives, and that a kill lets go."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class AlreadyServedError(Exception):
    """A database that another server works on; the message says which."""


class ServingLock:
    """The lock beside a database, held from its making until :meth:`release`.

    The file stays: to remove it would let two servers lock two files of one name.

    Args:
        database: the database's file.

    Raises:
        AlreadyServedError: another server holds it, or it cannot be made.
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(f"{database.name}.lock")
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            # The umask may have taken more than the others' share.
            os.fchmod(self._handle, 0o600)
        except OSError as error:
            raise AlreadyServedError(
                f"the lock {path} cannot be made ({error.strerror}); let the server write beside its database"
            ) from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._handle, 20).decode("ascii", "replace").strip()
            os.close(self._handle)
            raise AlreadyServedError(
                f"another twosource serve (process {holder or 'unknown'}) works on {database}; stop that one first, or "
                "give this one another TWOSOURCE_DATABASE_URL or TWOSOURCE_DATA_DIR"
            ) from error
        os.ftruncate(self._handle, 0)
        os.write(self._handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another server have the database."""
        os.close(self._handle)
