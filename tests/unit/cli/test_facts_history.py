"""``twosource facts history`` and ``explain``: how a fact came to be what it is, and why it stands as it does."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str], Path]


@pytest.fixture
def amsterdam(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's zone is that of Amsterdam during a test."""
    monkeypatch.setenv("TZ", "Europe/Amsterdam")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_a_history_says_when_who_why_and_what_the_newest_first(run: Run, wind: Path, write: Write) -> None:
    run("import", wind, "--by", "ann")
    run("import", write("x.csv", "id,value.is\nturbines,73\n"), "--pack", "wind", "--by", "bob", "--reason", "recount")

    newest, oldest = run("history", "wind").stdout.split("change 1, ")

    assert re.fullmatch(r"change 2, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+, by bob: import", newest.splitlines()[0])
    assert newest.splitlines()[1:] == [
        "  why: recount", "  fact 'turbines': changed", "    ~ value.is: 72 -> 73",
    ]  # fmt: skip
    assert "  claim type 'yield': new" in oldest
    assert "by ann: import" in oldest


@pytest.mark.usefixtures("amsterdam")
def test_times_are_those_of_the_machines_zone_and_name_it(run: Run, wind: Path) -> None:
    run("import", wind, TZ="Europe/Amsterdam")

    assert re.search(r" \d\d:\d\d:\d\d (CET|CEST), by ", run("history", "wind", TZ="Europe/Amsterdam").stdout)


def test_the_history_of_a_fact_has_all_of_it_and_nothing_else(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    run("import", write("x.csv", "id,note\nturbines,a\n"), "--pack", "wind")
    run("import", write("x.csv", "id,note\nhomes,b\n"), "--pack", "wind")

    told = run("history", "wind/turbines").stdout

    assert "note: a" in told
    assert "note: b" not in told
    assert "    + value: {is: 72, unit: turbine}" in told


def test_older_changes_are_announced(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    run("import", write("x.csv", "id,note\nturbines,a\n"), "--pack", "wind")

    told = run("history", "wind", "--limit", "1").stdout

    assert told.count("change ") == 1
    assert told.endswith("(older changes: --limit 2 shows more)\n")


def test_a_history_for_programs_is_one_change_a_line(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    run("import", write("x.csv", "id,note\nturbines,a\n"), "--pack", "wind", "--by", "bob")

    newest, oldest = map(json.loads, run("history", "wind", "--format", "json").stdout.splitlines())

    assert (newest["change"], newest["by"], newest["reason"], newest["action"]) == (2, "bob", None, "import")
    assert newest["at"].endswith("+00:00")
    (step,) = newest["steps"]
    assert (step["kind"], step["id"], step["what"]) == ("fact", "turbines", "changed")
    assert step["differences"] == [{"path": ["note"], "op": "add", "old": None, "new": "a"}]
    assert oldest["counts"] == {"created": 9}


def test_a_retired_fact_keeps_its_history(run: Run, wind: Path, write: Write) -> None:
    run("import", wind)
    text = wind.read_text("utf-8")
    run("import", write("less.yaml", text[: text.index("  homes:")]))

    assert "fact 'homes': retired" in run("history", "wind/homes").stdout
    explained = run("explain", "wind/homes")
    assert explained.exit_code == 2
    assert "fact 'homes' of 'wind' is retired" in explained.stderr


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("about", ["wind", "wind/told"])
def test_confidential_sources_are_not_told(run: Run, insider: Path, write: Write, form: str, about: str) -> None:
    text = insider.read_text("utf-8")
    entity = text.replace("entities: {", "entities: {jan: {kind: person, name: Jan Jansen}, ")
    # Open at first, then confidential, then with other words, then gone.
    run("import", write("open.yaml", text.replace("terms: confidential, ", "")))
    run("import", insider, "--reason", "Jansen asked for it")
    run("import", write("entity.yaml", entity.replace("I swear", "I promise")))
    run("import", write("other.yaml", entity.replace("Jan Jansen, kind: interview", "Piet Pieters, kind: interview")))
    start, end = text.index("  insider:"), text.index("claim_types:")
    gone = text[:start] + text[end:]
    run("import", write("gone.yaml", re.sub(r", support: \[\{source: insider[^\]]*\]", "", gone)))

    told = run("history", about, "--format", form)

    assert told.exit_code == 0
    for word in ("Jan", "Piet", "harbour", "swear", "promise", "insider"):
        assert word not in told.output.replace(str(insider), "")
    assert "confidential-1" in told.stdout
    whole = run("history", about, "--format", form, "--with-confidential").stdout
    assert "I promise" in whole


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", ["homes (wind/homes)", "Two supports, one origin", "not settled"]),
        ("de", ["homes (wind/homes)", "Zwei Belege, ein Ursprung", "nicht gesichert"]),
        ("nl", ["homes (wind/homes)", "één", "niet"]),
    ],
)
def test_a_fact_is_explained_from_the_store_and_from_a_file(
    run: Run, wind: Path, locale: str, words: list[str]
) -> None:
    run("import", wind)

    stored = run("explain", "wind/homes", "--locale", locale)
    read = run("explain", "wind/homes", "--locale", locale, "--facts", wind, TWOSOURCE_DATABASE_URL="nothing://x")

    assert (stored.exit_code, read.exit_code) == (0, 0)
    assert stored.stdout == read.stdout
    for word in words:
        assert word in stored.stdout


def test_an_explanation_for_programs_has_its_steps(run: Run, wind: Path) -> None:
    told = json.loads(run("explain", "wind/homes", "--facts", wind, "--format", "json").stdout)

    assert (told["pack"], told["fact"], told["settled"], told["disputed"]) == ("wind", "homes", False, False)
    assert told["text"] == " ".join(step["words"] for step in told["steps"])
    assert re.fullmatch("[0-9a-f]{16}", told["version"])


def test_an_explanation_names_no_confidential_source(run: Run, insider: Path) -> None:
    told = run("explain", "wind/told", "--facts", insider).output

    assert "confidential" in told
    for word in ("Jansen", "harbour", "swear"):
        assert word not in told


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("history", "wnd"), 2, "there is no pack 'wnd': did you mean 'wind'?"),
        (("history", "wind/hmes"), 2, "there is no fact 'hmes' of 'wind': did you mean 'homes'?"),
        (("history", "wind/zzzzz"), 2, "there is no fact 'zzzzz' of 'wind'\n"),
        (("history", "wind", "--limit", "0"), 2, "--limit"),
        (("explain", "wind"), 2, "wind: say which fact, as in wind/FACT"),
        (("explain", "wind/hmes"), 2, "there is no fact 'hmes' of 'wind': did you mean 'homes'?"),
        (
            ("explain", "wind/hmes", "--facts", "wind.yaml"),
            2,
            "there is no fact 'hmes' of 'wind': did you mean 'homes'?",
        ),
        (("explain", "b/homes", "--facts", "wind.yaml"), 2, "wind.yaml: is the pack 'wind', not 'b'"),
        (("explain", "wind/homes", "--facts", "broken.yaml"), 1, "error: broken.yaml:"),
        (("explain", "wind/homes", "--locale", "fr"), 2, "--locale"),
    ],
)
@pytest.mark.usefixtures("at_hand")
def test_what_cannot_be_told_is_said_in_one_line(run: Run, arguments: tuple[str, ...], status: int, told: str) -> None:
    ended = run(*arguments)

    assert ended.exit_code == status
    assert told in ended.stderr
    assert "Traceback" not in ended.output


def test_a_source_stays_untold_until_it_is_disclosed(run: Run, insider: Path, write: Write) -> None:
    run("import", insider)
    assert "still marked as confidential by 'told'" in run("disclose", "wind/insider").stderr
    text = insider.read_text("utf-8")
    run("import", write("gone.yaml", re.sub(r", support: \[\{source: insider[^\]]*\]", "", text)))
    for told in (
        run("export", "wind"),
        run("history", "wind"),
        run("history", "wind/told"),
        run("explain", "wind/told"),
    ):
        assert told.exit_code == 0
        for word in ("Jan", "harbour", "swear", "insider"):
            assert word not in told.stdout

    disclosed = run("disclose", "wind/insider", "--by", "ann", "--reason", "on record")

    assert disclosed.stdout == "source 'insider' of 'wind' may be told from now on\n"
    assert "Jan Jansen" in run("export", "wind").stdout
    assert "by ann: disclose" in run("history", "wind").stdout
    assert run("disclose", "wind/insider").stdout == "source 'insider' of 'wind' was told already\n"
    assert run("disclose", "wind").exit_code == run("disclose", "wind/nobody").exit_code == 2
