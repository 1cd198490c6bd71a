"""A draft's title where it is not given apart: the heading that its text starts with."""

from __future__ import annotations

from dataclasses import replace

from twosource.model import Segment, SegmentKind


def titled(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return the segments with a heading that comes first as the title, as plain text has it."""
    if segments and segments[0].kind is SegmentKind.HEADING:
        return (replace(segments[0], kind=SegmentKind.TITLE), *segments[1:])
    return segments
