"""What ``facts import`` does: packs, tables and reviews go into the store, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from twosource.cli.facts_changes import changes
from twosource.cli.facts_files import PackFile, bytes_of, format_of, read_pack_file, same_ids
from twosource.cli.facts_store import Base, open_base
from twosource.cli.facts_told import CannotDoError, FoundError, note, user
from twosource.cli.facts_validating import count
from twosource.desk import Amendment, Desk, Outcome, ReadPack, StaleChangeError, UnknownEntryError
from twosource.facts.pack import printable
from twosource.model import Pack
from twosource.packs.csv_facts import Merged, merge_facts
from twosource.packs.hidden import is_nameless
from twosource.packs.jsonld_facts import MergedReviews, Taken, merge_reviews
from twosource.packs.jsonld_in import Verdict
from twosource.store import Author, Ref

Canonical = Mapping[str, Any]

_COUNTS = (("created", "new"), ("changed", "changed"), ("retired", "retired"), ("restored", "live again"))


@dataclass(frozen=True, slots=True)
class _Addition:
    """A table or reviews that go into a pack."""

    name: str
    form: str
    raw: bytes = field(repr=False)
    fact: str | None = None
    verdict: Verdict | None = None

    def into(self, pack: Canonical, taken: list[Taken]) -> tuple[Pack, Canonical]:
        """Return a pack with it, as the model and in canonical form; what became of reviews is put into ``taken``.

        Raises:
            FoundError: it has errors.
        """
        merged: Merged | MergedReviews
        if self.form == "csv":
            merged = merge_facts(self.raw, self.name, pack)
        else:
            merged = merge_reviews(self.raw, self.name, pack, self.fact or "", self.verdict)
            taken += merged.taken
        if merged.canonical is None or merged.pack is None:
            raise FoundError([f"error: {problem}" for problem in merged.problems])
        return merged.pack, merged.canonical


@dataclass(slots=True)
class _Given:
    """What shall be imported: whole packs, and what goes into one pack."""

    packs: list[PackFile] = field(default_factory=list)
    additions: list[_Addition] = field(default_factory=list)


def import_files(  # noqa: PLR0913, PLR0917  the options of the command
    files: Sequence[Path],
    by: str | None,
    reason: str | None,
    pack: str | None,
    fact: str | None,
    verdict: Verdict | None,
    form: str | None,
    dry: bool,
    expected: int | None,
) -> int:
    """Take files into the store and print what that did.

    Raises:
        CannotDoError: an option is missing or is one too many, a file cannot be read, or there is no such pack.
        FoundError: a file has errors; then nothing is taken.
    """
    given = _read(files, form, pack, fact, verdict)
    taken: list[Taken] = []
    with open_base() as base:
        for file in given.packs:
            _refuse_nameless(file, base)
        wanted = _wanted(given, pack, taken)
        if expected is not None and len(wanted) > 1:
            raise CannotDoError("--expect is for one pack; import them one by one")
        if dry:
            _tell_read(given)
            with base.desk.one_state():
                _try(base, wanted, expected)
        else:
            outcomes = _taken_in(base.desk, wanted, Author(by or user(), reason), expected)
            _tell_read(given)
            for outcome in outcomes:
                _tell(outcome)
    for each in dict.fromkeys(taken):
        click.echo(_review_told(each, fact or ""))
    return 0


def _read(
    files: Sequence[Path], form: str | None, pack: str | None, fact: str | None, verdict: Verdict | None
) -> _Given:
    given = _Given()
    for path in files:
        kind = format_of(path, form)
        if kind == "yaml":
            given.packs.append(read_pack_file(path))
        elif pack is None:
            raise CannotDoError(f"{path}: say with --pack which pack it goes into")
        elif kind == "jsonld" and fact is None:
            raise CannotDoError(f"{path}: say with --fact which fact the reviews are about")
        else:
            given.additions.append(_Addition(str(path), kind, bytes_of(path), fact, verdict))
    if pack is not None and not given.additions:
        raise CannotDoError("--pack is for CSV and JSON-LD; a pack's own file says which pack it is")
    if (fact or verdict) and all(each.form != "jsonld" for each in given.additions):
        raise CannotDoError("--fact and --as are for JSON-LD")
    _refuse_errors(given.packs)
    return given


def _refuse_errors(packs: Sequence[PackFile]) -> None:
    lines = [f"error: {problem}" for file in packs for problem in file.reading.errors]
    lines += same_ids(packs)
    if lines:
        raise FoundError([*lines, *(f"warning: {each}" for file in packs for each in file.reading.warnings)])


def _refuse_nameless(file: PackFile, base: Base) -> None:
    """Refuse a pack whose confidential sources are nameless where those of the stored one would go with it.

    Raises:
        FoundError: it is such an export.
    """
    canonical = file.reading.canonical or {}
    nameless = {key for key, source in canonical.get("sources", {}).items() if is_nameless(key, source["publisher"])}
    if nameless and base.untold(canonical["id"]).hidden.sources.keys() - nameless:
        told = "its confidential sources are nameless, and those on file would be lost"
        raise FoundError([f"error: {file.name}: {told}; edit what twosource facts export --with-confidential writes"])


def _wanted(given: _Given, pack: str | None, taken: list[Taken]) -> list[ReadPack | Amendment]:
    """Return what the desk is asked for: whole packs, and the one that additions go into."""
    whole = {each.pack.id: each for each in map(_read_pack, given.packs)}

    def added(before: Canonical) -> ReadPack:
        taken.clear()
        canonical = before
        for addition in given.additions:
            made, canonical = addition.into(canonical, taken)
        return ReadPack(made, canonical)

    if pack is None:
        return list(whole.values())
    if pack not in whole:
        return [*whole.values(), Amendment(pack, added)]
    whole[pack] = replace(added(whole[pack].canonical), texts=whole[pack].texts, doubts=whole[pack].doubts)
    return list(whole.values())


def _read_pack(file: PackFile) -> ReadPack:
    pack, canonical = file.reading.pack, file.reading.canonical
    if pack is None or canonical is None:
        raise FoundError([f"error: {problem}" for problem in file.reading.errors])
    sources = canonical.get("sources", {}).items()
    texts = {key: file.beside[source["text"]] for key, source in sources if source.get("text") in file.beside}
    return ReadPack(pack, canonical, texts, file.reading.warnings)


def _taken_in(
    desk: Desk, wanted: Sequence[ReadPack | Amendment], author: Author, expected: int | None
) -> tuple[Outcome, ...]:
    try:
        return desk.take_in(wanted, author, expected)
    except StaleChangeError as error:
        raise FoundError([f"error: {error}"]) from error


def _tell_read(given: _Given) -> None:
    for file in given.packs:
        for warning in file.reading.warnings:
            click.echo(f"warning: {warning}")
        click.echo(count(file.name, file.reading))
        if file.absent:
            files = ", ".join(file.absent[:5]) + (", …" if len(file.absent) > 5 else "")
            note(f"{file.name}: the texts of sources are not all there, and quotations stay unchecked: {files}")


def _tell(outcome: Outcome) -> None:
    parts = [f"{len(refs)} {words}" for key, words in _COUNTS if (refs := getattr(outcome, key))]
    if outcome.texts:
        parts.append(f"{len(outcome.texts)} text{'s' * (len(outcome.texts) > 1)} kept")
    done = f"imported ({', '.join(parts)})" if parts else "imported" if outcome.change else "nothing has changed"
    click.echo(f"{outcome.pack}: {done}")


def _try(base: Base, wanted: Sequence[ReadPack | Amendment], expected: int | None) -> None:
    """Print what would change.

    Raises:
        FoundError: a pack has another last change than the expected one.
    """
    for each in wanted:
        pack = each.pack if isinstance(each, Amendment) else each.pack.id
        current = base.desk.last_change(pack)
        if expected not in (None, current):
            raise FoundError([f"error: {StaleChangeError(Ref.to_pack(pack), expected or 0, current)}"])
        if isinstance(each, Amendment):
            before = base.desk.plain(each.pack)
            after = each.make(before).canonical
        else:
            before, after = _stored(base.desk, each.pack.id), each.canonical
        changed = changes(before, after, confidential=False, untold=base.untold(after["id"]).hidden)
        click.echo(f"{after['id']}: {'would change' if changed.any else 'nothing would change'}")
        for line in changed.lines():
            click.echo(f"  {line}")


def _stored(desk: Desk, pack: str) -> dict[str, Any]:
    try:
        return desk.plain(pack)
    except UnknownEntryError:
        return {}


def _review_told(each: Taken, fact: str) -> str:
    verb = {"support": "supports", "dispute": "disputes"}[each.verdict]
    told = f"{fact}: '{each.source}' {verb} it" + (f" ({each.rating})" if each.rating else "")
    told += "" if each.new else ", as is on file already"
    return printable(f"{told}: {each.claim}" if each.claim else told)
