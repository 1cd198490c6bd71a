"""The fact base: names, units, cues and facts of several packs, ready to be looked up."""

import pytest

from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Pack
from twosource.packs import read
from twosource.text.tokens import tokenise

PACK = """
schema: twosource/fact-pack/1
id: {id}
title: A ferry
units:
  cabin: {{de: [Kabine], nl: [hut, hutten], en: [cabin]}}
entities:
  line:
    kind: organisation
    name: {{de: Nordwind, nl: Noordwind, en: North Wind}}
    aliases: [{{text: NWL, case: exact, lang: de}}]
    called: {{de: [die Reederei], nl: [de rederij], en: [the shipping company]}}
  ship: {{kind: product, name: Aurora-7, of: line, confusable: [Aurora-8]}}
  port: {{kind: place, name: Kielwater}}
  sister: {{kind: product, name: Borea-2, of: line}}
sources:
  notice: {{publisher: line, kind: self-published}}
claim_types:
  size: {{standard: independent, label: {{de: Größe, nl: omvang, en: size}}}}
  crewing:
    standard: independent
    label: {{de: Besatzung, nl: bemanning, en: crew}}
    cues: {{de: [Besatzung], nl: [bemanning], en: [crew]}}
facts:
  cabins:
    label: {{de: K, nl: h, en: c}}
    subject: ship
    type: size
    value: {{is: 300, unit: cabin}}
    support: [{{source: notice}}]
  crew:
    label: {{de: B, nl: b, en: c}}
    subject: ship
    type: crewing
    value: {{is: 80}}
    support: [{{source: notice}}]
  night-crew:
    label: {{de: N, nl: n, en: n}}
    subject: line
    type: crewing
    value: {{is: 8}}
    cues: {{de: [[Nachtwache]], nl: [[nachtwacht]], en: [[night watch]]}}
    not_cues: {{de: [[Hafen]], nl: [[haven]], en: [[port]]}}
    support: [{{source: notice}}]
  draft-fact:
    label: {{de: E, nl: o, en: d}}
    subject: ship
    type: crewing
    value: {{is: 9}}
    status: draft
    cues: {{de: [[Kapitän]], nl: [[kapitein]], en: [[captain]]}}
    support: [{{source: notice}}]
"""


def _pack(identifier: str) -> Pack:
    reading = read(PACK.format(id=identifier), f"{identifier}.yaml")
    assert reading.pack is not None, reading.errors
    return reading.pack


@pytest.fixture(scope="module")
def base() -> FactBase:
    return FactBase.of([_pack("one"), _pack("two")])


def _facts_at(base: FactBase, language: str, text: str) -> set[tuple[str, str, bool]]:
    tokens = tokenise(text, language)
    return {
        (*fact, hit.owner.excludes)
        for hit in base.cues[language].hits(tokens, 0, len(tokens))
        for fact in hit.owner.facts
    }


def test_a_name_stands_for_its_entity_in_each_pack(base: FactBase) -> None:
    found = base.names.longest(tokenise("Aurora-7", "en"), 0)

    assert found is not None
    assert [(name.entity, name.label, name.kind) for name in found[1]] == [
        ("one/ship", "MISC", "product"),
        ("two/ship", "MISC", "product"),
    ]


@pytest.mark.parametrize(
    ("text", "entity", "label"),
    [
        ("Nordwind", "one/line", "ORG"),
        ("Noordwind", "one/line", "ORG"),
        ("North Wind", "one/line", "ORG"),
        ("Kielwater", "one/port", "LOC"),
        ("Aurora-8", None, "MISC"),
    ],
)
def test_names_in_every_language_and_confusable_ones(base: FactBase, text: str, entity: str | None, label: str) -> None:
    found = base.names.longest(tokenise(text, "en"), 0)

    assert found is not None
    assert (found[1][0].entity, found[1][0].label, found[1][0].text) == (entity, label, text)


def test_an_alias_keeps_its_language_and_case(base: FactBase) -> None:
    found = base.names.longest(tokenise("NWL", "de"), 0)

    assert found is not None
    assert (found[1][0].language, found[1][0].exact) == ("de", True)


@pytest.mark.parametrize(("language", "words"), [("de", "Reederei"), ("nl", "rederij"), ("en", "shipping company")])
def test_ways_to_refer_back_go_without_their_determiner(base: FactBase, language: str, words: str) -> None:
    assert base.called[language].longest(tokenise(words, language), 0) == (len(words.split()), ["one/line", "two/line"])


@pytest.mark.parametrize(("language", "noun"), [("de", "Kabinen"), ("nl", "hutten"), ("en", "cabins")])
def test_a_noun_names_a_unit_of_each_pack(base: FactBase, language: str, noun: str) -> None:
    (token,) = tokenise(noun, language)

    assert base.units_named(token, language) == {("one", "cabin"), ("two", "cabin")}
    assert base.nouns[language][token.stem] == "cabin"
    assert base.units_named(tokenise("Chip", language)[0], language) == set()


def test_facts_without_cues_are_tied_by_their_unit(base: FactBase) -> None:
    assert [fact.id for fact in base.facts_by_unit("one", "cabin")] == ["cabins"]
    assert base.facts_by_unit("one", "passenger") == []


@pytest.mark.parametrize(
    ("language", "crew", "night", "port", "captain"),
    [
        ("de", "Besatzung", "Nachtwache", "Hafen", "Kapitän"),
        ("nl", "bemanning", "nachtwacht", "haven", "kapitein"),
        ("en", "crew", "night watch", "port", "captain"),
    ],
)
def test_cues_are_the_types_where_a_fact_has_none(
    base: FactBase, language: str, crew: str, night: str, port: str, captain: str
) -> None:
    assert _facts_at(base, language, crew) == {("one", "crew", False), ("two", "crew", False)}
    assert _facts_at(base, language, night) == {("one", "night-crew", False), ("two", "night-crew", False)}
    assert _facts_at(base, language, port) == {("one", "night-crew", True), ("two", "night-crew", True)}
    assert _facts_at(base, language, captain) == set()


def test_only_approved_facts_are_looked_for(base: FactBase) -> None:
    assert ("one", "draft-fact") not in base.facts
    assert "draft-fact" in base.packs["one"].facts


def test_a_product_is_told_of_its_maker_too(base: FactBase) -> None:
    assert base.subjects(base.facts["one", "cabins"]) == ("one/ship", "one/line")
    assert base.subjects(base.facts["one", "night-crew"]) == ("one/line",)


def test_kin_are_the_maker_and_its_products(base: FactBase) -> None:
    assert base.kin("one/line") == {"one/line", "one/ship", "one/sister"}
    assert base.kin("one/ship") == {"one/ship", "one/line"}
    assert base.kin("one/port") == {"one/port"}


def test_what_a_fact_refers_to_is_its_own_packs(base: FactBase) -> None:
    fact = base.facts["two", "crew"]

    assert base.pack_of(fact).id == "two"
    assert base.claim_type(fact).id == "crewing"
    assert base.source(fact, "notice").id == "notice"


def test_of_two_packs_with_one_id_the_later_counts() -> None:
    first, second = _pack("one"), _pack("one")

    assert FactBase.of([first, second]).packs["one"] is second


def test_a_base_of_no_packs_knows_nothing() -> None:
    empty = FactBase.of([])

    assert (len(empty.names), empty.facts) == (0, {})
    assert all(_facts_at(empty, language, "Besatzung bemanning crew") == set() for language in LANGUAGES)
