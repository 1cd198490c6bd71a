"""The commands that keep and run the service: serve, site, token, db.

What they do is in :mod:`twosource.cli.operating` and :mod:`twosource.cli.running`, which are loaded when one of them
runs: the command line's help does not wait for Flask and SQLAlchemy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import ModuleType
from urllib.parse import urlsplit

import click

from twosource.model import LOCALES

_SITE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


class CannotError(click.ClickException):
    """What keeps a command from doing its work; the exit status is 2."""

    exit_code = 2


def _run(work: str, *arguments: object) -> None:
    """Do the named work and print its lines; say in one line what it cannot do."""
    print_lines(getattr(_operating(), work)(*arguments))


def print_lines(lines: Iterable[str]) -> None:
    """Print the lines of a command's work.

    Raises:
        CannotError: what it cannot do, in one line.
    """
    try:
        for line in lines:
            click.echo(line)
    except _operating().TOLD as error:
        raise CannotError(str(error)) from error


def _operating() -> ModuleType:
    from twosource.cli import operating  # noqa: PLC0415  loads SQLAlchemy

    return operating


@click.command()
def serve() -> None:
    """Run the service until it is stopped.

    Its settings are environment variables TWOSOURCE_…; the database is brought up to date first.
    """
    from twosource.cli import running  # noqa: PLC0415  loads Flask and all the rest

    print_lines(running.serve())


@click.group()
def site() -> None:
    """The sites: CMSs that drafts come from and results go to."""


def _site_name(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    if not _SITE_NAME.fullmatch(name):
        raise click.BadParameter("use lower-case letters, digits and hyphens, at most 63")
    return name


def _callback_url(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.fragment
        usable = usable and parts.username is None and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise click.BadParameter("give an address like https://cms.example.org/twosource, without a user's name")
    return url


@site.command("add")
@click.argument("name", callback=_site_name)
@click.option("--callback-url", callback=_callback_url, help="Where results are posted; without it, nowhere.")
@click.option("--locale", type=click.Choice(LOCALES), default="en", show_default=True, help="Of the messages.")
@click.option("--secret", help="A webhook secret (whsec_…) that the CMS has already; made where it is left out.")
def add_site(name: str, callback_url: str | None, locale: str, secret: str | None) -> None:
    """Add the site NAME and print its webhook secret."""
    _run("add_site", name, callback_url, locale, secret)


@site.command("list")
def list_sites() -> None:
    """List the sites."""
    _run("list_sites")


@site.command("test")
@click.argument("name")
def try_site(name: str) -> None:
    """Post a signed event of the type ping to the site NAME, and tell what it answers."""
    _run("try_site", name)


@site.command("rotate-secret")
@click.argument("name")
@click.option("--finish", is_flag=True, help="Let only the newest secret live on.")
def rotate_secret(name: str, finish: bool) -> None:
    """Give the site NAME a new webhook secret and print it; the one before lives on until --finish."""
    _run("keep_newest_secret" if finish else "rotate_secret", name)


@click.group()
def token() -> None:
    """The bearer tokens that open the API."""


@token.command("add")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    help="check, drafts:read, flags:write, facts:read, facts:write or facts:confidential; repeatable.",
)
def add_token(name: str, scopes: tuple[str, ...]) -> None:
    """Make the token NAME and print it; it is shown this once."""
    _run("add_token", name, scopes)


@token.command("list")
def list_tokens() -> None:
    """List the tokens, the revoked ones too."""
    _run("list_tokens")


@token.command("revoke")
@click.argument("name")
def revoke_token(name: str) -> None:
    """Let the token NAME open nothing any more."""
    _run("revoke_token", name)


@click.group()
def db() -> None:
    """The database."""


@db.command("upgrade")
def upgrade_db() -> None:
    """Bring the database's schema up to date (serve does so as well)."""
    _run("upgrade_db")


COMMANDS: tuple[click.Command, ...] = (serve, site, token, db)
