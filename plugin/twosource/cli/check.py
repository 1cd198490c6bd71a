"""The command that checks files: ``twosource check``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date, datetime
from types import ModuleType

import click

from twosource.model import LANGUAGES, LOCALES

_FAIL_ON = ("error", "warning", "note", "never")


def _day(_context: click.Context, _parameter: click.Parameter, written: str | None) -> date | None:
    if written is None:
        return None
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise click.BadParameter(f"{written!r} is no date; write it as 2026-11-30") from None


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--facts", "packs", multiple=True, metavar="PACK", help="A fact pack; may be given several times.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The draft's language; detected when left out.")
@click.option(
    "--locale",
    type=click.Choice(LOCALES),
    default="en",
    show_default=True,
    help="The language of the messages.",
)
@click.option("--at", callback=_day, metavar="DATE", help="The day of the check, as 2026-11-30; today when left out.")
@click.option("--no-model", "bare", is_flag=True, help="Do without spaCy's pipeline: the same flags, a faster start.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True
)
@click.option(
    "--fail-on",
    type=click.Choice(_FAIL_ON),
    default="error",
    show_default=True,
    help="From which severity on the exit status is 1.",
)
def check(
    files: Sequence[str],
    packs: Sequence[str],
    lang: str | None,
    locale: str,
    at: date | None,
    bare: bool,
    form: str,
    fail_on: str,
) -> None:
    """Check drafts against fact packs.

    FILE is text, Markdown or HTML (.txt, .md, .html), a CMS's own JSON (.json), or - for standard input. No database
    and no server is needed. Exit status: 0 nothing at or above --fail-on, 1 something, 2 a file could not be checked.
    """
    status = _checking().run(
        list(files),
        list(packs),
        lang,
        locale,
        at or datetime.now().astimezone().date(),
        not bare,
        form,
        fail_on,
    )
    sys.exit(status)


def _checking() -> ModuleType:
    from twosource.cli import checking  # noqa: PLC0415 - loads the language machinery

    return checking


COMMANDS: tuple[click.Command, ...] = (check,)
