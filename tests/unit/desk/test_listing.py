"""Lists: filters, search in three languages, pages that miss nothing, and what stays untold."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from twosource.desk import Desk, PackText
from twosource.store import ENTITY, FACT, KINDS, SORTS, SOURCE, Author, CursorError, Query, Ref

ANN = Author("ann")


def _ids(desk: Desk, **asked: Any) -> list[str]:
    page = desk.list(Query(**{"confidential": True, **asked}))
    assert page.total == len(page.entries)
    assert page.next is None
    return [entry.ref.id for entry in page.entries]


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ({"kind": FACT}, ["cost", "delay", "length", "cables"]),
        ({"kind": FACT, "sort": "position"}, ["length", "cables", "cost", "delay"]),
        ({"kind": FACT, "subject": "city"}, ["delay"]),
        ({"kind": FACT, "type": "plain"}, ["length", "cables"]),
        ({"kind": FACT, "status": "draft"}, ["delay"]),
        ({"kind": FACT, "settled": True}, ["length", "cables"]),
        ({"kind": FACT, "settled": False}, ["cost", "delay"]),
        ({"disputed": True}, ["cost"]),
        ({"settled": True, "disputed": False}, ["length", "cables"]),
        ({"source": "press"}, ["cost", "length"]),
        ({"source": "press", "type": "cost"}, ["cost"]),
        ({"stale_on": date(2026, 10, 1)}, []),
        ({"stale_on": date(2026, 10, 2)}, ["length"]),
        ({"kind": "unit"}, ["cable"]),
        ({"kind": "claim_type"}, ["cost", "plain"]),
        ({"kind": "pack"}, ["bridge"]),
        ({"kind": ENTITY, "pack": "bridge"}, ["union", "noordwind", "bridge", "city"]),
        ({"pack": "nowhere"}, []),
        ({"kind": FACT, "retired": True}, []),
        ({"subject": "a\0b"}, []),
        ({"pack": "\ud800"}, []),
        ({"source": "' OR 1=1 --"}, []),
    ],
)
def test_a_list_has_what_answers_the_query(shown: Desk, asked: dict[str, Any], ids: list[str]) -> None:
    assert _ids(shown, **asked) == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Länge", ["length"]),
        ("LANGE", ["length"]),
        ("läng brück", ["length"]),
        ("brug lengte", ["length"]),
        ("number cab", ["cables"]),
        ("straß", ["cables"]),
        ("STRASSBURG", ["cables"]),
        ("strass", ["cables"]),
        ("64", ["cables"]),
        ("verzögerung", ["delay"]),
        ("vertraging", ["delay"]),
        ("easter", ["delay"]),
        ("kosten", ["cost"]),
        ("metres 412", ["length"]),
        ("etres", []),
        ("bridge cost", ["cost"]),
        ("!!! ---", []),
        ("", []),
        ('" OR "=kfact', []),
        ("=kfact", []),
        ("'; DROP TABLE objects; --", []),
        ("a\0b \ud800", ["cables", "delay"]),
        ("number " * 500, ["cables"]),
    ],
)
def test_words_are_found_by_their_beginnings_whatever_case_and_accents(shown: Desk, text: str, ids: list[str]) -> None:
    assert _ids(shown, kind=FACT, text=text) == ids


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ({"text": "b", "type": "plain"}, ["length", "cables"]),
        ({"text": "bridge", "settled": False}, ["cost"]),
        ({"text": "b", "disputed": True}, ["cost"]),
        ({"text": "b", "source": "press", "kind": FACT}, ["length", "cost"]),
        ({"text": "bridge", "subject": "city"}, []),
        ({"text": "ask", "subject": "city", "status": "draft"}, ["delay"]),
        ({"text": "l", "stale_on": date(2027, 1, 1)}, ["length"]),
        ({"text": "noordw"}, ["noordwind"]),
        ({"text": "north"}, ["noordwind", "weekly"]),
        ({"text": "west", "kind": "pack"}, ["bridge"]),
        ({"text": "west", "pack": "other"}, []),
        ({"text": "l", "kind": FACT, "retired": True}, []),
        ({"text": "facturen"}, ["cost"]),
    ],
)
def test_a_search_is_narrowed_by_the_same_filters(shown: Desk, asked: dict[str, Any], ids: list[str]) -> None:
    assert _ids(shown, **asked) == ids


def test_what_is_confidential_is_found_by_those_who_may_know_alone(shown: Desk) -> None:
    for text in ("whispered", "secretkeeper", "whisper"):
        assert _ids(shown, kind=SOURCE, text=text, confidential=False) == []
        assert _ids(shown, kind=SOURCE, text=text) == ["whisper"]
    assert _ids(shown, source="whisper", confidential=False) == []
    assert _ids(shown, source="whisper", confidential=False, nameless=True) == ["delay"]
    assert _ids(shown, source="whisper") == ["delay"]
    assert _ids(shown, source="whisper", text="delay", confidential=False) == []
    assert _ids(shown, source="whisper", text="delay", confidential=False, nameless=True) == ["delay"]
    assert _ids(shown, source="whisper", text="delay") == ["delay"]
    assert _ids(shown, text="easter") == ["delay"]
    assert _ids(shown, text="easter", confidential=False) == [], "the note stands beside what is confidential"
    assert _ids(shown, text="februarius") == [], "its words are in no index"


def test_search_follows_every_edit(filed: Desk) -> None:
    length = Ref("bridge", FACT, "length")
    body = {**filed.read(length).body, "note": "Vermessen im Spätherbst"}

    filed.change(length, body, ANN, None)
    assert _ids(filed, text="spatherbst") == ["length"]
    filed.retire(length, ANN, None)
    assert _ids(filed, text="spatherbst") == []
    assert _ids(filed, text="spatherbst", retired=True) == ["length"]
    assert _ids(filed, text="spatherbst", retired=None) == ["length"]
    filed.restore(length, ANN, None)
    assert _ids(filed, text="spatherbst") == ["length"]
    filed.change(length, {**body, "note": "Remeasured"}, ANN, None)
    assert _ids(filed, text="spatherbst", retired=None) == []
    filed.retire(Ref.to_pack("bridge"), ANN, None)
    assert _ids(filed, text="remeasured") == []
    assert _ids(filed, text="remeasured", retired=True) == ["length"]
    assert len(_ids(filed, kind=FACT, retired=True)) == 4


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("kind", [None, FACT, ENTITY])
def test_pages_have_everything_once_in_one_order(filed: Desk, bridge: str, sort: str, kind: str | None) -> None:
    filed.import_packs([PackText("b.yaml", bridge.replace("id: bridge", "id: another"))], ANN)
    whole = filed.list(Query(kind=kind, sort=sort, limit=100)).entries
    paged, cursor = [], None
    while True:
        page = filed.list(Query(kind=kind, sort=sort, limit=3, cursor=cursor))
        assert page.total == len(whole)
        paged += page.entries
        cursor = page.next
        if cursor is None:
            break

    assert paged == list(whole)
    assert len({entry.ref for entry in paged}) == len(paged)


def test_pages_of_a_search_have_everything_once(shown: Desk) -> None:
    whole = _ids(shown, text="b", limit=100)
    paged, cursor = [], None
    while True:
        page = shown.list(Query(text="b", confidential=True, limit=2, cursor=cursor))
        assert page.total == len(whole)
        paged += [entry.ref.id for entry in page.entries]
        cursor = page.next
        if cursor is None:
            break

    assert paged == whole
    assert len(whole) > 4


def test_what_comes_between_pages_moves_nothing(filed: Desk) -> None:
    first = filed.list(Query(kind=FACT, limit=2))
    filed.create(Ref("bridge", FACT, "aaa"), {"subject": "bridge", "type": "plain"}, ANN)

    second = filed.list(Query(kind=FACT, limit=2, cursor=first.next))

    assert [entry.ref.id for entry in (*first.entries, *second.entries)] == ["cost", "delay", "length", "cables"]


def _cursor(*keys: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(keys).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "%%%",
        "ü",
        _cursor(),
        _cursor("label"),
        _cursor("label", 1, 1),
        _cursor("label", "a", True),
        _cursor("label", "a\0", 1),
        _cursor("label", "a", 2**64),
        _cursor("change", 1, 1),
        _cursor("label", "a", 1, 1),
        base64.urlsafe_b64encode(b"[" * 10_000).decode(),
        base64.urlsafe_b64encode(b"1").decode(),
    ],
)
def test_a_cursor_that_no_page_gave_is_told(shown: Desk, cursor: str) -> None:
    with pytest.raises(CursorError, match="cursor"):
        shown.list(Query(kind=FACT, cursor=cursor))


def test_an_order_that_is_none_is_a_mistake_of_the_caller(shown: Desk) -> None:
    with pytest.raises(ValueError, match="weather"):
        shown.list(Query(sort="weather"))


def test_every_kind_has_its_list(shown: Desk) -> None:
    def total(**asked: Any) -> int:
        return shown.list(Query(**asked)).total

    assert sum(total(kind=kind, confidential=True) for kind in KINDS) == total(confidential=True) == 17
    assert sum(total(kind=kind) for kind in KINDS) == total() == 15, (
        "neither the whisper nor the union that is behind it"
    )


def test_what_a_list_gives_is_what_reading_gives(filed: Desk, consistent: Callable[[Desk], None]) -> None:
    for entry in filed.list(Query()).entries:
        assert filed.read(entry.ref) == entry
    consistent(filed)


@pytest.mark.parametrize("wish", ["kind", "pack", "subject", "type", "status", "source"])
@pytest.mark.parametrize(
    "value",
    [
        'x" OR "=hwhisper',
        "x' | '=hwhisper",
        "x\\' | '=hwhisper",
        '"',
        "'",
        "\\",
        "city OR =hwhisper",
        "city\n",
        "CITY",
        "=scity",
        "*",
        "x" * 101,
    ],
)
def test_what_no_id_can_be_is_the_filter_of_nothing(shown: Desk, wish: str, value: str) -> None:
    assert _ids(shown, **{"kind": FACT, "text": "delay", wish: value}) == []
    assert _ids(shown, **{"kind": FACT, wish: value}) == []
