"""HTML: what a browser would show of it, block by block."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from twosource.cms.formats.clean import clean
from twosource.cms.formats.depth import flattened
from twosource.model import Segment, SegmentKind

_UNSEEN = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "svg",
        "math",
        "iframe",
        "object",
        "embed",
        "audio",
        "video",
        "canvas",
        "textarea",
        "select",
        "datalist",
        "title",
        "meta",
        "link",
        "base",
    ]
)
_BLOCKS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), SegmentKind.HEADING),
    **dict.fromkeys(("li", "dt", "dd"), SegmentKind.LIST_ITEM),
    **dict.fromkeys(("figcaption", "caption"), SegmentKind.CAPTION),
    **dict.fromkeys(("td", "th"), SegmentKind.TABLE_CELL),
    "blockquote": SegmentKind.QUOTATION,
}
_PLAIN_BLOCKS = frozenset(
    [
        "html",
        "body",
        "p",
        "div",
        "section",
        "article",
        "aside",
        "header",
        "footer",
        "main",
        "nav",
        "address",
        "details",
        "summary",
        "figure",
        "form",
        "fieldset",
        "legend",
        "ul",
        "ol",
        "dl",
        "menu",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "pre",
        "hr",
        "center",
        "hgroup",
        "search",
        "dialog",
    ]
)
_INHERITED = (SegmentKind.QUOTATION, SegmentKind.CODE)
_NOT_DISPLAYED = re.compile(r"display\s*:\s*none\b", re.IGNORECASE)
# White space as CSS collapses it: a no-break space is none.
_COLLAPSIBLE = re.compile(r"[ \t\r\n\f]+")
_AROUND_BREAK = re.compile(r" *\n *")


@dataclass(slots=True)
class _Block:
    """An open element that makes blocks of its own."""

    kind: SegmentKind
    keeps_space: bool = False


@dataclass(slots=True)
class _Page:
    """What has been read: finished segments, and the pieces of the one being read."""

    segments: list[Segment] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    row: int = 0
    row_before: int = 0

    def end_block(self, block: _Block) -> None:
        """Close the segment that was being read, where it has any text."""
        text = "".join(self.pieces)
        self.pieces.clear()
        # A line break is kept as "\v" until white space, newlines included, has been collapsed.
        text = text.strip("\n") if block.keeps_space else _AROUND_BREAK.sub("\n", _collapsed(text)).strip(" \n")
        text = text.replace("\v", "\n") if block.keeps_space else text
        if text.strip():
            path = f"body/{len(self.segments)}"
            self.segments.append(Segment(block.kind, path, text, self._separator(block.kind)))
            self.row_before = self.row

    def _separator(self, kind: SegmentKind) -> str:
        same = bool(self.segments) and self.segments[-1].kind is kind
        if same and kind is SegmentKind.TABLE_CELL:
            return "\t" if self.row == self.row_before else "\n"
        return "\n" if same and kind is SegmentKind.LIST_ITEM else "\n\n"


def segments(source: str) -> tuple[Segment, ...]:
    """Return the visible text of HTML as segments, with paths ``body/0``, ``body/1``, … in reading order.

    Entities are decoded, white space is collapsed as a browser does it (a no-break space stays), inline marks are
    joined, ``<br>`` is a newline. Scripts, styles, comments and what is hidden (the ``hidden`` attribute,
    ``display:none``) are left out; ``<pre><code>`` is of kind CODE; everything inside ``<blockquote>`` a quotation.

    Parsed by selectolax's lexbor, which reads HTML5 as browsers do, in C; the tree is walked without recursion, so
    that no depth of nesting can exhaust a stack; nesting beyond 10,000 elements is flattened.
    """
    page = _Page()
    blocks = [_Block(SegmentKind.PARAGRAPH)]
    node = LexborHTMLParser(flattened(clean(source)).replace("\v", " ")).root
    while node is not None:
        tag = node.tag or ""
        if tag == "-text":
            page.pieces.append(_text_of(node, blocks[-1]))
        elif tag == "br":
            page.pieces.append("\v")
        elif not _is_unseen(node, tag):
            _enter(page, blocks, node, tag)
            if (child := node.first_child) is not None:
                node = child
                continue
            _leave(page, blocks, tag)
        node = _following(page, blocks, node)
    page.end_block(blocks[-1])
    return tuple(page.segments)


def _following(page: _Page, blocks: list[_Block], node: LexborNode) -> LexborNode | None:
    """Return the next node in reading order after ``node`` and all in it, leaving what ends on the way."""
    current: LexborNode | None = node
    while current is not None:
        if current.next is not None:
            return current.next
        current = current.parent
        if current is not None:
            _leave(page, blocks, current.tag or "")
    return None


def _is_unseen(node: LexborNode, tag: str) -> bool:
    if tag in _UNSEEN or not node.is_element_node:
        return not node.is_document_node
    attributes = node.attributes
    return "hidden" in attributes or bool(_NOT_DISPLAYED.search(attributes.get("style") or ""))


def _is_block(tag: str) -> bool:
    return tag in _BLOCKS or tag in _PLAIN_BLOCKS


def _enter(page: _Page, blocks: list[_Block], node: LexborNode, tag: str) -> None:
    if not _is_block(tag):
        return
    outer = blocks[-1]
    page.end_block(outer)
    if tag == "tr":
        page.row += 1
    kind = outer.kind if outer.kind in _INHERITED else _BLOCKS.get(tag, outer.kind)
    keeps_space = outer.keeps_space or tag == "pre"
    if tag == "pre" and _holds_code(node):
        kind = SegmentKind.CODE
    blocks.append(_Block(kind, keeps_space))


def _leave(page: _Page, blocks: list[_Block], tag: str) -> None:
    if _is_block(tag):
        page.end_block(blocks.pop())


def _holds_code(pre: LexborNode) -> bool:
    child = pre.first_child
    while child is not None:
        if child.tag == "code":
            return True
        child = child.next
    return False


def _text_of(node: LexborNode, block: _Block) -> str:
    text = node.text_content or ""
    return text if block.keeps_space else _COLLAPSIBLE.sub(" ", text)


def _collapsed(text: str) -> str:
    return _COLLAPSIBLE.sub(" ", text).replace("\v", "\n")
