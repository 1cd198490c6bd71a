"""What ``facts diff`` does: says what differs between packs of files, or between states of a stored one."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from twosource.cli.facts_changes import UNTOLD, Changes, changes
from twosource.cli.facts_files import read_pack_file
from twosource.cli.facts_told import CannotDoError, FoundError, note

if TYPE_CHECKING:
    from twosource.cli.facts_store import Base
    from twosource.desk import Moment


def differences(
    before: str, after: str | None, start: Moment | None, end: Moment | None, confidential: bool, form: str
) -> int:
    """Print what differs and return 1, or 0 where nothing does.

    Args:
        before: a file, or the id of a stored pack where moments are given.
        after: a file, or None to hold the first file against what is stored.
        start: the moment to begin with, of a stored pack.
        end: the moment to end with; None for now.
        confidential: whether confidential sources are told.
        form: text or json.

    Raises:
        CannotDoError: the arguments do not go together, or something cannot be read.
        FoundError: a file has errors.
    """
    if start is not None or end is not None:
        if after is not None:
            raise CannotDoError("--from and --to are for a pack of the store, and a second one has no place beside it")
        if start is None:
            raise CannotDoError("say with --from which moment the comparison begins with")
        with _base() as base, base.desk.one_state():
            states = base.desk.plain(before, start), base.desk.plain(before, end)
            found = changes(*states, confidential=confidential, untold=base.untold(before).hidden)
    elif after is not None:
        found = changes(_file(before), _file(after), confidential=confidential)
    else:
        given = _file(before)
        with _base() as base, base.desk.one_state():
            stored, untold = base.desk.plain(given["id"]), base.untold(given["id"]).hidden
            found = changes(stored, given, confidential=confidential, untold=untold)
    _print(found, form)
    return int(found.any)


def _base() -> AbstractContextManager[Base]:
    from twosource.cli.facts_store import open_base  # noqa: PLC0415  loads SQLAlchemy

    return open_base()


def _file(name: str) -> dict[str, Any]:
    """Return the pack of a file in canonical form."""
    path = Path(name)
    if name != "-" and not path.exists():
        raise CannotDoError(f"{name}: there is no such file; for a pack of the store give --from")
    file = read_pack_file(path)
    if file.reading.canonical is None:
        raise FoundError([f"error: {problem}" for problem in file.reading.errors])
    return dict(file.reading.canonical)


def _print(found: Changes, form: str) -> None:
    if form == "json":
        listed = [
            {"path": list(each.path), "op": each.op, "old": each.old, "new": each.new} for each in found.differences
        ]
        click.echo(json.dumps({"differences": listed, "confidential_differ": found.untold}, ensure_ascii=False))
        return
    for each in found.differences:
        click.echo(str(each))
    if found.untold:
        note(UNTOLD)
