"""Markdown: CommonMark with tables, read as the page that it makes."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from twosource.cms.formats import html
from twosource.cms.formats.clean import clean
from twosource.model import Segment

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")

# The parser's own bound for its default rules: it recurses a few frames a level, and drops what is deeper.
_MAX_NESTING = 100
_MARKER = r"[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])"
_TOO_MANY_MARKERS = re.compile(rf"^((?:{_MARKER}){{40}})(?:{_MARKER})+", re.MULTILINE)


def segments(source: str) -> tuple[Segment, ...]:
    """Return the visible text of Markdown as segments; YAML front matter is none of it.

    Of more than forty quotation and list marks before a line forty are read.

    Parsed by markdown-it-py (CommonMark's rules with tables), then read as the HTML that it makes, so that HTML inside
    of Markdown is treated like any other.
    """
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    text = _FRONT_MATTER.sub("", clean(source), count=1)
    return html.segments(parser.render(_TOO_MANY_MARKERS.sub(r"\1", text)))
