"""Cutting a text that is over the limit where no sentence is broken."""

from __future__ import annotations

import re
from dataclasses import replace

from twosource.model import Segment

_SENTENCE_END = re.compile(r"[.!?…]['\"”“’‘»«)\]]*(?=\s)")


def within(segments: tuple[Segment, ...], limit: int) -> tuple[Segment, ...]:
    """Return the segments whose visible text is at most ``limit`` code points, ``before`` included.

    The last of them is cut at the end of a sentence; where it has none within the limit it is left out, for half a
    sentence or half a figure says something else than the whole.
    """
    kept: list[Segment] = []
    length = 0
    for segment in segments:
        length += len(segment.before) if kept else 0
        if length + len(segment.text) > limit:
            if whole := whole_sentences(segment.text[: max(limit - length, 0)]):
                kept.append(replace(segment, text=whole))
            break
        kept.append(segment)
        length += len(segment.text)
    return tuple(kept)


def without_broken_end(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return the segments of a source that was cut off somewhere, without the sentence that was cut."""
    if not segments:
        return ()
    *others, last = segments
    whole = whole_sentences(last.text)
    return (*others, replace(last, text=whole)) if whole else tuple(others)


def whole_sentences(text: str) -> str:
    """Return ``text`` up to the end of the last sentence that something follows, or ``""``."""
    end = 0
    for match in _SENTENCE_END.finditer(text):
        end = match.end()
    return text[:end]
