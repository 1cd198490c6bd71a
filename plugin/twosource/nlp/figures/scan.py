"""The one walk over a text: words, numbers, marks and breaks, each with its place."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

# An escape of each space that really groups digits, the plain one included.
_SPACES = "[ \u00a0\u2007\u2009\u202f]"

# Every alternative consumes what it looked at or looks a bounded way ahead, so the walk is linear.
_SCAN = re.compile(
    r"((?:https?://|www\.)\S+)"
    # "Aurora-7 120 Kabinen" and "Linie 3 120.000 Fahrgäste" hold two numbers, not one that spaces group.
    rf"|((?<!\w[-\u2010\u2011])[1-9][0-9]{{0,2}}(?:{_SPACES}[0-9]{{3}}){{1,6}}"
    rf"(?![0-9]|{_SPACES}[0-9]|[.,][0-9]{{3}}(?![0-9]))(?:,[0-9]{{1,9}}|\.[0-9]{{1,9}})?"
    r"|[0-9]+(?:[.,'\u2019][0-9]+)*[\u00bc-\u00be\u2150-\u215e]?|[\u00bc-\u00be\u2150-\u215e])"
    r"|((?:[^\W\d_\u00bc-\u00be\u2150-\u215e])(?:[^\W\d_\u00bc-\u00be\u2150-\u215e]|[\u0300-\u036f\u00ad\u200b-\u200d\u2060])*"
    r"(?:['\u2019][^\W\d_]+)*)"
    r"|(\n(?![^\S\n]*[a-zäöüß])|[\r\x0b\x0c\u2028\u2029])"
    r"|(\S)"
)
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060"))
_INVISIBLE[ord("\u2019")] = "'"
_DASHES = {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2212": "-", "\u2013": "–", "\u2014": "—"}
_PAD = 12


class Lex(IntEnum):
    """What a lexeme is; the numbers are the groups of the scanner."""

    LINK = 1
    NUMBER = 2
    WORD = 3
    BREAK = 4
    MARK = 5


class Lexemes:
    """The lexemes of a text as parallel lists, followed by a dozen empty breaks so that no look ahead needs a bound.

    Attributes:
        text: the text.
        count: how many lexemes it has, the closing breaks not counted.
        kinds: what each is.
        starts: the first code point of each.
        ends: the code point after the last of each.
        raw: each as written.
        numbers: what :mod:`numbers` has read so far, so that no lexeme is read twice.
        low: each in lower case with plain apostrophes and hyphens and without invisible characters.
    """

    __slots__ = ("count", "ends", "kinds", "low", "numbers", "raw", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.raw: list[str] = []
        self.low: list[str] = []
        self.numbers: dict[int, Any] = {}
        for match in _SCAN.finditer(text):
            written = match.group()
            kind = match.lastindex or Lex.MARK
            self.kinds.append(kind)
            self.starts.append(match.start())
            self.ends.append(match.end())
            self.raw.append(written)
            self.low.append(_plain(written) if kind == Lex.WORD else _DASHES.get(written, written))
        self.count = len(self.kinds)
        end = len(text)
        self.kinds += [Lex.BREAK] * _PAD
        self.starts += [end] * _PAD
        self.ends += [end] * _PAD
        self.raw += [""] * _PAD
        self.low += [""] * _PAD

    def glued(self, index: int) -> bool:
        """Return whether nothing stands between the lexeme and the one before it."""
        return 0 < index < self.count and self.starts[index] == self.ends[index - 1]

    def is_word(self, index: int) -> bool:
        """Return whether the lexeme is a word."""
        return self.kinds[index] == Lex.WORD

    def is_number(self, index: int) -> bool:
        """Return whether the lexeme is written with digits."""
        return self.kinds[index] == Lex.NUMBER


def hyphen_between(lexemes: Lexemes, index: int) -> bool:
    """Return whether the lexeme is a hyphen without space around it."""
    return lexemes.low[index] == "-" and lexemes.glued(index) and lexemes.glued(index + 1)


def _plain(written: str) -> str:
    lowered = written.lower()
    return lowered if lowered.isalpha() and lowered.isascii() else lowered.translate(_INVISIBLE)


def split(phrase: str) -> tuple[str, ...]:
    """Return the lexemes of a lexicon's phrase in lower case, as a text would give them."""
    lexemes = Lexemes(phrase)
    return tuple(lexemes.low[: lexemes.count])


def split_raw(phrase: str) -> tuple[str, ...]:
    """Return the lexemes of a symbol as they are written."""
    lexemes = Lexemes(phrase)
    return tuple(lexemes.raw[: lexemes.count])
