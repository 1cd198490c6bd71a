"""The command line: arguments and files come in; text, JSON or SARIF and an exit status go out."""

from __future__ import annotations

import click

from twosource import __version__
from twosource.cli import check, demo, facts, queue_commands, serve


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="twosource")
def main() -> None:
    """Twosource: the fact-check plugin that newsrooms put behind their CMS."""


for _command in (*check.COMMANDS, *facts.COMMANDS, *serve.COMMANDS, *queue_commands.COMMANDS, *demo.COMMANDS):
    main.add_command(_command)
