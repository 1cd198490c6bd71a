"""From the text of a pack to the pack: YAML, schema and references, with every problem at its line.

This is the edge: it knows marshmallow and the fact base's rooms, and opens nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from twosource.facts import references
from twosource.facts.pack import PackProblem, PackReading, build, problem
from twosource.facts.yaml_tree import Path, Tree, TreeError, parse
from twosource_schemas.base import flatten
from twosource_schemas.pack import FactPackSchema


def read(text: str, name: str) -> PackReading:
    """Return the pack that ``text`` holds, or everything that is wrong with it.

    Args:
        text: YAML of fact pack format 1. Anything else gives errors and never raises.
        name: what errors call the file.
    """
    try:
        tree = parse(text)
    except TreeError as error:
        return PackReading(None, tuple(problem(name, each.place, (), each.message) for each in error.problems), ())
    loaded, shape = _load(tree)
    errors = [problem(name, each.place, (), each.message) for each in tree.problems]
    errors += _placed(name, tree, [*shape, *references.problems(tree.plain)])
    warnings = tuple(_placed(name, tree, list(references.doubts(tree.plain))))
    pack = build(loaded) if not errors and loaded is not None else None
    return PackReading(pack, tuple(sorted(errors, key=_by_place)), warnings)


def _load(tree: Tree) -> tuple[Mapping[str, Any] | None, list[tuple[Path, str]]]:
    try:
        return FactPackSchema().load(tree.plain), []  # type: ignore[arg-type]  # what is no mapping is refused by load
    except ValidationError as error:
        return None, list(flatten(error.messages))


def _placed(name: str, tree: Tree, found: list[tuple[Path, str]]) -> list[PackProblem]:
    return [problem(name, tree.place(path), path, message) for path, message in found]


def _by_place(each: PackProblem) -> tuple[int, int, str]:
    return each.line, each.column, each.message
