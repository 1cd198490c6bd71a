"""The bearer tokens: only digests are kept, so that a copy of the database opens nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from twosource.store.database import Database
from twosource.store.records import Token
from twosource.store.sites import NameTakenError, UnknownNameError
from twosource.store.tables import TokenRow

CHECK = "check"
READ_DRAFTS = "drafts:read"
RESOLVE_FLAGS = "flags:write"
READ_FACTS = "facts:read"
WRITE_FACTS = "facts:write"
KNOW_CONFIDENTIAL = "facts:confidential"
SCOPES = {
    CHECK: "check texts",
    READ_DRAFTS: "read drafts and their flags",
    RESOLVE_FLAGS: "resolve flags",
    READ_FACTS: "read the fact base, without the names and words of confidential sources",
    WRITE_FACTS: "change the fact base",
    KNOW_CONFIDENTIAL: "see and change what confidential sources are and say, beside the scope for reading or changing",
}
"""What a token can open, and what that means."""

_PREFIX = "ts_"


class Tokens:
    """The bearer tokens of a store."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def add(self, name: str, scopes: Iterable[str]) -> str:
        """Make a token with these scopes and return it; it can never be read again.

        Raises:
            NameTakenError: there is a token of that name.
        """
        bearer = _PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(name=name, digest=_digest(bearer), scopes=sorted(scopes), created_at=self._clock())
        try:
            with self._database.write() as session:
                session.add(row)
        except IntegrityError as error:
            raise NameTakenError(f"there is a token {name!r} already") from error
        return bearer

    def find(self, bearer: str) -> Token | None:
        """Return the token that a bearer shows, or None where it is unknown or revoked."""
        with self._database.read() as session:
            row = session.scalar(select(TokenRow).where(TokenRow.digest == _digest(bearer)))
            return None if row is None or row.revoked_at else _given(row)

    def all(self) -> list[Token]:
        """Return the tokens by name, the revoked ones too."""
        with self._database.read() as session:
            return [_given(row) for row in session.scalars(select(TokenRow).order_by(TokenRow.name))]

    def revoke(self, name: str) -> None:
        """Let a token open nothing any more; it stays in the list.

        Raises:
            UnknownNameError: there is no such token.
        """
        with self._database.write() as session:
            row = session.scalar(select(TokenRow).where(TokenRow.name == name))
            if row is None:
                raise UnknownNameError(f"there is no token {name!r}")
            row.revoked_at = row.revoked_at or self._clock()


def _digest(bearer: str) -> str:
    # The token has 256 random bits, so a plain hash is enough: there is nothing to guess.
    return hashlib.sha256(bearer.encode("utf-8", "surrogateescape")).hexdigest()


def _given(row: TokenRow) -> Token:
    return Token(row.name, frozenset(row.scopes), row.created_at, row.revoked_at)
