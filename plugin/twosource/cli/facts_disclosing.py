"""What ``facts disclose`` does: lets a source that was confidential be told again."""

from __future__ import annotations

import click

from twosource.cli.facts_store import open_base
from twosource.cli.facts_told import CannotDoError, user
from twosource.facts.pack import printable
from twosource.store import SOURCE, Author, Ref


def disclose(about: str, by: str | None, reason: str | None) -> int:
    """Let a source be told, and print which ones that were.

    Raises:
        CannotDoError: there is no such source, or a fact still marks it as confidential.
    """
    pack, _, source = about.partition("/")
    if not source:
        raise CannotDoError(f"{about}: say which source, as in {about}/SOURCE")
    with open_base() as base:
        told = base.desk.disclose(Ref(pack, SOURCE, source), Author(by or user(), reason))
    if not told:
        click.echo(printable(f"source '{source}' of '{pack}' was told already"))
    for each in told:
        click.echo(printable(f"source '{each}' of '{pack}' may be told from now on"))
    return 0
