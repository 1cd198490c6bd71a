"""What a confidential source is called and what it said occurs nowhere in a report, whatever else is on file."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.check import Options, check
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Draft, Pack, Report, Segment, SegmentKind
from twosource.packs import read

SOURCES = ("amber", "basalt", "cobalt", "dolomite")
TEXTS = {
    "de": "Nordwerke baut über 500 Busse.",
    "nl": "Nordwerke bouwt ruim 500 bussen.",
    "en": "Nordwerke builds over 500 buses.",
}
TERMS = ("on-record", "background", "confidential")
NAMELESS = {
    "en": "disputed by a source on file",
    "de": "eine vorliegende Quelle widerspricht",
    "nl": "een bron in het dossier spreekt dit tegen",
}


def secrets_of(source: str) -> set[str]:
    """Return what a report would tell a source by: each has names, an address and words of its own."""
    return {f"{part}-{source}" for part in ("publisher", "speaker", "payer", "title", "address", "quote", "against")}


def pack_of(support: list[dict[str, Any]], disputes: list[dict[str, Any]], about: dict[str, dict[str, Any]]) -> Pack:
    """Return a pack of one fact with these supports and disputes."""
    speakers = {f"who-{source}": {"kind": "person", "name": f"speaker-{source}"} for source in SOURCES}
    written = {
        "schema": "twosource/fact-pack/1",
        "id": "town",
        "title": "A town",
        "units": {"bus": {"de": ["Bus", "Busse"], "nl": ["bus", "bussen"], "en": ["bus", "buses"]}},
        "entities": {"works": {"kind": "organisation", "name": "Nordwerke"}, **speakers},
        "sources": {
            source: {
                "publisher": f"publisher-{source}",
                "kind": "self-published",
                "title": f"title-{source}",
                "url": f"https://address-{source}.example/",
                **about.get(source, {}),
            }
            for source in SOURCES
        },
        "claim_types": {"plan": {"standard": "independent"}},
        "facts": {
            "output": {
                "subject": "works",
                "type": "plan",
                "value": {"over": "500", "unit": "bus"},
                "cues": {"de": [["baut"]], "nl": [["bouwt"]], "en": [["builds"]]},
                "support": support,
                "disputes": disputes,
            }
        },
    }
    reading = read(json.dumps(written), "town.yaml")
    assert reading.pack is not None, reading.errors
    return reading.pack


def report_on(pack: Pack, language: str, locale: str) -> Report:
    draft = Draft((Segment(SegmentKind.PARAGRAPH, "body", TEXTS[language]),), language)
    return check(draft, FactBase.of([pack]), Options(locale=locale, spacy=False))


def told(report: Report) -> str:
    return json.dumps(asdict(report), default=str, ensure_ascii=False)


@st.composite
def supports(draw: st.DrawFn) -> dict[str, Any]:
    source = draw(st.sampled_from(SOURCES))
    support: dict[str, Any] = {"source": source, "terms": draw(st.sampled_from(TERMS))}
    optional = {
        "speaker": f"who-{source}",
        "paid_by": f"payer-{source}",
        "quote": f"quote-{source}",
        "value": {"is": "90", "unit": "bus"},
    }
    support.update({key: given for key, given in optional.items() if draw(st.booleans())})
    basis = draw(st.sampled_from([None, "own", "unknown", "relay"]))
    if basis is not None:
        support["basis"] = basis
    if basis == "relay":
        support["of"] = [draw(st.sampled_from([other for other in SOURCES if other != source]))]
    return support


@st.composite
def disputes(draw: st.DrawFn) -> dict[str, Any]:
    source = draw(st.sampled_from(SOURCES))
    dispute: dict[str, Any] = {"source": source}
    if draw(st.booleans()):
        dispute["terms"] = draw(st.sampled_from(TERMS))
    if draw(st.booleans()):
        dispute["quote"] = f"against-{source}"
    return dispute


@given(
    st.lists(supports(), max_size=5),
    st.lists(disputes(), max_size=3),
    st.booleans(),
    st.sampled_from(LANGUAGES),
    st.sampled_from(LANGUAGES),
)
def test_nothing_of_a_confidential_source_is_in_a_report(
    support: list[dict[str, Any]], against: list[dict[str, Any]], translated: bool, language: str, locale: str
) -> None:
    about = {"basalt": {"translation_of": "amber"}} if translated else {}
    said = told(report_on(pack_of(support, against, about), language, locale))
    hidden = {each["source"] for each in (*support, *against) if each.get("terms") == "confidential"}
    if translated and hidden & {"amber", "basalt"}:
        hidden |= {"amber", "basalt"}
    for source in hidden:
        assert not [secret for secret in secrets_of(source) if secret in said]


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_a_confidential_dissenter_is_told_without_a_name(language: str, locale: str) -> None:
    pack = pack_of(
        [{"source": "amber"}, {"source": "basalt", "terms": "confidential"}],
        [{"source": "basalt", "quote": "against-basalt"}],
        {},
    )
    (flag,) = report_on(pack, language, locale).flags
    assert flag.rules[0] == "disputed"
    assert flag.findings[0].message == NAMELESS[locale]
    assert "basalt" not in told(report_on(pack, language, locale))


def test_a_dispute_has_terms_of_its_own() -> None:
    pack = pack_of(
        [{"source": "amber"}], [{"source": "basalt", "terms": "confidential", "quote": "against-basalt"}], {}
    )
    assert pack.facts["output"].sourcing.disputed_by == ("",)
    assert "basalt" not in told(report_on(pack, "en", "en"))


def test_who_may_be_named_dissents_by_name() -> None:
    secret = {"source": "basalt", "terms": "confidential", "quote": "against-basalt"}
    pack = pack_of([{"source": "amber"}], [secret, {"source": "cobalt", "quote": "against-cobalt"}], {})
    (flag,) = report_on(pack, "en", "en").flags
    assert flag.findings[0].message == "disputed by publisher-cobalt"
    assert "“against-cobalt”" in flag.detail
    assert "basalt" not in told(report_on(pack, "en", "en"))


def test_a_relay_of_what_is_confidential_names_only_itself() -> None:
    pack = pack_of(
        [{"source": "cobalt", "basis": "relay", "of": ["basalt"], "quote": "quote-cobalt"}],
        [{"source": "basalt", "terms": "confidential"}],
        {},
    )
    (flag,) = report_on(pack, "en", "en").flags
    assert "publisher-cobalt" in told(report_on(pack, "en", "en"))
    assert [source.id for source in flag.sources] == ["cobalt"]
    assert "basalt" not in told(report_on(pack, "en", "en"))


def test_what_a_withdrawn_source_said_against_it_is_not_quoted() -> None:
    pack = pack_of(
        [{"source": "amber"}],
        [{"source": "basalt", "quote": "against-basalt"}, {"source": "cobalt", "quote": "against-cobalt"}],
        {"basalt": {"status": "withdrawn"}},
    )
    (flag,) = report_on(pack, "en", "en").flags
    assert "against-cobalt" in flag.detail
    assert "against-basalt" not in flag.detail
