"""The generic draft event, read as a draft."""

from __future__ import annotations

from collections.abc import Mapping

from twosource.cms.generic.segments import UnreadableEventError, segments
from twosource.model import LANGUAGES, Draft


def parse(event: Mapping[str, object], site: str = "") -> Draft:
    """Return the draft of a generic event whose shape the schema has checked already.

    Args:
        event: ``{"type": "draft.saved", "timestamp", "data": {"id", "revision", "title", "lead", "html", …}}``.
        site: the site that it came from.

    Raises:
        UnreadableEventError: a field of ``data`` cannot be read; its ``path`` says which.
    """
    draft = event.get("data")
    if not isinstance(draft, Mapping):
        raise UnreadableEventError("data", "not an object")
    return parse_draft(draft, site)


def parse_draft(fields: Mapping[str, object], site: str = "") -> Draft:
    """Return the draft of what an event has under ``data`` (and of a call to check a text, which has the same names).

    Raises:
        UnreadableEventError: a field cannot be read; its ``path`` says which.
    """
    return Draft(
        segments=segments(fields),
        language=_language(fields.get("language")),
        site=site,
        id=str(fields.get("id") or ""),
        revision=str(fields.get("revision") or ""),
        url=_address(fields.get("url")),
        edit_url=_address(fields.get("edit_url")),
    )


def _address(given: object) -> str | None:
    return given if isinstance(given, str) and given else None


def _language(tag: object) -> str | None:
    """Return a language tag's language ("de-AT" is German), None for none."""
    if not tag:
        return None
    language = str(tag).replace("_", "-").split("-")[0].lower()
    if language not in LANGUAGES:
        raise UnreadableEventError("language", f"{tag!r} is not checked; leave it out or send one of de, nl, en")
    return language
