"""What was confidential once stays untold, and lists tell of facts what reading them one by one tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from twosource.desk import Desk, PackText, StillMarkedError, UnknownEntryError
from twosource.desk.confidence import Confidence, Untold
from twosource.store import ENTITY, FACT, SOURCE, Author, Query, Ref, Store

HARBOUR = """\
schema: twosource/fact-pack/1
id: harbour
title: The harbour
entities:
  port: {kind: organisation, name: Havenbedrijf}
  crane: {kind: organisation, name: Kranbau}
  piet: {kind: person, name: Piet Pieters}
sources:
  sheet: {publisher: port, kind: self-published}
  paper: {publisher: Kustbode, kind: news}
  deep: {publisher: Kustbode, kind: interview, title: Deep water}
  echo: {publisher: Echoblad, kind: news, relays: [deep]}
  quay: {publisher: crane, kind: official, title: Log of the quay}
claim_types:
  cost: {standard: independent, needs: {bill: {de: keine Rechnung, nl: geen rekening, en: no bill}}}
  plain: {standard: subject}
facts:
  price:
    label: {de: Preis, nl: prijs, en: price}
    subject: port
    type: cost
    note: Piet rang twice.
    support: [{source: paper, basis: own}, {source: deep, terms: confidential, speaker: piet, quote: Four million}]
  depth:
    label: {de: Tiefe, nl: diepte, en: depth}
    subject: port
    type: cost
    support: [{source: echo}, {source: quay, basis: own}]
  width:
    label: {de: Breite, nl: breedte, en: width}
    subject: port
    type: plain
    note: Measured at low tide.
    support: [{source: sheet}]
"""
ANN = Author("ann", "Piet asked for it")
PRICE = Ref("harbour", FACT, "price")
FACTS = ("price", "depth", "width")


@pytest.fixture
def desk(store: Store) -> Desk:
    """A desk with the pack of the harbour, on each database."""
    made = Desk.of(store)
    made.import_packs([PackText("harbour.yaml", HARBOUR)], ANN)
    return made


@pytest.fixture
def untold(store: Store) -> Callable[[], Untold]:
    """Say what stays untold of the harbour now."""
    return lambda: Confidence(store.facts).of("harbour")


def _found(desk: Desk, **asked: Any) -> set[str]:
    page = desk.list(Query(kind=FACT, **asked))
    assert page.total == len(page.entries)
    return {entry.ref.id for entry in page.entries}


def _alike(desk: Desk, untold: Untold) -> None:
    """Hold lists and filters against what reading each fact alone tells."""
    told: dict[str, tuple[bool, bool, int]] = {}
    for key in FACTS:
        part = desk.part(Ref("harbour", FACT, key))
        assert part is not None
        pack = untold.around(part, key)
        assert pack is not None
        sourcing = pack.facts[key].sourcing
        told[key] = sourcing.settled, bool(sourcing.disputed_by), len(sourcing.origins)
    entries = desk.list(Query(kind=FACT)).entries
    assert {entry.ref.id: untold.standing(entry) for entry in entries} == told
    for number, name in enumerate(("settled", "disputed")):
        for wanted in (True, False):
            ids = {key for key, standing in told.items() if standing[number] is wanted}
            assert _found(desk, **{name: wanted}) == ids
            assert {
                key for each in ("price", "depth", "width") for key in _found(desk, text=each, **{name: wanted})
            } == ids


def _without_deep(desk: Desk) -> dict[str, Any]:
    body = dict(desk.read(PRICE).body)
    return {**body, "support": [each for each in body["support"] if each["source"] != "deep"]}


def test_a_list_tells_what_a_single_reading_tells(desk: Desk, untold: Callable[[], Untold]) -> None:
    _alike(desk, untold())
    entries = {entry.ref.id: entry for entry in desk.list(Query(kind=FACT)).entries}
    assert (entries["price"].origins, entries["price"].told[2]) == (1, 2), "one publisher, which is not told"
    assert entries["width"].told == (True, False, 1)


def test_lists_follow_what_is_written_after(desk: Desk, untold: Callable[[], Untold]) -> None:
    width = Ref("harbour", FACT, "width")
    quay = {"source": "quay", "terms": "confidential"}
    body = desk.read(width).body

    desk.change(width, {**body, "support": [*body["support"], quay]}, ANN, None)
    _alike(desk, untold())
    assert set(untold().hidden.sources) == {"deep", "quay"}
    desk.change(Ref("harbour", SOURCE, "quay"), {"publisher": "Kustbode", "kind": "official"}, ANN, None)
    _alike(desk, untold())
    desk.change(width, body, ANN, None)
    _alike(desk, untold())
    desk.import_packs([PackText("harbour.yaml", HARBOUR)], ANN)
    _alike(desk, untold())
    desk.retire(width, ANN, None)
    assert desk.read(width).told == (True, False, 1)
    desk.restore(width, ANN, None)
    _alike(desk, untold())


def test_a_retired_fact_tells_no_standing_that_is_computed_from_what_may_not_be_told(
    desk: Desk, untold: Callable[[], Untold]
) -> None:
    desk.retire(PRICE, ANN, None)
    desk.change(Ref("harbour", SOURCE, "deep"), {"publisher": "Echoblad", "kind": "interview"}, ANN, None)
    desk.import_packs([PackText("harbour.yaml", HARBOUR.replace("title: The harbour", "title: The old harbour"))], ANN)

    assert _found(desk, text="price") == {"price"}
    assert _found(desk, text="twice", retired=None) == set()
    assert _found(desk, text="twice", retired=None, confidential=True) == {"price"}
    assert _found(desk, source="deep", nameless=True) == {"price"}


@pytest.mark.parametrize("way", ["edit", "import"])
def test_a_source_stays_untold_when_its_last_mark_is_gone(desk: Desk, untold: Callable[[], Untold], way: str) -> None:
    before = untold().hidden
    if way == "edit":
        desk.change(PRICE, _without_deep(desk), ANN, None)
    else:
        gone = HARBOUR.replace(", {source: deep, terms: confidential, speaker: piet, quote: Four million}", "")
        desk.import_packs([PackText("harbour.yaml", gone)], ANN)

    after = untold()
    assert after.hidden.sources == before.sources == {"deep": "confidential-1"}
    assert "piet" in after.hidden.entities
    assert desk.list(Query(kind=SOURCE, text="deep")).total == desk.list(Query(kind=ENTITY, text="piet")).total == 0
    assert "deep" not in {entry.ref.id for entry in desk.list(Query(kind=SOURCE)).entries}
    assert desk.list(Query(kind=SOURCE, text="deep", confidential=True)).total == 1
    _alike(desk, after)


def test_nothing_of_it_is_in_histories_states_and_exports(desk: Desk, untold: Callable[[], Untold]) -> None:
    desk.change(PRICE, _without_deep(desk), ANN, None)
    now = untold()

    stories = [now.story(story) for story in desk.history("harbour").stories]
    told = [repr((story.change.reason, [(step.ref, step.differences) for step in story.steps])) for story in stories]
    told += [repr(now.pack(desk.plain("harbour", at)).pack()) for at in (None, 1)]
    told.append(repr(now.body(PRICE, desk.read(PRICE).body)))
    for text in told:
        for word in ("Piet", "piet", "rang", "Deep", "'deep'", "Four million"):
            assert word not in text
    assert any("low tide" in text for text in told)
    assert _found(desk, text="rang") == set()
    assert _found(desk, text="rang", confidential=True) == {"price"}


def test_a_note_that_is_written_anew_is_told(desk: Desk, untold: Callable[[], Untold]) -> None:
    desk.change(PRICE, _without_deep(desk), ANN, None)
    desk.change(PRICE, {**_without_deep(desk), "note": "From the ledger."}, ANN, None)

    now = untold()
    assert now.body(PRICE, desk.read(PRICE).body)["note"] == "From the ledger."
    assert "note" not in now.body(PRICE, desk.read(PRICE, 2).body)
    assert _found(desk, text="ledger") == {"price"}


def test_nameless_ids_stay_those_they_were(desk: Desk, untold: Callable[[], Untold]) -> None:
    depth = Ref("harbour", FACT, "depth")
    body = desk.read(depth).body
    desk.change(depth, {**body, "support": [{"source": "sheet", "terms": "confidential"}]}, ANN, None)

    assert untold().hidden.sources == {"deep": "confidential-1", "sheet": "confidential-2"}
    desk.create(Ref("harbour", SOURCE, "confidential-1"), {"publisher": "Nobody", "kind": "news"}, ANN)
    assert untold().hidden.sources["sheet"] == "confidential-2"
    assert untold().hidden.sources["deep"] not in {"confidential-1", "confidential-2"}


def test_who_is_named_openly_later_is_told(desk: Desk, untold: Callable[[], Untold]) -> None:
    assert untold().hidden.entities == {"piet"}
    desk.create(Ref("harbour", FACT, "age"), {"subject": "piet", "type": "plain"}, ANN)
    assert untold().hidden.entities == frozenset()
    assert desk.list(Query(kind=ENTITY, text="piet")).total == 1
    desk.retire(Ref("harbour", FACT, "age"), ANN, None)
    desk.change(PRICE, _without_deep(desk), ANN, None)
    assert untold().hidden.entities == frozenset(), "the retired fact still names him"


def test_reading_what_stays_untold_reads_no_object(desk: Desk, store: Store) -> None:
    desk.change(PRICE, _without_deep(desk), ANN, None)
    asked: list[str] = []

    def heard(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    from sqlalchemy.engine import Engine  # noqa: PLC0415

    event.listen(Engine, "before_cursor_execute", heard)
    try:
        assert Confidence(store.facts).of("harbour")
    finally:
        event.remove(Engine, "before_cursor_execute", heard)
    assert asked
    assert not [each for each in asked if "objects" in each or "revisions" in each or "uses" in each]


def test_a_source_is_told_again_when_somebody_says_so(desk: Desk, untold: Callable[[], Untold]) -> None:
    deep = Ref("harbour", SOURCE, "deep")
    with pytest.raises(StillMarkedError, match="'price'"):
        desk.disclose(deep, ANN)
    desk.change(PRICE, _without_deep(desk), ANN, None)
    desk.change(PRICE, {**_without_deep(desk), "note": "From the ledger."}, ANN, None)

    assert desk.disclose(deep, ANN) == ("deep",)

    assert not untold()
    _alike(desk, untold())
    assert desk.list(Query(kind=SOURCE, text="deep")).total == desk.list(Query(kind=ENTITY, text="piet")).total == 1
    assert [entry.told for entry in desk.list(Query(kind=FACT)).entries] == [
        (entry.settled, entry.disputed, entry.origins) for entry in desk.list(Query(kind=FACT)).entries
    ]
    (newest,) = desk.history("harbour", limit=1).stories
    assert (newest.change.action, newest.change.by) == ("disclose", "ann")
    assert desk.disclose(deep, ANN) == ()
    with pytest.raises(UnknownEntryError, match="nobody"):
        desk.disclose(Ref("harbour", SOURCE, "nobody"), ANN)


def test_of_two_confidential_sources_one_is_told_again(desk: Desk, untold: Callable[[], Untold]) -> None:
    width = Ref("harbour", FACT, "width")
    body = desk.read(width).body
    desk.change(width, {**body, "support": [*body["support"], {"source": "quay", "terms": "confidential"}]}, ANN, None)
    desk.change(width, body, ANN, None)
    assert set(untold().hidden.sources) == {"deep", "quay"}

    desk.disclose(Ref("harbour", SOURCE, "quay"), ANN)

    assert untold().hidden.sources == {"deep": "confidential-1"}
    assert untold().hidden.entities == {"piet"}
    _alike(desk, untold())
