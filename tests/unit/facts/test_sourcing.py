from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.facts.pack import sourced_parts
from twosource.facts.parties import Parties
from twosource.facts.sourcing import sourcing, version
from twosource.facts.yaml_tree import parse
from twosource.model import Basis, Capacity, Origin, Sourcing, Support, Terms
from twosource.packs import read
from twosource_schemas.pack import FactSchema

TABLE: Any = parse((Path(__file__).parent / "sourcing.yaml").read_text(encoding="utf-8")).plain
_reading = read(TABLE["world"], "world.yaml")
assert _reading.pack is not None, _reading.errors
WORLD = _reading.pack
PARTIES = Parties(WORLD.entities)


def known(case: dict[str, Any]) -> Sourcing:
    keys = {"value", "support", "disputes", "as_of"}
    fact = FactSchema().load({"subject": "bridge", "type": case["type"], **{k: case[k] for k in keys & case.keys()}})
    parts = sourced_parts(fact)
    return sourcing(
        subject="bridge",
        claim_type=WORLD.claim_types[case["type"]],
        sources=WORLD.sources,
        parties=PARTIES,
        as_of=fact.get("as_of"),
        **parts,
    )


def told(origin: Origin) -> str:
    if not origin.named:
        return "?"
    return f"{', '.join(origin.publishers)} ({'own' if origin.own_word else 'other'})"


@pytest.mark.parametrize("name", TABLE["cases"])
def test_what_follows_from_supports(name: str) -> None:
    case = TABLE["cases"][name]
    found = known(case)
    assert [told(origin) for origin in found.origins] == case["origins"]
    assert found.settled is (case["settled"] == "true")
    assert list(found.disputed_by) == case.get("disputed_by", [])
    if "missing" in case:
        assert [need.id for need in found.missing] == case["missing"]
    if "credits" in case:
        assert list(found.credits) == case["credits"]


def test_an_origin_says_which_sources_lead_to_it_the_originating_ones_first() -> None:
    found = known({"type": "cost", "support": [{"source": "chain"}, {"source": "press-release"}]})
    (origin,) = found.origins
    assert origin.sources == ("press-release", "chain")
    assert origin.holders == ("council",)
    assert origin.key == "council"


def test_the_unnamed_origin_has_no_sources_and_nobody_to_credit() -> None:
    (origin,) = known({"type": "cost", "support": [{"source": "weekly"}]}).origins
    assert (origin.sources, origin.publishers, origin.holders, origin.own_word) == ((), (), (), False)


SUPPORTS = st.builds(
    Support,
    source=st.sampled_from(sorted(WORLD.sources)),
    basis=st.sampled_from([None, *Basis]),
    of=st.lists(st.sampled_from(sorted(WORLD.sources)), max_size=2).map(tuple),
    speaker=st.sampled_from([None, "mayor", "engineer"]),
    capacity=st.sampled_from(list(Capacity)),
    terms=st.sampled_from(list(Terms)),
    paid_by=st.sampled_from([None, "council", "Concrete Ltd"]),
)
LISTS = st.lists(SUPPORTS, max_size=5)
TYPES = st.sampled_from(sorted(WORLD.claim_types))


def computed(supports: list[Support], claim_type: str = "cost") -> Sourcing:
    return sourcing(
        subject="bridge",
        supports=tuple(supports),
        disputes=(),
        claim_type=WORLD.claim_types[claim_type],
        sources=WORLD.sources,
        parties=PARTIES,
        as_of=date(2026, 9, 1),
    )


def unordered(found: Sourcing) -> object:
    origins = {
        (each.key, frozenset(each.sources), frozenset(each.publishers), frozenset(each.holders), each.own_word)
        for each in found.origins
    }
    return origins, found.settled, set(found.disputed_by), found.missing, set(found.credits)


@given(LISTS, TYPES, st.randoms(use_true_random=False))
def test_the_order_of_supports_decides_nothing(supports: list[Support], claim_type: str, random: Any) -> None:
    shuffled = list(supports)
    random.shuffle(shuffled)
    assert unordered(computed(shuffled, claim_type)) == unordered(computed(supports, claim_type))


@given(LISTS, st.data())
def test_a_relay_of_an_existing_origin_never_raises_their_number(supports: list[Support], data: Any) -> None:
    before = computed(supports)
    origins = [source for origin in before.origins for source in origin.sources[:1] if origin.named]
    if origins:
        # The relay is a source of its own, so that nothing else is said of it.
        relay = Support("weekly", basis=Basis.RELAY, of=(data.draw(st.sampled_from(origins)),))
        others = [each for each in supports if each.source != "weekly" and "weekly" not in each.of]
        unchanged = computed(others)
        if relay.of[0] in {origin.sources[0] for origin in unchanged.origins if origin.named}:
            assert len(computed([*others, relay]).origins) == len(unchanged.origins)


@given(LISTS)
def test_an_independent_origin_more_never_unsettles(supports: list[Support]) -> None:
    before = computed(supports)
    after = computed([*supports, Support("study", basis=Basis.OWN)])
    assert after.settled or not before.settled


@given(LISTS)
def test_no_name_of_a_confidential_source_gets_out(supports: list[Support]) -> None:
    hidden = [replace(each, terms=Terms.CONFIDENTIAL) for each in supports]
    found = computed(hidden)
    assert found.credits == ()
    assert all(not origin.publishers and not origin.holders for origin in found.origins)


def test_a_version_does_not_depend_on_the_order_of_keys() -> None:
    found = computed([Support("register")])
    one = {"subject": "bridge", "type": "cost", "label": {"en": "cost", "de": "Kosten"}}
    other = {"label": {"de": "Kosten", "en": "cost"}, "type": "cost", "subject": "bridge"}
    assert version(one, found) == version(other, found)
    assert len(version(one, found)) == 16
    assert int(version(one, found), 16) >= 0


def test_a_version_changes_with_the_fact_and_with_its_sourcing() -> None:
    found = computed([Support("register")])
    fact = {"subject": "bridge", "type": "cost"}
    assert version(fact, found) != version({**fact, "type": "spec"}, found)
    assert version(fact, found) != version(fact, computed([Support("survey")]))
