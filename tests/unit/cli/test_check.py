"""``twosource check``: what it reads, what it prints in each form, and the status that it ends with."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from twosource.cli import main
from twosource.rules import RULES

ROOT = Path(__file__).parents[3]
PACK = str(ROOT / "fixtures" / "facts" / "glm-5-3-flash.yaml")
PLAIN = {
    "de": "Die Kosten pro Token von GLM-5.3-Flash liegen auf dem Niveau gängiger NVIDIA-GPUs.",
    "nl": "De kosten per token van GLM-5.3-Flash liggen op het niveau van gangbare NVIDIA-GPU's.",
    "en": "The cost per token of GLM-5.3-Flash is on the level of mainstream NVIDIA GPUs.",
}
MESSAGES = {
    "en": "cost parity: single-source, no power data",
    "de": "Kostenparität: nur eine Quelle, keine Stromdaten",
    "nl": "kostenpariteit: één bron, geen stroomcijfers",
}
NOTE = "According to Z.ai, the cost per token of GLM-5.3-Flash is on a par with mainstream NVIDIA GPUs."
ERROR = "GLM-5.3-Flash has 80 billion active parameters."
CLEAN = "Nothing is claimed here."
OTHER_PACK = """
schema: twosource/fact-pack/1
id: {id}
title: A ferry
units: {{cabin: {{de: [Kabine], nl: [hut], en: [cabin]}}}}
entities:
  ship: {{kind: product, name: {name}}}
sources: {{notice: {{publisher: ship, kind: self-published}}}}
claim_types: {{size: {{standard: subject, label: {{de: Größe, nl: omvang, en: size}}}}}}
facts:
  cabins:
    label: {{de: Kabinen, nl: hutten, en: cabins}}
    subject: ship
    type: size
    value: {{is: 300, unit: cabin}}
    support: [{{source: notice}}]
"""

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder, with the real pack unless others are given."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, packs: Sequence[str] = (PACK,), stdin: bytes | None = None) -> Result:
        facts = [part for pack in packs for part in ("--facts", pack)]
        command = ["check", "--no-model", "--at", "2026-11-30", *facts, *arguments]
        ended = CliRunner().invoke(main, command, input=stdin)
        assert ended.exception is None or isinstance(ended.exception, SystemExit), ended.exception
        return ended

    return call


@pytest.fixture
def draft(tmp_path: Path) -> Callable[..., str]:
    def write(text: str | bytes, name: str = "draft.txt") -> str:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_text_has_a_line_a_flag_in_the_locale(run: Run, draft: Callable[..., str], language: str, locale: str) -> None:
    name = draft(f"{CLEAN if language == 'en' else ''}\n\n{PLAIN[language]}")

    ended = run(name, "--locale", locale, "--lang", language)

    column = PLAIN[language].lower().index({"de": "kosten", "nl": "kosten", "en": "cost"}[language]) + 1
    rules = "[single-source, missing-evidence, unattributed]"
    assert ended.stdout == f"{name}:3:{column}: warning: {MESSAGES[locale]} {rules}\n"
    assert (ended.exit_code, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "fail_on", "status"),
    [
        (CLEAN, "note", 0),
        (NOTE, "note", 1),
        (NOTE, "warning", 0),
        (NOTE, None, 0),
        (PLAIN["en"], "note", 1),
        (PLAIN["en"], "warning", 1),
        (PLAIN["en"], "error", 0),
        (PLAIN["en"], None, 0),
        (ERROR, None, 1),
        (ERROR, "error", 1),
        (ERROR, "never", 0),
    ],
)
def test_the_status_tells_whether_something_is_at_or_above_the_bar(
    run: Run, draft: Callable[..., str], text: str, fail_on: str | None, status: int
) -> None:
    options = [] if fail_on is None else ["--fail-on", fail_on]

    assert run(draft(text), *options).exit_code == status


def test_json_has_a_report_a_line(run: Run, draft: Callable[..., str]) -> None:
    ended = run(draft(PLAIN["en"], "a.txt"), draft(CLEAN, "b.txt"), "--format", "json")

    first, second = (json.loads(line) for line in ended.stdout.splitlines())
    assert (first["file"], second["file"]) == ("a.txt", "b.txt")
    assert [flag["message"] for flag in first["flags"]] == [MESSAGES["en"]]
    assert second["flags"] == []
    assert first["language"] == "en"


def test_sarif_is_one_valid_log_of_all_files(run: Run, draft: Callable[..., str]) -> None:
    text = f"😬 Titel\n\n{PLAIN['de']}\n\nDer Cluster von GLM-5.3-Flash hat 100.000 Chips."
    ended = run(draft(text, "ein entwurf.md"), draft(CLEAN, "b.txt"), "--format", "sarif")

    log = json.loads(ended.stdout)

    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (told,) = log["runs"]
    assert told["columnKind"] == "unicodeCodePoints"
    driver = told["tool"]["driver"]
    assert driver["name"] == "twosource"
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == [rule.id for rule in RULES]
    assert len(told["results"]) == 2
    for shown in told["results"]:
        assert shown["ruleId"] in ids
        assert shown["level"] in ("none", "note", "warning", "error")
        assert shown["message"]["text"]
        assert all(isinstance(value, str) for value in shown["partialFingerprints"].values())
        place = shown["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "ein%20entwurf.md"
        region = place["region"]
        assert 1 <= region["startLine"] <= region["endLine"]
        assert region["startColumn"] >= 1
        assert region["endColumn"] > region["startColumn"]
    region = told["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["startColumn"] == PLAIN["de"].index("Kosten") + 1
    assert region["snippet"]["text"] == PLAIN["de"][region["startColumn"] - 1 : region["endColumn"] - 1]


def test_sarif_lists_the_other_mentions(run: Run, draft: Callable[..., str]) -> None:
    ended = run(draft(f"{PLAIN['en']} Again: {PLAIN['en']}"), "--format", "sarif")

    (shown,) = json.loads(ended.stdout)["runs"][0]["results"]
    (related,) = shown["relatedLocations"]
    assert related["physicalLocation"]["region"]["startColumn"] > len(PLAIN["en"])


def test_github_gets_workflow_commands(run: Run, draft: Callable[..., str]) -> None:
    ended = run(draft(PLAIN["en"], "a,b.txt"), draft(NOTE, "n.txt"), draft(ERROR, "e.txt"), "--format", "github")

    warning, note, error = ended.stdout.splitlines()
    assert warning.startswith(
        "::warning file=a%2Cb.txt,line=1,col=5,title=cost parity%3A single-source%2C no power data::"
    )
    assert note.startswith("::notice file=n.txt,line=1,")
    assert error.startswith("::error file=e.txt,line=1,")
    assert all("%0A" in line or line.count("::") == 2 for line in (warning, note, error))


def test_standard_input_is_plain_text(run: Run) -> None:
    ended = run("-", stdin=PLAIN["nl"].encode())

    assert ended.stdout.startswith("-:1:4: warning: cost parity")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# Title\n\n{}"),
        ("a.html", "<h1>Title</h1><p>{}</p>"),
        ("a.json", '{{"title": "Title", "html": "<p>{}</p>"}}'),
        ("a.txt", "\ufeff{}"),
        ("A.TXT", "{}"),
    ],
)
def test_every_format_is_read(run: Run, draft: Callable[..., str], name: str, text: str) -> None:
    ended = run(draft(text.format(PLAIN["en"]), name))

    assert MESSAGES["en"] in ended.stdout
    assert ended.exit_code == 0


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("none.txt", None, r"none\.txt: cannot be read: No such file"),
        ("latin.txt", "Über uns".encode("latin-1"), r"latin\.txt: not UTF-8: byte 0xdc at byte offset 0"),
        ("a.docx", b"PK", r"a\.docx: the suffix '\.docx' names no known format; rename"),
        ("a.json", b"{", r"a\.json: no JSON"),
        ("a.json", b"[]", r"a\.json: no JSON object"),
    ],
)
def test_what_cannot_be_read_is_told_and_keeps_no_other_from_being_checked(
    run: Run, draft: Callable[..., str], name: str, raw: bytes | None, told: str
) -> None:
    if raw is not None:
        draft(raw, name)

    ended = run(name, draft(PLAIN["en"], "good.txt"))

    assert re.search(f"^error: {told}", ended.stderr)
    assert ended.stderr.count("\n") == 1
    assert ended.stdout.startswith("good.txt:1:")
    assert ended.exit_code == 2


def test_a_folder_is_no_draft(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()

    ended = run("folder.txt")

    assert ended.exit_code == 2
    assert ended.stderr.startswith("error: folder.txt: cannot be read: ")


def test_several_packs_are_held_together(run: Run, draft: Callable[..., str]) -> None:
    other = draft(OTHER_PACK.format(id="ferry", name="Aurora-7"), "ferry.yaml")

    ended = run(draft(f"{PLAIN['en']}\n\nAurora-7 has 400 cabins."), packs=[PACK, other])

    first, second = ended.stdout.splitlines()
    assert MESSAGES["en"] in first
    assert "error: cabins: Aurora-7 says 300 [value-conflict]" in second


def test_without_a_pack_there_is_nothing_to_hold_a_draft_against(run: Run, draft: Callable[..., str]) -> None:
    ended = run(draft(PLAIN["en"]), packs=[])

    assert (ended.exit_code, ended.stdout) == (0, "")


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("none.yaml", None, "error: none.yaml: cannot be read: No such file or directory"),
        ("bad.yaml", b"id: [", "error: bad.yaml:"),
        ("bad.yaml", b"schema: twosource/fact-pack/1\nid: x\n", "error: bad.yaml:"),
        ("bad.yaml", "title: Größe".encode("latin-1"), "error: bad.yaml: not UTF-8: byte 0xf6 at byte offset 9"),
    ],
)
def test_a_pack_with_an_error_keeps_all_from_being_checked(
    run: Run, draft: Callable[..., str], name: str, raw: bytes | None, told: str
) -> None:
    if raw is not None:
        draft(raw, name)

    ended = run(draft(PLAIN["en"]), packs=[PACK, name])

    assert ended.stderr.startswith(told)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "Traceback" not in ended.output


def test_two_packs_of_one_id_are_refused(run: Run, draft: Callable[..., str]) -> None:
    one = draft(OTHER_PACK.format(id="ferry", name="Aurora-7"), "one.yaml")
    two = draft(OTHER_PACK.format(id="ferry", name="Borea-2"), "two.yaml")

    ended = run(draft(CLEAN), packs=[one, two])

    assert ended.stderr == "error: two.yaml: the pack id 'ferry' is that of one.yaml too: give one another id\n"
    assert ended.exit_code == 2


def test_a_packs_byte_order_mark_is_no_part_of_it(run: Run, draft: Callable[..., str]) -> None:
    pack = draft(f"\ufeff{OTHER_PACK.format(id='ferry', name='Aurora-7')}", "ferry.yaml")

    assert run(draft("Aurora-7 has 400 cabins."), packs=[pack]).exit_code == 1


@pytest.mark.parametrize("at", ["30.11.2026", "2026-13-01", "tomorrow", ""])
def test_a_day_that_is_none_is_refused_with_how_to_write_it(run: Run, draft: Callable[..., str], at: str) -> None:
    ended = run(draft(CLEAN), "--at", at)

    assert ended.exit_code == 2
    assert "write it as 2026-11-30" in ended.stderr
    assert "Traceback" not in ended.output


@pytest.mark.parametrize("option", [["--lang", "fr"], ["--locale", "fr"], ["--format", "xml"], ["--fail-on", "all"]])
def test_an_option_that_is_none_is_refused(run: Run, draft: Callable[..., str], option: list[str]) -> None:
    ended = run(draft(CLEAN), *option)

    assert ended.exit_code == 2
    assert "is not one of" in ended.stderr


def test_a_file_has_to_be_named(run: Run) -> None:
    assert run().exit_code == 2


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_draft_over_the_limit_of_the_service_is_checked_up_to_there_and_says_so(
    run: Run, draft: Callable[..., str], form: str
) -> None:
    name = draft(f"{PLAIN['en']}\n\n" + "Word after word.\n\n" * 12_000 + PLAIN["en"])

    ended = run(name, "--format", form, "--lang", "en")

    told = json.loads(ended.stdout)["incomplete"] if form == "json" else ended.stderr
    assert re.search(r"only the first (199,9\d\d|200,000) of 216,\d{3} characters were checked", told)
    assert 'also_at": [{' not in ended.stdout
    assert ended.exit_code == 0


@pytest.mark.parametrize("lead", ["", "a", "ab", "abc"])
def test_a_file_over_eight_megabytes_is_cut_between_characters(
    run: Run, draft: Callable[..., str], lead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twosource.cli.checking.SHARE_READ", 4_000)
    raw = f"{lead}{'😀' * 2_000}".encode()

    assert run(draft(raw)).exit_code == 0
    assert run("-", stdin=raw).exit_code == 0


def test_json_over_eight_megabytes_is_refused_as_too_long(
    run: Run, draft: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twosource.cli.checking.SHARE_READ", 4_000)

    ended = run(draft(json.dumps({"text": "word " * 1_000}), "long.json"))

    assert ended.exit_code == 2
    assert ended.stderr.startswith("error: long.json: over 4,000 bytes, and JSON cannot be read in part")


def test_the_message_is_in_normal_form(run: Run, draft: Callable[..., str]) -> None:
    told = run(draft(PLAIN["de"]), "--locale", "nl").stdout

    assert unicodedata.is_normalized("NFC", told)


def test_json_without_a_text_or_with_an_endless_number_is_refused(tmp_path: Path) -> None:
    for name, content in (("none.json", '{"title": "x"}'), ("huge.json", '{"a": ' + "9" * 5_000 + "}")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        outcome = CliRunner().invoke(main, ["check", str(tmp_path / name), "--facts", str(PACK)])
        assert outcome.exit_code == 2
        assert name in outcome.stderr


def test_without_a_pack_it_says_that_nothing_can_be_flagged(tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text("Words.", encoding="utf-8")
    outcome = CliRunner().invoke(main, ["check", str(tmp_path / "draft.txt")])
    assert (outcome.exit_code, "no fact pack" in outcome.stderr) == (0, True)
