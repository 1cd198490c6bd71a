"""What differs between two canonical forms is told entry by entry, and nothing is told where nothing differs."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import fact_packs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs import Difference, diff, read_plain

FACT: dict[str, Any] = {
    "label": {"de": "Kosten", "en": "cost"},
    "subject": "bridge",
    "value": {"over": "100000", "unit": "EUR"},
    "cues": {"en": [["cost"], ["bridge", "price"]]},
    "support": [{"source": "daily", "quote": "So."}, {"source": "weekly"}, {"source": "daily", "speaker": "mayor"}],
}


def changed(**keys: Any) -> dict[str, Any]:
    return {**deepcopy(FACT), **keys}


def told(after: dict[str, Any], before: dict[str, Any] = FACT) -> list[str]:
    return [str(each) for each in diff(before, after)]


@pytest.mark.parametrize(
    ("after", "lines"),
    [
        (changed(), []),
        (changed(note="new"), ["+ note: new"]),
        ({key: each for key, each in FACT.items() if key != "cues"}, ["- cues: {en: [[cost], [bridge, price]]}"]),
        (changed(value={"over": "120000", "unit": "EUR"}), ["~ value.over: 100000 -> 120000"]),
        (changed(value={"under": "100000", "unit": "EUR"}), ["- value.over: 100000", "+ value.under: 100000"]),
        (changed(label={"de": "Kosten", "nl": "k", "en": "costs"}), ["~ label.en: cost -> costs", "+ label.nl: k"]),
        (changed(label="cost"), ["~ label: {de: Kosten, en: cost} -> cost"]),
        (changed(cues={"en": [["new"], ["cost"], ["bridge", "price"]]}), ["+ cues.en: [new]"]),
        (changed(cues={"en": [["x/price"], ["cost"]]}), ["- cues.en: [bridge, price]", "+ cues.en: [x/price]"]),
        (
            changed(cues={"en": [["bridge", "price"], ["cost"]]}),
            ["~ cues.en: [[cost], [bridge, price]] -> [[bridge, price], [cost]]"],
        ),
        (changed(support=[{"source": "new"}, *FACT["support"]]), ["+ support.new: {source: new}"]),
        (changed(support=FACT["support"][1:]), ["- support.daily: {source: daily, quote: So.}"]),
        (
            changed(
                support=[{"source": "daily", "quote": "No."}, FACT["support"][1], {"source": "daily", "speaker": "ada"}]
            ),
            ["~ support.daily.quote: So. -> No.", "~ support.daily#2.speaker: mayor -> ada"],
        ),
        (changed(holds=False, origins=3), ["+ holds: false", "+ origins: 3"]),
        (changed(note="a: b\n\x1b[1m"), [r"+ note: a: b\n\x1b[1m"]),
    ],
)
def test_differences_are_told_as_lines(after: dict[str, Any], lines: list[str]) -> None:
    assert told(after) == lines


def test_a_difference_has_its_path_and_what_was_and_is() -> None:
    before = {"facts": {"glm-5.3": FACT}}
    after = {"facts": {"glm-5.3": changed(value={"over": "1", "unit": "EUR"}), "b": {"subject": "x"}}}
    assert diff(before, after) == (
        Difference(("facts", "glm-5.3", "value", "over"), "replace", "100000", "1"),
        Difference(("facts", "b"), "add", None, {"subject": "x"}),
    )


def test_the_order_of_ids_says_nothing_and_that_of_needs_does() -> None:
    assert diff({"facts": {"a": {}, "b": {}}}, {"facts": {"b": {}, "a": {}}}) == ()
    needs = {"power": "no power data", "price": "no price"}
    (found,) = diff({"needs": needs}, {"needs": dict(reversed(needs.items()))})
    assert str(found) == "~ needs: [power, price] -> [price, power]"


def test_an_entry_that_stands_there_twice_is_one_too_many() -> None:
    assert told({"see_also": ["a", "a"]}, {"see_also": ["a"]}) == ["+ see_also: a"]
    assert told({"see_also": ["a"]}, {"see_also": ["a", "a"]}) == ["- see_also: a"]


# Canonical forms as far as differences go, with few keys and texts, so that two of them have much in common.
few = st.sampled_from(("a", "b", "c"))
supports = st.fixed_dictionaries({"source": few}, optional={"quote": few, "value": st.fixed_dictionaries({"is": few})})
forms = st.recursive(
    few
    | st.booleans()
    | st.lists(few, max_size=4)
    | st.lists(st.lists(few, max_size=2), max_size=4)
    | st.lists(supports),
    lambda inner: st.dictionaries(few, inner, max_size=3),
    max_leaves=8,
)
wholes = st.dictionaries(few, forms, max_size=3)


@given(wholes, wholes)
def test_nothing_differs_exactly_where_both_say_the_same(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert diff(first, first) == ()
    assert bool(diff(first, second)) == (first != second)
    assert all("\n" not in str(each) for each in diff(first, second))


@given(wholes, wholes)
def test_the_way_back_says_the_same_the_other_way_round(first: dict[str, Any], second: dict[str, Any]) -> None:
    opposite = {"add": "remove", "remove": "add", "replace": "replace"}
    back = [(each.path, opposite[each.op], each.new, each.old) for each in diff(second, first)]
    there = [(each.path, each.op, each.old, each.new) for each in diff(first, second)]
    assert sorted(map(repr, there)) == sorted(map(repr, back))


@fact_packs.PATIENT
@given(fact_packs.packs())
def test_a_pack_against_nothing_is_its_sections(plain: fact_packs.Plain) -> None:
    form = read_plain(plain, "a").canonical
    assert form is not None
    assert [(each.path, each.op, each.new) for each in diff({}, form)] == [((key,), "add", form[key]) for key in form]
    assert all(str(each).isprintable() for each in diff(form, {}))
