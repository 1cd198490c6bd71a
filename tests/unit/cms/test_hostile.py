"""Hostile drafts: each format reads them in time in proportion to their length.

Each runs in a process of its own, for a regular expression that runs away cannot be interrupted. The bound on its time
only tells a hang from work: what grows with the square of the length takes hours for these.
"""

import subprocess
import sys

import pytest

_LONG = 1_000_000
# markdown-it-py and the tokens are Python alone, so that a square shows at less.
_LENGTHS = {"plain": _LONG, "html": _LONG, "markdown": 40_000, "tokens": 50_000}
_READ = """
import sys
form, length, head, unit, tail = sys.argv[1:]
source = head + unit * (int(length) // len(unit)) + tail
if form == "tokens":
    from twosource.text.tokens import tokenise
    for language in ("de", "nl", "en"):
        tokenise(source, language)
else:
    from importlib import import_module
    import_module(f"twosource.cms.formats.{form}").segments(source)
print("read")
"""
_HOSTILE = [
    ("", " ", ""),
    ("a", " ", "\na"),
    ("", "\r\n", ""),
    ("---\r\n", "a\r\n", ""),
    ("---\n", "--- a\n", ""),
    ("a\r", ">", ""),
    ("", "<", ""),
    ("", "<a", ""),
    ("", "<a", ">"),
    ("", "</a", ""),
    ("", '<a b="', ""),
    ("", "<!--", ""),
    ("", "<b><div></b>", ""),
    ("", "<p> a {} </p>", ""),
    ("", "&", ""),
    ("", "*", ""),
    ("", "*a **b ", ""),
    ("", "_a_", ""),
    ("", "[", ""),
    ("", "![", ""),
    ("", "[a](", ""),
    ("[a]: b\n\n", "[a][", ""),
    ("", "`", ""),
    ("", "`a``b", ""),
    ("", ">", ""),
    ("> > > > > > > > > > > > a\n", "a\n", ""),
    ("- - - - - - - - - - - - a\n", "a\n", ""),
    ("|a|b|\n|-|-|\n", "|a|b|\n", ""),
    ("", "|a", ""),
    ("", "-", ""),
    ("", "- ", ""),
    ("", "- a\n  - b\n    - c\n", ""),
    (".", "”", "x"),
    ("", ".”", "x"),
    ("", "\u200b", ""),
    ("", "\u0301", ""),
    ("", "e\u0301", ""),
    ("", "\u00e4", ""),
]


@pytest.mark.parametrize("form", _LENGTHS)
def test_hostile_runs_are_read(form: str) -> None:
    for head, unit, tail in _HOSTILE:
        ended = subprocess.run(
            [sys.executable, "-c", _READ, form, str(_LENGTHS[form]), head, unit, tail],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.stdout == "read\n", (head, unit, tail, ended.stderr)
