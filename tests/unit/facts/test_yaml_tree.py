from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from twosource.facts.yaml_tree import MAX_DEPTH, Place, TreeError, _closely, _plain, parse


def problems(text: str, **options: int) -> list[tuple[int, int, str]]:
    with pytest.raises(TreeError) as caught:
        parse(text, **options)
    return [(each.place.line, each.place.column, each.message) for each in caught.value.problems]


def test_every_scalar_stays_the_text_that_was_written() -> None:
    tree = parse("a: no\nb: [1.10, 3:1, 2026-08, ~, 0x10, on, null]\nc: 'x: # y'\nd:\n")
    assert tree.plain == {
        "a": "no",
        "b": ["1.10", "3:1", "2026-08", "~", "0x10", "on", "null"],
        "c": "x: # y",
        "d": "",
    }
    assert tree.problems == ()


def test_places_count_lines_and_code_points_from_one() -> None:
    tree = parse("ä: {ö: x}\nlist:\n  - one\n  - {k: v}\n")
    assert tree.place(("ä",)) == Place(1, 1)
    assert tree.place(("ä", "ö")) == Place(1, 5)
    assert tree.place(("list", 1)) == Place(4, 5)
    assert tree.place(("list", 1, "k")) == Place(4, 6)


def test_a_path_that_the_text_has_not_is_placed_at_what_it_has_of_it() -> None:
    tree = parse("a:\n  b: {c: 1}\n")
    assert tree.place(("a", "b", "missing", 3)) == Place(2, 3)
    assert tree.place(("missing",)) == Place(1, 1)


def test_the_first_of_two_equal_keys_stays_and_the_second_is_told() -> None:
    tree = parse("a: {x: 1}\nb: 2\na: {x: [3, {y: 4}]}\n")
    assert tree.plain == {"a": {"x": "1"}, "b": "2"}
    assert [(each.place, each.message) for each in tree.problems] == [
        (Place(3, 1), "the key 'a' stands here twice (first in line 1); remove one of them")
    ]
    assert tree.place(("a", "x")) == Place(1, 5)


def test_anchors_and_tags_are_told_and_reading_goes_on() -> None:
    tree = parse("a: &x [1]\nb: !important c\n? !!str d\n: 5\n")
    assert tree.plain == {"a": ["1"], "b": "c", "d": "5"}
    assert [each.place.line for each in tree.problems] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "the file is empty"),
        ("# a comment\n", 1, "the file is empty"),
        ("a: 1\nb: *a\n", 2, "an alias ('*a') is not allowed"),
        ("a: 1\n---\nb: 2\n", 2, "a pack is one YAML document"),
        ("? {a: b}\n: c\n", 1, "a key must be plain text"),
        ("a: 1\n  b: 2\n", 2, "not valid YAML"),
        ("a: 'open\n", 2, "not valid YAML: while scanning a quoted scalar"),
        ("a: 1\nb: \x07\n", 2, "not valid YAML: control characters are not allowed"),
        ("a: 1\nb: \ud800\n", 2, "a character is half of one"),
        ("a: 1\nb: @c\n", 2, "not valid YAML"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, line: int, said: str) -> None:
    found = problems(text)
    assert found[-1][0] == line
    assert found[-1][2].startswith(said)


def test_what_was_found_before_reading_stopped_is_told_too() -> None:
    assert [line for line, _, _ in problems("a: 1\na: 2\nb: *x\n")] == [2, 3]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused_however_deep(opening: str) -> None:
    (found,) = problems(opening * 100_000)
    # libyaml's scanner looks ahead in "[[[[" and gives up by itself.
    assert "nest" in found[2] or "a key must be plain text" in found[2]


def test_nesting_up_to_the_limit_is_read() -> None:
    assert parse("[" * MAX_DEPTH + "]" * MAX_DEPTH).plain
    assert problems("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_a_text_over_the_limit_is_refused_unread() -> None:
    (found,) = problems("a: 1\n" * 5, limit=20)
    assert found[2] == "the file has 25 characters, more than the 20 that are read; split the pack"
    assert parse("a: 1\n", limit=5).plain == {"a": "1"}


def test_the_error_itself_says_where() -> None:
    with pytest.raises(TreeError, match=r"^2:4: an alias"):
        parse("a: 1\nb: *a\n")


@given(st.text(alphabet=st.characters() | st.sampled_from("\n:-[]{}#&*!|>'\"%@`,? ~"), max_size=200))
@example("%YAML 9.9\n---\na: b")
@example("%TAG ! !")
@example("\ufeffa: b")
@example("a: |\n")
@example("{a: 1, a: &x [b, b]}")
def test_no_text_raises_anything_but_a_tree_error(text: str) -> None:
    try:
        found = parse(text).problems
    except TreeError as error:
        found = error.problems
    assert all(each.place.line >= 1 and each.place.column >= 1 and each.message for each in found)


@given(
    st.recursive(
        st.sampled_from(["a", "b: c", "-", "&x y", "!t z", "*x", "'q'", "{}", "[]", "? k", "---", ""]),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
            st.lists(st.tuples(st.sampled_from("abc"), inner), max_size=3).map(
                lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
            ),
        ),
        max_leaves=12,
    )
)
@example("[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1))
@example("[" * MAX_DEPTH + "]" * MAX_DEPTH)
@example("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
@example("a: 1\n---\nb: 2\n")
@example("a: &x 1\n")
@example("a: !t [1]\n")
@example("{a: 1}: b\n")
@example("a: 1\na: 2\n")
def test_the_quick_way_reads_what_a_closer_look_finds_nothing_wrong_with(text: str) -> None:
    try:
        close = _closely(text)
    except TreeError:
        close = None
    quick = _plain(text)
    assert quick == (close.plain if close is not None and not close.problems else None)
