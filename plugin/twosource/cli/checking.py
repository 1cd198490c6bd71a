"""What ``twosource check`` does: reads packs and drafts, checks them, and prints what was found."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from twosource.check import Options
from twosource.check import check as check_draft
from twosource.cli import sarif
from twosource.cli.pack_files import PackErrorsError, read_pack_files
from twosource.cms.files import UnreadableDraftError, draft_from_file
from twosource.facts.index import FactBase
from twosource.model import Flag, Report, Severity
from twosource.text.build import DRAFT_LIMIT
from twosource_schemas.result import as_json

SHARE_READ = 8_000_000
"""How many bytes of a file are read; what is beyond is over every limit on characters anyway."""


class CannotCheckError(Exception):
    """Something could not be read; the message says what, where, and how to mend it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file with its report."""

    file: str
    report: Report


def run(
    files: Sequence[str],
    packs: Sequence[str],
    lang: str | None,
    locale: str,
    at: date,
    spacy: bool,
    form: str,
    fail_on: str,
) -> int:
    """Check files, print what was found, and return the exit status: 0, 1 or 2.

    A file that cannot be read is told on standard error and does not keep the others from being checked.
    """
    try:
        base = _base_of(packs)
    except PackErrorsError as error:
        click.echo("\n".join(error.lines), err=True)
        return 2
    options = Options(locale=locale, at=at, limit=DRAFT_LIMIT, spacy=spacy)
    checked, failed = [], False
    for file in files:
        try:
            checked.append(_check_file(file, base, lang, options))
        except CannotCheckError as error:
            click.echo(f"error: {error}", err=True)
            failed = True
    if not packs:
        click.echo("note: no fact pack was given (--facts PACK), so nothing can be flagged", err=True)
    try:
        _print(checked, form)
        sys.stdout.flush()
    except OSError as error:
        click.echo(f"error: cannot write what was found: {error.strerror or error}", err=True)
        return 2
    if failed:
        return 2
    return int(_at_or_above(fail_on, checked))


def _base_of(packs: Sequence[str]) -> FactBase:
    """Return the fact base of pack files; their doubts are told on standard error."""
    files = read_pack_files([Path(pack) for pack in packs])
    for doubt in (doubt for file in files for doubt in file.doubts):
        click.echo(doubt, err=True)
    return FactBase.of([file.pack for file in files])


def _check_file(file: str, base: FactBase, lang: str | None, options: Options) -> Checked:
    try:
        raw = _bytes_of(file)
        draft = draft_from_file(file, raw, lang)
    except OSError as error:
        raise CannotCheckError(f"{file}: cannot be read: {error.strerror or error}") from error
    except UnreadableDraftError as error:
        told = str(error)
        raise CannotCheckError(told if told.startswith(file) else f"{file}: {told}") from error
    return Checked(file, check_draft(draft, base, options))


def _bytes_of(file: str) -> bytes:
    """Return a file's bytes, at most as many as are read, up to the end of a character.

    Raises:
        CannotCheckError: it is JSON over the limit, of which a part says nothing.
    """
    if file == "-":
        raw = sys.stdin.buffer.read(SHARE_READ + 1)
    else:
        with Path(file).open("rb") as stream:
            raw = stream.read(SHARE_READ + 1)
    if len(raw) <= SHARE_READ:
        return raw
    if Path(file).suffix.lower() == ".json":
        raise CannotCheckError(
            f"{file}: over {SHARE_READ:,} bytes, and JSON cannot be read in part: put the draft's text alone in a file"
        )
    end = SHARE_READ
    while end > SHARE_READ - 4 and raw[end] & 0b1100_0000 == 0b1000_0000:  # inside of a character
        end -= 1
    return raw[:end]


def _at_or_above(fail_on: str, checked: Iterable[Checked]) -> bool:
    if fail_on == "never":
        return False
    bar = Severity(fail_on).rank
    return any(flag.severity.rank >= bar for each in checked for flag in each.report.flags)


def _print(checked: Sequence[Checked], form: str) -> None:
    for each in checked:
        if each.report.incomplete and form != "json":
            click.echo(f"{each.file}: note: incomplete: {each.report.incomplete}", err=True)
    if form == "sarif":
        click.echo(json.dumps(sarif.log([(each.file, each.report) for each in checked]), ensure_ascii=False, indent=2))
        return
    for each in checked:
        if form == "json":
            click.echo(json.dumps({"file": each.file, **as_json(each.report)}, ensure_ascii=False))
            continue
        for flag in each.report.flags:
            click.echo(_line(each, flag) if form == "text" else _annotation(each, flag))


def _line(each: Checked, flag: Flag) -> str:
    """Return ``file:line:column: severity: message [rules]``; columns count code points of the visible text from 1."""
    line, column = sarif.position(each.report.text, flag.start)
    return f"{each.file}:{line}:{column}: {flag.severity}: {flag.message} [{', '.join(flag.rules)}]"


def _annotation(each: Checked, flag: Flag) -> str:
    """Return a workflow command as GitHub's runners read it."""
    line, column = sarif.position(each.report.text, flag.start)
    level = "notice" if flag.severity is Severity.NOTE else flag.severity.value
    place = f"file={_escaped(each.file, ':,')},line={line},col={column}"
    return f"::{level} {place},title={_escaped(flag.message, ':,')}::{_escaped(flag.detail)}"


def _escaped(text: str, marks: str = "") -> str:
    for mark in "%\r\n" + marks:
        text = text.replace(mark, f"%{ord(mark):02X}")
    return text
