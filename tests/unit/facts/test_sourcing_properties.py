"""What holds of the sourcing of any graph whatever."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from graphs import Scene, scenes
from hypothesis import assume, given
from hypothesis import strategies as st

from twosource.facts.confidential import original
from twosource.facts.parties import Parties
from twosource.facts.sourcing import evidence, without
from twosource.facts.values import value_of
from twosource.model import Basis, ClaimType, Origin, Source, Sourcing, Standard, Support, Terms


def unordered(found: Sourcing) -> object:
    origins = {
        (each.key, frozenset(each.sources), frozenset(each.publishers), frozenset(each.holders), each.own_word)
        for each in found.origins
    }
    return origins, found.settled, set(found.disputed_by), found.missing, set(found.credits)


def independent(found: Sourcing) -> int:
    return sum(origin.named and not origin.own_word for origin in found.origins)


@given(scenes(), st.randoms(use_true_random=False))
def test_no_order_decides_anything(scene: Scene, random: Any) -> None:
    def shuffled(items: Any) -> list[Any]:
        return random.sample(list(items), len(items))

    other = replace(
        scene,
        supports=tuple(shuffled(scene.supports)),
        disputes=tuple(shuffled(scene.disputes)),
        sources=dict(shuffled(scene.sources.items())),
        entities=dict(shuffled(scene.entities.items())),
    )
    assert unordered(other.sourcing()) == unordered(scene.sourcing())


@given(scenes(), st.data())
def test_a_relay_of_an_existing_origin_never_raises_their_number(scene: Scene, data: st.DataObject) -> None:
    before = scene.sourcing()
    known = [origin.sources[0] for origin in before.origins if origin.named]
    assume(known)
    of = data.draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
    terms = data.draw(st.sampled_from(Terms))
    relay = Support("relay", basis=Basis.RELAY, of=tuple(of), terms=terms)
    after = scene.with_source(Source("relay", "Parrot", "news"), relay).sourcing()
    assert len(after.origins) == len(before.origins)
    assert independent(after) == independent(before)
    assert after.settled is before.settled


@given(scenes())
def test_an_independent_origin_more_is_one_more_and_never_unsettles(scene: Scene) -> None:
    before, after = scene.sourcing(), scene.independents(1).sourcing()
    assert len(after.origins) == len(before.origins) + 1
    assert independent(after) == independent(before) + 1
    assert after.settled or not before.settled
    assert after.missing == before.missing
    assert set(after.disputed_by) == set(before.disputed_by)


@given(scenes(standards=(Standard.INDEPENDENT,)), st.data())
def test_whatever_is_withdrawn_nothing_is_settled_by_it(scene: Scene, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(sorted(scene.sources)))
    before, after = scene.sourcing(), scene.with_status(source, "withdrawn").sourcing()
    assert independent(after) <= independent(before)
    assert len(after.origins) <= len(before.origins)
    assert before.settled or not after.settled
    assert {need.id for need in before.missing} <= {need.id for need in after.missing}


@given(scenes(), st.data())
def test_a_translation_changes_nothing(scene: Scene, data: st.DataObject) -> None:
    assume(scene.supports)
    said = data.draw(st.sampled_from(scene.supports))
    assume(scene.sources[said.source].relays == ())
    translation = Source("translation", "Translator", "analysis", translation_of=said.source)
    before = scene.sourcing()
    after = scene.with_source(translation, replace(said, source=translation.id)).sourcing()

    def bare(origin: Origin) -> object:
        return origin.key, frozenset(origin.sources) - {translation.id}, origin.publishers, origin.own_word

    assert set(map(bare, after.origins)) == set(map(bare, before.origins))
    assert len(after.origins) == len(before.origins)
    assert (after.settled, after.missing, set(after.disputed_by)) == (
        before.settled,
        before.missing,
        set(before.disputed_by),
    )
    assert set(before.credits) <= set(after.credits) <= {*before.credits, "Translator"}


@given(scenes())
def test_a_correction_changes_nothing(scene: Scene) -> None:
    live = replace(
        scene,
        sources={
            key: each if each.status == "withdrawn" else replace(each, status="live")
            for key, each in scene.sources.items()
        },
    )
    assert live.sourcing() == scene.sourcing()


@given(scenes())
def test_no_name_of_a_source_that_is_confidential_gets_out(scene: Scene) -> None:
    hidden = replace(scene, supports=tuple(replace(each, terms=Terms.CONFIDENTIAL) for each in scene.supports))
    found = replace(hidden, disputes=()).sourcing()
    assert found.credits == ()
    assert all(not origin.publishers and not origin.holders for origin in found.origins)
    assert found.disputed_by in ((), ("",))


@given(scenes())
def test_origins_share_no_source_that_originates(scene: Scene) -> None:
    found = evidence(scene.fact(), scene.pack(), Parties(scene.entities))
    parties = [group.parties for group in found.groups if group.named]
    assert all(one.isdisjoint(other) for index, one in enumerate(parties) for other in parties[index + 1 :])
    assert found.origins == scene.sourcing().origins
    assert sum(not origin.named for origin in found.origins) <= 1


@given(scenes(standards=(Standard.INDEPENDENT,)), st.data())
def test_a_draft_is_no_source_of_its_own(scene: Scene, data: st.DataObject) -> None:
    fact, pack = scene.fact(), scene.pack()
    own = frozenset({original(data.draw(st.sampled_from(sorted(scene.sources))), scene.sources)})
    alone = without(fact, pack, own, Parties(scene.entities))
    assert all(original(each.source, scene.sources) not in own for each in (*alone.supports, *alone.disputes))
    assert not any(original(key, scene.sources) in own for origin in alone.sourcing.origins for key in origin.sources)
    assert independent(alone.sourcing) <= independent(fact.sourcing)
    assert fact.sourcing.settled or not alone.sourcing.settled
    assert alone.sourcing.credits == fact.sourcing.credits
    assert (alone.version, alone.value) == (fact.version, fact.value)


@given(scenes(standards=(Standard.OBSERVED,)), st.data())
def test_what_was_read_on_a_known_day_stays_so_whoever_drafts(scene: Scene, data: st.DataObject) -> None:
    fact, pack, parties = scene.fact(), scene.pack(), Parties(scene.entities)
    own = frozenset({original(data.draw(st.sampled_from(sorted(scene.sources))), scene.sources)})
    alone = without(fact, pack, own, parties)
    if evidence(fact, pack, parties).observed():
        assert alone.sourcing.settled
    if alone is not fact:
        assert all(original(each.source, scene.sources) not in own for each in (*alone.supports, *alone.disputes))
        assert fact.sourcing.settled or not alone.sourcing.settled


@given(scenes())
def test_a_draft_that_is_no_source_leaves_the_fact_as_it_is(scene: Scene) -> None:
    fact = scene.fact()
    assert without(fact, scene.pack(), frozenset({"elsewhere"}), Parties(scene.entities)) is fact


def valued(numbers: list[dict[str, Any]]) -> Sourcing:
    """Return the sourcing of a fact whose supports say these values, one each."""
    supports = tuple(
        Support("s", value=value_of({key: Decimal(number) for key, number in each.items()})) for each in numbers
    )
    independent_type = ClaimType("t", Standard.INDEPENDENT, {"en": "t"})
    return Scene({"s": Source("s", "Office", "official")}, supports, (), independent_type).sourcing()


def test_of_very_many_values_one_that_is_apart_is_found() -> None:
    many = [{"over": number} for number in range(1, 500)]
    assert valued(many).disputed_by == ()
    assert valued([*many, {"under": 300}]).disputed_by == ("Office",)
    assert valued([*many, {"is": 600}]).disputed_by == ()
    assert valued([{"is": number} for number in range(1, 500)]).disputed_by == ("Office",)


def test_a_long_chain_of_relays_leads_to_its_end() -> None:
    length = 3_000
    sources = {
        f"s{number}": Source(f"s{number}", f"P{number}", "news", relays=(f"s{number + 1}",)) for number in range(length)
    }
    sources[f"s{length}"] = Source(f"s{length}", "Office", "official")
    supports = tuple(Support(key) for key in list(sources)[:200])
    scene = Scene(sources, supports, (), ClaimType("t", Standard.AUTHORITY, {"en": "t"}))
    found = scene.sourcing()
    assert [origin.publishers for origin in found.origins] == [("Office",)]
    assert found.settled
    gone = scene.with_status("s1500", "withdrawn").sourcing()
    assert (gone.origins, gone.settled) == ((), False)
