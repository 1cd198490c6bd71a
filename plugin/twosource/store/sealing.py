"""Secrets at rest: sealed with the newest key, opened with any that is still configured."""

from __future__ import annotations

import json
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class SealBrokenError(Exception):
    """A secret that none of the configured keys opens."""


class Sealing:
    """Seals lists of secrets with Fernet (AES-128-CBC with HMAC-SHA256)."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._fernet = MultiFernet([Fernet(key) for key in keys])

    def seal(self, secrets: Sequence[str]) -> bytes:
        """Return the secrets as bytes that say nothing without the key."""
        return self._fernet.encrypt(json.dumps(list(secrets)).encode())

    def open(self, sealed: bytes) -> tuple[str, ...]:
        """Return the secrets.

        Raises:
            SealBrokenError: they were sealed with a key that is not configured (any more).
        """
        try:
            return tuple(json.loads(self._fernet.decrypt(sealed)))
        except InvalidToken as error:
            raise SealBrokenError(
                "a site's secrets were sealed with another secret key; put that key behind the new one in "
                "TWOSOURCE_SECRET_KEY (new,old)"
            ) from error
