"""Fact packs from files, for every command that takes some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twosource.cli.facts_files import read_pack_file
from twosource.cli.facts_told import CannotDoError
from twosource.model import Pack


class PackErrorsError(Exception):
    """Packs that have errors: each error and each doubt is a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines[0])
        self.lines = lines


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack as a file holds it.

    Attributes:
        path: where the file is.
        text: what it says, without a byte-order mark.
        pack: what was read of it.
        doubts: a line for each doubt about it.
    """

    path: Path
    text: str
    pack: Pack
    doubts: tuple[str, ...]


def read_pack_files(paths: Sequence[Path]) -> list[PackFile]:
    """Return the packs of files, in their order.

    Raises:
        PackErrorsError: one of them cannot be read or has an error, or two have one id.
    """
    files: dict[str, PackFile] = {}
    errors: list[str] = []
    for path in paths:
        try:
            read = read_pack_file(path, beside=False)
        except CannotDoError as error:
            errors.append(f"error: {error}")
            continue
        doubts = tuple(f"warning: {doubt}" for doubt in read.reading.warnings)
        pack = read.reading.pack
        if pack is None:
            errors += [*(f"error: {problem}" for problem in read.reading.errors), *doubts]
        elif pack.id in files:
            other = files[pack.id].path
            errors.append(f"error: {path}: the pack id {pack.id!r} is that of {other} too: give one another id")
        else:
            files[pack.id] = PackFile(path, read.text, pack, doubts)
    if errors:
        raise PackErrorsError(errors)
    return list(files.values())
