"""What is done to every text before a format reads it."""

from __future__ import annotations

import re

_NO_CHARACTER = re.compile("[\ud800-\udfff\0]")


def clean(source: str) -> str:
    """Return ``source`` without a leading byte-order mark, which is no character of the text.

    Lone surrogates and NUL, which neither UTF-8 nor a database can carry, become U+FFFD, one for one, so that the
    offsets of all others stay.
    """
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", source.removeprefix("\N{BYTE ORDER MARK}"))
