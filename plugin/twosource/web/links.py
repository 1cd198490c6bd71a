"""Signed links: who has one may see a draft's review page and resolve its flags."""

from __future__ import annotations

from urllib.parse import quote

from itsdangerous import BadData, URLSafeSerializer

from twosource.settings import Settings

_PURPOSE = "review link"


def review_link(settings: Settings, site: str, draft_id: str) -> str:
    """Return the address of a draft's review page, signed."""
    return f"{settings.public_url}{review_path(site, draft_id)}?key={review_key(settings, site, draft_id)}"


def review_path(site: str, draft_id: str) -> str:
    """Return the path of a draft's review page, without its signature."""
    return f"/review/{quote(site, safe='')}/{quote(draft_id, safe='')}"


def review_key(settings: Settings, site: str, draft_id: str) -> str:
    """Return the signature that a draft's review page asks for as ``key``."""
    signed = _serializer(settings).dumps([site, draft_id])
    return signed if isinstance(signed, str) else signed.decode()


def opens_review(settings: Settings, site: str, draft_id: str, key: str) -> bool:
    """Return whether ``key`` is the signature of this draft's link, made with a key that is still configured."""
    try:
        signed = _serializer(settings).loads(key)
    except (BadData, ValueError):
        return False
    return bool(signed == [site, draft_id])


def _serializer(settings: Settings) -> URLSafeSerializer:
    # The library signs with the last key of the list.
    return URLSafeSerializer(list(reversed(settings.derived_keys(_PURPOSE))), salt=_PURPOSE)
