"""What ``facts export`` does: packs go out of the store as YAML, CSV or JSON-LD, whole files or none."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import click
from marshmallow import ValidationError

from twosource.cli.facts_store import Base, open_base, pack_ids
from twosource.cli.facts_told import CannotDoError, note
from twosource.desk import Moment
from twosource.packs import write
from twosource.packs.csv_facts import write_facts
from twosource.packs.jsonld_out import Site, claim_reviews
from twosource_schemas.scalars import WebAddress

_SUFFIXES = {"yaml": ".yaml", "csv": ".csv", "jsonld": ".jsonld"}
_NAMED = 20


@dataclass(frozen=True, slots=True)
class _Wish:
    """How packs shall be written."""

    form: str
    confidential: bool
    site: Site | None
    on: date


def export(
    packs: Sequence[str],
    form: str,
    at: Moment | None,
    output: str | None,
    confidential: bool,
    author: str | None,
    author_url: str | None,
) -> int:
    """Write packs to standard output, a file, or a folder (which is there, or ends with a slash).

    Raises:
        CannotDoError: the options do not go together, there is no such pack, or the output cannot be written.
    """
    if confidential and form != "yaml":
        raise CannotDoError(f"--with-confidential goes with yaml alone; {form} is for others to read")
    wish = _Wish(form, confidential, _site(form, author, author_url), _day(at))
    with open_base() as base, base.desk.one_state():
        wanted = list(dict.fromkeys(packs)) or list(pack_ids(base.desk))
        folder = _folder(output, len(wanted))
        # All are made before any is written.
        texts = {pack: _text(base, pack, at, wish) for pack in wanted}
    for pack, text in texts.items():
        if folder is not None:
            _save(folder / f"{pack}{_SUFFIXES[form]}", text, private=confidential)
        elif output is None or output == "-":
            click.echo(text.encode(), nl=False)  # as bytes, so that a table's line ends stay as they are
        else:
            _save(Path(output), text, private=confidential)
    return 0


def _site(form: str, author: str | None, url: str | None) -> Site | None:
    if form != "jsonld":
        if author is not None or url is not None:
            raise CannotDoError("--author and --author-url are for claim reviews (--format jsonld)")
        return None
    if author is None:
        if url is not None:
            raise CannotDoError("--author-url wants --author, the name of the site, beside it")
        note("claim reviews have no author; give the name of your site with --author")
        return None
    try:
        return Site(author, WebAddress().take(url) if url is not None else None)
    except ValidationError:
        raise CannotDoError("--author-url: give an address like https://paper.example.org") from None


def _day(at: Moment | None) -> date:
    return at.date() if isinstance(at, datetime) else datetime.now().astimezone().date()


def _folder(output: str | None, packs: int) -> Path | None:
    """Return the folder that packs go to, made where it is not there, or None for one file or standard output.

    Raises:
        CannotDoError: there are no packs, or several would go into one file.
    """
    if packs == 0:
        raise CannotDoError("no pack is stored yet; import one with: twosource facts import FILE")
    is_folder = output is not None and (Path(output).is_dir() or output.endswith(os.sep))
    if packs > 1 and not is_folder:
        raise CannotDoError(f"these are {packs} packs: name one of them, or give --output a folder, as in packs/")
    if output is None or not is_folder:
        return None
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotDoError(f"{output}: cannot be made: {error.strerror or error}") from error
    return Path(output)


def _text(base: Base, pack: str, at: Moment | None, wish: _Wish) -> str:
    plain = base.desk.plain(pack, at)
    if wish.confidential:
        return write(plain)
    redaction = base.untold(pack).pack(plain)
    told = redaction.pack()
    if wish.form == "csv":
        table = write_facts(told)
        _tell_left_out(pack, "not flat", table.left_out)
        return table.text
    if wish.form == "jsonld":
        reviews = claim_reviews(told, wish.on, wish.site)
        _tell_left_out(pack, "not for others", reviews.left_out)
        return json.dumps(reviews.document, ensure_ascii=False, indent=2) + "\n"
    if nameless := [source for source in plain.get("sources", {}) if source in redaction.hidden.sources]:
        number = f"{len(nameless)} confidential source{'s' * (len(nameless) > 1)}"
        note(f"{pack}: {number} left nameless; --with-confidential writes all (import that one, not this)")
    return write(told)


def _tell_left_out(pack: str, why: str, left_out: Mapping[str, str]) -> None:
    if left_out:
        named = [f"{fact} ({reason})" for fact, reason in left_out.items()]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        one = f"1 fact is {why} and" if len(named) == 1 else f"{len(named)} facts are {why} and"
        note(f"{pack}: {one} left out: {', '.join(named[:_NAMED])}{more}")


def _save(path: Path, text: str, *, private: bool) -> None:
    """Write a file whole: beside its place first, and then moved there.

    Args:
        path: where to.
        text: what.
        private: whether only its owner may read it.

    Raises:
        CannotDoError: it cannot be written; what was there is still there.
    """
    target = path.resolve()
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            target.write_bytes(text.encode())
            return
        beside = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with os.fdopen(
                os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb"
            ) as to:
                to.write(text.encode())
                to.flush()
                os.fsync(to.fileno())
            beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink()
    except OSError as error:
        raise CannotDoError(f"{path}: cannot be written: {error.strerror or error}") from error
