"""No pack, however broken, raises: what is wrong is told, and nothing comes of it."""

from __future__ import annotations

import threading

import fact_packs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.packs import PackReading, read, read_plain

HUGE = 10**5000
MARKS = st.text(alphabet="{}[]:,-#&*!|>'\"%@`? ~ab0\n\t", max_size=8)


def is_consistent(reading: PackReading) -> bool:
    """Whether there is either a pack or an error, and each error says something printable."""
    said = [str(each) for each in (*reading.errors, *reading.warnings)]
    nothing = reading.pack is None and reading.given is None and reading.canonical is None
    return nothing == bool(reading.errors) and all(each and each.isprintable() for each in said)


@fact_packs.PATIENT
@given(fact_packs.broken())
def test_no_change_of_a_valid_pack_raises(plain: object) -> None:
    mappings = read_plain(plain, "broken")
    assert is_consistent(mappings)
    assert all((each.line, each.column) == (0, 0) for each in mappings.errors)


@fact_packs.PATIENT
@given(fact_packs.broken().map(fact_packs.as_text))
def test_no_change_of_a_valid_packs_text_raises(text: str) -> None:
    reading = read(text, "broken.yaml")
    assert is_consistent(reading)
    assert all(each.line >= 1 and each.column >= 1 for each in (*reading.errors, *reading.warnings))


@fact_packs.PATIENT
@given(fact_packs.packs().map(fact_packs.as_text), st.data())
def test_no_slip_of_the_pen_in_a_valid_packs_text_raises(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    assert is_consistent(read(text[:start] + data.draw(MARKS) + text[end:], "slip.yaml"))


@fact_packs.PATIENT
@given(fact_packs.junk)
def test_no_tree_of_anything_raises(tree: object) -> None:
    reading = read_plain(tree, "junk")
    assert is_consistent(reading)
    assert reading.errors


@pytest.mark.parametrize(
    "tree",
    [
        None,
        (),
        b"bytes",
        {1: 2, None: 3},
        {"entities": {1: {"kind": "place", "name": "x", "of": "y"}}, "sources": {2: {"relays": ["z"]}}},
        {"schema": object()},
        {"facts": {"x" * 100_000: {"y" * 100_000: "z" * 100_000}}},
        {"id": "\ud800", "title": "\ud800", "\ud800": 1},
        {"facts": {"a": {"value": {"is": float("nan"), "between": [float("inf"), float("-inf")]}}}},
        {"schema": HUGE, "facts": {"a": {"period": HUGE, "value": {"is": HUGE}, "holds": HUGE, "support": HUGE}}},
    ],
)
def test_what_no_json_has_is_refused_too(tree: object) -> None:
    assert read_plain(tree, "odd").errors


def test_a_character_that_is_half_of_one_is_refused_in_plain_mappings() -> None:
    (error,) = [each for each in read_plain({"title": "a\ud800"}, "half").errors if each.keys == ("title",)]
    assert str(error) == "half: title: has a character that is half of one (a lone surrogate); remove it"


@pytest.mark.parametrize(
    "make", [lambda inner: [inner], lambda inner: {"facts": inner}, lambda inner: {"a": {"value": inner}}]
)
def test_however_deep_it_is_it_is_refused(make: object) -> None:
    tree: object = "x"
    for _ in range(100_000):
        tree = make(tree)  # type: ignore[operator]
    assert read_plain(tree, "deep").errors
    assert read_plain({"schema": "twosource/fact-pack/1", "facts": tree, "title": tree}, "deep").errors
    while isinstance(tree, list | dict):  # Taken apart from outside, so that the interpreter need not climb down.
        tree = next(iter(tree.values() if isinstance(tree, dict) else tree))


def test_an_error_of_plain_mappings_has_its_path_and_no_line() -> None:
    (error,) = read_plain(
        {
            "schema": "twosource/fact-pack/1",
            "id": "x",
            "title": "X",
            "entities": {"glm-5.3": {"kind": "product", "name": "GLM", "of": "zai"}},
        },
        "request",
    ).errors
    assert str(error) == "request: entities.glm-5.3.of: unknown entity 'zai': declare it first, or mend the spelling"
    assert error.keys == ("entities", "glm-5.3", "of")


def test_threads_may_read_at_the_same_time() -> None:
    text = fact_packs.as_text({"schema": "twosource/fact-pack/1", "id": "x", "title": "X"})
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(read(text, "x").pack is not None)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8
