"""Units of a number: symbols, names, currencies, a pack's nouns, and what a rate is counted per."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from twosource.model import FigureKind, Per
from twosource.nlp.figures.lexicon import Lexicon, UnitWord, lexicon
from twosource.nlp.figures.numbers import read_number
from twosource.nlp.figures.phrases import Phrases
from twosource.nlp.figures.scan import Lexemes
from twosource.text.tokens import stem

_FARTHEST = 5
_LONGEST_NOUN = 60
_LETTERS = frozenset("mgtlhsNVWJBL")
_TENDER = frozenset({"KRW", "TRY"})


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A unit where it stands: lexemes ``first`` to ``after``; ``adjacent`` where nothing parts it from its number."""

    unit: str
    kind: FigureKind
    factor: Decimal
    first: int
    after: int
    adjacent: bool = True


@dataclass(frozen=True, slots=True)
class Scope:
    """What a number is read in: the text, the language, a pack's nouns by their stems and the symbols that it uses."""

    lexemes: Lexemes
    lexicon: Lexicon
    nouns: Mapping[str, str]
    symbols: Phrases[UnitWord]


def hyphened(lexemes: Lexemes, index: int) -> bool:
    """Return whether the lexeme is a hyphen between two words or a number and a word."""
    return (
        lexemes.low[index] == "-" and lexemes.glued(index) and lexemes.glued(index + 1) and lexemes.is_word(index + 1)
    )


def unit_at(scope: Scope, index: int) -> FoundUnit | None:
    """Return the built-in unit right at a lexeme or behind its hyphen, or None."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    first = index + 1 if hyphened(lexemes, index) else index
    symbol = _longer(lexicon.symbols.at(lexemes.raw, first), scope.symbols.at(lexemes.raw, first))
    name = lexicon.units.at(lexemes.low, first)
    found = _longer(symbol, name)
    if found is None or not _whole(lexemes, first, found[0]):
        return None
    after, word = found
    if word.unit in _TENDER and lexemes.raw[first].islower() and not lexicon.magnitudes.before(lexemes.low, first):
        return None
    if word.unit == "g" and word.factor != 1 and _is_sterling(scope, index, first):
        return FoundUnit("GBP", FigureKind.MONEY, Decimal(1), first, after)
    return FoundUnit(word.unit, word.kind, word.factor, first, after)


def _is_sterling(scope: Scope, index: int, first: int) -> bool:
    """Return whether "Pfund" or "pond" is the currency, not half a kilo: behind a magnitude or from a hundred."""
    lexemes = scope.lexemes
    magnified = scope.lexicon.magnitudes.before(lexemes.low, first) is not None
    return magnified or (lexemes.is_number(index - 1) and len(lexemes.raw[index - 1].partition(",")[0]) >= 3)


def _longer(one: tuple[int, UnitWord] | None, other: tuple[int, UnitWord] | None) -> tuple[int, UnitWord] | None:
    if one is None or other is None:
        return one or other
    return one if one[0] >= other[0] else other


def _whole(lexemes: Lexemes, first: int, after: int) -> bool:
    """Return whether a unit's symbol is not the beginning of something longer ("5 m-Bahn" is, "49-Euro-Ticket" not)."""
    if lexemes.glued(after) and lexemes.kinds[after] in {2, 3} and lexemes.is_word(after - 1):
        return False
    single = after == first + 1 and lexemes.raw[first] in _LETTERS
    return not (single and lexemes.low[after] in {"-", "'", "/"} and lexemes.glued(after))


def noun_at(scope: Scope, index: int) -> FoundUnit | None:
    """Return the pack noun at a lexeme; a hyphen compound or a one-word compound counts by its last part."""
    lexemes = scope.lexemes
    if not scope.nouns or not lexemes.is_word(index):
        return None
    last = chain_end(lexemes, index)
    unit = _noun(scope, lexemes.low[last])
    return None if unit is None else FoundUnit(unit, FigureKind.COUNT, Decimal(1), index, last + 1)


def chain_end(lexemes: Lexemes, index: int) -> int:
    """Return the last word of the hyphen compound that begins at a lexeme."""
    last = index
    while last - index < 12 and hyphened(lexemes, last + 1):
        last += 2
    return last


def _noun(scope: Scope, word: str) -> str | None:
    if len(word) > _LONGEST_NOUN:
        return None
    stems = _stems(word, scope.lexicon.language)
    for stemmed in stems:
        if stemmed in scope.nouns:
            return scope.nouns[stemmed]
    if not scope.lexicon.has("joined_nouns"):
        return None
    for stemmed in stems:
        for length in range(4, len(stemmed) - 2):
            unit = scope.nouns.get(stemmed[-length:])
            if unit is not None:
                return unit
    return None


@lru_cache(maxsize=16_384)
def _stems(word: str, language: str) -> tuple[str, ...]:
    """Return a noun's stem, and those without a plural that its stemmer leaves on foreign words (Chips, GPU's)."""
    endings = lexicon(language).common["nouns"]["plural_endings"]
    bare = [word.removesuffix(ending) for ending in endings if word.endswith(ending) and len(word) > len(ending) + 2]
    return tuple(dict.fromkeys(stem(each, language) for each in bare))


def noun_near(scope: Scope, index: int) -> FoundUnit | None:
    """Return the pack noun that a number counts: the next word, or up to five words on behind its attributes.

    Between them only attributes may stand ("hunderttausend in China gefertigten Beschleunigern"): no mark, no other
    number, no verb, and no other noun that would be what is counted.
    """
    lexemes = scope.lexemes
    if hyphened(lexemes, index) and lexemes.is_word(index + 1):
        unit = _noun(scope, lexemes.low[index + 1])
        return None if unit is None else FoundUnit(unit, FigureKind.COUNT, Decimal(1), index + 1, index + 2)
    position, inside = index, 0
    for distance in range(_FARTHEST + 1):
        found = noun_at(scope, position)
        if found is not None:
            return FoundUnit(found.unit, found.kind, found.factor, found.first, found.after, adjacent=not distance)
        if not lexemes.is_word(position):
            return None
        verdict = _attribute(scope, position, distance, inside)
        if verdict is None:
            return None
        inside = verdict
        position = chain_end(lexemes, position) + 1
    return None


def _attribute(scope: Scope, position: int, distance: int, inside: int) -> int | None:
    """Return how many words of a prepositional attribute may follow; None where the way to a noun ends."""
    apart = scope.lexicon.tables["apart"]
    word = scope.lexemes.low[position]
    if word in apart["stops"]:
        return None
    if word in apart["prepositions"]:
        return 2 if distance < 2 else None
    if word in apart["articles"]:
        return inside if inside or not distance else None
    if _modifies(scope, position, apart):
        return inside
    return inside - 1 if inside else None


def _modifies(scope: Scope, position: int, apart: Mapping[str, list[str]]) -> bool:
    """Return whether a word looks like an attribute; in German a capital letter marks a noun, elsewhere a name."""
    lexemes = scope.lexemes
    last = chain_end(lexemes, position)
    word = lexemes.low[last]
    capital = lexemes.raw[position][:1].isupper()
    if scope.lexicon.has("capital_nouns"):
        return not capital and _ends(word, apart)
    if capital:
        return not any(word.endswith(ending) for ending in apart["plural_endings"])
    return _ends(word, apart)


def _ends(word: str, apart: Mapping[str, list[str]]) -> bool:
    return word in apart["modifiers"] or any(
        word.endswith(ending) and len(word) > len(ending) + 1 for ending in apart["modifier_endings"]
    )


def per_at(scope: Scope, index: int) -> tuple[Per, int] | None:
    """Return what a rate is counted per, and the lexeme after it: "pro Million Token", "je 100.000 Einwohner", "/kWh".

    A counted noun that no pack names is given as it is written, in lower case, where a number stands before it.
    """
    lexemes = scope.lexemes
    found = scope.lexicon.per.at(lexemes.low, index)
    if found is None:
        return _per_time(scope, index)
    after = found[0]
    number = read_number(lexemes, after, scope.lexicon)
    if number is None:
        magnitude = scope.lexicon.magnitudes.at(lexemes.low, after)
        n, after = (magnitude[1], magnitude[0]) if magnitude else (Decimal(1), after)
        counted = magnitude is not None
    else:
        n, after, counted = number.value, number.after, True
    if not n:
        return None
    unit = noun_at(scope, after) or unit_at(scope, after)
    if unit is None and counted and lexemes.is_word(after):
        unit = noun_at(scope, after + 1)  # "per million input tokens"
    if unit is not None and unit.kind not in {FigureKind.MONEY, FigureKind.PERCENT}:
        return Per(n * unit.factor, unit.unit), unit.after
    if counted and lexemes.is_word(after):
        return Per(n, lexemes.low[after]), after + 1
    return None


def _per_time(scope: Scope, index: int) -> tuple[Per, int] | None:
    """Read "am Tag", "im Jahr" and "in de week" as a rate, unless they go on to say which day or year is meant."""
    lexemes = scope.lexemes
    found = scope.lexicon.phrases_of("per", "times").at(lexemes.low, index)
    unit = unit_at(scope, found[0] - 1) if found else None
    if unit is None:
        return None
    after = unit.after
    which = lexemes.is_number(after) or lexemes.raw[after][:1].isupper()
    if which or lexemes.low[after] in scope.lexicon.words_of("per", "certain"):
        return None
    return Per(Decimal(1), unit.unit), after
