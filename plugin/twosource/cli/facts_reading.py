"""What ``facts validate`` and ``facts lint`` do: read packs, and tell their errors, doubts and weaknesses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from twosource.cli.facts_errors import CannotDoError, FoundError, open_desk
from twosource.cli.facts_files import PackFile, format_of, read_pack_file
from twosource.desk import Desk
from twosource.facts.pack import PackProblem, PackReading
from twosource.facts.yaml_tree import Tree, parse
from twosource.lint import Weakness, lint, placed
from twosource.packs import read_plain
from twosource.store import SOURCE, Ref


def validate(files: Sequence[Path], form: str) -> int:
    """Print what is wrong and what is doubtful in packs; return 1 where anything is wrong."""
    read = list(_read(files))
    _refuse_same_ids(read)
    for file in read:
        if form == "json":
            click.echo(json.dumps(_as_json(file), ensure_ascii=False))
        else:
            _tell(file)
    return int(any(file.reading.pack is None for file in read))


def _read(files: Sequence[Path]) -> Iterator[PackFile]:
    for path in files:
        if format_of(path, "yaml" if str(path) == "-" else None) != "yaml":
            raise CannotDoError(
                f"{path}: is read against a pack; try it with: twosource facts import --dry-run --pack PACK {path}"
            )
        yield read_pack_file(path)


def _refuse_same_ids(files: Sequence[PackFile]) -> None:
    seen: dict[str, str] = {}
    for file in files:
        if file.reading.pack is not None:
            other = seen.setdefault(file.reading.pack.id, file.name)
            if other is not file.name:
                told = f"the pack id '{file.reading.pack.id}' is that of {other} too: give one another id"
                raise FoundError([f"error: {file.name}: {told}"])


def _tell(file: PackFile) -> None:
    for problem in file.reading.errors:
        click.echo(f"error: {problem}", err=True)
    for problem in file.reading.warnings:
        click.echo(f"warning: {problem}", err=file.reading.pack is None)
    if file.reading.pack is not None:
        click.echo(count(file.name, file.reading))


def count(name: str, reading: PackReading) -> str:
    """Return the line that tells how many facts a pack without errors has."""
    number = len(reading.pack.facts) if reading.pack is not None else 0
    return f"{name}: {number} {'fact' if number == 1 else 'facts'}, no errors"


def _as_json(file: PackFile) -> dict[str, Any]:
    pack = file.reading.pack
    return {
        "file": file.name,
        "pack": pack.id if pack else None,
        "facts": len(pack.facts) if pack else None,
        "errors": [_problem(each) for each in file.reading.errors],
        "warnings": [_problem(each) for each in file.reading.warnings],
    }


def _problem(each: PackProblem) -> dict[str, Any]:
    return {"line": each.line or None, "column": each.column or None, "path": each.path, "message": each.message}


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
    cases = [_file_case(file) for file in _read(files)]
    if packs:
        with open_desk() as desk:
            cases += [_stored_case(desk, pack) for pack in packs]
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
