"""What ``facts lint`` does: points out what is weak in packs of files and of the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from twosource.cli.facts_files import PackFile
from twosource.cli.facts_told import CannotDoError
from twosource.cli.facts_validating import read_all
from twosource.facts.pack import PackProblem, PackReading
from twosource.facts.yaml_tree import Tree, parse
from twosource.lint import Weakness, lint, placed
from twosource.packs import read_plain

if TYPE_CHECKING:
    from twosource.desk import Desk


@dataclass(frozen=True, slots=True)
class _Case:
    """A pack that lint looks at; ``tree`` has the lines where it is a file."""

    name: str
    reading: PackReading
    texts: dict[str, str] = field(repr=False)
    tree: Tree | None = field(default=None, repr=False)


def lint_packs(files: Sequence[Path], packs: Sequence[str], at: date | None, locale: str, form: str) -> int:
    """Print what is weak in packs of files and of the store; return 1 where anything is.

    Raises:
        CannotDoError: none is named, or one cannot be read or has errors.
    """
    if not files and not packs:
        raise CannotDoError("name a pack's file, or a pack of the store with --pack")
    cases = [_file_case(file) for file in read_all(files)]
    if packs:
        from twosource.cli.facts_store import open_base  # noqa: PLC0415  loads SQLAlchemy

        with open_base() as base:
            cases += [_stored_case(base.desk, pack) for pack in packs]
    day = at or datetime.now().astimezone().date()
    found = False
    for case in cases:
        if case.reading.pack is None:
            raise CannotDoError(f"{case.name}: has errors; mend what twosource facts validate says")
        weak = lint(case.reading.pack, at=day, texts=case.texts, locale=locale, given=case.reading.given)
        _print_weaknesses(case, weak, form)
        found = found or bool(weak)
    return int(found)


def _file_case(file: PackFile) -> _Case:
    if file.reading.pack is None:
        raise CannotDoError(f"{file.name}: has errors; mend what twosource facts validate {file.name} says")
    sources = file.reading.pack.sources.values()
    texts = {source.id: file.beside[source.text] for source in sources if source.text and source.text in file.beside}
    return _Case(file.name, file.reading, texts, parse(file.text))


def _stored_case(desk: Desk, pack: str) -> _Case:
    from twosource.store import SOURCE, Ref  # noqa: PLC0415  loads SQLAlchemy

    reading = read_plain(desk.plain(pack), pack)
    sources = reading.pack.sources.values() if reading.pack else ()
    kept = {source.id: desk.kept_text(Ref(pack, SOURCE, source.id)) for source in sources if source.text}
    return _Case(pack, reading, {source: text.text for source, text in kept.items() if text is not None})


def _print_weaknesses(case: _Case, weak: Sequence[Weakness], form: str) -> None:
    problems = placed(weak, case.tree, case.name) if case.tree is not None else (None,) * len(weak)
    if form == "json":
        told = [_weakness(each, problem) for each, problem in zip(weak, problems, strict=True)]
        click.echo(json.dumps({"file": case.name, "weaknesses": told}, ensure_ascii=False))
        return
    for each, problem in zip(weak, problems, strict=True):
        click.echo(str(problem) if problem is not None else f"{case.name}: {each}")
    if not weak:
        click.echo(f"{case.name}: nothing weak was found")


def _weakness(each: Weakness, problem: PackProblem | None) -> dict[str, Any]:
    estimate = each.estimate
    return {
        "code": each.code,
        "line": problem.line if problem else None,
        "column": problem.column if problem else None,
        "path": each.where,
        "message": each.message,
        "estimate": {"share": estimate.share, "words": estimate.words} if estimate else None,
    }
