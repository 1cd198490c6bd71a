"""The commands that show what waits in the inbox and the outbox, or was set aside, and try it again."""

from __future__ import annotations

from types import ModuleType

import click

from twosource.cli.serve import print_lines

_LIMIT = click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Of how many at most."
)
_ALL = click.option("--all", "everything", is_flag=True, help="All that were set aside.")
_IDS = click.argument("ids", nargs=-1, type=click.IntRange(1, 2**63 - 1), metavar="ID…")


@click.group()
def deliveries() -> None:
    """The drafts that came in and wait, or were set aside."""


@click.group()
def outbound() -> None:
    """The results that go out and wait, or were set aside."""


@deliveries.command("list")
@click.option(
    "--state", type=click.Choice(("received", "checked", "superseded", "set_aside")), help="Only those in this state."
)
@_LIMIT
def list_deliveries(state: str | None, limit: int) -> None:
    """List deliveries that are not checked yet or were set aside, the newest first.

    Each line has the id, the site, the draft, the state, how often it was tried, and the last error.
    """
    print_lines(_queues().list_queue("inbox", state, limit))


@deliveries.command("retry")
@_IDS
@_ALL
def retry_deliveries(ids: tuple[int, ...], everything: bool) -> None:
    """Let deliveries be checked again, with all their tries before them; a running server checks them at once."""
    _retry("inbox", ids, everything)


@outbound.command("list")
@click.option(
    "--state", type=click.Choice(("waiting", "posted", "superseded", "set_aside")), help="Only those in this state."
)
@_LIMIT
def list_outbound(state: str | None, limit: int) -> None:
    """List results that are not posted yet or were set aside, the newest first.

    Each line has the id, the site, the draft, the state, how often it was tried, and the last error.
    """
    print_lines(_queues().list_queue("outbox", state, limit))


@outbound.command("retry")
@_IDS
@_ALL
def retry_outbound(ids: tuple[int, ...], everything: bool) -> None:
    """Let results be posted again, with all their tries before them.

    They go out under the webhook ids that they had; a running server posts them at once.
    """
    _retry("outbox", ids, everything)


def _retry(queue: str, ids: tuple[int, ...], everything: bool) -> None:
    if bool(ids) == everything:
        raise click.UsageError("give the ids that list shows, or --all")
    print_lines(_queues().retry(queue, ids))


def _queues() -> ModuleType:
    from twosource.cli import queues  # noqa: PLC0415  loads SQLAlchemy

    return queues


COMMANDS: tuple[click.Command, ...] = (deliveries, outbound)
