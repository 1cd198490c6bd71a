"""What ``facts explain`` does: says why a fact is settled or only claimed."""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path

import click

from twosource.cli.facts_files import read_pack_file
from twosource.cli.facts_told import CannotDoError, FoundError, split_fact
from twosource.facts.explaining import explain
from twosource.facts.pack import printable
from twosource.model import Fact, Pack


def explain_fact(about: str, file: Path | None, locale: str, form: str) -> int:
    """Print how a fact stands and why, in words.

    Raises:
        CannotDoError: there is no such fact, or it is retired.
        FoundError: the file has errors.
    """
    pack_id, fact_id = split_fact(about)
    if not fact_id:
        raise CannotDoError(f"{about}: say which fact, as in {about}/FACT")
    pack = _stored(pack_id, fact_id) if file is None else _of_file(file, pack_id)
    fact = pack.facts.get(fact_id)
    if fact is None:
        close = get_close_matches(fact_id[:100], list(pack.facts), n=1)
        likely = f": did you mean '{close[0]}'?" if close else ""
        raise CannotDoError(f"there is no fact '{fact_id}' of '{pack_id}'{likely}")
    _print(fact, pack, locale, form)
    return 0


def _stored(pack: str, fact: str) -> Pack:
    from twosource.cli.facts_store import open_base  # noqa: PLC0415  loads SQLAlchemy
    from twosource.store import FACT, Ref  # noqa: PLC0415  as above

    ref = Ref(pack, FACT, fact)
    with open_base() as base, base.desk.one_state():
        base.desk.read(ref)
        part = base.desk.part(ref)
        around = None if part is None else base.untold(pack).around(part, fact)
    if around is None:
        raise CannotDoError(f"{ref} is retired; twosource facts history {pack}/{fact} says since when")
    return around


def _of_file(file: Path, pack: str) -> Pack:
    read = read_pack_file(file)
    if read.reading.pack is None:
        raise FoundError([f"error: {problem}" for problem in read.reading.errors])
    if read.reading.pack.id != pack:
        raise CannotDoError(f"{file}: is the pack '{read.reading.pack.id}', not '{pack}'")
    return read.reading.pack


def _print(fact: Fact, pack: Pack, locale: str, form: str) -> None:
    explanation = explain(fact, pack, locale)
    if form == "json":
        told = {
            "pack": fact.pack,
            "fact": fact.id,
            "version": fact.version,
            "settled": fact.sourcing.settled,
            "disputed": bool(fact.sourcing.disputed_by),
            "text": explanation.text,
            "steps": [
                {"kind": step.kind, "values": dict(step.values), "words": step.words} for step in explanation.steps
            ],
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo(printable(f"{fact.label[locale]} ({fact.pack}/{fact.id})"))
    for step in explanation.steps:
        click.echo(printable(step.words))
