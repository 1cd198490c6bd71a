"""Rules on cases made by hand: what whole checks reach only by rare facts."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from twosource.facts.values import value_of
from twosource.model import (
    Change,
    Claim,
    ClaimType,
    Comparator,
    Fact,
    Figure,
    FigureKind,
    Finding,
    Origin,
    Parts,
    Severity,
    Source,
    Sourcing,
    Standard,
    Support,
    TextValue,
    Value,
    Verdict,
)
from twosource.rules import RULES, Case, Party
from twosource.rules.wording import wording

RULE = {rule.id: rule for rule in RULES}
OWN = Origin("works", ("report",), ("Nordwerke",), ("works",), own_word=True)
CLAIMED = Sourcing((OWN,), False, (), ())
SETTLED = replace(CLAIMED, settled=True)
LABEL = {"en": "output", "de": "Produktion", "nl": "productie"}
FIGURE = Figure(
    4, 12, "over 500", FigureKind.COUNT, Decimal(500), comparator=Comparator.OVER, parts=Parts((4, 8), (9, 12), None)
)


def _case(
    value: Value | None, sourcing: Sourcing = SETTLED, standard: Standard = Standard.SUBJECT, **claimed: Any
) -> Case:
    fact = Fact("town", "output", LABEL, "works", "figure", sourcing, "v1", value=value)
    claim = Claim("town", "output", 4, 12, 0, **{"verdict": Verdict.STATED, **claimed})
    words = wording("en")
    return Case(claim, fact, ClaimType("figure", standard, {}), {}, "over 500", "", True, words, words, {}, {})


def _found(rule: str, case: Case) -> Finding:
    found = RULE[rule].check(case)
    assert found is not None
    return found


def _quantity(**given: Any) -> Value:
    return value_of({key: Decimal(part) if isinstance(part, int) else part for key, part in given.items()})


def test_an_undisclosed_value_is_no_other_figure() -> None:
    case = _case(value_of({"undisclosed": True}), verdict=Verdict.CONFLICT, figure=FIGURE)
    assert [rule.id for rule in RULES if rule.check(case)] == []


@pytest.mark.parametrize(("affirmed", "sourcing"), [(False, CLAIMED)])
def test_a_mere_claim_may_be_denied(affirmed: bool, sourcing: Sourcing) -> None:
    assert RULE["denied"].check(_case(None, sourcing, affirmed=affirmed, verdict=Verdict.DENIED)) is None
    assert RULE["denied"].check(_case(None, SETTLED, affirmed=affirmed, verdict=Verdict.DENIED)) is not None


@pytest.mark.parametrize(
    ("certainty", "attributed", "quote", "credited", "raised"),
    [
        ("plain", None, None, False, True),
        ("reported", "town/works", "Nordwerke", True, True),
        ("hedged", None, None, False, False),
        ("reported", "", None, False, False),
        ("reported", "", "Wochenblick", False, False),
    ],
)
def test_only_what_the_draft_stands_for_is_denied(
    certainty: str, attributed: str | None, quote: str | None, credited: bool, raised: bool
) -> None:
    told = {"certainty": certainty, "attributed": attributed, "holder_quote": quote, "credited": credited}
    found = RULE["denied"].check(_case(None, affirmed=False, verdict=Verdict.DENIED, **told))
    assert (found is not None) is raised


@pytest.mark.parametrize(
    ("sourcing", "elsewhere", "severity"),
    [
        (SETTLED, False, Severity.ERROR),
        (SETTLED, True, Severity.ERROR),
        (CLAIMED, False, Severity.WARNING),
        (CLAIMED, True, Severity.NOTE),
    ],
)
def test_how_bad_a_conflict_is(sourcing: Sourcing, elsewhere: bool, severity: Severity) -> None:
    told = {"attributed": "", "holder_quote": "Wochenblick"} if elsewhere else {}
    case = _case(_quantity(**{"is": 700}), sourcing, verdict=Verdict.CONFLICT, figure=FIGURE, **told)
    assert _found("value-conflict", case).severity is severity
    assert _found("value-conflict", case).suggestions == ()


@pytest.mark.parametrize("rule", ["dropped-comparator", "false-precision"])
def test_news_of_somebody_else_is_a_note(rule: str) -> None:
    verdict = Verdict.DROPPED if rule == "dropped-comparator" else Verdict.NARROWER
    told = {"verdict": verdict, "figure": FIGURE, "attributed": "", "holder_quote": "Wochenblick"}
    assert _found(rule, _case(_quantity(under=500), CLAIMED, **told)).severity is Severity.NOTE
    # A settled fact keeps its comparator, and does not rule out a figure inside its bound.
    settled = Severity.WARNING if rule == "dropped-comparator" else Severity.NOTE
    assert _found(rule, _case(_quantity(under=500), SETTLED, **told)).severity is settled


@pytest.mark.parametrize(
    ("verdict", "rules"),
    [
        (Verdict.NARROWER, ["false-precision"]),
        (Verdict.WIDER, []),
        (Verdict.DROPPED, ["dropped-comparator"]),
        (Verdict.CONFLICT, ["value-conflict"]),
        (Verdict.SAME, ["single-source", "unattributed"]),
    ],
)
def test_anothers_own_figure_has_no_sourcing_findings(verdict: Verdict, rules: list[str]) -> None:
    told = {"verdict": verdict, "figure": FIGURE, "attributed": "", "holder_quote": "Wochenblick"}
    case = _case(_quantity(under=500), CLAIMED, Standard.INDEPENDENT, **told)
    assert [rule.id for rule in RULES if rule.check(case)] == rules


@pytest.mark.parametrize(
    ("value", "message", "replacement"),
    [
        (_quantity(under=500), '"under" is missing', "under 500"),
        (_quantity(**{"is": 500}), "Nordwerke says 500", "500"),
        (value_of({"change": {"nearly": Decimal(500)}, "direction": "up"}), '"nearly" is missing', "nearly 500"),
        (value_of({"from": {"about": Decimal(500)}, "to": {"is": Decimal(9)}}), '"about" is missing', "about 500"),
        (value_of({"from": {"is": Decimal(9)}, "to": {"up_to": Decimal(500)}}), '"up to" is missing', "up to 500"),
    ],
)
def test_the_comparator_on_file_takes_the_drafts_place(value: Value, message: str, replacement: str) -> None:
    found = _found("dropped-comparator", _case(value, verdict=Verdict.DROPPED, figure=FIGURE))
    assert found.message == message
    assert [(each.start, each.end, each.replacement) for each in found.suggestions] == [(4, 12, replacement)]


@pytest.mark.parametrize("value", [TextValue("MIT"), Change("up", factor=Decimal(3)), None])
def test_a_value_without_a_bound_has_no_comparator_to_drop(value: Value | None) -> None:
    assert RULE["dropped-comparator"].check(_case(value, verdict=Verdict.DROPPED, figure=FIGURE)) is None


@pytest.mark.parametrize(
    "parts", [None, Parts((13, 26), (4, 11), None)], ids=["parts unknown", "the comparator follows the number"]
)
def test_no_suggestion_where_the_comparator_has_no_place(parts: Parts | None) -> None:
    figure = replace(FIGURE, end=26, quote="500,000 and counting", parts=parts)
    found = _found("dropped-comparator", _case(_quantity(under=500), verdict=Verdict.DROPPED, figure=figure))
    assert found.suggestions == ()


@pytest.mark.parametrize(
    ("power", "trap", "message", "told"),
    [
        (1, "scale-words", "1000 times too high", "the scale words differ"),
        (-1, "thousands-point", "1000 times too low", "a decimal mark"),
        (2, "unit", "1 million times too high", "two units that look alike"),
        (-3, None, "1 billion times too low", "correct the magnitude"),
    ],
)
def test_a_slip_names_its_trap(power: int, trap: str | None, message: str, told: str) -> None:
    case = _case(_quantity(**{"is": 500}), verdict=Verdict.CONFLICT, figure=FIGURE, power=power, trap=trap)
    found = _found("magnitude-slip", case)
    assert found.message == message
    assert told in found.detail
    assert ("The trap" in found.detail) is (trap is not None)
    assert RULE["value-conflict"].check(case) is None


@pytest.mark.parametrize(
    ("standard", "settled", "raised"),
    [
        (Standard.INDEPENDENT, False, True),
        (Standard.ALLEGATION, False, True),
        (Standard.INDEPENDENT, True, False),
        (Standard.SUBJECT, False, False),
        (Standard.AUTHORITY, False, False),
        (Standard.OBSERVED, False, False),
        (Standard.ESTIMATE, False, False),
    ],
)
def test_which_standards_ask_for_a_second_origin(standard: Standard, settled: bool, raised: bool) -> None:
    case = _case(None, replace(CLAIMED, settled=settled), standard)
    assert (RULE["single-source"].check(case) is not None) is raised


@pytest.mark.parametrize("origins", [(), (OWN, replace(OWN, key="court", own_word=False))])
def test_none_or_two_origins_are_not_one(origins: tuple[Origin, ...]) -> None:
    case = _case(None, replace(CLAIMED, origins=origins), Standard.INDEPENDENT)
    assert RULE["single-source"].check(case) is None


@pytest.mark.parametrize(
    ("origin", "told", "silent"),
    [
        (OWN, "It is the subject's own word.", ""),
        (replace(OWN, own_word=False), "leads to one origin: Nordwerke", "own word"),
        (replace(OWN, publishers=()), "a confidential source", "own word"),
        (Origin("unnamed", (), (), (), own_word=False, named=False), "a source that nobody names", "Nordwerke"),
    ],
)
def test_what_is_told_of_the_one_origin(origin: Origin, told: str, silent: str) -> None:
    case = _case(None, replace(CLAIMED, origins=(origin,)), Standard.INDEPENDENT)
    case = replace(case, fact=replace(case.fact, supports=()))
    detail = _found("single-source", case).detail.replace("sources on file lead back", "source on file leads")
    assert told in detail
    assert not silent or silent not in detail


NOBODY = Origin("unnamed", (), (), (), own_word=False, named=False)


@pytest.mark.parametrize(
    ("unclear", "told"),
    [
        (("daily",), "1 more does not say where it has it from, which may be the same."),
        (("daily", "wire"), "2 more do not say where they have it from, which may be the same."),
    ],
)
def test_a_source_of_unclear_origin_is_no_second_origin(unclear: tuple[str, ...], told: str) -> None:
    case = _case(None, replace(CLAIMED, origins=(OWN, NOBODY)), Standard.INDEPENDENT)
    supports = tuple(Support(source) for source in ("report", *unclear))
    sources = {each.source: Source(each.source, "Somebody", "news") for each in supports}
    case = replace(case, fact=replace(case.fact, supports=supports), sources=sources)
    detail = _found("single-source", case).detail
    assert detail.startswith("1 source on file leads to one origin: Nordwerke. It is the subject's own word. " + told)


def test_two_origins_with_names_are_two_beside_an_unclear_one() -> None:
    named = (OWN, replace(OWN, key="court", own_word=False))
    case = _case(None, replace(CLAIMED, origins=(*named, NOBODY)), Standard.INDEPENDENT)
    assert RULE["single-source"].check(case) is None


def test_without_a_name_the_file_speaks() -> None:
    case = _case(_quantity(**{"is": 700}), replace(SETTLED, origins=()), verdict=Verdict.CONFLICT, figure=FIGURE)
    assert _found("value-conflict", case).message == "the file says 700"
    assert case.says() == "the file says 700"
    assert _case(None).says() == "Nordwerke says "


def test_a_party_is_shown_in_the_locale_and_found_by_any_name() -> None:
    party = Party("Rechnungshof", ("Audit Court", "Rechnungshof", "ARH"))
    case = replace(_case(None), parties={"Audit Court": party}, surroundings="Des Rechnungshofs Zahlen.")
    assert case.shown("Audit Court") == "Rechnungshof"
    assert case.shown("VPK") == "VPK"
    assert case.names_nearby("Audit Court")
    assert not case.names_nearby("VPK")
    assert not replace(case, surroundings="In ARHUS und Carhs.").names_nearby("Audit Court")


@pytest.mark.parametrize(
    ("claimed", "severity"),
    [
        ({}, Severity.WARNING),
        ({"credited": True, "attributed": "town/works"}, Severity.NOTE),
        ({"disclosed": True}, Severity.NOTE),
    ],
)
def test_sourcing_findings_soften_where_the_draft_is_candid(claimed: dict[str, Any], severity: Severity) -> None:
    assert _found("single-source", _case(None, CLAIMED, Standard.INDEPENDENT, **claimed)).severity is severity


@pytest.mark.parametrize("claimed", [{"affirmed": False}])
def test_no_sourcing_of_what_the_draft_denies(claimed: dict[str, Any]) -> None:
    case = _case(None, replace(CLAIMED, disputed_by=("VPK",)), Standard.INDEPENDENT, **claimed)
    assert [rule.id for rule in RULES if rule.check(case)] == []


def test_no_sourcing_beside_the_chief_mention() -> None:
    case = replace(_case(None, replace(CLAIMED, disputed_by=("VPK",)), Standard.INDEPENDENT), chief=False)
    assert [rule.id for rule in RULES if rule.check(case)] == []


@pytest.mark.parametrize("standard", [Standard.SUBJECT, Standard.AUTHORITY, Standard.OBSERVED])
def test_what_is_settled_by_its_own_way_has_no_sourcing_findings(standard: Standard) -> None:
    assert [rule.id for rule in RULES if rule.check(_case(None, SETTLED, standard))] == []


def test_a_settled_fact_that_is_disputed_needs_its_source_all_the_same() -> None:
    case = _case(None, replace(SETTLED, disputed_by=("VPK",)), Standard.INDEPENDENT)
    assert [rule.id for rule in RULES if rule.check(case)] == ["disputed", "unattributed"]


@pytest.mark.parametrize(
    ("standard", "needed", "origin", "wanting"),
    [
        (Standard.INDEPENDENT, 2, OWN, "2 more origins that do not rest on Nordwerke"),
        (Standard.INDEPENDENT, 2, replace(OWN, own_word=False), "1 more origin that does not rest on Nordwerke"),
        (Standard.INDEPENDENT, 1, OWN, "1 more origin that does not rest on Nordwerke"),
        (Standard.INDEPENDENT, 3, replace(OWN, own_word=False), "2 more origins"),
        (Standard.INDEPENDENT, 2, replace(OWN, publishers=(), named=False, own_word=False), "2 more origins"),
        (Standard.ALLEGATION, 3, replace(OWN, own_word=False), "1 more origin that does"),
    ],
)
def test_how_many_origins_are_wanting(standard: Standard, needed: int, origin: Origin, wanting: str) -> None:
    case = _case(None, replace(CLAIMED, origins=(origin,)))
    asked = replace(case, claim_type=ClaimType("figure", standard, {}, origins=needed))
    assert f"To settle it: {wanting}" in _found("single-source", asked).detail
