"""A draft that is itself a source, by its address or its title, or a translation of one, bears nothing for itself."""

from __future__ import annotations

import json
from functools import cache

import pytest

from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.cms.generic.inbound import parse_draft
from twosource.facts.index import FactBase
from twosource.model import Draft, Flag
from twosource.packs import read

PACK = """
schema: twosource/fact-pack/1
id: wind
title: Nordwerk's turbines
units:
  turbine: {de: [Windrad, Windräder], nl: [windmolen, windmolens], en: [turbine]}
  cable: {de: [Kabel], nl: [kabel, kabels], en: [cable]}
  ship: {de: [Schiff, Schiffe], nl: [schip, schepen], en: [ship]}
  objection: {de: [Einwand, Einwände], nl: [bezwaar, bezwaren], en: [objection]}
  annex: {de: [Anlage, Anlagen], nl: [bijlage, bijlagen], en: [annex, annexes]}
  map: {de: [Karte, Karten], nl: [kaart, kaarten], en: [map]}
entities:
  nordwerk: {kind: organisation, name: Nordwerk}
sources:
  release: {publisher: nordwerk, kind: self-published, published: 2026-08-01}
  register: {publisher: Register, kind: official}
  report-de:
    publisher: Abendpost
    kind: analysis
    language: de
    title: Was Nordwerk vor der Küste wirklich gebaut hat
    url: https://www.abendpost.example/wind?id=7
    relays: [release]
  report-nl:
    publisher: Abendpost
    kind: analysis
    language: nl
    title: Wat Nordwerk voor de kust echt heeft gebouwd
    url: https://avondblad.example/wind/
    translation_of: report-de
  report-en:
    publisher: Abendpost
    kind: analysis
    language: en
    title: What Nordwerk has really built off the coast
    url: https://abendpost.example/en/wind
    translation_of: report-nl
  echo: {publisher: Echo, kind: news, language: en, url: "https://echo.example/wind", relays: [report-de]}
claim_types:
  scale: {standard: independent}
  reading: {standard: observed}
facts:
  turbines:                              # the maker's word, which the report retells
    subject: nordwerk
    type: scale
    label: {de: Windräder, nl: windmolens, en: turbines}
    value: {is: 72, unit: turbine}
    support: [{source: release}, {source: report-de}, {source: report-nl}, {source: report-en}]
  cables:                                # counted by the reporter, and on a register
    subject: nordwerk
    type: scale
    label: {de: Kabel, nl: kabels, en: cables}
    value: {is: 9, unit: cable}
    support: [{source: register}, {source: report-de, basis: own, capacity: finding}, {source: echo}]
  ships:                                 # counted by the reporter, and retold
    subject: nordwerk
    type: scale
    label: {de: Schiffe, nl: schepen, en: ships}
    value: {is: 5, unit: ship}
    support: [{source: report-de, basis: own, capacity: finding}, {source: echo, basis: relay, of: [report-de]}]
  objections:                            # read in the permit by the reporter, on a day
    subject: nordwerk
    type: reading
    as_of: 2026-08-20
    label: {de: Einwände, nl: bezwaren, en: objections}
    value: {is: 7, unit: objection}
    support: [{source: report-de, basis: own, capacity: finding}]
  annexes:                               # read in the permit by the reporter, nobody knows when
    subject: nordwerk
    type: reading
    label: {de: Anlagen, nl: bijlagen, en: annexes}
    value: {is: 4, unit: annex}
    support: [{source: report-de, basis: own, capacity: finding}]
  maps:                                  # what the release holds, which the reporter only retells
    subject: nordwerk
    type: reading
    as_of: 2026-08-20
    label: {de: Karten, nl: kaarten, en: maps}
    value: {is: 3, unit: map}
    support: [{source: report-de, of: [release]}]
"""
TEXTS = {
    "de": "Nordwerk hat 72 Windräder gebaut. Nordwerk hat 9 Kabel verlegt. Nordwerk hat 5 Schiffe gechartert.",
    "nl": "Nordwerk heeft 72 windmolens gebouwd. Nordwerk heeft 9 kabels gelegd. Nordwerk heeft 5 schepen gehuurd.",
    "en": "Nordwerk has built 72 turbines. Nordwerk has laid 9 cables. Nordwerk has hired 5 ships.",
}
TITLES = {
    "de": "Was Nordwerk vor der Küste wirklich gebaut hat",
    "nl": "Wat Nordwerk voor de kust echt heeft gebouwd",
    "en": "What Nordwerk has really built off the coast",
}
ADDRESSES = {
    "de": "http://abendpost.example/wind/?id=7&utm_source=mail#top",
    "nl": "https://www.avondblad.example/wind",
    "en": "https://abendpost.example/en/wind/",
}
READINGS = {
    "de": "Nordwerk hat 7 Einwände erhalten. Nordwerk hat 4 Anlagen vorgelegt. Nordwerk hat 3 Karten gezeichnet.",
    "nl": "Nordwerk heeft 7 bezwaren gekregen. Nordwerk heeft 4 bijlagen ingediend. Nordwerk heeft 3 kaarten getekend.",
    "en": "Nordwerk has met 7 objections. Nordwerk has filed 4 annexes. Nordwerk has drawn 3 maps.",
}
WRONG_READINGS = {
    "de": "Nordwerk hat 8 Einwände erhalten.",
    "nl": "Nordwerk heeft 8 bezwaren gekregen.",
    "en": "Nordwerk has met 8 objections.",
}
each_language = pytest.mark.parametrize("language", ["de", "nl", "en"])


@cache
def base() -> FactBase:
    reading = read(PACK, "wind.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


def told(draft: Draft) -> dict[str | None, tuple[str, ...]]:
    """Return the rules that a draft's flags have, by their facts."""
    return {flag.fact: flag.rules for flag in check(draft, base(), Options(spacy=False)).flags}


def flags(draft: Draft) -> dict[str | None, Flag]:
    return {flag.fact: flag for flag in check(draft, base(), Options(spacy=False)).flags}


def written(language: str, **fields: str) -> Draft:
    return parse_draft({"text": TEXTS[language], "language": language, **fields})


@each_language
def test_for_a_strangers_draft_every_source_counts(language: str) -> None:
    assert told(written(language, url="https://elsewhere.example/wind")) == {
        "turbines": ("single-source", "unattributed"),
        "ships": ("single-source", "unattributed"),
    }


@each_language
@pytest.mark.parametrize("known_by", ["url", "edit_url", "title"])
def test_a_draft_that_is_a_source_counts_for_none_of_its_facts(language: str, known_by: str) -> None:
    draft = written(language, **{known_by: (TITLES if known_by == "title" else ADDRESSES)[language]})
    assert told(draft) == {
        "turbines": ("single-source", "unattributed"),  # the maker's word stands as it was
        "cables": ("single-source", "unattributed"),  # one of two origins is left
        "ships": ("unattributed",),  # nothing is, and what retells the draft is nothing either
    }


@each_language
def test_any_language_version_is_the_same_story(language: str) -> None:
    for other in TEXTS:
        assert told(written(language, url=ADDRESSES[other])) == told(written(language, url=ADDRESSES[language]))


@each_language
def test_the_flags_of_what_others_bear_stay_and_tell_of_others_alone(language: str) -> None:
    mine, theirs = flags(written(language, url=ADDRESSES[language])), flags(written(language))
    assert mine["turbines"].message == theirs["turbines"].message
    assert mine["turbines"].fingerprint == theirs["turbines"].fingerprint
    assert mine["turbines"].fact_version == theirs["turbines"].fact_version
    assert [source.id for source in mine["turbines"].sources] == ["release"]
    assert [source.id for source in theirs["turbines"].sources] == ["release", "report-de", "report-nl", "report-en"]


@each_language
def test_whom_the_draft_credits_is_credited_rightly_though_only_the_draft_leads_there(language: str) -> None:
    text = {
        "de": "Laut Abendpost hat Nordwerk 5 Schiffe gechartert.",
        "nl": "Volgens Abendpost heeft Nordwerk 5 schepen gehuurd.",
        "en": "According to Abendpost, Nordwerk has hired 5 ships.",
    }[language]
    draft = parse_draft({"text": text, "language": language, "url": ADDRESSES[language]})
    assert told(draft) == {}


@each_language
@pytest.mark.parametrize("address", ["https://elsewhere.example/permit", "own"])
def test_what_its_author_has_read_on_a_known_day_stays_settled(language: str, address: str) -> None:
    url = ADDRESSES[language] if address == "own" else address
    assert told(parse_draft({"text": READINGS[language], "language": language, "url": url})) == {
        "annexes": ("unattributed",),  # undated
        "maps": ("unattributed",),  # a retelling
    }


@each_language
def test_a_draft_that_says_otherwise_than_its_author_has_read_is_in_conflict(language: str) -> None:
    draft = parse_draft({"text": WRONG_READINGS[language], "language": language, "url": ADDRESSES[language]})
    assert [(flag.fact, flag.rules, flag.severity) for flag in flags(draft).values()] == [
        ("objections", ("value-conflict",), "error")
    ]


def test_a_relay_that_is_the_draft_takes_nothing_from_its_origin() -> None:
    assert told(written("en", url="https://echo.example/wind")) == told(written("en"))


def test_a_file_is_known_by_its_title_and_an_event_in_a_file_by_its_address() -> None:
    by_title = draft_from_file("draft.md", f"# {TITLES['en']}\n\n{TEXTS['en']}".encode())
    assert "cables" in told(by_title)
    event = json.dumps({"type": "draft.saved", "data": {"text": TEXTS["en"], "url": ADDRESSES["en"]}})
    assert "cables" in told(draft_from_file("draft.json", event.encode()))


def test_one_check_leaves_nothing_behind_for_the_next() -> None:
    before = told(written("de"))
    told(written("de", url=ADDRESSES["de"]))
    assert told(written("de")) == before
