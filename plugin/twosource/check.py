"""A check: a draft and the fact base come in, the report goes out. The one module that runs the rooms in order.

No I/O, no clock, no environment: the same draft, facts and options give the same report, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from twosource.claims import link
from twosource.facts.index import FactBase
from twosource.flags import build as build_flags
from twosource.model import LANGUAGES, Draft, Report
from twosource.nlp.entities import NameIndex
from twosource.nlp.language import detect
from twosource.nlp.pipeline import Lookups, read
from twosource.rules import RULES, Rule
from twosource.text.build import build as build_text

DEFAULT_LANGUAGE = "en"
"""What a text is read as when nobody says and it has no words to tell it by."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a draft is to be checked.

    Attributes:
        locale: the language of the messages: ``en``, ``de`` or ``nl``.
        at: the day of the check, which dates without a year are read against; None where none is known.
        limit: how many code points of a draft are checked at most, or None for all.
        spacy: whether spaCy's pipeline runs; without it the same finders run bare, and the report is the same.
        rules: the rules to ask, in the order of the catalogue.
    """

    locale: str = "en"
    at: date | None = None
    limit: int | None = None
    spacy: bool = True
    rules: Sequence[Rule] = RULES


def check(draft: Draft, base: FactBase, options: Options = Options()) -> Report:
    """Return what a check of a draft finds: its flags, and the figures, names and claims that they rest on.

    A draft that is itself a source of a fact does not count among its sources.

    Args:
        draft: the draft; its language is detected where it names none.
        base: the fact base.
        options: how to check it.
    """
    base = base.for_draft(draft)
    text_map = build_text(draft.segments, options.limit, draft.incomplete)
    language = draft.language if draft.language in LANGUAGES else detect(text_map.text)
    language = language or DEFAULT_LANGUAGE
    lookups = Lookups(NameIndex(base.names, base.called), base.nouns, base.symbols)
    reading = read(text_map, language, lookups, options.at, spacy=options.spacy)
    claims = link(reading, base)
    key = f"{draft.site}/{draft.id}" if draft.id else ""
    flags = build_flags(claims, reading, base, options.locale, key, options.rules)
    return Report(language, text_map.text, flags, reading.figures, reading.mentions, claims, text_map.incomplete)
