"""The token pass: the one walk over a text that names, cues and units are looked up in."""

from __future__ import annotations

import re
from functools import lru_cache

import Stemmer

from twosource.model import Token

_STEMMERS = {
    "de": Stemmer.Stemmer("german", 0),
    "nl": Stemmer.Stemmer("dutch", 0),
    "en": Stemmer.Stemmer("english", 0),
}

# A token is a run of letters (with combining marks, soft hyphens and zero-width joiners inside), a run of digits, or
# one other character that is no white space.
_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u00ad\u200b-\u200d\u2060])*|\d+|[^\w\s]|_")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060"))
_MARKS = {
    "\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u2032": "'", "`": "'", "\u00b4": "'",
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2212": "-", "\ufe63": "-", "\uff0d": "-",
}  # fmt: skip


_LONGEST_WORD = 100
"""Letters. What is longer is no word of any language, and the German stemmer's time grows with their square."""


def stem(norm: str, language: str) -> str:
    """Return the Snowball stem of a lower-case word in ``de``, ``nl`` or ``en``.

    A word of more than 100 letters is its own stem.

    Source: the Snowball project's German, Dutch (Porter) and English stemmers, through PyStemmer. Stemmers of that
    package are not safe for several threads at once; with its own cache off and the interpreter lock held for the
    whole call, one word at a time is.
    """
    return _stem(norm, language) if len(norm) <= _LONGEST_WORD else norm


@lru_cache(maxsize=65_536)
def _stem(norm: str, language: str) -> str:
    return str(_STEMMERS[language].stemWord(norm))


def _norm(written: str) -> str:
    return _norm_of_word(written) if len(written) <= _LONGEST_WORD else _norm_of_word.__wrapped__(written)


@lru_cache(maxsize=65_536)
def _norm_of_word(written: str) -> str:
    lowered = written.lower()
    return lowered.translate(_INVISIBLE) if not written.isalpha() else lowered


def tokenise(text: str, language: str) -> list[Token]:
    """Return the tokens of ``text`` in order.

    Args:
        text: any text; offsets count its code points.
        language: ``de``, ``nl`` or ``en``; decides the stems.
    """
    tokens: list[Token] = []
    append = tokens.append
    end_before = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        written = match.group()
        first = written[0]
        if first.isalpha():
            norm = _norm(written)
            append(Token(start, end, written, norm, stem(norm, language), start > end_before, True))
        else:
            norm = _MARKS.get(written, written)
            append(Token(start, end, written, norm, norm, start > end_before, False))
        end_before = end
    return tokens
