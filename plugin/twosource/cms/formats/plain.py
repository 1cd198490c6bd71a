"""Plain text: the visible text is the text that was sent, character for character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from twosource.cms.formats.clean import clean
from twosource.model import Segment, SegmentKind

_BREAK = re.compile(r"\r\n|[\r\n\u2028\u2029]")
_LIST_MARKER = re.compile(r"[-*•]\s")
_CLOSING = ".!?…:;,"
_AFTER_CLOSING = "'\"”“’‘»«)]"
_HEADING_MAX = 120
_TITLE_MAX = 240
_WRAP_MIN, _WRAP_MAX = 40, 100


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str

    @property
    def is_list_item(self) -> bool:
        return bool(_LIST_MARKER.match(self.text))

    @property
    def is_open(self) -> bool:
        """Whether no punctuation closes it."""
        return not self.text.rstrip(_AFTER_CLOSING).endswith(tuple(_CLOSING))


def segments(source: str) -> tuple[Segment, ...]:
    """Return the lines of a plain text as segments, with paths ``body/0``, ``body/1`` and so on.

    The segments' texts with the characters ``before`` each of them (none before the first) are ``source`` again,
    exactly, but for a byte-order mark. A line is a paragraph; lines that an editor's program has wrapped at a fixed
    width are one. A short line that no punctuation closes is a heading where a paragraph follows it, the first line
    the title; a line that starts with ``-``, ``*`` or ``•`` and a blank is a list item, its marker included.
    """
    text = clean(source)
    paragraphs = list(_paragraphs(text))
    if not paragraphs:
        return (Segment(SegmentKind.PARAGRAPH, "body/0", text),) if text else ()
    segments_: list[Segment] = []
    end_before = 0
    for index, paragraph in enumerate(paragraphs):
        # White space at the very beginning and end has no block on its other side to stand between.
        start = 0 if index == 0 else paragraph.start
        end = len(text) if index == len(paragraphs) - 1 else paragraph.end
        before = text[end_before:start] if index else "\n\n"
        kind = _kind(paragraphs, index)
        segments_.append(Segment(kind, f"body/{index}", text[start:end], before))
        end_before = end
    return tuple(segments_)


def _paragraphs(text: str) -> Iterator[_Line]:
    """Yield the lines, those of a wrapped block as one."""
    block: list[_Line] = []
    for line in _lines(text):
        if block and len(_BREAK.findall(text, block[-1].end, line.start)) > 1:
            yield from _unwrapped(text, block)
            block = []
        block.append(line)
    yield from _unwrapped(text, block)


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that have more than blanks, without the blanks around them."""
    at = 0
    for end_of_line, next_line in [*(match.span() for match in _BREAK.finditer(text)), (len(text), len(text))]:
        written = text[at:end_of_line]
        if stripped := written.strip():
            start = at + len(written) - len(written.lstrip())
            yield _Line(start, start + len(stripped), stripped)
        at = next_line


def _unwrapped(text: str, block: list[_Line]) -> list[_Line]:
    """Return the block as one paragraph where its lines were wrapped at a width, else as it is.

    A wrapped block has lines of much the same length, except its last, and at least one that breaks off mid-sentence.
    """
    if len(block) < 2 or any(line.is_list_item for line in block):
        return block
    *full, last = block
    lengths = [len(line.text) for line in full]
    same_width = min(lengths) >= _WRAP_MIN and max(*lengths, len(last.text)) <= _WRAP_MAX
    if same_width and min(lengths) >= 0.7 * max(lengths) and any(line.is_open for line in full):
        return [_Line(block[0].start, last.end, text[block[0].start : last.end])]
    return block


def _kind(paragraphs: list[_Line], index: int) -> SegmentKind:
    line = paragraphs[index]
    if line.is_list_item:
        return SegmentKind.LIST_ITEM
    more = index + 1 < len(paragraphs)
    longest = _HEADING_MAX if index else _TITLE_MAX
    if not more or len(line.text) > longest or not line.is_open or _BREAK.search(line.text):
        return SegmentKind.PARAGRAPH
    if index == 0:
        return SegmentKind.TITLE
    return SegmentKind.PARAGRAPH if paragraphs[index - 1].is_list_item else SegmentKind.HEADING
