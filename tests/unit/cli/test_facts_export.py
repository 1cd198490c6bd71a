"""``twosource facts export``: whole files or none, as they are or were, without confidential sources."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from twosource.cli import facts_export

Run = Callable[..., Result]
Write = Callable[[str, str], Path]

SECRETS = ("Jansen", "harbour", "swear", "insider:")


def test_what_was_exported_is_imported_as_the_same(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    exported = run("export", "wind").stdout

    again = run("import", write("again.yaml", exported))

    assert exported.startswith("schema: twosource/fact-pack/1\nid: wind\n")
    assert "wind: nothing has changed" in again.stdout
    assert run("export").stdout == exported


def test_confidential_sources_are_nameless_and_that_is_told(run: Run, insider: Path, write: Write) -> None:
    run("import", insider)

    ended = run("export", "wind")

    assert "confidential-1" in ended.stdout
    for word in SECRETS:
        assert word not in ended.output
    assert ended.stderr == (
        "note: wind: 1 confidential source left nameless; --with-confidential writes all (import that one, not this)\n"
    )
    whole = run("export", "wind", "--with-confidential")
    assert "Jan Jansen" in whole.stdout
    assert whole.stderr == ""
    assert "nothing has changed" in run("import", write("again.yaml", whole.stdout)).stdout


@pytest.mark.parametrize("form", ["yaml", "csv", "jsonld"])
def test_no_form_tells_confidential_sources_of_the_past_or_the_present(
    run: Run, wind: Path, insider: Path, write: Write, form: str
) -> None:
    # First everybody may know, then nobody.
    run("import", write("open.yaml", insider.read_text("utf-8").replace("terms: confidential, ", "")))
    run("import", insider)

    for when in ((), ("--at", "1"), ("--at", "2")):
        told = run("export", "wind", "--format", form, *when)
        assert told.exit_code == 0
        for word in SECRETS:
            assert word not in told.output


def test_a_past_state_is_exported_by_change_by_time_and_by_day(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    first = run("export", "wind").stdout
    run("import", write("x.csv", "id,note\nhomes,later\n"), "--pack", "wind")

    assert "note: later" in run("export", "wind").stdout
    assert run("export", "wind", "--at", "1").stdout == first
    assert "note: later" in run("export", "wind", "--at", "2999-12-31").stdout
    assert "note: later" in run("export", "wind", "--at", "2999-12-31T10:00+01:00").stdout
    early = run("export", "wind", "--at", "2001-01-01")
    assert early.exit_code == 2
    assert "there is no pack 'wind' at 2001-01-01T23:59:59" in early.stderr


def test_a_table_names_what_it_leaves_out(run: Run, insider: Path, tmp_path: Path) -> None:
    run("import", insider)
    to = tmp_path / "x.csv"

    ended = run("export", "wind", "--format", "csv", "--output", to)

    assert (ended.exit_code, ended.stdout) == (0, "")
    assert ended.stderr == "note: wind: 1 fact is not flat and left out: told (a confidential source)\n"
    raw = to.read_bytes()
    assert raw.startswith(b'\xef\xbb\xbf"id","subject"')
    assert raw.count(b"\r\n") == 3
    assert run("export", "wind", "--format", "csv").stdout_bytes == raw


def test_claim_reviews_have_the_site_as_their_author(run: Run, wind: Path) -> None:
    run("import", wind)

    ended = run(
        "export", "wind", "--format", "jsonld", "--author", "The Daily", "--author-url", "https://daily.example"
    )

    (first, _) = json.loads(ended.stdout)["@graph"]
    assert first["author"] == {"@type": "Organization", "name": "The Daily", "url": "https://daily.example"}
    assert ended.stderr == ""
    anonymous = run("export", "wind", "--format", "jsonld", "--at", "2999-12-31")
    assert "give the name of your site with --author" in anonymous.stderr
    assert json.loads(anonymous.stdout)["@graph"][0]["datePublished"] == "2999-12-31"


def test_several_packs_go_into_a_folder(run: Run, wind: Path, write: Write, tmp_path: Path) -> None:
    run("import", wind, write("b.yaml", wind.read_text("utf-8").replace("id: wind", "id: b")))
    folder = tmp_path / "new" / "packs"

    refused = run("export", "--output", tmp_path / "one.yaml")
    ended = run("export", "--output", f"{folder}/")

    assert refused.exit_code == run("export").exit_code == 2
    assert "these are 2 packs: name one of them, or give --output a folder" in refused.stderr
    assert ended.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["b.yaml", "wind.yaml"]
    assert run("export", "b", "--format", "csv", "--output", folder).exit_code == 0
    assert (folder / "b.csv").is_file()


def test_a_file_with_confidential_sources_is_its_owners_alone(run: Run, insider: Path, tmp_path: Path) -> None:
    run("import", insider)
    private, public = tmp_path / "private.yaml", tmp_path / "public.yaml"
    public.write_text("what was there")

    run("export", "wind", "--with-confidential", "--output", private)
    run("export", "wind", "--output", public)

    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert public.read_text("utf-8").startswith("schema:")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "insider.yaml", "private.yaml", "public.yaml"]


def test_what_cannot_be_written_leaves_what_was_there(
    run: Run, wind: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", wind)
    to = tmp_path / "out.yaml"
    to.write_text("what was there")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(facts_export.os, "fsync", full)
    ended = run("export", "wind", "--output", to)

    assert (ended.exit_code, ended.stderr) == (2, f"Error: {to}: cannot be written: No space left on device\n")
    assert to.read_text() == "what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "out.yaml", "wind.yaml"]


def test_what_is_no_file_is_written_to_as_it_is(run: Run, wind: Path) -> None:
    run("import", wind)

    assert run("export", "wind", "--output", "/dev/null").exit_code == 0
    assert run("export", "wind", "--output", "-").stdout.startswith("schema:")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("wnd",), "there is no pack 'wnd': did you mean 'wind'?"),
        (("a/../b",), "there is no pack 'a/../b'"),
        (("wind", "--format", "csv", "--with-confidential"), "--with-confidential goes with yaml alone"),
        (("wind", "--author", "x"), "--author and --author-url are for claim reviews"),
        (("wind", "--format", "jsonld", "--author-url", "https://x"), "--author-url wants --author"),
        (("wind", "--format", "jsonld", "--author", "x", "--author-url", "javascript:x"), "give an address like"),
        (("wind", "--format", "jsonld", "--author", "x", "--author-url", "https://a b"), "give an address like"),
        (("wind", "--at", "yesterday"), "'yesterday' is no moment; write 2026-11-30"),
        (("wind", "--at", "0"), "there is no change 0: "),
        (("wind", "--output", "nowhere/x.yaml"), "nowhere/x.yaml: cannot be written: No such file or directory"),
        (("wind", "--output", "wind.yaml/"), "wind.yaml/: cannot be made"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    run("import", wind)
    monkeypatch.chdir(wind.parent)

    ended = run("export", *arguments)

    assert ended.exit_code == 2
    assert told in ended.stderr
    assert "Traceback" not in ended.output


def test_an_empty_store_says_what_to_do(run: Run) -> None:
    assert run("export").stderr == "Error: no pack is stored yet; import one with: twosource facts import FILE\n"
