"""Places in a pack: they grow as the pack has its objects, and as few as can be change."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from twosource.desk.order import GAP, placed

PLACES = st.lists(st.one_of(st.none(), st.integers(1, 60)), unique_by=lambda each: each or object(), max_size=30)


@given(PLACES)
def test_places_grow(present: list[int | None]) -> None:
    places = placed(present)

    assert len(places) == len(present)
    assert all(before < after for before, after in pairwise([0, *places]))


@given(st.lists(st.integers(1, 10**6), unique=True, max_size=30))
def test_what_stands_in_order_stays(present: list[int]) -> None:
    assert placed(sorted(present)) == sorted(present)


def test_one_that_comes_between_moves_nobody() -> None:
    assert placed([GAP, None, 2 * GAP]) == [GAP, GAP + GAP // 2, 2 * GAP]
    assert placed([None, GAP]) == [GAP // 2, GAP]
    assert placed([GAP, None, None]) == [GAP, 2 * GAP, 3 * GAP]


def test_one_that_is_moved_moves_alone() -> None:
    assert placed([2 * GAP, 3 * GAP, GAP, 4 * GAP]) == [2 * GAP, 3 * GAP, 3 * GAP + GAP // 2, 4 * GAP]


def test_where_there_is_no_room_all_get_new_places() -> None:
    assert placed([1, None, 2]) == [GAP, 2 * GAP, 3 * GAP]
