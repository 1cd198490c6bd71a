"""The command demo: the whole way of a draft, on this machine alone.

What it does is in :mod:`twosource.cli.demonstration`, which is loaded when it runs.
"""

from __future__ import annotations

import click

from twosource.model import LOCALES


@click.command()
@click.option("--once", is_flag=True, help="End after printing, instead of leaving the service running.")
@click.option(
    "--locale",
    type=click.Choice(LOCALES),
    help="The language of all messages; without it, each draft's own.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen; any free port without it.")
def demo(once: bool, locale: str | None, port: int) -> None:
    """Send drafts through the service as a CMS would, and print the flags that come back.

    It uses an empty database, which it removes at the end, and the drafts and the fact pack of the project.
    """
    from twosource.cli import demonstration  # noqa: PLC0415  loads Flask, SQLAlchemy and the check

    try:
        demonstration.run(click.echo, once=once, locale=locale, port=port)
    except demonstration.CannotShowError as error:
        raise click.ClickException(str(error)) from error


COMMANDS: tuple[click.Command, ...] = (demo,)
