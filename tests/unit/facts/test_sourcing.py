"""What follows from a fact's supports, case by case."""

from __future__ import annotations

from typing import Any

import pytest
from sourcing_world import CASES, fact, pack_of

from twosource.facts.sourcing import version
from twosource.model import Origin, Sourcing


def known(*supports: dict[str, Any]) -> Sourcing:
    return pack_of({"case": {"type": "cost", "support": list(supports)}}).facts["case"].sourcing


def told(origin: Origin) -> str:
    if not origin.named:
        return "?"
    return f"{', '.join(origin.publishers)} ({'own' if origin.own_word else 'other'})"


@pytest.mark.parametrize("name", CASES)
def test_what_follows_from_supports(name: str) -> None:
    case, found = CASES[name], fact(name).sourcing
    assert [told(origin) for origin in found.origins] == case["origins"]
    assert found.settled is (case["settled"] == "true")
    assert list(found.disputed_by) == case.get("disputed_by", [])
    if "missing" in case:
        assert [need.id for need in found.missing] == case["missing"]
    if "credits" in case:
        assert list(found.credits) == case["credits"]


def test_an_origin_says_which_sources_lead_to_it_the_originating_ones_first() -> None:
    found = known({"source": "chain"}, {"source": "press-release"})
    (origin,) = found.origins
    assert origin.sources == ("press-release", "chain")
    assert origin.holders == ("council",)
    assert origin.key == "council"


def test_the_unnamed_origin_has_no_sources_and_nobody_to_credit() -> None:
    (origin,) = known({"source": "weekly"}).origins
    assert (origin.sources, origin.publishers, origin.holders, origin.own_word) == ((), (), (), False)


def test_a_version_does_not_depend_on_the_order_of_keys() -> None:
    found = known({"source": "register"})
    one = {"subject": "bridge", "type": "cost", "label": {"en": "cost", "de": "Kosten"}}
    other = {"label": {"de": "Kosten", "en": "cost"}, "type": "cost", "subject": "bridge"}
    assert version(one, found) == version(other, found)
    assert len(version(one, found)) == 16
    assert int(version(one, found), 16) >= 0


def test_a_version_changes_with_the_fact_and_with_its_sourcing() -> None:
    found = known({"source": "register"})
    body = {"subject": "bridge", "type": "cost"}
    assert version(body, found) != version({**body, "type": "spec"}, found)
    assert version(body, found) != version(body, known({"source": "survey"}))
