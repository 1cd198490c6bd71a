"""Which language a draft is in, when nobody says."""

from __future__ import annotations

from functools import cache

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

_CODES = {Language.GERMAN: "de", Language.DUTCH: "nl", Language.ENGLISH: "en"}
_ENOUGH = 4_000


@cache
def _detector() -> LanguageDetector:
    return LanguageDetectorBuilder.from_languages(*_CODES).build()


def detect(text: str) -> str | None:
    """Return ``de``, ``nl`` or ``en``, or None where the text has no words to tell it by.

    The lingua library decides between the three languages alone; the first few thousand characters are enough.
    """
    found = _detector().detect_language_of(text[:_ENOUGH])
    return None if found is None else _CODES[found]
