"""Fingerprints: what a flag is recognised by, and what a dismissal is bound to."""

from __future__ import annotations

import hashlib
import unicodedata


def fingerprint(sentence: str, quote: str, occurrence: int) -> str:
    """Return the fingerprint of a flag: 16 hex digits of what is said, and in which sentence.

    White space, case and the form of Unicode do not count, so that it survives unrelated edits; a change of the
    sentence ends it.

    Args:
        sentence: the text of the sentence.
        quote: the flagged words.
        occurrence: which of several equal ones in the draft it is, from 0.
    """
    return _digest(_folded(sentence), _folded(quote), str(occurrence))


def flag_id(draft: str, pack: str, fact: str, mark: str) -> str:
    """Return the id of a flag: 20 hex digits, the same for the same draft, fact and fingerprint."""
    return _digest(draft, pack, fact, mark, digits=20)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _digest(*parts: str, digits: int = 16) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:digits]
