"""Single edits: each kind of object, the expected version, what would break the pack, and what follows from an edit."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from twosource.desk import (
    Desk,
    EntryTakenError,
    PackRefusedError,
    PackText,
    RetiredEntryError,
    StaleVersionError,
    StillUsedError,
    UnknownEntryError,
)
from twosource.packs import read_plain
from twosource.store import CLAIM_TYPE, ENTITY, FACT, SOURCE, UNIT, Author, FactReader, Query, Ref

ANN, BOB = Author("ann", "first"), Author("bob", "second thoughts")
Consistent = Callable[[Desk], None]
NEW: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    UNIT: ({"de": ["Pfeiler"]}, {"de": ["Pfeiler", "Brückenpfeiler"], "nl": ["pijler"]}),
    ENTITY: ({"kind": "person", "name": "Anna Ölçer"}, {"kind": "person", "name": "Anna Ölçer", "of": "city"}),
    SOURCE: (
        {"publisher": "Amtsblatt", "kind": "official"},
        {"publisher": "Amtsblatt", "kind": "official", "language": "de"},
    ),
    CLAIM_TYPE: ({"standard": "authority"}, {"standard": "independent", "origins": 3}),
    FACT: (
        {"subject": "bridge", "type": "plain", "value": {"is": 20, "unit": "m"}},
        {"subject": "bridge", "type": "plain", "value": {"is": "20.5", "unit": "m"}, "support": [{"source": "press"}]},
    ),
}


def ref(kind: str, key: str) -> Ref:
    return Ref("bridge", kind, key)


def _body(desk: Desk, which: Ref, **changed: Any) -> dict[str, Any]:
    return {key: each for key, each in {**desk.read(which).body, **changed}.items() if each is not None}


@pytest.mark.parametrize("kind", NEW)
def test_each_kind_is_created_changed_retired_and_restored(filed: Desk, kind: str, consistent: Consistent) -> None:
    new = ref(kind, "new.one")
    first, second = NEW[kind]

    made = filed.create(new, first, ANN)
    assert (made.ref, made.retired, made.change.by, made.change.action) == (new, False, "ann", "create")
    changed = filed.change(new, second, BOB, made.version)
    assert changed.version != made.version
    assert filed.read(new) == changed
    consistent(filed)
    retired = filed.retire(new, ANN, changed.version)
    assert (retired.retired, retired.body) == (True, changed.body)
    assert "new.one" not in filed.export("bridge")
    consistent(filed)
    restored = filed.restore(new, BOB, retired.tag)

    assert (restored.retired, restored.body, restored.version) == (False, changed.body, changed.version)
    assert "new.one" in filed.export("bridge")
    consistent(filed)
    stories = filed.history(new).stories
    assert [(each.change.action, each.change.by) for each in stories] == [
        ("restore", "bob"),
        ("retire", "ann"),
        ("change", "bob"),
        ("create", "ann"),
    ]


def test_a_pack_is_made_titled_retired_and_restored(desk: Desk) -> None:
    pack = Ref.to_pack("harbour")
    made = desk.create(pack, {"title": "The harbour"}, ANN)
    place = desk.create(Ref("harbour", ENTITY, "quay"), {"kind": "place", "name": "Kade"}, ANN)
    changed = desk.change(pack, {"title": "Der Hafen"}, BOB, made.version)
    assert changed.version != made.version
    with pytest.raises(StaleVersionError):
        desk.change(pack, {"title": "De haven"}, BOB, made.version)

    desk.retire(pack, BOB, changed.version)
    assert desk.list(Query()).total == 0
    with pytest.raises(RetiredEntryError, match="pack 'harbour' is retired; restore it first"):
        desk.change(place.ref, {"kind": "place", "name": "Kai"}, BOB, None)
    with pytest.raises(RetiredEntryError):
        desk.create(Ref("harbour", ENTITY, "crane"), {"kind": "place", "name": "Kraan"}, BOB)

    assert not desk.restore(pack, BOB, None).retired
    assert desk.list(Query()).total == 2
    assert desk.export("harbour") == (
        "schema: twosource/fact-pack/1\nid: harbour\ntitle: Der Hafen\n"
        "entities:\n  quay:\n    kind: place\n    name: Kade\n"
    )


def test_an_expected_version_that_is_past_is_refused_and_says_which_is_there(filed: Desk) -> None:
    length = filed.read(ref(FACT, "length"))
    changed = filed.change(length.ref, _body(filed, length.ref, note="measured"), ANN, length.version)

    for edit in (
        lambda: filed.change(length.ref, length.body, BOB, length.version),
        lambda: filed.retire(length.ref, BOB, length.version),
        lambda: filed.restore(length.ref, BOB, length.version),
    ):
        with pytest.raises(StaleVersionError, match="read it again") as stale:
            edit()
        assert stale.value.current == changed.version
    assert filed.read(length.ref) == changed


def test_a_change_of_nothing_is_none(filed: Desk) -> None:
    before = filed.read(ref(FACT, "length"))

    assert (
        filed.change(before.ref, {**before.body, "value": {"is": "4_12", "unit": "m"}}, BOB, before.version) == before
    )
    assert filed.restore(before.ref, BOB, None) == before
    assert len(filed.history().stories) == 1
    filed.retire(before.ref, BOB, None)
    once = filed.read(before.ref)
    assert filed.retire(before.ref, ANN, None) == once


def test_what_is_not_there_is_told(filed: Desk) -> None:
    for which in (ref(FACT, "none"), Ref("nowhere", FACT, "length"), ref(FACT, "a\0b"), ref(FACT, "\ud800")):
        with pytest.raises(UnknownEntryError):
            filed.read(which)
        with pytest.raises(UnknownEntryError):
            filed.change(which, NEW[FACT][0], ANN, None)
        with pytest.raises(UnknownEntryError):
            filed.retire(which, ANN, None)
    with pytest.raises(UnknownEntryError, match="there is no pack 'nowhere'"):
        filed.create(Ref("nowhere", FACT, "length"), NEW[FACT][0], ANN)


def test_an_id_that_is_taken_is_told_also_by_a_retired_one(filed: Desk) -> None:
    with pytest.raises(EntryTakenError, match="already") as taken:
        filed.create(ref(FACT, "length"), NEW[FACT][0], ANN)
    assert not taken.value.retired

    filed.retire(ref(FACT, "length"), ANN, None)

    with pytest.raises(EntryTakenError, match="restore it") as taken:
        filed.create(ref(FACT, "length"), NEW[FACT][0], ANN)
    assert taken.value.retired
    with pytest.raises(RetiredEntryError):
        filed.change(ref(FACT, "length"), NEW[FACT][0], ANN, None)


@pytest.mark.parametrize(
    ("which", "body", "path", "told"),
    [
        (ref(FACT, "f"), {"subject": "brigde", "type": "plain"}, "subject", "did you mean 'bridge'?"),
        (ref(FACT, "f"), {"subject": "bridge", "typo": "x", "type": "plain"}, "typo", "unknown key"),
        (ref(FACT, "f"), {"subject": "bridge", "type": "plain", "value": {"is": "1,000"}}, "value.is", ""),
        (
            ref(FACT, "f"),
            {"subject": "bridge", "type": "cost", "support": [{"source": "press", "shows": ["bills"]}]},
            "support.0.shows.0",
            "unknown need",
        ),
        (ref(FACT, "f"), {"type": "plain"}, "subject", ""),
        (ref(FACT, "f"), [1, 2], "", "mapping"),
        (ref(FACT, "f"), {"subject": {"a": [None]}, "type": 1.5}, "subject", ""),
        (ref(FACT, "Not An Id"), {"subject": "bridge", "type": "plain"}, "", "is no id"),
        (ref(FACT, "nul"), {"subject": "bridge", "type": "plain", "note": "a\0b"}, "note", "control character"),
        (ref(FACT, "half"), {"subject": "bridge", "type": "plain", "note": "a\ud800b"}, "note", ""),
        (ref(ENTITY, "e"), {"kind": "planet", "name": "X"}, "kind", "is not one of"),
        (ref(UNIT, "kg"), {"de": ["Kilo"]}, "", "built in"),
        (Ref.to_pack("empty"), {"title": ""}, "title", ""),
        (Ref.to_pack("empty"), {"title": "A", "facts": {}}, "facts", "only the title"),
        (Ref.to_pack("Not An Id"), {"title": "A"}, "id", "is no id"),
    ],
)
def test_errors_are_told_in_the_packs_words_with_the_path_in_the_object(
    shown: Desk, which: Ref, body: Any, path: str, told: str
) -> None:
    with pytest.raises(PackRefusedError) as refused:
        shown.create(which, body, ANN)

    problems = refused.value.problems
    assert path in [each.path for each in problems], problems
    assert told in " ".join(each.message for each in problems)
    assert len(shown.history().stories) == 1


@pytest.mark.parametrize(
    ("which", "changed", "path", "told"),
    [
        (ref(ENTITY, "city"), {"of": "bridge"}, "of", "circle"),
        (ref(SOURCE, "press"), {"relays": ["daily"]}, "relays", "circle"),
        (ref(FACT, "length"), {"supersedes": ["delay"]}, "supersedes", "circle"),
        (ref(CLAIM_TYPE, "cost"), {"needs": {"bills": "no bills"}}, "facts.shown.support.0.shows.0", "unknown need"),
    ],
)
def test_what_would_break_the_pack_is_refused(
    filed: Desk, which: Ref, changed: Mapping[str, Any], path: str, told: str
) -> None:
    shown = {"subject": "bridge", "type": "cost", "support": [{"source": "press", "shows": ["invoices"]}]}
    filed.create(ref(FACT, "shown"), shown, ANN)
    before = filed.read(which)

    with pytest.raises(PackRefusedError) as refused:
        filed.change(which, {**before.body, **changed}, BOB, None)

    assert [(each.path, told in each.message) for each in refused.value.problems][:1] == [(path, True)] or any(
        told in each.message and each.path.endswith(path.rsplit(".", maxsplit=1)[-1]) for each in refused.value.problems
    )
    assert filed.read(which) == before


@pytest.mark.parametrize(
    ("which", "users"),
    [
        (ref(UNIT, "cable"), ["fact/cables"]),
        (ref(CLAIM_TYPE, "cost"), ["fact/cost", "fact/delay"]),
        (ref(SOURCE, "press"), ["source/daily", "fact/cost", "fact/length"]),
        (ref(SOURCE, "whisper"), ["fact/delay"]),
        (ref(ENTITY, "city"), ["entity/bridge", "source/press", "fact/delay"]),
        (ref(ENTITY, "union"), ["fact/delay"]),
    ],
)
def test_what_is_still_used_is_not_retired_and_the_users_are_told(shown: Desk, which: Ref, users: list[str]) -> None:
    with pytest.raises(StillUsedError, match="is still used by") as used:
        shown.retire(which, ANN, None)

    assert [f"{each.kind}/{each.id}" for each in used.value.users] == users
    assert not shown.read(which).retired


def test_facts_that_are_retired_use_nothing_any_more(filed: Desk, consistent: Consistent) -> None:
    filed.retire(ref(FACT, "delay"), ANN, None)

    assert filed.retire(ref(SOURCE, "whisper"), ANN, None).retired
    assert filed.retire(ref(ENTITY, "union"), ANN, None).retired
    consistent(filed)
    with pytest.raises(PackRefusedError) as refused:
        filed.restore(ref(FACT, "delay"), ANN, None)
    assert {each.path for each in refused.value.problems} == {"support.0.source", "support.0.speaker"}


def test_a_fact_that_is_retired_is_pointed_to_no_more(filed: Desk, consistent: Consistent) -> None:
    filed.retire(ref(FACT, "length"), ANN, None)

    assert "see_also" not in filed.read(ref(FACT, "cables")).body
    assert "supersedes" not in filed.read(ref(FACT, "delay")).body
    (newest,) = filed.history(ref(FACT, "cables"), limit=1).stories
    assert [str(each) for each in newest.steps[0].differences] == ["- see_also: [length]"]
    assert newest.change.counts == {"changed": 2, "retired": 1}
    consistent(filed)


@pytest.mark.parametrize(
    ("which", "changed", "facts"),
    [
        (ref(ENTITY, "noordwind"), {"name": "Zuidwind"}, {"cost"}),
        (ref(ENTITY, "noordwind"), {"aliases": None}, {"cost"}),
        (ref(ENTITY, "noordwind"), {"of": "city"}, {"cost"}),
        (ref(ENTITY, "city"), {"name": "Oosterhaven"}, {"length", "cost"}),
        (ref(ENTITY, "city"), {"affiliates": ["noordwind"]}, {"cost"}),
        (ref(ENTITY, "bridge"), {"of": None}, {"length", "cost"}),
        (ref(SOURCE, "weekly"), {"publisher": "Wochenblatt"}, {"cost"}),
        (ref(SOURCE, "weekly"), {"relays": ["press"]}, set()),
        (ref(SOURCE, "press"), {"status": "withdrawn"}, {"length", "cost"}),
        (ref(SOURCE, "survey"), {"translation_of": "press"}, {"cables", "cost"}),
        (ref(CLAIM_TYPE, "plain"), {"standard": "estimate"}, {"length", "cables"}),
        (ref(CLAIM_TYPE, "cost"), {"needs": None}, {"cost", "delay"}),
        (ref(UNIT, "cable"), {"fr": None, "de": ["Kabel"]}, set()),
    ],
)
def test_facts_whose_sourcing_follows_from_a_change_are_computed_anew(
    filed: Desk, which: Ref, changed: Mapping[str, Any], facts: set[str], consistent: Consistent
) -> None:
    before = {entry.ref.id: entry.version for entry in filed.list(Query(kind=FACT)).entries}

    filed.change(which, _body(filed, which, **changed), BOB, None)

    after = {entry.ref.id: entry.version for entry in filed.list(Query(kind=FACT)).entries}
    assert {key for key in after if after[key] != before[key]} == facts
    (newest,) = filed.history(limit=1).stories
    assert newest.change.counts == {"changed": 1} | ({"recomputed": len(facts)} if facts else {})
    consistent(filed)


def test_an_entity_that_comes_with_a_publishers_name_is_that_publisher(filed: Desk, consistent: Consistent) -> None:
    before = filed.read(ref(FACT, "cables"))

    filed.create(ref(ENTITY, "office"), {"kind": "organisation", "name": "VERMESSUNGSAMT", "of": "city"}, BOB)

    assert filed.read(before.ref).version != before.version
    consistent(filed)
    filed.retire(ref(ENTITY, "office"), BOB, None)
    assert filed.read(before.ref).version == before.version
    consistent(filed)


def test_what_is_around_a_fact_has_its_sourcing_as_in_the_whole_pack(filed: Desk) -> None:
    whole = read_plain(filed.plain("bridge"), "bridge").pack
    assert whole is not None
    for key, fact in whole.facts.items():
        around = filed.around(ref(FACT, key))
        assert around is not None
        assert around.facts[key] == fact
    assert set(filed.around(ref(UNIT, "cable")).units) == {"cable"}  # type: ignore[union-attr]
    assert filed.around(ref(FACT, "none")) is None
    filed.retire(ref(FACT, "cost"), ANN, None)
    assert filed.around(ref(FACT, "cost")) is None


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_edited_all_versions_are_those_of_the_whole_pack(
    filed: Desk, seed: int, consistent: Consistent
) -> None:
    chance = random.Random(seed)
    names = ["Noordwind", "Kustbode", "Westerhaven", "Bouwbond", "North Wind"]
    entities, sources = ["city", "bridge", "noordwind", "union"], ["press", "daily", "weekly", "survey", "whisper"]

    def edit() -> None:
        kind = chance.choice([ENTITY, ENTITY, SOURCE, SOURCE, CLAIM_TYPE, FACT])
        keys = {ENTITY: entities, SOURCE: sources, CLAIM_TYPE: ["plain", "cost"], FACT: ["cost", "length", "delay"]}
        which = ref(kind, chance.choice(keys[kind]))
        changes: dict[str, dict[str, Any]] = {
            ENTITY: {
                "name": chance.choice(names),
                "of": chance.choice([None, *entities]),
                "affiliates": chance.choice([None, chance.sample(entities, 2)]),
            },
            SOURCE: {
                "publisher": chance.choice([*names, *entities]),
                "relays": chance.choice([None, [chance.choice(sources)]]),
                "translation_of": chance.choice([None, None, chance.choice(sources)]),
                "status": chance.choice([None, "withdrawn"]),
            },
            CLAIM_TYPE: {"standard": chance.choice(["subject", "independent", "authority"])},
            FACT: {
                "subject": chance.choice(entities),
                "support": [{"source": each} for each in chance.sample(sources, 3)],
                "see_also": chance.choice([None, ["cables"]]),
            },
        }
        step = chance.random()
        if step < 0.1:
            filed.retire(which, ANN, None)
        elif step < 0.2 or filed.read(which).retired:
            filed.restore(which, ANN, None)
        else:
            filed.change(which, _body(filed, which, **changes[kind]), ANN, None)

    done = 0
    for _ in range(40):
        try:
            edit()
            done += 1
        except (PackRefusedError, StillUsedError):
            continue

    assert done > 10
    consistent(filed)


def test_a_body_in_another_spelling_is_kept_in_canonical_form(filed: Desk) -> None:
    made = filed.create(
        ref(FACT, "wide"),
        {"type": "plain", "subject": "bridge", "see_also": "length", "value": {"unit": "m", "is": 20}, "holds": True},
        ANN,
    )

    assert made.body == {
        "subject": "bridge",
        "type": "plain",
        "value": {"is": "20", "unit": "m"},
        "see_also": ["length"],
    }
    assert list(made.body) == ["subject", "type", "value", "see_also"]


def test_a_long_author_and_a_long_name_fit(filed: Desk) -> None:
    made = filed.create(
        ref(SOURCE, "s" * 100), {"publisher": "P" * 5000, "kind": "news", "title": "Ü" * 5000}, Author("x" * 500)
    )

    assert (made.change.by, len(made.body["title"])) == ("x" * 200, 5000)


def test_one_text_may_be_imported_over_edits(filed: Desk, bridge: str, consistent: Consistent) -> None:
    filed.create(ref(FACT, "extra"), NEW[FACT][0], BOB)
    filed.change(ref(ENTITY, "noordwind"), {"kind": "person", "name": "Zuidwind"}, BOB, None)

    (outcome,) = filed.import_packs([PackText("bridge.yaml", bridge)], ANN)

    assert [str(each) for each in outcome.retired] == ["fact 'extra' of 'bridge'"]
    assert {each.id for each in outcome.changed} == {"noordwind", "cost"}
    consistent(filed)


def test_a_fact_that_is_restored_is_pointed_to_as_before(filed: Desk, consistent: Consistent) -> None:
    length, delay, cables = ref(FACT, "length"), ref(FACT, "delay"), ref(FACT, "cables")
    pointing = [filed.read(each).body for each in (cables, delay)]
    filed.retire(length, ANN, None)
    filed.change(cables, _body(filed, cables, note="Counted twice"), BOB, None)

    filed.restore(length, BOB, None)

    assert [filed.read(each).body for each in (cables, delay)] == [
        {**pointing[0], "note": "Counted twice"},
        pointing[1],
    ]
    (newest,) = filed.history(delay, limit=1).stories
    assert (newest.change.action, newest.change.counts) == ("restore", {"restored": 1, "changed": 2})
    assert [str(each) for each in newest.steps[0].differences] == ["+ supersedes: [length]"]
    consistent(filed)


def test_pointers_come_back_at_their_places_and_no_others(filed: Desk, consistent: Consistent) -> None:
    cables = ref(FACT, "cables")
    filed.change(cables, _body(filed, cables, see_also=["cost", "length", "delay"]), ANN, None)
    filed.retire(ref(FACT, "length"), ANN, None)
    filed.change(cables, _body(filed, cables, see_also=["delay"]), ANN, None)

    filed.restore(ref(FACT, "length"), ANN, None)

    assert filed.read(cables).body["see_also"] == ["delay", "length"]
    filed.change(cables, _body(filed, cables, see_also=None), ANN, None)
    filed.retire(ref(FACT, "length"), ANN, None)
    filed.restore(ref(FACT, "length"), ANN, None)
    assert "see_also" not in filed.read(cables).body, "what an editor took out stays out"
    consistent(filed)


@pytest.mark.parametrize("first", ["length", "delay"])
def test_pointers_come_back_whichever_of_two_facts_is_restored_first(
    filed: Desk, first: str, consistent: Consistent
) -> None:
    before = filed.read(ref(FACT, "delay")).body
    for gone in ("length", "delay"):
        filed.retire(ref(FACT, gone), ANN, None)

    for back in (first, "delay" if first == "length" else "length"):
        filed.restore(ref(FACT, back), ANN, None)

    assert filed.read(ref(FACT, "delay")).body == before
    consistent(filed)


def test_a_fact_whose_pointers_cannot_come_back_is_not_restored(filed: Desk) -> None:
    filed.create(ref(FACT, "longer"), {**NEW[FACT][0], "supersedes": ["length"]}, ANN)
    filed.change(ref(FACT, "length"), _body(filed, ref(FACT, "length"), supersedes=["cables"]), ANN, None)
    filed.retire(ref(FACT, "length"), ANN, None)
    filed.change(ref(FACT, "cables"), _body(filed, ref(FACT, "cables"), supersedes=["longer"]), ANN, None)

    with pytest.raises(PackRefusedError, match="circle"):
        filed.restore(ref(FACT, "length"), ANN, None)

    assert filed.read(ref(FACT, "length")).retired


def test_a_fact_that_an_import_left_out_comes_back_with_its_pointers(
    filed: Desk, bridge: str, consistent: Consistent
) -> None:
    start, end = bridge.index("  length:\n"), bridge.index("  cables:\n")
    shorter = (bridge[:start] + bridge[end:]).replace("    see_also: [length]\n", "")
    filed.import_packs([PackText("b.yaml", shorter.replace("    supersedes: [length]\n", ""))], ANN)

    filed.restore(ref(FACT, "length"), BOB, None)

    assert filed.read(ref(FACT, "delay")).body["supersedes"] == ["length"]
    assert filed.read(ref(FACT, "cables")).body["see_also"] == ["length"]
    consistent(filed)


def test_one_fact_is_read_without_all_that_are_about_its_subject(filed: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        filed.create(ref(FACT, f"length-{number}"), NEW[FACT][0], ANN)
    found: list[int] = []
    users = FactReader.users

    def counted(reader: FactReader, pack: str, targets: Any) -> set[Ref]:
        of_these = users(reader, pack, targets)
        found.append(len(of_these))
        return of_these

    monkeypatch.setattr(FactReader, "users", counted)

    around = filed.around(ref(FACT, "length"))

    assert around is not None
    assert set(around.facts) == {"length"}
    assert sum(found) < 10
