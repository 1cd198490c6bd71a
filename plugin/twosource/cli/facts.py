"""The commands of the fact base: ``twosource facts import|export|validate|lint|diff|history|disclose|explain``.

What they do is in the modules ``facts_…`` beside this one, which are loaded when one of them runs: the command line's
help does not wait for SQLAlchemy and the schemas.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from datetime import date, datetime, time
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from twosource.cli.serve import CannotError
from twosource.model import LOCALES

FORMATS = ("yaml", "csv", "jsonld")
_OURS = ("text", "json")
_CHANGE = re.compile(r"[0-9]{1,18}")
_BEGINS_WITH_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _run(work: str, /, **options: Any) -> None:
    """Do the work ``module.function`` and end with the status that it returns."""
    module, _, name = work.partition(".")
    told = import_module("twosource.cli.facts_told")
    function: Callable[..., int] = getattr(import_module(f"twosource.cli.{module}"), name)
    try:
        status = function(**options)
    except told.FoundError as error:
        for line in error.lines:
            click.echo(line, err=True)
        status = 1
    except told.CannotDoError as error:
        raise CannotError(told.in_one_line(error)) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        raise CannotError(f"cannot write what was asked for: {error.strerror or error}") from error
    if status:
        raise click.exceptions.Exit(status)


def _moment(_context: click.Context, _parameter: click.Parameter, written: str | None) -> datetime | int | None:
    """Return a moment in time with its zone (of a day, its end), or the number of a change."""
    if written is None:
        return None
    if _CHANGE.fullmatch(written):
        return int(written)
    try:
        moment = datetime.fromisoformat(written if _BEGINS_WITH_DAY.match(written) else "")
        if len(written) <= len("2026-11-30"):
            moment = datetime.combine(moment, time.max)
        return moment if moment.tzinfo else moment.astimezone()
    except (ValueError, OverflowError, OSError):
        told = f"{written!r} is no moment; write 2026-11-30, 2026-11-30T20:15, or the number of a change"
        raise click.BadParameter(told) from None


def _day(_context: click.Context, _parameter: click.Parameter, written: str | None) -> date | None:
    try:
        return None if written is None else date.fromisoformat(written)
    except ValueError:
        raise click.BadParameter(f"{written!r} is no date; write it as 2026-11-30") from None


def _name(_context: click.Context, _parameter: click.Parameter, written: str | None) -> str | None:
    """Return words that are to be kept and shown, on one line."""
    if written is not None and not (written.strip() and written.isprintable()):
        raise click.BadParameter("give a line of text, without line breaks")
    return written.strip() if written is not None else None


_FILE = click.Path(path_type=Path, allow_dash=True)
_FILES = click.argument("files", nargs=-1, required=True, metavar="FILE…", type=_FILE)
_REPORT = click.option("--format", "form", type=click.Choice(_OURS), default="text", show_default=True)
_LOCALE = click.option(
    "--locale", type=click.Choice(LOCALES), default="en", show_default=True, help="The language of what is said."
)
_CONFIDENTIAL = click.option(
    "--with-confidential", "confidential", is_flag=True, help="With the names and words of confidential sources."
)


@click.group()
def facts() -> None:
    """The fact packs that drafts are checked against."""


@facts.command("import")
@_FILES
@click.option("--by", callback=_name, metavar="NAME", help="Who makes the change; the system's user when left out.")
@click.option("--reason", callback=_name, metavar="TEXT", help="Why, for the history.")
@click.option("--pack", metavar="PACK", help="The pack that CSV or JSON-LD goes into.")
@click.option("--fact", metavar="FACT", help="The fact that the reviews of JSON-LD are about.")
@click.option(
    "--as", "verdict", type=click.Choice(("support", "dispute")), help="What the reviews say, where no rating does."
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="What the files are; by their names when left out.")
@click.option(
    "--expect",
    "expected",
    type=click.IntRange(0, 2**63 - 1),
    metavar="CHANGE",
    help="Only if this is still the pack's last change (facts history); 0: if there is none.",
)
@click.option("--dry-run", "dry", is_flag=True, help="Say what would change, and write nothing.")
def import_facts(**options: Any) -> None:
    """Take facts into the store: all of them, or where anything is wrong none.

    FILE is a pack (.yaml), which takes the place of what was kept under its id and retires what it no longer has;
    facts in a table (.csv), which are made or changed and retire none; or reviews of fact-checkers (.jsonld). The same
    again changes nothing. Exit status: 0 done, 1 a file has errors, 2 it could not be done.
    """
    _run("facts_import.import_files", **options)


@facts.command("export")
@click.argument("packs", nargs=-1, metavar="[PACK]…")
@click.option("--format", "form", type=click.Choice(FORMATS), default="yaml", show_default=True)
@click.option(
    "--at", callback=_moment, metavar="MOMENT", help="As it was at the end of a day, at a time, after a change."
)
@click.option(
    "--output", type=click.Path(), metavar="FILE|DIR", help="Where to; several packs want a folder (as in packs/)."
)
@_CONFIDENTIAL
@click.option("--author", callback=_name, metavar="NAME", help="Of claim reviews (jsonld): whose site it is.")
@click.option("--author-url", metavar="URL", help="Of claim reviews (jsonld): the address of that site.")
def export_facts(**options: Any) -> None:
    """Write packs out of the store; all that are live when none is named.

    yaml is the whole pack, as import takes it; csv the facts that fit into a table; jsonld claim reviews for a site.
    Confidential sources are nameless in it, unless --with-confidential is given, which yaml alone can have.
    """
    _run("facts_export.export", **options)


@facts.command("validate")
@_FILES
@_REPORT
def validate_facts(**options: Any) -> None:
    """Read fact packs and tell every error and every doubt, without a database.

    Exit status: 0 no errors, 1 told.
    """
    _run("facts_validating.validate", **options)


@facts.command("lint")
@click.argument("files", nargs=-1, metavar="[FILE]…", type=_FILE)
@click.option("--pack", "packs", multiple=True, metavar="PACK", help="A pack of the store; may be given several times.")
@click.option("--at", callback=_day, metavar="DATE", help="The day that reviews are held against; today when left out.")
@_LOCALE
@_REPORT
def lint_facts(**options: Any) -> None:
    """Point out what is legal in packs but weak, and what would mend it.

    Exit status: 0 nothing, 1 something, 2 a pack could not be read.
    """
    _run("facts_linting.lint_packs", **options)


@facts.command("diff")
@click.argument("before", metavar="A")
@click.argument("after", required=False, metavar="[B]")
@click.option("--from", "start", callback=_moment, metavar="MOMENT", help="A is a pack of the store: as it was then.")
@click.option("--to", "end", callback=_moment, metavar="MOMENT", help="Until then; as it is now when left out.")
@_CONFIDENTIAL
@_REPORT
def diff_facts(**options: Any) -> None:
    """Say what differs: between the packs of two files, or between what is stored and a file.

    With --from, between two moments of the stored pack A. Exit status: 0 nothing, 1 something, 2 it could not be told.
    """
    _run("facts_diff.differences", **options)


@facts.command("history")
@click.argument("about", metavar="PACK[/FACT]")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Of how many changes.")
@_CONFIDENTIAL
@_REPORT
def show_history(**options: Any) -> None:
    """Say what changed, the newest first: when, who, why, and what.

    Times are those of this machine's zone. What an object was before it was retired is read by export --at.
    """
    _run("facts_history.show", **options)


@facts.command("disclose")
@click.argument("about", metavar="PACK/SOURCE")
@click.option("--by", callback=_name, metavar="NAME", help="Who makes the change; the system's user when left out.")
@click.option("--reason", callback=_name, metavar="TEXT", help="Why, for the history.")
def disclose_source(**options: Any) -> None:
    """Let a source that was confidential be told again, once no fact marks it any more.

    Until then its name and words stay untold, also where the support that was confidential is gone.
    """
    _run("facts_disclosing.disclose", **options)


@facts.command("explain")
@click.argument("about", metavar="PACK/FACT")
@click.option("--facts", "file", type=_FILE, metavar="FILE", help="A pack's file, instead of the store.")
@_LOCALE
@_REPORT
def explain_fact(**options: Any) -> None:
    """Say in words why a fact is settled or only claimed, and what would settle it."""
    _run("facts_explaining.explain_fact", **options)


COMMANDS: tuple[click.Command, ...] = (facts,)
