"""Words of a quotation against words of a text."""

from __future__ import annotations

import re
import unicodedata

_SENTENCE = re.compile(r"^[„“”\"'«»‚‘’(\[…\s]*[A-ZÄÖÜ0-9].*[.!?…][„“”\"'«»‚‘’)\]\s]*$", re.DOTALL)
_FEWEST_WORDS = 4
_OMISSION = re.compile(r"[\[(]\s*(?:…|\.{3})\s*[\])]|…|\.{3}")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_QUOTES = dict.fromkeys(map(ord, "„“”«»‚‘’‹›'`´′"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")


def is_sentence(quote: str) -> bool:
    """Return whether a quotation is a whole sentence by its looks, and not some words of one."""
    return len(quote.split()) >= _FEWEST_WORDS and _SENTENCE.match(quote) is not None


def stands_in(quote: str, text: str) -> bool:
    """Return whether the words of a quotation stand in a text, its parts between omissions one after the other.

    White space, soft hyphens, capitals, kinds of quotation marks and of dashes make no difference, nor does a mark that
    ends a part.
    """
    whole, at = _plain(text), 0
    for part in _OMISSION.split(quote):
        words = _plain(part).strip(' .,;:!?"')
        found = whole.find(words, at)
        if found < 0:
            return False
        at = found + len(words)
    return True


def _plain(text: str) -> str:
    marks = {**_INVISIBLE, **_QUOTES, **_DASHES}
    return " ".join(unicodedata.normalize("NFC", text).translate(marks).casefold().split())
