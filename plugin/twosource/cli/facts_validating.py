"""What ``facts validate`` does: reads packs, and tells their errors and doubts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from twosource.cli.facts_files import PackFile, format_of, read_pack_file, same_ids
from twosource.cli.facts_told import CannotDoError, FoundError
from twosource.facts.pack import PackProblem, PackReading


def validate(files: Sequence[Path], form: str) -> int:
    """Print what is wrong and what is doubtful in packs; return 1 where anything is wrong."""
    read = list(read_all(files))
    if twins := list(same_ids(read)):
        raise FoundError(twins)
    for file in read:
        if form == "json":
            click.echo(json.dumps(_as_json(file), ensure_ascii=False))
        else:
            _tell(file)
    return int(any(file.reading.pack is None for file in read))


def read_all(files: Sequence[Path]) -> Iterator[PackFile]:
    """Yield the packs of files.

    Raises:
        CannotDoError: a file cannot be read, or is no pack's.
    """
    for path in files:
        if format_of(path, "yaml" if str(path) == "-" else None) != "yaml":
            raise CannotDoError(
                f"{path}: is read against a pack; try it with: twosource facts import --dry-run --pack PACK {path}"
            )
        yield read_pack_file(path)


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
