"""Every message that reading a pack can give has an example that gives it.

The messages are taken from the code itself: every text of several words in the modules that read packs, docstrings and
patterns aside. A place for a value in a message stands for anything.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from twosource.packs import read, read_plain

ROOT = Path(__file__).resolve().parents[3]
INVALID = sorted((ROOT / "fixtures/schemas/invalid/fact-pack").glob("*.yaml"))
VALID = sorted((ROOT / "fixtures/schemas/valid/fact-pack").glob("*.yaml"))
JSON = sorted((ROOT / "fixtures/schemas/invalid/fact-pack").glob("*.json"))
_WORD = re.compile(r"(?<![\w'])[a-z]{2,}(?![\w(])")
MODULES = (
    *(
        ROOT / f"schemas/twosource_schemas/{name}.py"
        for name in ("base", "cues", "hints", "localized", "pack", "scalars", "values")
    ),
    *(ROOT / f"plugin/twosource/facts/{name}.py" for name in ("references", "yaml_hints", "yaml_tree")),
    ROOT / "plugin/twosource/packs/reading.py",
)
NO_EXAMPLE = {
    r".*\ has\ no\ canonical\ form;": "for who writes a schema; no pack brings it about",
    "a\\ number\\ of\\ thousands\\ of\\ digits": "no JSON reader hands such a number on (test_jsonld_in has it)",
    r"longer\ than\ .*\ characters": "a file of twenty pages (test_fields has it)",
    r"it\ cannot\ be\ read": "only where libyaml gives no reason",
    r"the\ file\ has\ .*\ characters,": "a file of a hundred million characters (test_yaml_tree has it)",
    r"a\ character\ is\ half\ of\ one": "no file in UTF-8 holds one (test_yaml_tree has it)",
}
"""What has no example, by the beginning of its pattern, and why."""


def texts(module: Path) -> Iterator[str]:
    """Yield the messages of a module, as patterns: its texts of several words, docstrings aside."""
    tree = ast.parse(module.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    parts = {id(part) for node in joined for part in ast.walk(node) if part is not node}
    for node in ast.walk(tree):
        pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
        if id(node) in docstrings | parts or not any(isinstance(piece, ast.Constant) for piece in pieces):
            continue
        written = [str(piece.value) if isinstance(piece, ast.Constant) else None for piece in pieces]
        plain = " ".join(each for each in written if each is not None)
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            continue
        if len(_WORD.findall(plain)) >= 3 and '["' not in plain:  # a type that is written as text is no message
            yield "".join(".*" if each is None else re.escape(each) for each in written)


@cache
def told() -> tuple[str, ...]:
    """Return every message that the examples give."""
    readings = [read(path.read_text("utf-8"), path.name) for path in (*INVALID, *VALID)]
    readings += [read_plain(json.loads(path.read_text("utf-8"))["pack"], path.name) for path in JSON]
    return tuple(each.message for reading in readings for each in (*reading.errors, *reading.warnings))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_message_of_reading_packs_has_an_example(module: Path) -> None:
    silent = [text for text in texts(module) if not any(re.search(text, message) for message in told())]
    assert [text for text in silent if not text.startswith(tuple(NO_EXAMPLE))] == []


def test_messages_are_found_in_the_code() -> None:
    found = [text for module in MODULES for text in texts(module)]
    assert len(found) > 60
    assert any("is\\ given\\ twice" in text for text in found)
    assert all(any(text.startswith(known) for text in found) for known in NO_EXAMPLE)
