"""Markdown: CommonMark with tables, read as the page that it makes."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from twosource.cms.formats import html
from twosource.cms.formats.clean import clean
from twosource.model import Segment

_FRONT_MATTER = re.compile(r"---[ \t]*\n")
_FRONT_MATTER_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)

# Blocks: the parser's own bound for its default rules; it recurses a few frames a level, and drops what is deeper.
_MAX_NESTING = 100
# Links and images in the labels of others: each level reads the rest of the paragraph again, and deeper ones are text.
_MAX_LABELS = 10
# Each level of quotations and lists reads the lines that follow it again. No mark is lost with those that are left
# out, for none is visible text.
_MAX_MARKERS = 8
_MARKER = r"[ \t]*+(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])"
_TOO_MANY_MARKERS = re.compile(rf"^((?:{_MARKER}){{{_MAX_MARKERS}}})(?:{_MARKER})++", re.MULTILINE)


def segments(source: str) -> tuple[Segment, ...]:
    """Return the visible text of Markdown as segments; YAML front matter is none of it.

    Of more than eight quotation and list marks before a line eight are read.

    Parsed by markdown-it-py (CommonMark's rules with tables), then read as the HTML that it makes, so that HTML inside
    of Markdown is treated like any other.
    """
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    parser.core.ruler.before("inline", "labels", _bound_labels)
    # The line ends that the parser would make of them itself.
    text = clean(source).replace("\r\n", "\n").replace("\r", "\n")
    return html.segments(parser.render(_TOO_MANY_MARKERS.sub(r"\1", _without_front_matter(text))))


def _without_front_matter(text: str) -> str:
    """Return the text after YAML front matter; one whose end is missing is none."""
    begin = _FRONT_MATTER.match(text)
    end = _FRONT_MATTER_END.search(text, begin.end()) if begin else None
    return text[end.end() :] if end else text


def _bound_labels(state: StateCore) -> None:
    """Lower the bound on nesting between the parser's walk over blocks and that over what stands in them."""
    state.md.options["maxNesting"] = _MAX_LABELS
