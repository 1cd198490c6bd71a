"""The text map: a draft's segments joined into the one text that all offsets count in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from twosource.cms.formats.limit import within
from twosource.model import Segment, SegmentSpan, TextMap

DRAFT_LIMIT = 200_000
"""Code points of a draft that are checked where nobody sets another limit."""


def build(segments: Sequence[Segment], limit: int | None = None, incomplete: str | None = None) -> TextMap:
    """Return the visible text of ``segments``, and where each of them starts in it.

    Args:
        segments: in reading order. What stands ``before`` the first is no part of the text.
        limit: at most so many code points; beyond it the text is cut at the end of a segment or of a sentence, and
            ``incomplete`` says so.
        incomplete: why the segments are not the whole draft, where they are not.
    """
    kept = tuple(segments)
    length = _length(kept)
    if limit is not None and length > limit:
        kept = within(kept, limit)
        cut = f"only the first {_length(kept):,} of {length:,} characters were checked"
        incomplete = f"{incomplete}; {cut}" if incomplete else cut
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    for segment in kept:
        if pieces:
            pieces.append(segment.before)
            at += len(segment.before)
        starts.append(at)
        pieces.append(segment.text)
        at += len(segment.text)
    return TextMap("".join(pieces), kept, tuple(starts), incomplete)


def place(text_map: TextMap, start: int, end: int) -> SegmentSpan:
    """Return where code points ``start`` to ``end`` of the text stand: in which segment, and where in its own text.

    A span over several segments is placed in the first that it has a character of, and ends with it.

    Raises:
        ValueError: the text has no such place, or the map no segment.
    """
    if not 0 <= start <= end <= len(text_map.text) or not text_map.segments:
        raise ValueError(f"no place {start} to {end} in a text of {len(text_map.text)} characters")
    index = max(bisect_right(text_map.starts, start) - 1, 0)
    last = len(text_map.segments) - 1
    while (
        index < last
        and start >= text_map.starts[index] + len(text_map.segments[index].text)
        and (end > text_map.starts[index + 1] or start == text_map.starts[index + 1])
    ):
        index += 1
    segment, at = text_map.segments[index], text_map.starts[index]
    first = min(max(start - at, 0), len(segment.text))
    return SegmentSpan(segment.path, first, max(first, min(end - at, len(segment.text))))


def _length(segments: Sequence[Segment]) -> int:
    return sum(len(segment.text) for segment in segments) + sum(len(segment.before) for segment in segments[1:])
