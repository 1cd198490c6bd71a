"""A fact pack as large as wanted, as a documentation desk of many years would have it; the same for the same seed."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("articles.toml").read_text("utf-8"))
LANGUAGES = ("de", "nl", "en")
SYLLABLES = ("ba", "bel", "der", "do", "fen", "gra", "hel", "in", "jo", "kar", "lin", "mor", "nes", "ol", "per", "ver")
STANDARDS = ("subject", "authority", "independent", "independent", "estimate")
SOURCE_KINDS = ("self-published", "official", "news", "news", "analysis", "interview", "dataset")
COMPARATORS = ("is", "over", "at_least", "under", "about", "nearly", "up_to")
UNITS = ("EUR", "percent", "kWh", "turbine", "household", "week", "t")
ENTITIES, SOURCES, CLAIM_TYPES = 2_000, 500, 20


def big_pack(facts: int, seed: int = 20261130, pack_id: str = "desk") -> str:
    """Return the YAML of a valid pack: 2,000 entities, 500 sources, 20 claim types, and so many facts.

    Each fact has a label and two cue lines in each language, a subject, a type, a value and two supports; one in ten
    has quotations, one in thirty a source that disputes it.
    """
    return "\n".join(_Writer(random.Random(seed)).lines(facts, pack_id)) + "\n"


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def lines(self, facts: int, pack_id: str) -> Iterator[str]:
        yield from ("schema: twosource/fact-pack/1", f"id: {pack_id}", "title: What the desk has on file", "units:")
        yield "  turbine: {de: [Windrad, Turbine], nl: [windmolen, turbine], en: [turbine]}"
        yield "  household: {de: [Haushalt], nl: [huishouden], en: [household, home]}"
        yield "entities:"
        for number in range(ENTITIES):
            yield from self._entity(number)
        yield "sources:"
        for number in range(SOURCES):
            yield self._source(number)
        yield "claim_types:"
        for number in range(CLAIM_TYPES):
            yield from self._claim_type(number)
        yield "facts:"
        for number in range(facts):
            yield from self._fact(number)

    def _word(self, syllables: int = 3) -> str:
        return "".join(self._chance.choices(SYLLABLES, k=syllables)).capitalize()

    def _noun(self, language: str) -> str:
        parts = WORDS[language]
        return str(parts["joint"].join(self._chance.choice(parts[part]) for part in ("nouns", "heads")))

    def _day(self) -> str:
        return f"20{self._chance.randint(10, 26)}-{self._chance.randint(1, 12):02}-{self._chance.randint(1, 28):02}"

    def _number(self) -> str:
        if self._chance.random() < 0.3:
            return f"{self._chance.randint(1, 999) / 10}"
        return f"{self._chance.randint(1, 999)}{'_000' * self._chance.randint(0, 2)}"

    def _entity(self, number: int) -> Iterator[str]:
        kind = self._chance.choice(("organisation", "person", "product", "place"))
        yield f"  e{number}:"
        yield f"    kind: {kind}"
        yield f"    name: {self._word()} {self._word(4)} {number}"
        yield f"    aliases: [{self._word(5)} {number}, {{text: {self._word(2).upper()}{number}, case: exact}}]"
        if number >= 200:
            yield f"    of: e{self._chance.randrange(200)}"

    def _source(self, number: int) -> str:
        kind = self._chance.choice(SOURCE_KINDS)
        own = self._chance.random() < 0.3
        publisher = f"e{self._chance.randrange(ENTITIES)}" if own else f"{self._word(4)} {self._chance.randrange(100)}"
        relays = f", relays: [s{self._chance.randrange(number)}]" if number and kind in {"news", "analysis"} else ""
        return (
            f"  s{number}: {{publisher: {publisher}, kind: {kind}, title: {self._word()} on {self._noun('en')}, "
            f"published: {self._day()}, language: {self._chance.choice(LANGUAGES)}{relays}}}"
        )

    def _claim_type(self, number: int) -> Iterator[str]:
        yield f"  t{number}:"
        yield f"    standard: {STANDARDS[number % len(STANDARDS)]}"
        yield f"    label: {self._in_languages(self._noun)}"
        yield "    needs:"
        for need in range(number % 4):
            yield f"      n{need}: {self._in_languages(self._noun)}"
        if not number % 4:
            yield "      n0: {de: keine Messwerte, nl: geen meetwaarden, en: no meter readings}"

    def _in_languages(self, write: Any) -> str:
        return f"{{{', '.join(f'{language}: {write(language)}' for language in LANGUAGES)}}}"

    def _cue_lines(self, language: str) -> str:
        first, second, third = (self._noun(language) for _ in range(3))
        return f"[[{first}/{second}, {self._word(2).lower()}~], [{third} {self._word().lower()}]]"

    def _fact(self, number: int) -> Iterator[str]:
        claim_type = self._chance.randrange(CLAIM_TYPES)
        yield f"  f{number}:"
        yield f"    label: {self._in_languages(lambda language: f'{self._noun(language)} {number}')}"
        yield f"    subject: e{self._chance.randrange(ENTITIES)}"
        yield f"    type: t{claim_type}"
        yield f"    value: {self._value()}"
        yield "    cues:"
        for language in LANGUAGES:
            yield f"      {language}: {self._cue_lines(language)}"
        yield "    support:"
        for source in self._chance.sample(range(SOURCES), 2):
            yield f"      - {{source: s{source}{self._quote()}}}"
        if not number % 30:
            yield f"    disputes: [{{source: s{self._chance.randrange(SOURCES)}}}]"

    def _value(self) -> str:
        shape = self._chance.random()
        if shape < 0.1:
            return f"{{date: {self._day()}}}"
        if shape < 0.2:
            return f"{{text: {self._word()} {self._word()}}}"
        return f"{{{self._chance.choice(COMPARATORS)}: {self._number()}, unit: {self._chance.choice(UNITS)}}}"

    def _quote(self) -> str:
        if self._chance.random() >= 0.1:
            return ""
        return f', quote: "{self._word()} says: {self._noun("en")} at {self._chance.randrange(10**6)} in the end."'
