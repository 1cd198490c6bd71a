"""The words that objects are found by, alike for SQLite (FTS5) and PostgreSQL (tsvector).

An object's words are folded here and not by the database, so that both find the same: case and accents go, ß is ss.
Beside them stand *marks*, which begin with ``=`` as no word does; each says one thing that a list can ask for (the
kind, the pack, a source), so that a search with such wishes is answered by the index of words alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+")
_MAX_WORD = 60
MAX_WORDS = 20
"""How many words of a search count."""

KIND = "=k"
PACK = "=p"
LIVE = "=l"
SUBJECT = "=s"
TYPE = "=t"
STATUS = "=a"
SETTLED = "=y"
DISPUTED = "=d"
SOURCE = "=o"
HIDDEN = "=h"
WHOLE = "=w"
"""On the words of an object that only those find who may know confidential sources."""
TOLD = "=n"
"""On the words that the others find it by instead."""


def folded(text: str) -> str:
    """Return ``text`` without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).casefold()


def words(texts: Iterable[str]) -> list[str]:
    """Return the folded words of texts, each once, in their order."""
    joined = "\n".join(texts)
    plain = joined.lower() if joined.isascii() else folded(joined)
    return list(dict.fromkeys(word[:_MAX_WORD] for word in _WORD.findall(plain)))


def mark(kind: str, value: str | bool) -> str:
    """Return the mark that says ``value`` of ``kind``; values are ids of a pack, words of ours, or yes and no."""
    return kind + (str(int(value)) if isinstance(value, bool) else value)


@dataclass(frozen=True, slots=True)
class Asked:
    """A search.

    Attributes:
        wanted: beginnings of words, all of which have to be there.
        groups: marks; of each group one has to be there.
        unwanted: marks none of which may be there.
    """

    wanted: Sequence[str]
    groups: Sequence[Sequence[str]]
    unwanted: Sequence[str]

    def as_fts5(self) -> str:
        """Return the search as FTS5 reads it."""
        groups = ["(" + " OR ".join(map(_fts5_quoted, group)) + ")" for group in self.groups]
        asked = " AND ".join(groups + [f"{_fts5_quoted(each)} *" for each in self.wanted])
        return asked + "".join(f" NOT {_fts5_quoted(each)}" for each in self.unwanted)

    def as_tsquery(self) -> str:
        """Return the search as PostgreSQL reads it."""
        groups = ["(" + " | ".join(map(_lexeme, group)) + ")" for group in self.groups]
        asked = groups + [f"{_lexeme(each)}:*" for each in self.wanted]
        return " & ".join(asked + [f"!{_lexeme(each)}" for each in self.unwanted])


def as_tsvector(held: Iterable[str]) -> str:
    """Return words and marks as PostgreSQL reads a tsvector; those that are kept have nothing in them to be quoted."""
    return " ".join(f"'{each}'" for each in held)


def _fts5_quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _lexeme(word: str) -> str:
    """Return a word as a tsquery reads it, whatever stands in it."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
