"""Signatures of outgoing webhooks, by the Standard Webhooks library."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime

from standardwebhooks import Webhook

_SECRET_BYTES = 32


def new_secret() -> str:
    """Return a new webhook secret: ``whsec_`` and 32 random bytes in base64."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def signed_headers(live_secrets: Sequence[str], webhook_id: str, at: datetime, body: bytes) -> dict[str, str]:
    """Return the Standard Webhooks headers of a request.

    Each live secret signs, so that a receiver that still has the old one, or has the new one already, can verify.

    Args:
        live_secrets: the secrets (``whsec_…``).
        webhook_id: the id of the event.
        at: the moment of this attempt, in UTC: the library takes its clock time for UTC whatever its zone is.
        body: the body, in UTF-8.
    """
    text = body.decode()
    return {
        "webhook-id": webhook_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(webhook_id, at, text) for secret in live_secrets),
    }
