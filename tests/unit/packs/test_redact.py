"""Redacted packs: no name and no word of a confidential source is left, and what is computed stays what it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twosource.model import Pack
from twosource.packs import read, read_plain
from twosource.packs.hidden import hidden
from twosource.packs.redact import Redaction, redact

INSIDER = """
schema: twosource/fact-pack/1
id: ferry
title: The ferry
entities:
  line: {kind: organisation, name: Küstenlinie}
  yard: {kind: organisation, name: Werft Nord}
  jane: {kind: person, name: Jane Doe, aliases: [J. Doe, {text: Janey, lang: en}], of: line}
  union: {kind: organisation, name: Seamen's Union, affiliates: [jane, yard]}
  skipper: {kind: person, name: Piet Kapitein, of: jane}
sources:
  press: {publisher: line, kind: self-published, title: Press release}
  jane-letter: {publisher: Jane Doe, kind: interview, title: Jane tells,
                url: "https://jane.example/", published: 2026-10-01, language: en, text: sources/jane.txt}
  brief-van-jane: {publisher: jane, kind: interview, language: nl, translation_of: jane-letter, title: Brief van Jane}
  daily: {publisher: Daily, kind: news, relays: [jane-letter]}
  log: {publisher: yard, kind: artefact, title: Log book}
claim_types:
  cost: {standard: independent, needs: {bill: {en: no bill}}}
  plain: {standard: subject}
facts:
  overrun:
    subject: line
    type: cost
    note: Jane told it on the pier.
    value: {over: 3, unit: EUR}
    support:
      - {source: jane-letter, terms: confidential, speaker: jane, paid_by: J. Doe, quote: It cost four, shows: [bill],
         value: {over: 3, unit: EUR}, capacity: finding}
      - {source: log, quote: Four million}
      - {source: daily}
    disputes: [{source: brief-van-jane, quote: Niet waar, value: {is: 1, unit: EUR}}]
  other: {subject: line, type: plain, note: Ours, support: [{source: press}, {source: brief-van-jane, quote: Ja}]}
  open: {subject: yard, type: plain, note: Open, support: [{source: log, speaker: union}], see_also: [overrun]}
"""


def _canonical(text: str) -> dict[str, Any]:
    reading = read(text, "pack")
    assert not reading.errors, reading.errors
    return dict(reading.canonical or {})


def _read(pack: dict[str, Any]) -> Pack:
    reading = read_plain(pack, "redacted")
    assert reading.pack is not None, reading.errors
    return reading.pack


def _computed(pack: Pack) -> dict[str, tuple[int, bool, bool]]:
    return {
        key: (len(fact.sourcing.origins), fact.sourcing.settled, bool(fact.sourcing.disputed_by))
        for key, fact in pack.facts.items()
    }


def test_a_confidential_source_becomes_a_nameless_one_in_the_whole_pack() -> None:
    told = redact(_canonical(INSIDER))

    assert told["sources"] == {
        "press": {"publisher": "line", "kind": "self-published", "title": "Press release"},
        "confidential-1": {"publisher": "confidential-1", "kind": "interview"},
        "confidential-2": {"publisher": "confidential-1", "kind": "interview", "translation_of": "confidential-1"},
        "daily": {"publisher": "Daily", "kind": "news", "relays": ["confidential-1"]},
        "log": {"publisher": "yard", "kind": "artefact", "title": "Log book"},
    }
    written = json.dumps(told, ensure_ascii=False).casefold()
    for word in ("jane", "doe", "pier", "it cost", "niet waar", '"ja"', "brief", "2026"):
        assert word not in written, word
    assert told["facts"]["overrun"]["support"][0]["shows"] == ["bill"]
    assert told["facts"]["overrun"]["disputes"] == [{"source": "confidential-2", "terms": "confidential"}]
    assert {part["terms"] for part in told["facts"]["other"]["support"][1:]} == {"confidential"}


def test_what_confidential_sources_do_not_bear_stays_as_it_is() -> None:
    whole = _canonical(INSIDER)

    told = redact(whole)

    assert told["facts"]["open"] == whole["facts"]["open"]
    assert told["claim_types"] == whole["claim_types"]
    assert told["entities"]["line"] == whole["entities"]["line"]
    assert told["facts"]["overrun"]["support"][1] == {"source": "log", "quote": "Four million"}


def test_an_entity_that_only_confidential_sources_name_is_left_out_wherever_it_is_named() -> None:
    told = redact(_canonical(INSIDER))

    assert list(told["entities"]) == ["line", "yard", "union", "skipper"]
    assert told["entities"]["union"]["affiliates"] == ["yard"]
    assert "of" not in told["entities"]["skipper"]


@pytest.mark.parametrize(
    "needed",
    [
        "more: {subject: jane, type: plain, support: [{source: log}]}",
        "more: {subject: line, type: plain, support: [{source: log, speaker: jane}]}",
        "more: {subject: line, type: plain, support: [{source: log, paid_by: jane}]}",
        "more: {subject: line, type: plain, compared_with: {entity: jane}, support: [{source: log}]}",
        "more: {subject: line, type: plain, condition: {entity: jane}, support: [{source: log}]}",
    ],
)
def test_an_entity_that_something_else_names_too_stays(needed: str) -> None:
    told = redact(_canonical(INSIDER.replace("  open: {", f"  {needed}\n  open: {{")))

    assert told["entities"]["jane"]["name"] == "Jane Doe"
    assert "Jane tells" not in json.dumps(told)


def test_a_pack_without_confidential_sources_is_told_as_it_is() -> None:
    whole = _canonical(INSIDER.replace("terms: confidential", "terms: background"))

    assert redact(whole) == whole
    assert not Redaction(whole)


def test_what_a_larger_whole_knows_to_be_confidential_is_so_in_a_part_of_it() -> None:
    whole = _canonical(INSIDER)
    part = {**whole, "facts": {"open": whole["facts"]["open"]}}

    assert "Jane tells" in json.dumps(redact(part))
    told = Redaction(part, hidden(whole)).pack()
    assert "Jane" not in json.dumps(told)
    assert list(told["facts"]) == ["open"]


def test_an_own_word_that_may_not_be_told_settles_nothing_when_it_is_nameless() -> None:
    whole = _canonical(INSIDER)
    before = _read(whole).facts["overrun"].sourcing
    assert (len(before.origins), before.settled) == (2, False), "Jane is the line's, so the yard stands alone"

    told = redact(whole)

    after = _read(told).facts["overrun"].sourcing
    assert (len(after.origins), after.settled) == (2, False)
    assert after.origins[0].named is False
    assert told["facts"]["overrun"]["support"][0]["basis"] == "unknown"


PLAIN = """
schema: twosource/fact-pack/1
id: p
title: P
entities: {subject: {kind: organisation, name: Subject}, mole: {kind: person, name: Mole}}
sources:
  a: {publisher: Paper A, kind: KIND-A}
  b: {publisher: Paper B, kind: KIND-B}
  c: {publisher: Paper C, kind: official}
  confidential-2: {publisher: Paper D, kind: official}
claim_types: {t: {standard: independent}}
facts: {f: {subject: subject, type: t, FACT}}
"""


def _plain(fact: str, kind_a: str = "interview", kind_b: str = "interview") -> dict[str, Any]:
    return _canonical(PLAIN.replace("KIND-A", kind_a).replace("KIND-B", kind_b).replace("FACT", fact))


def test_ids_and_names_that_the_pack_has_are_not_given_to_nameless_sources() -> None:
    told = redact(_plain("support: [{source: a, terms: confidential}, {source: b, terms: confidential}]"))

    assert list(told["sources"]) == ["confidential-1", "confidential-3", "c", "confidential-2"]


def test_two_confidential_sources_with_one_speaker_stay_one_origin() -> None:
    whole = _plain(
        "support: [{source: a, terms: confidential, speaker: mole}, {source: b, terms: confidential, speaker: mole}]"
    )

    told = redact(whole)

    assert _computed(_read(told)) == _computed(_read(whole)) == {"f": (1, False, False)}
    assert [each["paid_by"] for each in told["facts"]["f"]["support"]] == ["confidential-1", "confidential-1"]
    assert "mole" not in json.dumps(told)


def test_a_confidential_value_that_disputes_the_fact_is_told_as_a_dispute_without_it() -> None:
    whole = _plain(
        "value: {is: 5}, support: [{source: c, value: {is: 5}}, {source: a, terms: confidential, value: {is: 7}}]"
    )

    told = redact(whole)

    assert _computed(_read(told)) == _computed(_read(whole)) == {"f": (2, True, True)}
    assert told["facts"]["f"]["disputes"] == [{"source": "confidential-1", "terms": "confidential"}]
    assert "7" not in json.dumps(told["facts"])


def test_a_confidential_value_that_agrees_makes_no_dispute() -> None:
    told = redact(_plain("value: {is: 5}, support: [{source: c}, {source: a, terms: confidential, value: {is: 5}}]"))

    assert "disputes" not in told["facts"]["f"]


def test_a_confidential_source_of_a_named_party_is_told_without_that_party() -> None:
    whole = _plain("support: [{source: c, speaker: mole}, {source: a, terms: confidential, speaker: mole}]")

    told = redact(whole)

    assert _computed(_read(whole))["f"][1] is False
    assert _computed(_read(told))["f"][1] is False
    assert told["facts"]["f"]["support"][0] == {"source": "c", "speaker": "mole"}
    assert "speaker" not in told["facts"]["f"]["support"][1]


def test_a_confidential_source_that_makes_two_named_ones_one_party_never_lets_them_settle() -> None:
    whole = _plain("support: [{source: c}, {source: a, terms: confidential, paid_by: Paper C, speaker: mole},"
                   " {source: confidential-2, speaker: mole}]")  # fmt: skip

    assert _computed(_read(whole))["f"] == (1, False, False)
    assert _computed(_read(redact(whole)))["f"][1] is False


def test_a_former_body_of_a_fact_loses_its_names_and_words() -> None:
    whole = _canonical(INSIDER)
    redaction = Redaction(whole)
    former = {**whole["facts"]["overrun"], "note": "Jane again", "type": "plain"}

    told = redaction.fact("overrun", former)

    assert "Jane" not in json.dumps(told)
    assert told["type"] == "plain"
    assert redaction.touches(former)
    assert not redaction.touches(whole["facts"]["open"])


def test_who_was_named_openly_before_is_not_named_where_confidential_sources_alone_name_them_now() -> None:
    redaction = Redaction(_canonical(INSIDER))
    former = {
        "subject": "jane",
        "type": "plain",
        "compared_with": {"entity": "jane"},
        "support": [{"source": "log", "speaker": "jane", "paid_by": "jane", "quote": "Nine"}],
    }

    told = redaction.fact("open", former)

    assert told == {"subject": "confidential", "type": "plain", "support": [{"source": "log", "quote": "Nine"}]}
    assert redaction.source("log", {"publisher": "jane", "kind": "artefact"})["publisher"] == "confidential"


def test_what_was_confidential_then_alone_stays_untold_in_the_fact_of_that_time() -> None:
    whole = _canonical(INSIDER.replace("terms: confidential", "terms: background"))
    former = {**whole["facts"]["open"], "support": [{"source": "log", "terms": "confidential", "quote": "Nine"}]}

    told = Redaction(whole).fact("open", former)

    assert told["support"] == [{"source": "confidential-then-1", "terms": "confidential"}]
    assert "note" not in told
    assert Redaction(whole).touches(former)


def test_a_plain_name_elsewhere_does_not_bring_an_entity_to_light() -> None:
    told = redact(_canonical(INSIDER.replace("publisher: Daily", "publisher: Jane Doe")))

    assert "jane" not in told["entities"]


def test_ids_are_found_again() -> None:
    redaction = Redaction(_canonical(INSIDER))

    assert redaction.shown("jane-letter") == "confidential-1"
    assert redaction.real("confidential-1") == "jane-letter"
    assert redaction.real("press") == redaction.shown("press") == "press"
    assert redaction.real("jane-letter") is None


# Packs by chance. Sources p0… are published by parties of their own; of all, some are told in confidence.
_STANDARDS = ("subject", "authority", "independent", "allegation", "estimate", "observed")
_KINDS = ("self-published", "official", "dataset", "artefact", "interview", "news", "analysis")
_TERMS = ("on-record", "background", "confidential", "confidential")
_PARTIES = ("e0", "e1", "e2", "e3", "Entity 2", "alias of 3", "Paper 0", "PAPER  0", "Paper 1")


@st.composite
def packs(draw: st.DrawFn) -> dict[str, Any]:
    entities: dict[str, Any] = {}
    for number in range(4):
        entity = {"kind": "organisation", "name": f"Entity {number}", "aliases": [f"alias of {number}"]}
        if number and draw(st.booleans()):
            entity["of"] = f"e{draw(st.integers(0, number - 1))}"
        if draw(st.integers(0, 3)) == 0:
            entity["affiliates"] = [f"e{draw(st.integers(0, 3))}"]
        entities[f"e{number}"] = entity
    sources: dict[str, Any] = {}
    for number in range(draw(st.integers(1, 5))):
        source = {"publisher": draw(st.sampled_from(_PARTIES)), "kind": draw(st.sampled_from(_KINDS))}
        source |= {"title": f"secret-{number}-title", "published": draw(st.sampled_from(["2026-01-01", "2025"]))}
        earlier = list(sources)
        if earlier and draw(st.integers(0, 2)) == 0:
            source["relays"] = draw(st.lists(st.sampled_from(earlier), min_size=1, max_size=2, unique=True))
        elif earlier and draw(st.integers(0, 3)) == 0:
            source["translation_of"] = draw(st.sampled_from(earlier))
        if draw(st.integers(0, 5)) == 0:
            source["status"] = draw(st.sampled_from(["withdrawn", "corrected"]))
        sources[f"secret-{number}"] = source
    facts = {f"f{number}": draw(_facts(list(sources))) for number in range(draw(st.integers(1, 3)))}
    types = {standard: {"standard": standard, "needs": {"n": "no n"}} for standard in _STANDARDS}
    pack = {"schema": "twosource/fact-pack/1", "id": "p", "title": "P", "entities": entities, "sources": sources,
            "claim_types": types, "facts": facts}  # fmt: skip
    reading = read_plain(pack, "drawn")
    assert reading.canonical is not None, reading.errors
    return dict(reading.canonical)


@st.composite
def _facts(draw: st.DrawFn, sources: list[str]) -> dict[str, Any]:
    fact: dict[str, Any] = {"subject": draw(st.sampled_from(["e0", "e1"])), "type": draw(st.sampled_from(_STANDARDS))}
    fact["support"] = [draw(_supports(sources)) for _ in range(draw(st.integers(1, 4)))]
    if draw(st.integers(0, 3)) == 0:
        source = draw(st.sampled_from(sources))
        fact["disputes"] = [{"source": source, "quote": f"{source}-quote", "terms": draw(st.sampled_from(_TERMS))}]
    if draw(st.booleans()):
        fact["value"] = {"is": "5"}
    return fact


@st.composite
def _supports(draw: st.DrawFn, sources: list[str]) -> dict[str, Any]:
    source = draw(st.sampled_from(sources))
    support = {"source": source, "terms": draw(st.sampled_from(_TERMS)), "quote": f"{source}-quote"}
    if draw(st.integers(0, 2)) == 0:
        support["speaker"] = draw(st.sampled_from(["e2", "e3"]))
    if draw(st.integers(0, 3)) == 0:
        support["paid_by"] = draw(st.sampled_from(_PARTIES))
    if draw(st.integers(0, 3)) == 0:
        support["value"] = {"is": draw(st.sampled_from(["5", "6"]))}
    if draw(st.integers(0, 4)) == 0:
        support["of"] = [draw(st.sampled_from(sources))]
    elif draw(st.integers(0, 3)) == 0:
        support["basis"] = draw(st.sampled_from(["own", "unknown"]))
    if draw(st.integers(0, 3)) == 0:
        support["capacity"] = draw(st.sampled_from(["finding", "admission", "allegation"]))
    if draw(st.booleans()):
        support["shows"] = ["n"]
    return support


@given(packs())
@settings(deadline=None)
def test_no_word_of_a_confidential_source_is_left_and_nothing_looks_better_than_it_is(whole: dict[str, Any]) -> None:
    told = redact(whole)

    written = json.dumps(told)
    marked = {
        part["source"]
        for fact in whole["facts"].values()
        for part in (*fact["support"], *fact.get("disputes", ()))
        if part.get("terms") == "confidential"
    }
    assert not [source for source in marked if source in written]
    before, after = _read(whole), _read(told)
    for key, fact in after.facts.items():
        assert before.facts[key].sourcing.settled or not fact.sourcing.settled
        assert fact.sourcing.missing == before.facts[key].sourcing.missing


@given(packs())
@settings(deadline=None)
def test_a_redacted_pack_is_canonical_and_redacting_it_again_finds_nobody_else(whole: dict[str, Any]) -> None:
    told = redact(whole)

    assert read_plain(told, "again").canonical == told
    assert json.dumps(read_plain(told, "again").canonical) == json.dumps(told)
    again = redact(told)
    assert (again["sources"], again.get("entities")) == (told["sources"], told.get("entities"))
    assert list(told) == [section for section in whole if section in told]


@given(packs())
@settings(deadline=None)
def test_where_confidential_parties_are_nobody_else_the_sourcing_is_what_it_was(whole: dict[str, Any]) -> None:
    usual = _usual(whole)

    assert _computed(_read(redact(usual))) == _computed(_read(usual))


def _usual(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the pack with confidential sources as they usually are: people who tell what they know themselves."""
    untold = hidden(whole).sources
    person = {"kind": "interview", "title": "A talk"}
    sources = {
        key: {**person, "publisher": f"Hidden {source['publisher']}"} if key in untold else _without(source, "relays")
        for key, source in whole["sources"].items()
    }
    facts = {key: {**fact, "as_of": "2026-01-01"} for key, fact in whole["facts"].items()}
    for fact in facts.values():
        for name in {"support", "disputes"} & fact.keys():
            fact[name] = [
                {"source": part["source"], "terms": "confidential", **_kept(part)}
                if part["source"] in untold
                else _without(part, "of")
                for part in fact[name]
            ]
    reading = read_plain({**whole, "sources": sources, "facts": facts}, "usual")
    assert reading.canonical is not None, reading.errors
    return dict(reading.canonical)


def _kept(part: dict[str, Any]) -> dict[str, Any]:
    return {key: part[key] for key in ("value", "quote", "shows") if key in part}


def _without(given: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: each for name, each in given.items() if name != key}
