"""Fact packs from files, as every command reads them."""

from pathlib import Path

import pytest

from twosource.cli.pack_files import PackErrorsError, read_pack_files

PACK = """
schema: twosource/fact-pack/1
id: ferry
title: A ferry
entities: {ship: {kind: product, name: Aurora-7}}
"""


def _write(folder: Path, name: str, raw: bytes) -> Path:
    path = folder / name
    path.write_bytes(raw)
    return path


def test_packs_come_in_the_files_order_without_a_byte_order_mark(tmp_path: Path) -> None:
    second = _write(tmp_path, "b.yaml", f"\ufeff{PACK}".encode())
    first = _write(tmp_path, "a.yaml", PACK.replace("ferry", "boat").encode())

    files = read_pack_files([second, first])

    assert [(file.path, file.pack.id) for file in files] == [(second, "ferry"), (first, "boat")]
    assert files[0].text == PACK


def test_every_problem_of_every_file_is_told(tmp_path: Path) -> None:
    one = _write(tmp_path, "one.yaml", PACK.encode())
    two = _write(tmp_path, "two.yaml", PACK.encode())
    latin = _write(tmp_path, "latin.yaml", "title: Größe".encode("latin-1"))
    bad = _write(tmp_path, "bad.yaml", b"id: [")
    none = tmp_path / "none.yaml"

    with pytest.raises(PackErrorsError) as caught:
        read_pack_files([one, two, latin, bad, none])

    same, encoding, broken, *_, absent = caught.value.lines
    assert same == f"error: {two}: the pack id 'ferry' is that of {one} too: give one another id"
    assert encoding == (
        f"error: {latin}: not UTF-8: byte 0xf6 at byte offset 9 (line 1); save the file as UTF-8, or convert it, for "
        f"example with: iconv -f WINDOWS-1252 -t UTF-8 {latin}"
    )
    assert broken.startswith(f"error: {bad}:")
    assert absent == f"error: {none}: cannot be read: No such file or directory"
