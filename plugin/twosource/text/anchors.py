"""Anchors: places in a text as W3C Web Annotation selectors. Public: :func:`anchor`, :func:`selectors`, :func:`find`.

Source: W3C Recommendation "Web Annotation Data Model" (2017), sections 4.2.4 (TextQuoteSelector) and 4.2.5
(TextPositionSelector), which counts characters as code points.
"""

from __future__ import annotations

from dataclasses import dataclass

CONTEXT = 32
"""Code points of prefix and suffix that a quote is given, as many as Hypothesis's client gives it."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in a text, twice: by position and by its words.

    Attributes:
        start: first code point.
        end: code point after the last.
        exact: the words.
        prefix: up to 32 code points before them.
        suffix: up to 32 code points after them.
    """

    start: int
    end: int
    exact: str
    prefix: str
    suffix: str


def anchor(text: str, start: int, end: int) -> Anchor:
    """Return the anchor of code points ``start`` to ``end``.

    Raises:
        ValueError: the text has no such place.
    """
    if not 0 <= start <= end <= len(text):
        raise ValueError(f"no place {start} to {end} in a text of {len(text)} characters")
    return Anchor(start, end, text[start:end], text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT])


def selectors(place: Anchor) -> list[dict[str, str | int]]:
    """Return an anchor as W3C selectors: the position in code points, and the quote."""
    return [
        {"type": "TextPositionSelector", "start": place.start, "end": place.end},
        {"type": "TextQuoteSelector", "exact": place.exact, "prefix": place.prefix, "suffix": place.suffix},
    ]


def find(text: str, place: Anchor) -> tuple[int, int] | None:
    """Return where the anchored words stand in ``text``, or None where that is not certain.

    Certain is: the words with all of their context stand there exactly once; or the text has the words at their old
    position within all of their context. Nothing is guessed.
    """
    around = place.prefix + place.exact + place.suffix
    at = place.start - len(place.prefix)
    if at < 0 or not text.startswith(around, at):
        at = text.find(around)
        if at < 0 or text.find(around, at + 1) >= 0:
            return None
    start = at + len(place.prefix)
    return start, start + len(place.exact)
