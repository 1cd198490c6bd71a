"""The canonical form and its text: what is the same is written the same, and nothing is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import fact_packs
import pytest
import yaml
from hypothesis import given

from twosource.model import Pack
from twosource.packs import PackReading, read, read_plain, write
from twosource_schemas.values import COMPARATORS

ROOT = Path(__file__).resolve().parents[3]
EVERY_KEY = (ROOT / "fixtures/schemas/valid/fact-pack/every-key.yaml").read_text("utf-8")
VALID = sorted((ROOT / "fixtures/schemas/valid/fact-pack").glob("*.yaml"))
TRAPS = [text.strip() for text in fact_packs.TRAPS]


def good(reading: PackReading) -> dict[str, Any]:
    assert [str(each) for each in reading.errors] == []
    assert reading.canonical is not None
    return dict(reading.canonical)


def pack_of(reading: PackReading) -> Pack:
    assert reading.pack is not None, reading.errors
    return reading.pack


def of_fact(**keys: Any) -> dict[str, Any]:
    """Return the canonical form of a fact with these keys."""
    plain = {
        "schema": "twosource/fact-pack/1",
        "id": "x",
        "title": "X",
        "entities": {"e": {"kind": "other", "name": "E"}},
        "sources": {"s": {"publisher": "P", "kind": "news"}},
        "claim_types": {"t": {"standard": "subject"}},
        "facts": {"f": {"subject": "e", "type": "t", **keys}},
    }
    fact: dict[str, Any] = good(read_plain(plain, "x"))["facts"]["f"]
    return fact


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_export_then_import_is_the_identity(plain: fact_packs.Plain) -> None:
    first = read_plain(plain, "first")
    form = good(first)
    written = write(form)
    again = read(written, "again.yaml")
    assert good(again) == form
    assert json.dumps(good(again)) == json.dumps(form), "the order of keys changed"
    assert again.pack == first.pack
    assert write(good(again)) == written


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_a_canonical_form_that_was_json_is_the_same_pack(plain: fact_packs.Plain) -> None:
    first = read_plain(plain, "first")
    again = read_plain(json.loads(json.dumps(good(first))), "again")
    assert good(again) == first.canonical
    assert again.pack == first.pack


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_a_text_and_plain_mappings_are_read_alike(plain: fact_packs.Plain) -> None:
    text, mappings = read(fact_packs.as_text(plain), "p"), read_plain(plain, "p")
    assert good(text) == good(mappings)
    assert text.pack == mappings.pack
    assert [each.message for each in text.warnings] == [each.message for each in mappings.warnings]


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_every_reader_of_yaml_reads_the_same_texts(plain: fact_packs.Plain) -> None:
    form = good(read_plain(plain, "p"))
    written = write(form)
    assert _as_texts(yaml.safe_load(written)) == _as_texts(form)


def _as_texts(tree: Any) -> Any:
    """Return a tree whose numbers are floats, whether they were numbers or texts of digits under a number's key."""
    if isinstance(tree, dict):
        return {key: _as_texts(each) if key not in NUMBER_KEYS else _number(each) for key, each in tree.items()}
    return [_as_texts(each) for each in tree] if isinstance(tree, list) else tree


NUMBER_KEYS = {*COMPARATORS, "between", "tolerance", "n", "factor", "origins"}


def _number(value: Any) -> Any:
    if isinstance(value, list):
        return [_number(each) for each in value]
    try:
        return float(value)
    except (TypeError, ValueError):
        return _as_texts(value)


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_both_of_pyyamls_emitters_write_the_same(plain: fact_packs.Plain) -> None:
    form = good(read_plain(plain, "p"))
    quick, readable = (write({**form, "id": name}).splitlines() for name in ("x", "\U0001f600"))
    assert readable[1] == "id: \U0001f600"
    assert readable[2:] == quick[2:] or BEYOND.search("".join(readable[2:]))


BEYOND = re.compile("[\U00010000-\U0010ffff]")


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_the_examples_survive_being_written(path: Path) -> None:
    first = read(path.read_text("utf-8"), path.name)
    again = read(write(good(first)), path.name)
    assert again.pack == first.pack
    assert write(good(again)) == write(good(first))


@pytest.mark.parametrize("trap", TRAPS)
def test_a_text_that_looks_like_something_else_stays_a_text(trap: str) -> None:
    form = of_fact(note=trap, states={"en": trap}, support=[{"source": "s", "quote": trap}], value={"text": trap})
    whole = {"schema": "twosource/fact-pack/1", "id": "x", "title": trap, "facts": {"f": form}}
    for loader in (yaml.SafeLoader, yaml.CSafeLoader, yaml.BaseLoader):
        found = yaml.load(write(whole), Loader=loader)
        assert found["title"] == trap
        assert found["facts"]["f"] == form


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("no", "'no'"),
        ("on", "'on'"),
        ("y", "'y'"),
        ("3:1", "'3:1'"),
        ("1.10", "'1.10'"),
        ("~", "'~'"),
        ("007", "'007'"),
        ("1e3", "'1e3'"),
        ("2026-08-26", "'2026-08-26'"),
        ("2026-Q3", "2026-Q3"),
        ("a # b", "'a # b'"),
        ("it's", "it's"),
        ("No. 7", "No. 7"),
        ("72 turbines", "72 turbines"),
    ],
)
def test_quotes_stand_where_any_reader_needs_them(text: str, written: str) -> None:
    assert write({"title": text}) == f"title: {written}\n"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0.60", "0.60"),
        ("100_000", "100000"),
        ("+5", "5"),
        ("-0.0", "0.0"),
        ("007", "7"),
        (5, "5"),
        (0.5, "0.5"),
        (1.125, "01.125"),
        ("1_0.125", "010.125"),
        ("-1_0.125", "-010.125"),
        ("62_000_000_000_000", "62000000000000"),
    ],
)
def test_a_number_keeps_its_written_precision(given: Any, kept: str) -> None:
    form = of_fact(value={"is": given, "unit": "percent"})
    assert form["value"] == {"is": kept, "unit": "percent"}
    assert f"value: {{is: {kept}, unit: percent}}" in write({"facts": {"f": form}})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"holds": "true", "status": "approved", "disputes": [], "see_also": []}, {}),
        ({"holds": False, "status": "draft"}, {"holds": False, "status": "draft"}),
        ({"see_also": "f"}, {"see_also": ["f"]}),
        ({"cues": {"en": ["on a par", ["a", "b"]]}}, {"cues": {"en": [["on a par"], ["a", "b"]]}}),
        ({"label": {"en": "e", "nl": "n", "de": "d"}}, {"label": {"de": "d", "nl": "n", "en": "e"}}),
        ({"support": [{"source": "s", "capacity": "statement", "terms": "on-record"}]}, {"support": [{"source": "s"}]}),
        (
            {"value": {"unit": "EUR", "is": 1, "per": {"unit": "week", "n": 1}}},
            {"value": {"is": "1", "unit": "EUR", "per": {"unit": "week"}}},
        ),
        ({"as_of": " 2026-08-26 "}, {"as_of": "2026-08-26"}),
    ],
)  # fmt: skip
def test_what_says_nothing_new_is_left_out(given: dict[str, Any], kept: dict[str, Any]) -> None:
    assert of_fact(**given) == {"subject": "e", "type": "t", **kept}


def test_explicit_defaults_another_order_and_grouped_digits_change_no_version() -> None:
    spelled = (
        EVERY_KEY.replace("100_000", "100000")
        .replace("    subject: bridge\n    type: cost\n", "    type: cost\n    subject: bridge\n")
        .replace("status: draft", "status: draft, holds: true, disputes: [], see_also: []")
        .replace("{source: daily-de, quote", "{terms: on-record, source: daily-de, quote")
    )
    one, other = pack_of(read(EVERY_KEY, "p")), pack_of(read(spelled, "p"))
    assert {key: fact.version for key, fact in one.facts.items()} == {k: f.version for k, f in other.facts.items()}


def test_the_defaults_of_the_schema_are_those_of_the_model() -> None:
    short = EVERY_KEY.replace(
        "unit: lorry}, status: draft", "unit: lorry, per: {unit: week}}, support: [{source: daily}]"
    )
    full = (
        short.replace("per: {unit: week}", "per: {n: 1, unit: week}")
        .replace(
            "[{source: daily}]",
            "[{source: daily, capacity: statement, terms: on-record}], status: approved, holds: true",
        )
        .replace("origins: 3", "origins: 2")
        .replace("{text: town hall, style: avoid}", "{text: town hall, style: ok, case: any}")
    )
    bare = short.replace("    origins: 3\n", "").replace("{text: town hall, style: avoid}", "town hall")
    assert pack_of(read(full, "p")) == pack_of(read(bare, "p"))
    assert pack_of(read(bare, "p")).facts["traffic"].supports


def test_written_precision_is_part_of_the_version() -> None:
    one, other = (
        pack_of(read(EVERY_KEY.replace("tolerance: 0.1", f"tolerance: {size}"), "p")).facts for size in ("0.1", "0.10")
    )
    assert one["cost"].version != other["cost"].version
    assert one["budget"].version == other["budget"].version


def test_the_text_is_made_to_be_compared_line_by_line() -> None:
    written = write(good(read(EVERY_KEY, "p")))
    assert "    cues:\n      de:\n      - [Kosten]\n      - [Bau~, ~summe]\n" in written
    assert "    - {source: daily-de, quote: Not so., value: {over: 3, unit: EUR}}\n" in written
    assert "value: {about: 2.5, unit: EUR, per: {n: 1000, unit: lorry}, tolerance: 0.1}\n" in written
    assert written.startswith("schema: twosource/fact-pack/1\nid: harbour\ntitle: The new harbour bridge\nunits:\n")


def test_a_long_text_is_one_line_and_a_text_of_lines_stands_in_lines() -> None:
    form = of_fact(note="x" * 90 + " word" * 200, states={"en": "One.\n\nTwo: three.", "de": "Eins."})
    written = write({"facts": {"f": form}})
    assert "    note: " + form["note"] + "\n" in written
    assert "      en: |-\n        One.\n\n        Two: three.\n" in written


def test_keys_in_another_order_are_written_in_the_schemas() -> None:
    form = good(read(EVERY_KEY, "p"))
    shuffled = json.loads(json.dumps(form, sort_keys=True))
    shuffled["facts"] = {key: shuffled["facts"][key] for key in form["facts"]}
    for section in ("entities", "sources"):
        shuffled[section] = {key: shuffled[section][key] for key in form[section]}
    assert good(read(write(shuffled), "p")) == form
    assert list(yaml.safe_load(write(shuffled))["facts"]["cost"]) == list(form["facts"]["cost"])
