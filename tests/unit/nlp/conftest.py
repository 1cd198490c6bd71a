"""Names that the finders are tried on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from twosource.facts.index import FactBase
from twosource.model import Segment, SegmentKind
from twosource.nlp.entities import NameIndex
from twosource.nlp.pipeline import Lookups, Reading, read
from twosource.packs import read as read_pack
from twosource.text.build import build

PACK = """
schema: twosource/fact-pack/1
id: names
title: Names
units:
  chip: {de: [Chip], nl: [chip], en: [chip]}
entities:
  zai:
    kind: organisation
    name: Z.ai
    aliases: [Zhipu, {text: Zhipu AI, lang: en}, {text: ZAI, case: exact}, {text: Knowledge Atlas, lang: nl}, IBS]
    called: {de: [das Unternehmen], nl: [het bedrijf], en: [the company]}
  glm:
    kind: product
    name: GLM-5.3-Flash
    of: zai
    confusable: [GLM-5.3]
    called: {de: [das Modell], nl: [het model], en: [the model]}
  velora: {kind: person, name: {de: Anna Vellmer, nl: Anna Velmer, en: Anna Vellmer}}
sources:
  blog: {publisher: zai, kind: self-published}
claim_types:
  size: {standard: independent, label: {de: Umfang, nl: omvang, en: size}}
facts:
  chips:
    label: {de: Chips, nl: chips, en: chips}
    subject: glm
    type: size
    value: {over: 100, unit: chip}
    support: [{source: blog}]
"""


@pytest.fixture(scope="session")
def base() -> FactBase:
    reading = read_pack(PACK, "names.yaml")
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@pytest.fixture(scope="session")
def lookups(base: FactBase) -> Lookups:
    return Lookups(NameIndex(base.names, base.called), base.nouns)


@pytest.fixture(scope="session")
def read_text(lookups: Lookups) -> Callable[..., Reading]:
    """Read a paragraph, or a title with ``kind``."""

    def make(text: str, language: str, kind: SegmentKind = SegmentKind.PARAGRAPH) -> Reading:
        segments = tuple(Segment(kind, f"body/{number}", line) for number, line in enumerate(text.split("\n\n")))
        return read(build(segments), language, lookups, spacy=False)

    return make
