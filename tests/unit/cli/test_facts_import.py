"""``twosource facts import``: packs, tables and reviews, all or none, and what is told of them."""

from __future__ import annotations

import getpass
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str], Path]

REVIEW = {
    "@type": "ClaimReview",
    "url": "https://check.example/1",
    "claimReviewed": "600,000 homes",
    "author": {"name": "Prüfstelle"},
    "reviewRating": {"alternateName": "Falsch"},
}


def _exported(run: Run) -> str:
    return run("export", "wind", "--with-confidential").stdout


def test_a_pack_is_taken_and_again_changes_nothing(run: Run, wind: Path) -> None:
    first, again = run("import", wind, "--by", "ann", "--reason", "a start"), run("import", wind)

    assert (first.exit_code, again.exit_code) == (0, 0)
    assert first.stdout.splitlines() == [f"{wind}: 2 facts, no errors", "wind: imported (9 new)"]
    assert again.stdout.splitlines()[1] == "wind: nothing has changed"
    told = run("history", "wind").stdout
    assert "by ann: import" in told
    assert "why: a start" in told
    assert told.count("change ") == 1


def test_what_a_pack_no_longer_has_is_retired_and_comes_back(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    text = wind.read_text("utf-8")
    less = write("less.yaml", text[: text.index("  homes:")])

    assert "wind: imported (1 retired)" in run("import", less).stdout
    assert "homes" not in _exported(run)
    assert "wind: imported (1 live again)" in run("import", wind).stdout


def test_of_files_with_an_error_none_is_taken(run: Run, wind: Path, write: Write) -> None:
    broken = write("broken.yaml", wind.read_text("utf-8").replace("id: wind", "id: b").replace("is: 72", "is: 7.200"))

    ended = run("import", wind, broken)

    assert ended.exit_code == 1
    assert f"error: {broken}:16:13: facts.turbines.value.is:" in ended.stderr
    assert "'7.200' can be read in two ways" in ended.stderr
    assert ended.stdout == ""
    assert run("export").exit_code == 2


def test_two_files_of_one_id_are_refused(run: Run, wind: Path, write: Write) -> None:
    twin = write("twin.yaml", wind.read_text("utf-8"))

    ended = run("import", wind, twin)

    assert ended.exit_code == 1
    assert ended.stderr == f"error: {twin}: the pack id 'wind' is that of {wind} too: give one another id\n"


def test_doubts_are_told_and_keep_nobody_from_importing(run: Run, write: Write) -> None:
    empty = write("empty.yaml", "schema: twosource/fact-pack/1\nid: e\ntitle: E\n")

    ended = run("import", empty)

    assert ended.exit_code == 0
    assert "warning: " in ended.stdout
    assert "the pack has no facts" in ended.stdout


def test_texts_beside_the_pack_are_kept_and_those_that_are_not_there_are_named(
    run: Run, wind: Path, write: Write
) -> None:
    text = wind.read_text("utf-8").replace("self-published}", "self-published, text: sources/press.txt}")
    write("texts.yaml", text.replace("relays: [press]}", "relays: [press], text: sources/gone.txt}"))
    write("sources/press.txt", "There are 72 turbines.")

    ended = run("import", wind.with_name("texts.yaml"))

    assert "1 texts kept" not in ended.stdout
    assert "(9 new, 1 text kept)" in ended.stdout
    assert "quotations stay unchecked: sources/gone.txt" in ended.stderr


def test_a_text_outside_of_the_packs_folder_is_not_read(run: Run, wind: Path, write: Write) -> None:
    secret = write("secret.txt", "secret")
    pack = write("packs/wind.yaml", wind.read_text("utf-8").replace("self-published}", "self-published, text: a.txt}"))
    (pack.parent / "a.txt").symlink_to(secret)

    ended = run("import", pack)

    assert ended.exit_code == 0
    assert "unchecked: a.txt" in ended.stderr


def test_a_kept_text_that_is_no_utf_8_is_told(run: Run, wind: Path, write: Write) -> None:
    pack = write("texts.yaml", wind.read_text("utf-8").replace("self-published}", "self-published, text: a.txt}"))
    pack.with_name("a.txt").write_bytes("Größe".encode("latin-1"))

    ended = run("import", pack)

    assert ended.exit_code == 2
    assert "a.txt: not UTF-8" in ended.stderr


def test_a_table_changes_its_facts_and_retires_none(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    table = write(
        "x.csv",
        "id;subject;type;value.is;value.unit\nturbines;noordwind;count;73;turbine\nnew;noordwind;count;1;turbine\n",
    )

    ended = run("import", table, "--pack", "wind", "--by", "bob", "--reason", "recount")

    assert (ended.exit_code, ended.stdout) == (0, "wind: imported (1 new, 1 changed)\n")
    exported = _exported(run)
    assert "{is: 73, unit: turbine}" in exported
    assert "  homes:" in exported
    assert "by bob: import\n  why: recount\n" in run("history", "wind/turbines").stdout


def test_a_table_with_an_error_changes_nothing(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    before = _exported(run)
    table = write("x.csv", "id,value.is\nturbines,100.000\nhomes,4\n")

    ended = run("import", table, "--pack", "wind")

    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"error: {table}: row 2, column B (value.is): '100.000' can be read in two ways")
    assert _exported(run) == before


def test_a_table_goes_into_a_pack_of_the_same_command(run: Run, wind: Path, write: Write) -> None:
    ended = run("import", wind, write("x.csv", "id,value.is\nturbines,73\n"), "--pack", "wind")

    assert ended.exit_code == 0
    assert "{is: 73, unit: turbine}" in _exported(run)


def test_standard_input_is_read_as_what_the_option_says(run: Run, wind: Path) -> None:
    assert run("import", "-", "--format", "yaml", given=wind.read_bytes()).exit_code == 0
    assert run("import", "-", "--format", "csv", "--pack", "wind", given="id,note\nhomes,x\n").exit_code == 0
    assert "note: x" in _exported(run)


def test_reviews_become_disputes_and_are_told_with_their_claim(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    reviews = write("r.jsonld", json.dumps(REVIEW))

    first = run("import", reviews, "--pack", "wind", "--fact", "homes")
    again = run("import", reviews, "--pack", "wind", "--fact", "homes")

    assert first.stdout.splitlines() == [
        "wind: imported (1 new, 1 changed)", "homes: 'prufstelle' disputes it (Falsch): 600,000 homes",
    ]  # fmt: skip
    assert again.stdout.splitlines()[0] == "wind: nothing has changed"
    assert "as is on file already" in again.stdout
    assert "{source: prufstelle, quote: Falsch}" in _exported(run)


def test_an_unclear_rating_asks_for_the_option(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    reviews = write("r.json", json.dumps({**REVIEW, "reviewRating": {"alternateName": "Teils falsch"}}))

    refused = run("import", reviews, "--pack", "wind", "--fact", "homes")
    taken = run("import", reviews, "--pack", "wind", "--fact", "homes", "--as", "support")

    assert refused.exit_code == 1
    assert "give --as support or --as dispute" in refused.stderr
    assert "'prufstelle' supports it (Teils falsch)" in taken.stdout


def test_a_dry_run_says_what_would_change_and_writes_nothing(run: Run, wind: Path, write: Write) -> None:
    new = run("import", wind, "--dry-run")
    assert "wind: would change" in new.stdout
    assert "  + facts.turbines: " in new.stdout
    assert run("export").exit_code == 2

    run("import", wind)
    table = write("x.csv", "id,value.is\nturbines,73\n")
    assert run("import", table, "--pack", "wind", "--dry-run").stdout.splitlines() == [
        "wind: would change", "  ~ facts.turbines.value.is: 72 -> 73",
    ]  # fmt: skip
    assert run("import", wind, "--dry-run").stdout.splitlines()[1] == "wind: nothing would change"
    assert run("history", "wind").stdout.count("change ") == 1


def test_a_dry_run_tells_nothing_of_confidential_sources(run: Run, wind: Path, insider: Path) -> None:
    run("import", wind)

    told = run("import", insider, "--dry-run").output

    assert "facts.told" in told
    for word in ("Jansen", "harbour", "swear", "insider:"):
        assert word not in told


def test_an_export_without_names_does_not_take_the_place_of_the_names(
    run: Run, insider: Path, wind: Path, write: Write
) -> None:
    run("import", insider)
    told = write("told.yaml", run("export", "wind").stdout)

    refused = run("import", told)

    assert refused.exit_code == 1
    assert "its confidential sources are nameless, and those on file would be lost" in refused.stderr
    assert "Jan Jansen" in _exported(run)
    assert run("import", write("other.yaml", told.read_text("utf-8").replace("id: wind", "id: other"))).exit_code == 0
    assert run("import", wind).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("x.csv",), "x.csv: say with --pack which pack it goes into"),
        (("x.jsonld", "--pack", "wind"), "x.jsonld: say with --fact which fact the reviews are about"),
        (("x.csv", "--pack", "wnd"), "there is no pack 'wnd': did you mean 'wind'?"),
        (("x.csv", "--pack", "zzz"), "there is no pack 'zzz'; stored are wind"),
        (("wind.yaml", "--pack", "wind"), "--pack is for CSV and JSON-LD"),
        (("wind.yaml", "--fact", "homes"), "--fact and --as are for JSON-LD"),
        (("x.csv", "--pack", "wind", "--as", "support"), "--fact and --as are for JSON-LD"),
        (("wind.txt",), "wind.txt: what it is cannot be told by its name; give --format yaml, csv or jsonld"),
        (("nowhere.yaml",), "nowhere.yaml: cannot be read: No such file or directory"),
        ((".", "--format", "yaml"), "cannot be read: Is a directory"),
        (("wind.yaml", "--by", "a\nb"), "without line breaks"),
        (("wind.yaml", "--reason", " "), "give a line of text"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    run: Run, wind: Path, write: Write, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    run("import", wind)
    monkeypatch.chdir(wind.parent)
    write("x.csv", "id,note\nhomes,x\n")
    write("x.jsonld", json.dumps(REVIEW))

    ended = run("import", *arguments)

    assert ended.exit_code == 2
    assert told in ended.stderr
    assert "Traceback" not in ended.output


def test_a_user_without_a_name_is_asked_for_one(run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)

    ended = run("import", wind)

    assert (ended.exit_code, ended.stderr) == (2, "Error: this user has no name; say with --by who makes the change\n")
    assert run("import", wind, "--by", "ann").exit_code == 0


def test_a_database_that_another_process_holds_is_told(
    run: Run, wind: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twosource.store.database._BUSY_SECONDS", 0)
    holder = sqlite3.connect(tmp_path / "data" / "twosource.sqlite")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        ended = run("import", wind)
    finally:
        holder.close()

    assert ended.exit_code == 2
    assert "another process holds the database" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_change_of_somebody_else_in_between_is_kept(
    run: Run, wind: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twosource.cli import facts_import  # noqa: PLC0415  loads SQLAlchemy

    run("import", wind)
    mine, theirs = write("mine.csv", "id,note\nhomes,mine\n"), write("theirs.csv", "id,note\nturbines,theirs\n")
    merge, calls = facts_import.merge_facts, []

    def slowly(*arguments: Any) -> Any:
        calls.append(arguments)
        merged = merge(*arguments)
        if len(calls) == 1:
            assert run("import", theirs, "--pack", "wind").exit_code == 0
        return merged

    monkeypatch.setattr(facts_import, "merge_facts", slowly)

    assert run("import", mine, "--pack", "wind").exit_code == 0
    assert len(calls) == 3
    assert "note: mine" in _exported(run)
    assert "note: theirs" in _exported(run)


def test_an_import_that_expects_a_change_takes_back_nothing_of_others(run: Run, wind: Path, write: Write) -> None:
    assert run("import", wind, "--expect", "0").exit_code == 0
    first = json.loads(run("history", "wind", "--format", "json").stdout)["change"]
    older = write("older.yaml", _exported(run))
    run("import", write("newer.yaml", wind.read_text("utf-8").replace("is: 72", "is: 73")), "--expect", first)

    for more in ([], ["--dry-run"]):
        refused = run("import", older, "--expect", first, *more)
        assert refused.exit_code == 1
        assert f"error: pack 'wind' has changed since change {first}, the last one is" in refused.stderr
        assert "there is a pack 'wind' already" in run("import", older, "--expect", "0", *more).stderr
    assert "is: 73" in _exported(run)
    unknown = run("import", write("new.yaml", wind.read_text("utf-8").replace("id: wind", "id: new")), "--expect", "7")
    assert "there is no pack 'new'" in unknown.stderr
    two = run(
        "import", older, write("new.yaml", wind.read_text("utf-8").replace("id: wind", "id: new")), "--expect", "1"
    )
    assert "--expect is for one pack" in two.stderr
    assert run("import", older).exit_code == 0
