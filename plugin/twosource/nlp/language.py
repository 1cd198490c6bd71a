"""Which language a draft is in, when nobody says."""

from __future__ import annotations

from functools import cache

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

_CODES = {Language.GERMAN: "de", Language.DUTCH: "nl", Language.ENGLISH: "en"}
_ENOUGH = 4_000
_SHORT = 300
_WORDS = 4
_LONG = 5


@cache
def _detector() -> LanguageDetector:
    return LanguageDetectorBuilder.from_languages(*_CODES).build()


def detect(text: str) -> str | None:
    """Return ``de``, ``nl`` or ``en``, or None where the text has no words to tell it by.

    The lingua library decides between the three languages alone; the first few thousand characters are enough. In a
    short text names weigh too much (a Dutch name in an English sentence), so there the words that begin small decide,
    where there are enough of them.
    """
    sample = text[:_ENOUGH]
    if len(sample) < _SHORT:
        words = sample.split()
        small = [word.lower() for word in words[:1] if len(word) < _LONG] + [
            word for word in words if word[0].islower()
        ]
        sample = " ".join(small) if len(small) >= _WORDS else sample
    found = _detector().detect_language_of(sample)
    return None if found is None else _CODES[found]
