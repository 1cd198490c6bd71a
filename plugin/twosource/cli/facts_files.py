"""Files that the commands of the fact base read: packs with the texts kept beside them, tables, reviews."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from twosource.cli.facts_told import CannotDoError
from twosource.cms.formats.decoding import NotUtf8Error, decoded
from twosource.facts.pack import PackProblem
from twosource.packs import PackReading, read

MAX_BYTES = 400_000_000
"""How many bytes of a file are read; a pack of more is refused whole."""
_MAX_TEXT = 20_000_000
_FORMATS = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonld": "jsonld",
    ".json": "jsonld",
}


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack's file as it was read.

    Attributes:
        name: what messages call it.
        text: what it says, without a byte-order mark; empty where it is not UTF-8.
        reading: what came of it.
        beside: the texts of its sources that are at hand, by the path that the pack gives.
        absent: the paths of those that are not.
    """

    name: str
    text: str = field(repr=False)
    reading: PackReading
    beside: Mapping[str, str] = field(default_factory=dict, repr=False)
    absent: tuple[str, ...] = ()


def format_of(path: Path, given: str | None) -> str:
    """Return what a file is: yaml, csv or jsonld.

    Raises:
        CannotDoError: neither its name nor the option says it.
    """
    form = given or _FORMATS.get(path.suffix.lower())
    if form is None:
        raise CannotDoError(f"{path}: what it is cannot be told by its name; give --format yaml, csv or jsonld")
    return form


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises:
        CannotDoError: it cannot be read, or is too large.
    """
    try:
        if str(path) == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with path.open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CannotDoError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(raw) > MAX_BYTES:
        raise CannotDoError(f"{path}: more than {MAX_BYTES:,} bytes; split it")
    return raw


def read_pack_file(path: Path, *, beside: bool = True) -> PackFile:
    """Return the pack of a file, or its errors.

    Args:
        path: the file; ``-`` is standard input.
        beside: whether the texts of sources are read that are kept beside it.

    Raises:
        CannotDoError: the file cannot be read at all.
    """
    name = str(path)
    try:
        text = decoded(name, bytes_of(path)).removeprefix("\ufeff")
    except NotUtf8Error as error:
        return PackFile(name, "", PackReading(None, (PackProblem(name, 0, 0, "", str(error)),), ()))
    reading = read(text, name)
    if reading.pack is None or not beside:
        return PackFile(name, text, reading)
    wanted = {source.text for source in reading.pack.sources.values() if source.text}
    folder = Path() if name == "-" else path.parent
    found = {each: _text_beside(folder, each) for each in sorted(wanted)}
    kept = {each: text for each, text in found.items() if text is not None}
    return PackFile(name, text, reading, kept, tuple(each for each in found if each not in kept))


def same_ids(files: Iterable[PackFile]) -> Iterator[str]:
    """Yield a line for each pack whose id is that of another file too."""
    seen: dict[str, PackFile] = {}
    for file in files:
        if file.reading.pack is not None:
            other = seen.setdefault(file.reading.pack.id, file)
            if other is not file:
                told = f"the pack id '{file.reading.pack.id}' is that of {other.name} too: give one another id"
                yield f"error: {file.name}: {told}"


def _text_beside(folder: Path, path: str) -> str | None:
    """Return a source's text that lies below the pack's folder, or None where there is none.

    Raises:
        CannotDoError: there is one, and it cannot be read.
    """
    file = folder / path
    if not file.is_file() or not file.resolve().is_relative_to(folder.resolve()):
        return None
    if file.stat().st_size > _MAX_TEXT:
        raise CannotDoError(f"{file}: more than {_MAX_TEXT:,} bytes; a source's text is the text alone")
    try:
        return decoded(str(file), file.read_bytes()).removeprefix("\ufeff")
    except NotUtf8Error as error:
        raise CannotDoError(f"{file}: {error}") from error
    except OSError as error:
        raise CannotDoError(f"{file}: cannot be read: {error.strerror or error}") from error
