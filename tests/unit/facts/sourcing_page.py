"""The examples of plugin/docs/sourcing.md, which are cases of sourcing.yaml: ``make docs`` writes them anew."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from sourcing_world import CASES, fact, world

from twosource.facts.explaining import explain

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "plugin" / "docs" / "sourcing.md"
RAW = (Path(__file__).parent / "sourcing.yaml").read_text("utf-8")
_EXAMPLE = re.compile(r"^```yaml\n(?P<name>[^\n]+):\n.*?^```\n(?P<told>\n> [^\n]*\n)?", re.MULTILINE | re.DOTALL)


def examples(page: str) -> list[str]:
    """Return the names of the cases that a page has, in its order."""
    return [found["name"].strip('"') for found in _EXAMPLE.finditer(page)]


def written(page: str) -> str:
    """Return a page with its examples as they are: the case, and how it is explained where the page tells that."""
    return _EXAMPLE.sub(lambda found: _example(found["name"], told=found["told"] is not None), page)


def _example(key: str, *, told: bool) -> str:
    name = key.strip('"')
    if name not in CASES:
        raise ValueError(f"{PAGE.name}: sourcing.yaml has no case {name!r}")
    case = re.search(rf"^  \"?{re.escape(name)}\"?:\n    \{{(.*)\}}$", RAW, re.MULTILINE)
    assert case is not None, name
    block = "\n".join([f"{key}:", *(f"  {part}" for part in _parts(case.group(1)))])
    quoted = f"\n> {explain(fact(name), world(), 'en').text}\n" if told else ""
    return f"```yaml\n{block}\n```\n{quoted}"


def _parts(mapping: str) -> Iterator[str]:
    """Yield the entries of a flow mapping's inside; a name without its credits is enough for an example."""
    depth, start = 0, 0
    for index, character in enumerate(mapping + ","):
        depth += (character in "[{") - (character in "]}")
        if character == "," and depth == 0:
            part = mapping[start:index].strip()
            start = index + 1
            if not part.startswith("credits:"):
                yield part


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
