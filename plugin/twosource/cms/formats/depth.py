"""A bound on the nesting of HTML, so that parsing takes a time that grows with the length only."""

from __future__ import annotations

import re
from collections import Counter

MAX_DEPTH = 10_000
"""Open elements; parsers look through all of them at many a tag, so that time grows with their square."""

# Possessive, and only ever sought before the text's last ">", so that no part of a text is read twice.
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)[^>]*+>")
# Elements that never hold others, or (p) never their like: any number of them is no depth. What holds text that nobody
# sees (a script, say) is among them, so that it stays what it is at any depth.
_UNSEEN = ("iframe", "noscript", "script", "style", "textarea", "title")
_VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
_FLAT = frozenset((*_UNSEEN, *_VOID, "p"))
_CONTAINERS = frozenset(
    ("div", "ul", "ol", "li", "table", "tbody", "tr", "td", "blockquote", "section", "figure", "body")
)


def flattened(source: str) -> str:
    """Return HTML without the tags that would nest deeper than 10,000 elements; their content stays."""
    if source.count("<") <= MAX_DEPTH:
        return source
    opened: list[str] = []
    number = Counter[str]()

    def kept(match: re.Match[str]) -> str:
        closing, name = match[1], match[2].lower()
        if name in _FLAT:
            return match[0]
        if closing:
            _end(name, opened, number)
            return match[0]
        if len(opened) >= MAX_DEPTH:
            return " "
        opened.append(name)
        number[name] += 1
        return match[0]

    last = source.rfind(">") + 1
    return _TAG.sub(kept, source[:last]) + source[last:]


def _end(name: str, opened: list[str], number: Counter[str]) -> None:
    """End an element: a container with all that stands open inside of it, another only where it is the innermost.

    (An inline end tag does not end the blocks inside of it: ``<b><div></b>`` leaves the div open.)
    """
    if not number[name] or (name not in _CONTAINERS and opened[-1] != name):
        return
    inner = ""
    while inner != name:
        inner = opened.pop()
        number[inner] -= 1
