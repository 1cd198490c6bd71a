"""``twosource facts validate`` and ``lint``: errors, doubts and weaknesses of packs, with and without a store."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str], Path]

NO_STORE = {"TWOSOURCE_DATABASE_URL": "nothing://x"}


def test_every_error_and_every_doubt_is_told_with_its_line(run: Run, wind: Path, write: Write) -> None:
    text = wind.read_text("utf-8")
    broken = write("broken.yaml", text.replace("is: 72", "is: 1e5").replace("subject: noordwind", "subject: noordwnd"))

    ended = run("validate", wind, broken, **NO_STORE)

    assert ended.exit_code == 1
    assert ended.stdout == f"{wind}: 2 facts, no errors\n"
    lines = ended.stderr.splitlines()
    assert lines[0] == (
        f"error: {broken}:14:5: facts.turbines.subject: unknown entity 'noordwnd': did you mean 'noordwind'?"
    )
    assert all(line.startswith(f"error: {broken}:") for line in lines)
    assert len(lines) == 3


def test_a_pack_with_doubts_has_no_errors(run: Run, write: Write) -> None:
    empty = write("empty.yaml", "schema: twosource/fact-pack/1\nid: e\ntitle: E\n")

    ended = run("validate", empty)

    assert ended.exit_code == 0
    assert ended.stdout.splitlines()[-1] == f"{empty}: 0 facts, no errors"
    assert "warning: " in ended.stdout


def test_programs_get_a_line_for_each_file(run: Run, wind: Path, write: Write) -> None:
    broken = write("broken.yaml", "schema: twosource/fact-pack/1\nid: e\n")

    ended = run("validate", wind, broken, "--format", "json")

    good, bad = map(json.loads, ended.stdout.splitlines())
    assert ended.exit_code == 1
    assert good == {"file": str(wind), "pack": "wind", "facts": 2, "errors": [], "warnings": []}
    assert (bad["pack"], bad["facts"]) == (None, None)
    assert bad["errors"] == [{"line": 1, "column": 1, "path": "title", "message": "this key is missing"}]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("validate", "latin.yaml"), 1, "error: latin.yaml: not UTF-8: byte 0xf6"),
        (("validate", "nowhere.yaml"), 2, "nowhere.yaml: cannot be read: No such file or directory"),
        (("validate", "x.csv"), 2, "x.csv: is read against a pack; try it with: twosource facts import --dry-run"),
        (("validate", "wind.yaml", "twin.yaml"), 1, "the pack id 'wind' is that of wind.yaml too"),
        (("validate",), 2, "FILE"),
        (("lint",), 2, "name a pack's file, or a pack of the store with --pack"),
        (("lint", "broken.yaml"), 2, "broken.yaml: has errors; mend what twosource facts validate broken.yaml says"),
        (("lint", "--pack", "wnd"), 2, "there is no pack 'wnd': did you mean 'wind'?"),
        (("lint", "wind.yaml", "--at", "soon"), 2, "'soon' is no date; write it as 2026-11-30"),
    ],
)
@pytest.mark.usefixtures("at_hand")
def test_what_cannot_be_read_is_told_in_one_line(run: Run, arguments: tuple[str, ...], status: int, told: str) -> None:
    ended = run(*arguments)

    assert ended.exit_code == status
    assert told in ended.stderr
    assert "Traceback" not in ended.output


def test_what_is_weak_is_told_with_its_line_and_its_code(run: Run, wind: Path, write: Write) -> None:
    stale = write(
        "stale.yaml", wind.read_text("utf-8").replace("value: {is: 72", "review_by: 2020-01-01\n    value: {is: 72")
    )

    told = run("lint", stale, "--at", "2026-11-30", **NO_STORE)
    fresh = run("lint", stale, "--at", "2019-11-30", **NO_STORE)

    assert told.exit_code == 1
    (line,) = (line for line in told.stdout.splitlines() if "review_by" in line)
    assert line.startswith(f"{stale}:16:5: facts.turbines.review_by: ")
    assert line.endswith("]")
    assert "review_by" not in fresh.stdout


def test_stored_packs_and_files_are_looked_at_alike(run: Run, wind: Path) -> None:
    run("import", wind)

    stored = json.loads(run("lint", "--pack", "wind", "--format", "json").stdout)
    read = json.loads(run("lint", wind, "--format", "json").stdout)

    assert stored["file"] == "wind"
    assert [(each["code"], each["path"], each["message"]) for each in stored["weaknesses"]] == [
        (each["code"], each["path"], each["message"]) for each in read["weaknesses"]
    ]
    assert {each["line"] for each in stored["weaknesses"]} == {None}
    assert all(each["line"] > 0 for each in read["weaknesses"])


@pytest.mark.parametrize("where", ["file", "store"])
def test_quotations_are_held_against_the_texts_that_are_kept(run: Run, wind: Path, write: Write, where: str) -> None:
    text = wind.read_text("utf-8").replace("self-published}", "self-published, text: press.txt, language: en}")
    pack = write("texts.yaml", text.replace("{source: press}]", '{source: press, quote: "We count 99 turbines."}]', 1))
    write("press.txt", "Our wind farm has 72 turbines.")
    run("import", pack)

    told = run("lint", *([pack] if where == "file" else ["--pack", "wind"])).stdout

    assert "quote" in told


def test_a_pack_without_weaknesses_is_said_to_have_none(run: Run, write: Write) -> None:
    none = write("none.yaml", "schema: twosource/fact-pack/1\nid: e\ntitle: E\n")

    assert run("lint", none).stdout == f"{none}: nothing weak was found\n"


@pytest.mark.parametrize(
    ("locale", "other"), [("de", "en"), ("nl", "en"), ("en", "de")], ids=["German", "Dutch", "English"]
)
def test_what_is_weak_is_told_in_three_languages(run: Run, wind: Path, locale: str, other: str) -> None:
    one, another = (run("lint", wind, "--locale", each) for each in (locale, other))

    assert one.exit_code == another.exit_code == 1
    assert one.stdout != another.stdout


@pytest.mark.parametrize("command", ["validate {0}", "diff {0} {0}"])
def test_what_needs_no_store_loads_none(wind: Path, command: str) -> None:
    arguments = ["twosource", "facts", *command.format(wind).split()]
    code = (
        f"import sys; sys.argv = {arguments!r}\n"
        "from twosource.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        "print({'sqlalchemy', 'spacy', 'flask'} & sys.modules.keys())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)

    assert ended.stdout.splitlines()[-1:] == ["set()"], ended.stderr


def test_a_reader_that_stops_reading_is_no_error(wind: Path) -> None:
    command = [Path(sys.executable).with_name("twosource"), "facts", "validate", wind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()

    assert told == b""


def test_output_that_cannot_be_written_is_told(wind: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [Path(sys.executable).with_name("twosource"), "facts", "validate", wind],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip

    assert ended.returncode == 2
    assert ended.stderr == "Error: cannot write what was asked for: No space left on device\n"
