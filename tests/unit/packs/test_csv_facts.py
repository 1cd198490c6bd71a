"""Facts as CSV: what comes out goes in again, what a desk edits is taken, and what it mistypes is told in its cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs import canonical, read, read_plain
from twosource.packs.csv_columns import NAMES, NotFlatError, cells_of, in_order, known
from twosource.packs.csv_facts import Merged, merge_facts, write_facts

ROOT = Path(__file__).parents[3]
PACKS = [
    *sorted((ROOT / "fixtures" / "facts").glob("*.yaml")),
    ROOT / "fixtures/schemas/valid/fact-pack/every-key.yaml",
]
PACK = """
schema: twosource/fact-pack/1
id: wind
title: Wind
units: {turbine: {de: [Windrad], nl: [windmolen], en: [turbine]}}
entities: {noordwind: {kind: organisation, name: Noordwind}}
sources:
  press: {publisher: noordwind, kind: self-published}
  kustbode: {publisher: Kustbode, kind: news, relays: [press]}
  insider: {publisher: Jan Jansen, kind: interview}
claim_types: {scale: {standard: subject, needs: {meters: {en: no readings}}}}
facts:
  turbines:
    label: {de: Windräder, nl: windmolens, en: turbines}
    subject: noordwind
    type: scale
    value: {over: 72, unit: turbine}
    cues: {de: [[Strom, versorgt/versorgen], [Windstrom]]}
    support: [{source: press, quote: "72, no less"}, {source: kustbode, basis: relay, of: [press]}]
    as_of: 2026-09-01
    note: "=SUM(A1)"
  name:
    subject: noordwind
    type: scale
    value: {text: Noordwind, accept: ["+1", Nordwind]}
    holds: false
  told:
    subject: noordwind
    type: scale
    value: {is: 5, unit: turbine}
    support: [{source: insider, terms: confidential, quote: "five, I swear"}]
  doubted:
    subject: noordwind
    type: scale
    disputes: [{source: kustbode}]
"""


def _pack(text: str = PACK) -> dict[str, Any]:
    reading = read(text, "wind.yaml")
    assert reading.given is not None, reading.errors
    return canonical(reading.given)


def _merge(table: str, pack: dict[str, Any] | None = None) -> Merged:
    return merge_facts(table.encode(), "x.csv", pack or _pack())


def _fact(table: str, key: str) -> Any:
    merged = _merge(table)
    assert merged.canonical is not None, [str(problem) for problem in merged.problems]
    return merged.canonical["facts"][key]


def _problems(table: str) -> list[str]:
    merged = _merge(table)
    assert merged.canonical is None
    return [str(problem) for problem in merged.problems]


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_out_and_in_again_is_the_identity(path: Path) -> None:
    pack = _pack(path.read_text("utf-8"))
    written = write_facts(pack)

    assert merge_facts(written.text.encode(), "x.csv", pack) == Merged(pack, ())
    assert written.facts + len(written.left_out) == len(pack["facts"])


def test_flat_facts_come_back_into_a_pack_that_has_none() -> None:
    pack = _pack()
    flat = {key: pack["facts"][key] for key in ("turbines", "name")}
    written = write_facts({**pack, "facts": flat})

    merged = merge_facts(written.text.encode(), "x.csv", {**pack, "facts": {}})

    assert merged == Merged({**pack, "facts": flat}, ())
    assert list(merged.canonical["facts"]) == ["turbines", "name"]  # type: ignore[index]


def test_a_fact_is_a_row_with_a_column_for_each_key_that_any_has() -> None:
    written = write_facts(_pack())

    heading, turbines, name, end = written.text.split("\r\n")
    assert heading == (
        '\ufeff"id","subject","type","label.de","label.nl","label.en","value.over","value.unit","value.text",'
        '"value.accept","holds","cues.de","support.source","support.quote","support.2.source","support.2.basis",'
        '"support.2.of","as_of","note"'
    )
    assert turbines == (
        '"turbines","noordwind","scale","Windräder","windmolens","turbines","72","turbine","","","",'
        '"Strom + versorgt/versorgen | Windstrom","press","72, no less","kustbode","relay","press","2026-09-01",'
        '"\'=SUM(A1)"'
    )
    assert '"Noordwind","\'+1 | Nordwind","false"' in name
    assert end == ""


def test_what_is_not_flat_is_left_out_and_named() -> None:
    written = write_facts(_pack())

    assert written.left_out == {"told": "a confidential source", "doubted": "disputes"}


def test_no_word_of_a_confidential_source_is_written() -> None:
    # The same source bears a second fact, where nobody marked it again.
    again = "  again: {subject: noordwind, type: scale, support: [{source: insider, quote: six}]}\n"
    pack = _pack(PACK + again)
    written = write_facts(pack)

    assert "again" in written.left_out
    for word in ("insider", "Jansen", "swear", "six"):
        assert word not in written.text


@pytest.mark.parametrize(
    ("part", "given", "told"),
    [
        ("disputes", [{"source": "a"}], "disputes"),
        ("condition", {"label": "x"}, "condition.label"),
        ("value", {"change": {"about": "4"}, "direction": "up"}, "value.change.about"),
        ("support", [{"source": "a"}, {"source": "b", "value": {"is": "4"}}], "support.2.value"),
        ("support", [{"source": "a"}] * 51, "support: more than 50"),
        ("see_also", ["a|b"], "see_also: a mark that parts"),
        ("cues", {"de": [["a + b"]]}, "cues: a mark that parts"),
        ("note", "a\rb", "note: a carriage return"),
    ],
)
def test_what_cells_cannot_hold_is_named(part: str, given: object, told: str) -> None:
    with pytest.raises(NotFlatError) as caught:
        cells_of(part, given)

    assert str(caught.value).startswith(told)


def test_columns_have_one_order_and_one_spelling() -> None:
    assert in_order(["note", "support.10.source", "id", "support.2.source", "support.source"]) == [
        "id", "support.source", "support.2.source", "support.10.source", "note",
    ]  # fmt: skip
    assert in_order(NAMES) == list(NAMES)
    assert known("support.1.source") == "support.source"
    assert known("support.51.source") is None


def test_a_new_fact_is_made_after_the_others() -> None:
    merged = _merge("id,subject,type,value.is,value.unit,support.source\nhomes,noordwind,scale,600_000,turbine,press\n")

    assert merged.canonical is not None
    assert list(merged.canonical["facts"]) == ["turbines", "name", "told", "doubted", "homes"]
    assert merged.canonical["facts"]["homes"] == {
        "subject": "noordwind",
        "type": "scale",
        "value": {"is": "600000", "unit": "turbine"},
        "support": [{"source": "press"}],
    }


def test_columns_change_what_they_hold_and_nothing_else() -> None:
    before = _pack()["facts"]["turbines"]

    assert _fact("id,value.over,note\nturbines,73,\n", "turbines") == {
        **{key: value for key, value in before.items() if key != "note"},
        "value": {"over": "73", "unit": "turbine"},
    }


def test_a_fact_that_is_not_flat_can_be_changed_in_what_is() -> None:
    assert _fact("id,review_by\ntold,2027-01-01\n", "told")["support"][0]["terms"] == "confidential"


def test_a_part_that_cells_cannot_hold_is_refused_and_not_overwritten() -> None:
    (problem,) = _problems("id,support.source\ntold,press\n")

    assert problem == (
        "x.csv: row 2, column B (support.source): the fact has more here than cells can hold (support.terms); "
        "change it in the pack's YAML"
    )


def test_the_guard_comes_off_at_the_import() -> None:
    assert _fact("id,note\nname,'=1+1\n", "name")["note"] == "=1+1"
    assert _fact("id,note\nname,'s-Gravenhage\n", "name")["note"] == "'s-Gravenhage"


def test_capitals_of_a_spreadsheet_program_are_true_and_false() -> None:
    assert "holds" not in _fact("id,holds\nname,TRUE\n", "name")
    assert _fact("id,holds\nname,FALSCH\nturbines,\n".replace("FALSCH", "FALSE"), "name")["holds"] is False


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("id,value.over\nturbines,100.000\n", "row 2, column B (value.over): '100.000' can be read in two ways"),
        ('id;value.over\nturbines;2,5\n', "row 2, column B (value.over): '2,5' has a comma"),
        ("id,note,value.over\nturbines,x,viele\n", "row 2, column C (value.over): 'viele' is no number"),
        ("id,value.over\n\nturbines,x1\n", "row 3, column B (value.over): 'x1' is no number"),
        ("id,as_of\nturbines,1.9.2026\n", "row 2, column B (as_of): '1.9.2026' is no day: write year-month-day"),
        ("id,holds\nname,FALSCH\n", "row 2, column B (holds): 'FALSCH' is neither true nor false"),
        ("id,status\nname,aproved\n", "did you mean 'approved'?"),
        ("id,support.source\nname,pres\n", "column B (support.source): unknown source 'pres': did you mean 'press'?"),
        ("id,support.2.source\nname,pres\n", "column B (support.2.source): unknown source"),
        ("id,support.quote\nname,x\n", "row 2, support.0.source: this key is missing"),
        ("id,support.source,support.quote\nname,,x\n", "row 2, column B (support.source): this key is missing"),
        ("id,support.source,support.shows\nname,press,metrs\n", "column C (support.shows): unknown need of 'scale'"),
        ("id,value.unit\nname,turbin\n", "row 2, column B (value.unit): "),
        ("id,value.is\nturbines,5\n", "row 2, column B (value.is): 'is' and 'over' cannot stand together"),
        ("id,cues.de\nname,~\n", "row 2, column B (cues.de): '~'"),
        ("id,value.between\nturbines,9 | 4\n", "'over' and 'between' cannot stand together"),
        ("id,subject\nx,noordwind\n", "row 2, type: this key is missing"),
        ("id,subject,type\nNein!,noordwind,scale\n", "row 2, column A (id): 'Nein!' is no id"),
        ("id,note\n,x\n", "row 2, column A (id): the row has no id"),
        ("id,note\nname,x\nname,y\n", "row 3, column A (id): the id 'name' stands in row 2 already"),
        ("id,label\nturbines,x\n", "row 2, column B: 'label' and 'label.de' cannot both be filled"),
        ("id,label,label.nl\nname,x,y\n", "row 2, column C: 'label' and 'label.nl' cannot both be filled"),
        ("id,note\nname,a,b\n", "row 2, column C: has more cells than the first row has columns"),
        ("id,nots\nname,a\n", "row 1, column B (nots): unknown column 'nots': did you mean 'note'?"),
        ("id,xyzzy\nname,a\n", "unknown column 'xyzzy'; known are id, subject, type"),
        ("id,note,note\nname,a,b\n", "row 1, column C (note): column B has that name already"),
        ("id,,note\nname,a,b\n", "row 1, column B: the column has no name"),
        ("subject,type\na,b\n", "row 1: no column is called 'id'"),
        ("hello\n", "unknown column 'hello'"),
        ("id,disputes.source\nname,a\n", "unknown column 'disputes.source'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_its_cell(table: str, told: str) -> None:
    problems = _problems(table)

    assert any(told in problem for problem in problems), problems
    assert all(problem.startswith("x.csv: row ") for problem in problems)


def test_every_problem_is_told_at_once_in_the_order_of_the_rows() -> None:
    problems = _problems("id,value.over,support.source\nname,1.000,pres\nturbines,x,press\n,,press\n")

    assert [problem.split(": ")[1] for problem in problems] == [
        "row 2, column B (value.over)",
        "row 2, column C (support.source)",
        "row 3, column B (value.over)",
        "row 4, column A (id)",
    ]


def test_empty_columns_and_rows_of_a_spreadsheet_are_passed_over() -> None:
    assert _fact("id,note,,\nname,x,,\n,,,\n", "name")["note"] == "x"


def test_a_problem_elsewhere_in_the_pack_is_told_with_its_path() -> None:
    pack = _pack()
    pack["facts"]["doubted"]["subject"] = "nobody"

    merged = _merge("id,note\nname,x\n", pack)

    assert [str(each) for each in merged.problems] == [
        "x.csv: facts.doubted.subject: unknown entity 'nobody': declare it first, or mend the spelling"
    ]


WORDS = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="|"), min_size=1, max_size=8)
NUMBERS = st.decimals(-(10**9), 10**9, allow_nan=False, allow_infinity=False, places=2).map(lambda n: format(n, "f"))
VALUES = st.one_of(
    st.fixed_dictionaries({"over": NUMBERS}, optional={"unit": st.just("turbine")}),
    st.fixed_dictionaries({"about": NUMBERS, "tolerance": st.just("2"), "per": st.just({"unit": "turbine"})}),
    st.just({"between": ["1", "2.50"], "unit": "percent"}),
    st.fixed_dictionaries({"text": WORDS}, optional={"accept": st.lists(WORDS, min_size=1, max_size=3)}),
    st.sampled_from([{"date": "2026-08"}, {"period": ["2026", "2027"]}, {"undisclosed": True}, {"before": "2026-Q3"}]),
)
FACTS = st.fixed_dictionaries(
    {"subject": st.just("noordwind"), "type": st.just("scale")},
    optional={
        "label": st.one_of(WORDS, st.dictionaries(st.sampled_from(["de", "nl", "en"]), WORDS, min_size=1)),
        "value": VALUES,
        "holds": st.just(False),
        "support": st.lists(
            st.fixed_dictionaries({"source": st.sampled_from(["press", "kustbode"])}, optional={"quote": WORDS}),
            min_size=1,
            max_size=4,
        ),
        "see_also": st.just(["turbines", "name"]),
        "note": WORDS,
    },
)


@given(st.dictionaries(st.sampled_from(["a", "b.c", "d-e"]), FACTS, max_size=3))
def test_any_flat_facts_come_back_as_they_were(facts: dict[str, Any]) -> None:
    reading = read_plain({**_pack(), "facts": {**_pack()["facts"], **facts}}, "p")
    assert reading.canonical is not None, reading.errors
    written = write_facts(reading.canonical)

    assert not written.left_out.keys() & facts.keys()
    assert merge_facts(written.text.encode(), "x.csv", _pack()) == Merged(reading.canonical, ())


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    merged = merge_facts(b"id,value.over,support.source\n" + raw, "x.csv", _pack())

    assert (merged.canonical is None) == bool(merged.problems)
