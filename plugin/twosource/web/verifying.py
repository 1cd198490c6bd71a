"""Verify webhooks by the Standard Webhooks library, and tell what is wrong with one that cannot be.

The causes are told from what the sender knows itself, its headers and our clock; of the secrets nothing but that none
of them fits.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from standardwebhooks import Webhook

from twosource.web.problems import Problem

_LONGEST_ID = 256
_TOLERANCE_SECONDS = 300
_NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature")
_SIGNATURE = re.compile(r"v[0-9]+[a-z]?,[A-Za-z0-9+/]+={0,2}")


def verified_id(secrets: Sequence[str], body: bytes, headers: Mapping[str, str]) -> str:
    """Return the id of a webhook that one of the live secrets has signed.

    Raises:
        Problem: 401 where none has, or the headers are missing, malformed or more than five minutes off; 400 where the
            id is too long to be kept.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for secret in secrets:
        try:
            Webhook(secret).verify(body, given, json_parse=False)
        except Exception:  # noqa: BLE001, S112  the library leaks ValueError, binascii.Error, UnicodeError and more
            continue
        webhook_id = given["webhook-id"]
        if len(webhook_id) > _LONGEST_ID:
            raise Problem(HTTPStatus.BAD_REQUEST, f"The webhook-id may have {_LONGEST_ID} characters.")
        return webhook_id
    raise Problem(HTTPStatus.UNAUTHORIZED, f"The webhook could not be verified: {_cause(body, given)}.")


def _cause(body: bytes, given: Mapping[str, str]) -> str:
    """Return why a webhook cannot be verified."""
    if missing := [name for name in _NAMES if not given.get(name)]:
        return f"there is no header {' and no header '.join(missing)}"
    return _wrong_time(given["webhook-timestamp"]) or _wrong_shape(given["webhook-signature"]) or _misfit(body)


def _wrong_time(written: str) -> str | None:
    try:
        ahead = float(written) - time.time()
    except ValueError:
        return "the webhook-timestamp is no number of seconds since 1970"
    if abs(ahead) <= _TOLERANCE_SECONDS:
        return None
    if abs(ahead) < float("inf"):
        side = "too new: it is {} seconds ahead of" if ahead > 0 else "too old: it is {} seconds behind"
        return f"the webhook-timestamp is {side.format(round(abs(ahead)))} this server's clock (300 are borne)"
    return "the webhook-timestamp is no number of seconds since 1970"


def _wrong_shape(written: str) -> str | None:
    signatures = written.split(" ")
    if not all(_SIGNATURE.fullmatch(each) and _is_base64(each.partition(",")[2]) for each in signatures):
        return "the webhook-signature is malformed; it is v1, a comma and base64 (several have a space between them)"
    if not any(each.startswith("v1,") for each in signatures):
        return "the webhook-signature has no signature of the version v1"
    return None


def _is_base64(written: str) -> bool:
    try:
        base64.b64decode(written, validate=True)
    except ValueError:
        return False
    return True


def _misfit(body: bytes) -> str:
    try:
        body.decode()
    except UnicodeDecodeError as error:
        return f"the body is not UTF-8 (at byte {error.start})"
    return "no signature fits the id, the timestamp and the body as it came with a live secret of this site"
