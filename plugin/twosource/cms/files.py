"""Drafts from files: the suffix tells the format."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

from twosource.cms.formats import html, limit, markdown, plain
from twosource.cms.formats.clean import clean
from twosource.cms.formats.decoding import NotUtf8Error, decoded
from twosource.cms.formats.titled import titled
from twosource.cms.generic.inbound import parse_draft
from twosource.cms.generic.segments import UnreadableEventError
from twosource.model import Draft, Segment

DEFAULT_LIMIT = 1_000_000
"""Characters of a draft's source that are read; what is beyond is left out, and said so."""

_JSON = ".json"
_BODIES = frozenset({"html", "text", "markdown", "blocks"})
FORMATS: dict[str, Callable[[str], tuple[Segment, ...]]] = {
    ".txt": plain.segments,
    ".md": markdown.segments,
    ".markdown": markdown.segments,
    ".html": html.segments,
    ".htm": html.segments,
}


class UnreadableDraftError(ValueError):
    """A draft that cannot be read; its message says what is wrong, where, and how to mend it."""


def draft_from_file(name: str, raw: bytes, language: str | None = None, limit_characters: int = DEFAULT_LIMIT) -> Draft:
    """Return the draft that a file holds; an empty file is a draft without segments.

    Args:
        name: the file's name; its suffix is the format: .txt, .md, .markdown, .html, .htm or .json (what a generic
            draft event has under ``data``, or the whole event); one without a suffix (standard input's ``-``, say) is
            plain text.
        raw: its bytes, in UTF-8, with or without a byte-order mark.
        language: the draft's language where it is known.
        limit_characters: how many characters of the file are read; of a longer one the draft's ``incomplete`` says so.

    Raises:
        UnreadableDraftError: it is not UTF-8, or of an unknown format.
    """
    suffix = PurePath(name).suffix.lower() or ".txt"
    if suffix not in (*FORMATS, _JSON):
        known = ", ".join((*FORMATS, _JSON))
        raise UnreadableDraftError(
            f"{name}: the suffix {suffix!r} names no known format; rename the file to one of {known}"
        )
    try:
        source = clean(decoded(name, raw))
    except NotUtf8Error as error:
        raise UnreadableDraftError(f"{name}: {error}") from None
    if suffix == _JSON:
        return _draft_from_json(name, source, language)
    read = FORMATS[suffix]
    incomplete = None
    if len(source) > limit_characters:
        incomplete = f"only the first {limit_characters:,} characters of the file were read"
        segments = limit.without_broken_end(read(source[:limit_characters]))
    else:
        segments = read(source)
    return Draft(segments=titled(segments), language=language, incomplete=incomplete)


def _draft_from_json(name: str, source: str, language: str | None) -> Draft:
    try:
        fields = json.loads(source) if source.strip() else {}
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError as well
        raise UnreadableDraftError(f"{name}: no JSON: {error}") from None
    if isinstance(fields, dict) and isinstance(fields.get("data"), dict):
        fields = fields["data"]
    if not isinstance(fields, dict):
        raise UnreadableDraftError(f"{name}: no JSON object with title, lead and one of html, text, markdown, blocks")
    try:
        draft = parse_draft(fields)
    except UnreadableEventError as error:
        raise UnreadableDraftError(f"{name}: {error}") from None
    if fields and not _BODIES & fields.keys():
        raise UnreadableDraftError(f"{name}: no text: give one of {', '.join(sorted(_BODIES))}")
    return replace(draft, language=language or draft.language)
