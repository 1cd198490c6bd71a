"""From the text of a pack to the pack: YAML, schema and references, with every problem at its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError

from twosource.facts import references
from twosource.facts.pack import PackProblem, PackReading, build, problem
from twosource.facts.yaml_tree import NOWHERE, Path, Place, Tree, TreeError, TreeProblem, parse
from twosource.packs.canonical_form import canonical
from twosource.packs.uncollected import uncollected
from twosource_schemas.base import flatten, ready
from twosource_schemas.pack import FactPackSchema


def read(text: str, name: str) -> PackReading:
    """Return the pack that ``text`` holds, or everything that is wrong with it.

    Args:
        text: YAML of fact pack format 1. Anything else gives errors and never raises.
        name: what errors call the file.
    """
    with uncollected():
        try:
            tree = parse(text)
        except TreeError as error:
            errors = tuple(problem(name, each.place, (), each.message) for each in error.problems)
            return PackReading(None, errors, ())
        checked = _look(tree, name)
        del tree  # A large pack's tree is as large as the pack.
        return _reading(checked)


def read_plain(plain: object, name: str) -> PackReading:
    """Return the pack that mappings, lists and scalars hold (JSON, or the canonical form), or what is wrong with it.

    Args:
        plain: a pack as ``json.loads`` or :func:`twosource.packs.canonical` returns one. Numbers may be texts, which
            keep their precision. Anything else gives errors and never raises.
        name: what errors call it; they have no line.
    """
    with uncollected():
        return _reading(_check(plain, name, lambda _path: NOWHERE, ()))


@dataclass(frozen=True, slots=True)
class _Checked:
    """What the schema loads, or None, with all that is wrong or doubtful."""

    given: Mapping[str, Any] | None
    errors: tuple[PackProblem, ...]
    warnings: tuple[PackProblem, ...]


def _look(tree: Tree, name: str) -> _Checked:
    """Return what a tree holds; one in which something is wrong is worth a closer look at its commas."""
    checked = _check(tree.plain, name, tree.place, tree.problems)
    if checked.errors and (closer := tree.closer()) is not tree and closer.problems:
        return _check(closer.plain, name, closer.place, closer.problems)
    return checked


def _check(plain: Any, name: str, place: Callable[[Path], Place], known: tuple[TreeProblem, ...]) -> _Checked:
    def placed(found: list[tuple[Path, str]]) -> list[PackProblem]:
        return [problem(name, place(path), path, message) for path, message in found]

    given, shape = _load(plain)
    errors = [problem(name, each.place, (), each.message) for each in known]
    errors += placed([*shape, *references.problems(plain)])
    warnings = placed(list(references.doubts(plain)))
    return _Checked(given, tuple(sorted(errors, key=_by_place)), tuple(warnings))


def _reading(checked: _Checked) -> PackReading:
    given = checked.given
    if checked.errors or given is None:
        return PackReading(None, checked.errors, checked.warnings)
    written = canonical(given)
    return PackReading(build(given, written), (), checked.warnings, given, written)


def _load(plain: Any) -> tuple[Mapping[str, Any] | None, list[tuple[Path, str]]]:
    try:
        return ready(FactPackSchema).load(plain), []
    except ValidationError as error:
        return None, list(flatten(error.messages))


def _by_place(each: PackProblem) -> tuple[int, int, str]:
    return each.line, each.column, each.message
