"""How the commands of the fact base tell what is wrong, and what is beside their results."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

import click

from twosource.facts.pack import printable


class CannotDoError(Exception):
    """What keeps a command from doing its work, in one line that says what to mend."""


class FoundError(Exception):
    """What was read has errors: each is a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines[0])
        self.lines = lines


def in_one_line(error: Exception) -> str:
    """Return what an error says on one line that a terminal does not act on."""
    return printable(" ".join(str(error).split()))


def note(told: str) -> None:
    """Say on standard error what is no result."""
    click.echo(printable(f"note: {told}"), err=True)


def user() -> str:
    """Return the system's user, who makes a change where nobody else is named.

    Raises:
        CannotDoError: the system has no name for them.
    """
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        raise CannotDoError("this user has no name; say with --by who makes the change") from None


def split_fact(about: str) -> tuple[str, str]:
    """Return the pack and the fact of ``PACK/FACT``; of ``PACK`` alone, no fact."""
    pack, _, fact = about.partition("/")
    return pack, fact
