"""The past: every state of an object and of a pack can be read, and each change says who, when, why and what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from twosource.desk import Desk, PackText, UnknownChangeError, UnknownEntryError
from twosource.store import CLAIM_TYPE, FACT, Author, Query, Ref

ANN, BOB = Author("ann", "first"), Author("bob", "second thoughts")
LENGTH = Ref("bridge", FACT, "length")


@pytest.fixture
def changed(filed: Desk, clock: Any) -> Desk:
    """The bridge, an hour later longer, two hours later without that fact, three hours later with it."""
    clock.forward(3600)
    filed.change(LENGTH, {**filed.read(LENGTH).body, "value": {"is": "415", "unit": "m"}}, BOB, None)
    clock.forward(3600)
    filed.retire(LENGTH, ANN, None)
    clock.forward(3600)
    filed.restore(LENGTH, Author("carla"), None)
    return filed


def test_an_object_is_read_as_it_was_at_each_moment(changed: Desk, clock: Any) -> None:
    begin = clock() - timedelta(hours=3)
    states = []
    for minutes in (0, 59, 60, 119, 120, 180, 10_000):
        entry = changed.read(LENGTH, begin + timedelta(minutes=minutes))
        states.append((entry.body["value"]["is"], entry.retired, entry.change.by))

    assert states == [
        ("412", False, "ann"),
        ("412", False, "ann"),
        ("415", False, "bob"),
        ("415", False, "bob"),
        ("415", True, "ann"),
        ("415", False, "carla"),
        ("415", False, "carla"),
    ]
    with pytest.raises(UnknownEntryError, match="at 2026-11-30T11:59"):
        changed.read(LENGTH, begin - timedelta(minutes=1))


def test_an_object_is_read_as_it_was_right_after_each_change(changed: Desk) -> None:
    changes = [story.change.id for story in changed.history(LENGTH).stories]
    assert len(changes) == 4

    bodies = [changed.read(LENGTH, change).body["value"]["is"] for change in changes]

    assert bodies == ["415", "415", "415", "412"]
    for number in (0, changed.history().stories[0].change.id + 1, 20261130, 10**17):
        with pytest.raises(UnknownChangeError, match=f"there is no change {number}: .*2026-11-30"):
            changed.read(LENGTH, number)
        with pytest.raises(UnknownChangeError):
            changed.plain("bridge", number)
    assert changed.read(LENGTH, changes[-1]).settled is None, "what was computed then is not kept"


def test_a_pack_is_exported_as_it_was(changed: Desk, bridge: str, clock: Any, desk: Desk) -> None:
    begin = clock() - timedelta(hours=3)
    first = changed.export("bridge", begin)
    longer = changed.export("bridge", begin + timedelta(hours=1))
    without = changed.export("bridge", begin + timedelta(hours=2))

    assert longer == first.replace("412, unit", "415, unit")
    assert "  length:" not in without
    assert "see_also" not in without, "what pointed to the retired fact did so no more"
    assert changed.export("bridge") == longer, "and does so again"
    with pytest.raises(UnknownEntryError, match="there is no pack 'bridge' at"):
        changed.export("bridge", begin - timedelta(seconds=1))
    with pytest.raises(UnknownEntryError):
        changed.export("nowhere")

    (outcome,) = desk.import_packs([PackText("back.yaml", first)], BOB)
    assert {ref.id for ref in outcome.changed} == {"length"}
    assert desk.export("bridge") == first


def test_each_change_tells_who_when_why_and_what(changed: Desk, clock: Any) -> None:
    restored, retired, longer, created = changed.history(LENGTH).stories

    assert (restored.change.by, restored.change.reason) == ("carla", None)
    assert (longer.change.by, longer.change.reason) == ("bob", "second thoughts")
    assert longer.change.at == clock() - timedelta(hours=2)
    assert [str(each) for each in longer.steps[0].differences] == ["~ value.is: 412 -> 415"]
    assert [story.steps[0].what for story in (restored, retired, longer, created)] == [
        "restored",
        "retired",
        "changed",
        "created",
    ]
    assert retired.steps[0].differences == ()
    assert {each.op for each in created.steps[0].differences} == {"add"}
    assert retired.more == 2, "two facts point to it no more"
    assert changed.read(LENGTH).version == restored.steps[0].version


def test_a_history_of_a_pack_or_of_all_comes_in_pages(changed: Desk) -> None:
    changed.create(Ref.to_pack("other"), {"title": "Other"}, ANN)
    everything, before = [], None
    while True:
        page = changed.history(before=before, limit=2, steps=1)
        everything += [(story.change.pack, story.change.action) for story in page.stories]
        before = page.next
        if before is None:
            break

    assert everything == [
        ("other", "create"),
        ("bridge", "restore"),
        ("bridge", "retire"),
        ("bridge", "change"),
        ("bridge", "import"),
    ]
    stories = changed.history("bridge").stories
    assert len(stories) == 4
    (first,) = changed.history("bridge", before=stories[-2].change.id, steps=5).stories
    assert (len(first.steps), first.more, first.change.counts) == (5, 12, {"created": 17})


def test_what_has_no_history_is_told(filed: Desk) -> None:
    for about in (Ref("bridge", FACT, "none"), Ref("nowhere", CLAIM_TYPE, "plain"), "nowhere", "a\0"):
        with pytest.raises(UnknownEntryError):
            filed.history(about)


def test_nothing_that_was_is_ever_deleted(changed: Desk, bridge: str) -> None:
    before = {entry.ref for entry in changed.list(Query(retired=None, limit=100)).entries}
    changed.import_packs([PackText("b.yaml", bridge[: bridge.index("facts:")])], ANN)

    assert {entry.ref for entry in changed.list(Query(retired=None, limit=100)).entries} == before
    assert len(changed.history(LENGTH).stories) == 5
