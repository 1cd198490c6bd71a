"""The generic event's texts as segments: title, lead and one of html, text, markdown or blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from twosource.cms.formats import html, markdown, plain
from twosource.cms.formats.clean import clean
from twosource.cms.formats.titled import titled
from twosource.model import Segment, SegmentKind

BODIES: dict[str, Callable[[str], tuple[Segment, ...]]] = {
    "html": html.segments,
    "text": plain.segments,
    "markdown": markdown.segments,
}
BLOCKS_FORMAT = "twosource"
_BLOCK_KINDS = {kind.value: kind for kind in SegmentKind if kind not in (SegmentKind.TITLE, SegmentKind.LEAD)}


class UnreadableEventError(ValueError):
    """An event whose texts cannot be read.

    Attributes:
        path: the offending field, as a dotted path.
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path


def segments(event: Mapping[str, object]) -> tuple[Segment, ...]:
    """Return the segments of a mapping with ``title``, ``lead`` and at most one of html, text, markdown and blocks.

    Paths are ``title``, ``lead`` and ``body/0``, ``body/1``, …; absent and empty texts give none. Where
    neither title nor lead is given, a heading that the body starts with is the title.

    Raises:
        UnreadableEventError: two bodies, blocks of an unknown format, or a block that is none.
    """
    title = _single(event.get("title"), SegmentKind.TITLE)
    lead = _single(event.get("lead"), SegmentKind.LEAD)
    body = _body(event)
    if not title and not lead:
        return titled(body)
    untitled = (
        replace(segment, kind=SegmentKind.HEADING) if segment.kind is SegmentKind.TITLE else segment for segment in body
    )
    return (*title, *lead, *untitled)


def _single(text: object, kind: SegmentKind) -> tuple[Segment, ...]:
    return (Segment(kind, kind.value, clean(text)),) if isinstance(text, str) and text.strip() else ()


def _body(event: Mapping[str, object]) -> tuple[Segment, ...]:
    present = [name for name in (*BODIES, "blocks") if event.get(name) is not None]
    if len(present) > 1:
        raise UnreadableEventError(present[1], f"a draft has one body, and {present[0]} is given too; leave one out")
    if not present:
        return ()
    name = present[0]
    if name == "blocks":
        return _blocks(event)
    return BODIES[name](str(event[name]))


def refuse_misshapen_blocks(event: Mapping[str, object]) -> None:
    """Return nothing where the blocks of a mapping have a shape that :func:`segments` reads; no markup is parsed.

    Raises:
        UnreadableEventError: the blocks are of an unknown format, or one of them is none.
    """
    for path, block in _numbered(event):
        _shape(path, block)


def _blocks(event: Mapping[str, object]) -> tuple[Segment, ...]:
    found: list[Segment] = []
    for path, block in _numbered(event):
        for segment in _block(path, block):
            found.append(replace(segment, path=f"body/{len(found)}"))
    return tuple(found)


def _numbered(event: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """Return the blocks, each with its dotted path."""
    form, blocks = event.get("format"), event["blocks"]
    if form != BLOCKS_FORMAT:
        raise UnreadableEventError("format", f"{form!r} is no known format of blocks; known: {BLOCKS_FORMAT}")
    if not isinstance(blocks, Iterable) or isinstance(blocks, str | bytes | Mapping):
        raise UnreadableEventError("blocks", "not a list of blocks")
    return [(f"blocks.{index}", block) for index, block in enumerate(blocks)]


def _block(path: str, block: object) -> tuple[Segment, ...]:
    """Return the segments of one block."""
    kind, text = _shape(path, block)
    if kind is None:
        return html.segments(text)
    return (Segment(kind, path, clean(text)),) if text.strip() else ()


def _shape(path: str, block: object) -> tuple[SegmentKind | None, str]:
    """Return the kind and the text of a block ``{kind?, text}``, or None and the markup of a block ``{html}``."""
    if not isinstance(block, Mapping):
        raise UnreadableEventError(path, "not an object with text or html")
    if block.get("html") is not None and block.get("text") is not None:
        raise UnreadableEventError(path, "has both text and html; leave one out")
    if isinstance(markup := block.get("html"), str):
        return None, markup
    text, name = block.get("text"), block.get("kind", SegmentKind.PARAGRAPH.value)
    if not isinstance(text, str):
        raise UnreadableEventError(path, "has neither text nor html")
    kind = _BLOCK_KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise UnreadableEventError(f"{path}.kind", f"{name!r} is no kind of block; known: {', '.join(_BLOCK_KINDS)}")
    return kind, text
