"""``twosource facts diff``: between files, a file and the store, and two moments."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str], Path]


def test_two_files_are_compared_without_a_store(run: Run, wind: Path, write: Write) -> None:
    other = write("other.yaml", wind.read_text("utf-8").replace("is: 72", "is: 73"))

    ended = run("diff", wind, other, TWOSOURCE_DATABASE_URL="nothing://x")

    assert (ended.exit_code, ended.stdout) == (1, "~ facts.turbines.value.is: 72 -> 73\n")
    assert run("diff", wind, wind).exit_code == 0


def test_a_file_is_held_against_what_is_stored(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    other = write("other.yaml", wind.read_text("utf-8").replace("title: Wind", "title: Breeze"))

    assert (run("diff", wind).exit_code, run("diff", wind).output) == (0, "")
    assert run("diff", other).stdout == "~ title: Wind -> Breeze\n"
    assert json.loads(run("diff", other, "--format", "json").stdout) == {
        "differences": [{"path": ["title"], "op": "replace", "old": "Wind", "new": "Breeze"}],
        "confidential_differ": False,
    }


def test_two_moments_of_a_stored_pack_are_compared(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    run("import", write("x.csv", "id,note\nhomes,a\n"), "--pack", "wind")
    run("import", write("x.csv", "id,note\nhomes,b\n"), "--pack", "wind")

    assert run("diff", "wind", "--from", "1").stdout == "+ facts.homes.note: b\n"
    assert run("diff", "wind", "--from", "1", "--to", "2").stdout == "+ facts.homes.note: a\n"
    assert run("diff", "wind", "--from", "3", "--to", "1").stdout == "- facts.homes.note: b\n"
    assert run("diff", "wind", "--from", "3").exit_code == 0


def test_confidential_sources_are_not_told_and_that_they_differ_is(run: Run, insider: Path, write: Write) -> None:
    other = write("other.yaml", insider.read_text("utf-8").replace("I swear", "I promise").replace("Jansen", "Pieters"))

    ended = run("diff", insider, other)

    assert ended.exit_code == 1
    assert ended.stdout == ""
    assert ended.stderr == ("note: what is known of confidential sources differs; --with-confidential shows it\n")
    assert json.loads(run("diff", insider, other, "--format", "json").stdout) == {
        "differences": [], "confidential_differ": True,
    }  # fmt: skip
    assert "I promise" in run("diff", insider, other, "--with-confidential").stdout


def test_what_became_confidential_is_confidential_in_what_was(run: Run, insider: Path, write: Write) -> None:
    before = write("before.yaml", insider.read_text("utf-8").replace("terms: confidential, ", ""))

    told = run("diff", before, insider).output

    for word in ("Jansen", "harbour", "swear", "insider"):
        assert word not in told


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("nowhere.yaml",), 2, "nowhere.yaml: there is no such file; for a pack of the store give --from"),
        (("wind.yaml", "nowhere.yaml"), 2, "nowhere.yaml: there is no such file"),
        (("wind.yaml", "broken.yaml"), 1, "error: broken.yaml:"),
        (("other.yaml",), 2, "there is no pack 'other'; stored are wind"),
        (("wind", "--from", "1", "--to", "nix"), 2, "'nix' is no moment"),
        (("wind", "--from", "20261130"), 2, "there is no change 20261130: "),
        (("wind", "--from", "1", "--to", "99"), 2, "there is no change 99: "),
        (("wind", "--from", "9" * 19), 2, "is no moment"),
        (("wind", "--from", "2026W481"), 2, "is no moment"),
        (("wind", "--to", "1"), 2, "say with --from which moment the comparison begins with"),
        (("wind", "b", "--from", "1"), 2, "a second one has no place beside it"),
        (("wnd", "--from", "1"), 2, "there is no pack 'wnd'"),
    ],
)
@pytest.mark.usefixtures("at_hand")
def test_what_cannot_be_compared_is_told_in_one_line(
    run: Run, arguments: tuple[str, ...], status: int, told: str
) -> None:
    ended = run("diff", *arguments)

    assert ended.exit_code == status
    assert told in ended.stderr
    assert "Traceback" not in ended.output
