"""Imports: all or nothing, nothing twice, nothing deleted, with author, time and reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from twosource.desk import Desk, PackRefusedError, PackText, UnknownEntryError
from twosource.store import FACT, PACK, SOURCE, Author, Query, Ref

ANN, BOB = Author("ann", "first"), Author("bob", "second thoughts")
OTHER = "schema: twosource/fact-pack/1\nid: other\ntitle: Another\nentities: {a: {kind: place, name: A}}\n"
LENGTH = Ref("bridge", FACT, "length")


def _facts(desk: Desk, *, retired: bool | None = False) -> list[str]:
    page = desk.list(Query(kind=FACT, pack="bridge", sort="position", retired=retired))
    return [entry.ref.id for entry in page.entries]


def _refs(refs: tuple[Ref, ...]) -> set[str]:
    return {f"{ref.kind}/{ref.id}" for ref in refs}


def test_a_new_pack_is_created_with_author_time_and_reason(desk: Desk, bridge: str, clock: Any) -> None:
    (outcome,) = desk.import_packs([PackText("bridge.yaml", bridge)], ANN)

    assert outcome.change is not None
    assert (outcome.change.by, outcome.change.reason, outcome.change.at) == ("ann", "first", clock())
    assert (outcome.change.action, outcome.change.counts) == ("import", {"created": 17})
    assert (outcome.pack, outcome.facts, len(outcome.created), outcome.unchanged) == ("bridge", 4, 17, 0)
    assert (outcome.changed, outcome.retired, outcome.restored) == ((), (), ())
    entry = desk.read(LENGTH)
    assert entry.change == outcome.change
    assert (entry.settled, entry.disputed, entry.origins, entry.retired) == (True, False, 1, False)
    assert entry.body["value"] == {"is": "412", "unit": "m"}
    assert _facts(desk) == ["length", "cables", "cost", "delay"]


def test_the_same_pack_again_changes_nothing(filed: Desk, bridge: str, consistent: Callable[[Desk], None]) -> None:
    (outcome,) = filed.import_packs([PackText("copy.yaml", "# a comment\n" + bridge)], BOB)

    assert outcome.change is None
    assert outcome.unchanged == 17
    assert len(filed.history().stories) == 1
    consistent(filed)


def test_what_is_gone_is_retired_and_comes_back_live_with_its_history(
    filed: Desk, bridge: str, clock: Any, consistent: Callable[[Desk], None]
) -> None:
    without = bridge[: bridge.index("  delay:")]
    clock.forward(60)
    (outcome,) = filed.import_packs([PackText("bridge.yaml", without)], BOB)
    assert _refs(outcome.retired) == {"fact/delay"}
    assert (outcome.unchanged, outcome.created, outcome.changed) == (16, (), ())
    assert outcome.change is not None
    assert outcome.change.counts == {"retired": 1}
    assert _facts(filed) == ["length", "cables", "cost"]
    assert _facts(filed, retired=True) == ["delay"]
    retired = filed.read(Ref("bridge", FACT, "delay"))
    assert (retired.retired, retired.change.by) == (True, "bob")
    assert "delay" not in filed.export("bridge")
    consistent(filed)

    (outcome,) = filed.import_packs([PackText("bridge.yaml", bridge)], ANN)

    assert _refs(outcome.restored) == {"fact/delay"}
    assert _facts(filed) == ["length", "cables", "cost", "delay"]
    steps = [story.steps[0].what for story in filed.history(Ref("bridge", FACT, "delay")).stories]
    assert steps == ["restored", "retired", "created"]
    consistent(filed)


def test_what_changed_is_told_and_what_follows_from_it_too(
    filed: Desk, bridge: str, consistent: Callable[[Desk], None]
) -> None:
    before = filed.read(Ref("bridge", FACT, "cost"))
    changed = bridge.replace("name: Noordwind", "name: Zuidwind").replace("is: 412", "is: 415")

    (outcome,) = filed.import_packs([PackText("bridge.yaml", changed)], BOB)

    assert _refs(outcome.changed) == {"entity/noordwind", "fact/length", "fact/cost"}
    assert outcome.change is not None
    assert outcome.change.counts == {"changed": 2, "recomputed": 1}
    after = filed.read(Ref("bridge", FACT, "cost"))
    assert after.body == before.body
    assert after.version != before.version
    consistent(filed)


def test_another_order_is_kept_and_moves_what_moved(
    filed: Desk, bridge: str, consistent: Callable[[Desk], None]
) -> None:
    start, cost = bridge.index("  cost:\n    label"), bridge.index("  delay:\n")
    moved = bridge[: bridge.index("  length:")] + bridge[start:cost] + bridge[bridge.index("  length:") : start]
    moved += bridge[cost:]
    before = filed.read(Ref("bridge", FACT, "cost"))

    (outcome,) = filed.import_packs([PackText("bridge.yaml", moved)], BOB)

    assert _refs(outcome.changed) == {"fact/cost"}
    assert _facts(filed) == ["cost", "length", "cables", "delay"]
    assert filed.read(before.ref).version == before.version
    consistent(filed)


def test_a_fact_that_comes_between_moves_no_other(filed: Desk, bridge: str) -> None:
    more = bridge.replace(
        "  cables:\n", "  width: {subject: bridge, type: plain, value: {is: 20, unit: m}}\n  cables:\n"
    )

    (outcome,) = filed.import_packs([PackText("bridge.yaml", more.replace("[Seil", "[Stahlseil"))], BOB)

    assert (_refs(outcome.created), _refs(outcome.changed)) == ({"fact/width"}, {"unit/cable"})
    assert _facts(filed) == ["length", "width", "cables", "cost", "delay"]


def test_several_packs_are_taken_all_or_none(filed: Desk, bridge: str) -> None:
    changed = bridge.replace("is: 412", "is: 415")
    broken = OTHER + "facts: {f: {subject: b, type: t}}\n"

    with pytest.raises(PackRefusedError) as refused:
        filed.import_packs([PackText("bridge.yaml", changed), PackText("other.yaml", broken)], BOB)

    assert {(each.file, each.line > 0, each.path) for each in refused.value.problems} == {
        ("other.yaml", True, "facts.f.subject"),
        ("other.yaml", True, "facts.f.type"),
    }
    assert filed.read(LENGTH).body["value"] == {"is": "412", "unit": "m"}
    with pytest.raises(UnknownEntryError):
        filed.read(Ref.to_pack("other"))

    outcomes = filed.import_packs([PackText("bridge.yaml", changed), PackText("other.yaml", OTHER)], BOB)

    assert [outcome.pack for outcome in outcomes] == ["bridge", "other"]
    assert filed.read(LENGTH).body["value"] == {"is": "415", "unit": "m"}
    assert filed.read(Ref.to_pack("other")).body == {"title": "Another"}


def test_two_packs_of_one_id_are_refused(desk: Desk) -> None:
    with pytest.raises(PackRefusedError, match="the pack id 'other' is that of another file too"):
        desk.import_packs([PackText("a.yaml", OTHER), PackText("b.yaml", OTHER)], ANN)

    assert desk.list(Query(retired=None)).total == 0


def test_a_failure_half_way_leaves_nothing(desk: Desk, bridge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr("twosource.store.fact_writer._uses", fail)
    with pytest.raises(RuntimeError, match="power"):
        desk.import_packs([PackText("bridge.yaml", bridge), PackText("other.yaml", OTHER)], ANN)
    monkeypatch.undo()

    assert desk.list(Query(retired=None)).total == 0
    assert desk.history().stories == ()
    assert len(desk.import_packs([PackText("bridge.yaml", bridge)], ANN)[0].created) == 17


def test_the_title_is_an_object_with_a_history_of_its_own(filed: Desk, bridge: str) -> None:
    (outcome,) = filed.import_packs([PackText("b.yaml", bridge.replace("title: The bridge", "title: Our bridge"))], BOB)

    assert _refs(outcome.changed) == {f"{PACK}/bridge"}
    (newest, _) = filed.history(Ref.to_pack("bridge")).stories
    assert [str(each) for each in newest.steps[0].differences] == [
        "~ title: The bridge at Westerhaven -> Our bridge at Westerhaven"
    ]


def test_whole_texts_of_sources_are_taken_along_and_kept(filed: Desk, bridge: str, clock: Any) -> None:
    press = Ref("bridge", SOURCE, "press")
    assert filed.kept_text(press) is None
    texts = {"sources/press.txt": "Die Brücke ist 412 Meter lang.", "sources/other.txt": "not of this pack"}

    (outcome,) = filed.import_packs([PackText("bridge.yaml", bridge, texts)], BOB)
    assert outcome.texts == (press,)
    kept = filed.kept_text(press)
    assert kept is not None
    assert (kept.text, kept.at, len(kept.sha256)) == ("Die Brücke ist 412 Meter lang.", clock(), 64)
    assert "412 Meter" not in repr(kept)

    assert filed.import_packs([PackText("bridge.yaml", bridge, texts)], BOB)[0].change is None
    assert filed.import_packs([PackText("bridge.yaml", bridge)], BOB)[0].change is None, "a text that is away stays"
    filed.import_packs([PackText("bridge.yaml", bridge, {"sources/press.txt": "Sie ist 415 Meter lang."})], BOB)
    newer = filed.kept_text(press)
    assert newer is not None
    assert newer.text == "Sie ist 415 Meter lang."
    assert filed.kept_text(Ref("bridge", SOURCE, "daily")) is None


def test_a_retired_pack_is_live_again_when_it_is_imported(filed: Desk, bridge: str) -> None:
    filed.retire(Ref.to_pack("bridge"), BOB, None)
    assert filed.list(Query()).total == 0

    (outcome,) = filed.import_packs([PackText("bridge.yaml", bridge)], ANN)

    assert _refs(outcome.restored) == {"pack/bridge"}
    assert _facts(filed) == ["length", "cables", "cost", "delay"]


@pytest.mark.parametrize("text", ["", "schema: [", "a: 1\n", "\0", "schema: twosource/fact-pack/0\nid: x\ntitle: y\n"])
def test_what_is_no_pack_is_refused_and_changes_nothing(desk: Desk, text: str) -> None:
    with pytest.raises(PackRefusedError) as refused:
        desk.import_packs([PackText("x.yaml", text)], ANN)

    assert all(each.file == "x.yaml" for each in refused.value.problems)
    assert desk.list(Query(retired=None)).total == 0
