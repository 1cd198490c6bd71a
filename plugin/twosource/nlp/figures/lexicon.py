"""A language's lexicon, read once from package data and compiled to tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from importlib import resources
from typing import Any

from twosource.model import LANGUAGES, Comparator, FigureKind
from twosource.nlp.figures.phrases import Phrases
from twosource.nlp.figures.scan import split, split_raw

_KINDS = {
    "percent": FigureKind.PERCENT,
    "points": FigureKind.POINTS,
    "money": FigureKind.MONEY,
    "duration": FigureKind.DURATION,
    "measure": FigureKind.MEASURE,
}
_GRADED = {"percent": "percent", "points": "points"}
_SCALED = {
    "cents": (FigureKind.MONEY, Decimal("0.01")),
    "half_kilos": (FigureKind.MEASURE, Decimal(500)),
    "durations_of_ten": (FigureKind.DURATION, Decimal(10)),
    "durations_of_hundred": (FigureKind.DURATION, Decimal(100)),
}


@dataclass(frozen=True, slots=True)
class UnitWord:
    """What a unit's word or symbol means: the unit, its kind, and what one of it is in that unit."""

    unit: str
    kind: FigureKind
    factor: Decimal = Decimal(1)


class Lexicon:
    """The tables of one language.

    Attributes:
        language: ``de``, ``nl`` or ``en``.
        tables: the lexicon file as it is, for small lists; see ``lexicon/figures/*.toml``.
    """

    def __init__(self, language: str, tables: Mapping[str, Any], common: Mapping[str, Any]) -> None:
        self.language = language
        self.tables = tables
        self.common = common
        numbers = tables["numbers"]
        self.decimal = str(tables["decimal"])
        self.group = str(tables["group"])
        self.articles = frozenset(numbers["articles"])
        self.hundreds = frozenset({numbers["hundred"], numbers["thousand"]})
        self.ones = frozenset(numbers["ones"])
        self.ands = frozenset(numbers["and"])
        self.half = frozenset(numbers["half"])
        self.vague = frozenset(numbers["vague"])
        self.minus = frozenset(numbers["minus"])
        self.and_half = phrases((phrase, True) for phrase in numbers["and_half"])
        self.dozen = {word: Decimal(number) for word, number in numbers["dozen"].items()}
        self.fixed = {word: Decimal(number) for word, number in numbers["fixed"].items()}
        self.magnitudes = phrases(
            (word, Decimal(power)) for power, words in tables["magnitudes"].items() for word in words
        )
        self.attached = {
            suffix: Decimal(power) for suffix, power in {**common["attached"], **tables["attached"]}.items()
        }
        self.units = Phrases(_unit_words(tables["units"]))
        self.symbols = Phrases(_unit_symbols(common))
        self.money_before = Phrases(_money_before(common))
        self.per = phrases((word, True) for word in tables["per"]["words"])
        self.numbering = phrases((word, True) for word in tables["numbering"]["before"])
        self.short_numbering = frozenset(common["names"]["short"])
        self.lengths = frozenset(common["attached_lengths"]["words"])
        self.openers = frozenset(tables["numbering"]["openers"])
        self.name_words = frozenset(common["names"]["words"])

    @cached_property
    def comparators(self) -> Phrases[tuple[Comparator, str]]:
        """Comparators that stand before a number, each with how sure it is (the lexicon explains)."""
        return phrases(
            (phrase, (Comparator(name), care))
            for name, by_care in self.tables["comparators"].items()
            for care, found in by_care.items()
            for phrase in found
        )

    @cached_property
    def comparators_after(self) -> Phrases[Comparator]:
        """Comparators that stand after a number or its unit."""
        return phrases(
            (phrase, Comparator(name)) for name, found in self.tables["comparators_after"].items() for phrase in found
        )

    @cached_property
    def date_comparators(self) -> Phrases[tuple[Comparator, str]]:
        """Prepositions that bound a date behind them, each with how sure it is (the lexicon explains)."""
        return phrases(
            (phrase, (Comparator(name), care))
            for name, by_care in self.tables["date_comparators"].items()
            for care, found in by_care.items()
            for phrase in found
        )

    @cached_property
    def date_comparators_after(self) -> Phrases[Comparator]:
        """Words behind a date that bound it."""
        return phrases(
            (phrase, Comparator(name))
            for name, found in self.tables["date_comparators_after"].items()
            for phrase in found
        )

    @cached_property
    def parts(self) -> Phrases[int]:
        """Words for the first, the middle and the last third of a month or a year, numbered from 0."""
        return phrases((phrase, part) for part, found in enumerate(self.tables["dates"]["parts"]) for phrase in found)

    @cached_property
    def fraction_nouns(self) -> dict[str, Decimal]:
        """Nouns of fractions with what one of them is: half 0.5, third 1/3."""
        return {
            word: Decimal("0.5") if number == "0.5" else 1 / Decimal(number)
            for number, words in self.tables["fraction_nouns"].items()
            for word in words
        }

    @cached_property
    def begins(self) -> Phrases[bool]:
        """First words of what may begin a figure: months, factors, "twice as"."""
        multiples = self.tables["multiples"]
        firsts = [*self.tables["dates"]["months"], *multiples["factor"], *multiples["twice"]]
        firsts += [*self.tables["dates"]["decade_before"], *self.tables["ages"]["decades"]]
        firsts += [phrase for part in self.tables["dates"]["parts"] for phrase in part]
        firsts += self.tables["dates"]["week_before"]
        firsts += [*self.tables["times"]["half"], *self.tables["times"]["quarter"]]
        return Phrases((split(phrase)[:1], True) for phrase in firsts)

    @cached_property
    def months(self) -> Phrases[int]:
        """Names of months with their numbers."""
        return phrases((name, int(number)) for name, number in self.tables["dates"]["months"].items())

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Spelled ordinals from the second on, with their endings."""
        table = self.tables["ordinals"]
        return {word + ending: number for word, number in table["words"].items() for ending in table["endings"]}

    def has(self, trait: str) -> bool:
        """Return whether the language has a trait of its ``[traits]`` table, which says what each means."""
        return bool(self.tables["traits"][trait])

    def words_of(self, section: str, key: str) -> frozenset[str]:
        """Return a list of single words as a set."""
        return _words_of(self.language, section, key)

    def phrases_of(self, section: str, key: str) -> Phrases[bool]:
        """Return a list of phrases as a table."""
        return _phrases_of(self.language, section, key)

    def shape(self, section: str, key: str) -> re.Pattern[str] | None:
        """Return a word's shape as a pattern for the whole word, or None where the language has none."""
        return _shape(self.language, section, key)


def phrases(entries: Iterable[tuple[str, Any]]) -> Phrases[Any]:
    """Return a table of phrases in lower case."""
    return Phrases((split(phrase), meaning) for phrase, meaning in entries)


def unit_symbols(symbols: Iterable[str]) -> Phrases[UnitWord]:
    """Return a table of units that measure, as they are written."""
    return Phrases((split_raw(symbol), UnitWord(symbol, FigureKind.MEASURE)) for symbol in symbols)


def _unit_words(units: Mapping[str, Any]) -> Iterable[tuple[tuple[str, ...], UnitWord]]:
    for section, words in units.items():
        for unit, found in words.items():
            for word in found:
                yield split(word), _unit_word(section, unit)


def _unit_word(section: str, unit: str) -> UnitWord:
    if section in _GRADED:
        return UnitWord(_GRADED[section], _KINDS[section], Decimal(unit))
    if section in _SCALED:
        kind, factor = _SCALED[section]
        return UnitWord(unit, kind, factor)
    return UnitWord(unit, _KINDS[section])


def _unit_symbols(common: Mapping[str, Any]) -> Iterable[tuple[tuple[str, ...], UnitWord]]:
    for symbol, factor in common["percent_symbols"].items():
        yield split_raw(symbol), UnitWord("percent", FigureKind.PERCENT, Decimal(factor))
    spellings = common["measures"]["spellings"]
    for symbol in common["measures"]["symbols"]:
        yield split_raw(symbol), UnitWord(spellings.get(symbol, symbol), FigureKind.MEASURE)
    for symbol, unit in common["durations"].items():
        yield split_raw(symbol), UnitWord(unit, FigureKind.DURATION)
    for symbol, unit in common["money"]["thousands"].items():
        yield split_raw(symbol), UnitWord(unit, FigureKind.MONEY, Decimal(1000))
    for symbol, unit in common["money"]["millions"].items():
        yield split_raw(symbol), UnitWord(unit, FigureKind.MONEY, Decimal(10**6))
    for phrase, unit in _money_before(common):
        yield phrase, UnitWord(unit, FigureKind.MONEY)


def _money_before(common: Mapping[str, Any]) -> Iterable[tuple[tuple[str, ...], str]]:
    for symbol, code in common["money_symbols"].items():
        yield split_raw(symbol), code
    for code in common["money"]["codes"]:
        yield (code,), code
    for alias, code in common["money"]["alias"].items():
        yield (alias,), code


def _read(name: str) -> dict[str, Any]:
    path = resources.files("twosource.nlp") / "lexicon" / "figures" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def lexicon(language: str) -> Lexicon:
    """Return the lexicon of ``de``, ``nl`` or ``en``.

    Raises:
        KeyError: for another language.
    """
    if language not in LANGUAGES:
        raise KeyError(f"figures are read in {', '.join(LANGUAGES[:-1])} and {LANGUAGES[-1]}, not in {language!r}")
    return Lexicon(language, _read(language), _read("common"))


@cache
def _words_of(language: str, section: str, key: str) -> frozenset[str]:
    return frozenset(lexicon(language).tables[section][key])


@cache
def _phrases_of(language: str, section: str, key: str) -> Phrases[bool]:
    return phrases((phrase, True) for phrase in lexicon(language).tables[section][key])


@cache
def _shape(language: str, section: str, key: str) -> re.Pattern[str] | None:
    shape = lexicon(language).tables[section][key]
    return re.compile(shape) if shape else None
