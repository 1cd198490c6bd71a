"""What was withdrawn is not told in a flag: neither its words nor its name, as a support or as a dispute."""

import pytest

from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import Source, stands
from twosource.packs import read

PACK = """
schema: twosource/fact-pack/1
id: town
title: A town
units: {bus: {de: [Bus, Busse], nl: [bus, bussen], en: [bus, buses]}}
entities: {works: {kind: organisation, name: Nordwerke}}
sources:
  study: {publisher: Institute, kind: self-published, status: withdrawn}
  study-nl: {publisher: Instituut, kind: self-published, translation_of: study, language: nl}
  gazette: {publisher: Gazette, kind: self-published}
  herald: {publisher: Herald, kind: self-published}
claim_types: {plan: {standard: independent}}
facts:
  output:
    subject: works
    type: plan
    label: {de: Produktion, nl: productie, en: output}
    value: {is: 500, unit: bus}
    support:
      - {source: study, quote: withdrawn words}
      - {source: study-nl, quote: ingetrokken woorden}
      - {source: gazette, quote: words that stand}
    disputes:
      - {source: study-nl, quote: ingetrokken bezwaar}
      - {source: herald, quote: an objection that stands}
"""
DRAFTS = {
    "de": "Nordwerke baut 500 Busse.",
    "nl": "Nordwerke bouwt 500 bussen.",
    "en": "Nordwerke builds 500 buses.",
}

COUNTS = {"de": "1 vorliegende Quelle führt", "nl": "1 bron in het dossier leidt", "en": "1 source on file leads"}


@pytest.mark.parametrize("language", DRAFTS)
def test_a_flag_tells_what_stands_alone(language: str) -> None:
    reading = read(PACK, "town.yaml")
    assert reading.pack is not None, reading.errors
    draft = draft_from_file("draft.txt", DRAFTS[language].encode(), language)
    (flag,) = check(draft, FactBase.of([reading.pack]), Options(locale=language, spacy=False)).flags
    assert [source.id for source in flag.sources] == ["gazette"]
    assert "words that stand" in flag.detail
    assert "an objection that stands" in flag.detail
    assert COUNTS[language] in flag.detail
    assert not any(word in flag.detail for word in ("withdrawn", "ingetrokken", "Institut", "Instituut"))


def test_a_source_stands_with_its_original() -> None:
    sources = {
        "a": Source("a", "P", "news", status="withdrawn"),
        "b": Source("b", "P", "news", translation_of="a"),
        "c": Source("c", "P", "news", translation_of="d", status="corrected"),
        "d": Source("d", "P", "news", translation_of="c"),
    }
    assert [key for key in sources if stands(key, sources)] == ["c", "d"]
