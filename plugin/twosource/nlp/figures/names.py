"""Digits that only name: versions, models, pages, paragraphs, phone numbers, addresses, lists."""

from __future__ import annotations

import re

from twosource.model import FigureKind
from twosource.nlp.figures.scan import Lex, Lexemes
from twosource.nlp.figures.units import Scope, unit_at

_NAME_MARKS = frozenset("#@_=&\\*^~|")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def chunk_end(lexemes: Lexemes, index: int) -> int:
    """Return the lexeme after the run without white space that the lexeme is in (GLM-5.3-Flash)."""
    after = index + 1
    while after < lexemes.count and lexemes.glued(after):
        after += 1
    while after - 1 > index and lexemes.kinds[after - 1] == Lex.MARK:
        after -= 1
    return after


def named_before(lexemes: Lexemes, index: int) -> bool:
    """Return whether digits go on with a name that is glued to them in front (H100, GLM-5.3, #12)."""
    start = lexemes.starts[index]
    if not start:
        return False
    before = lexemes.text[start - 1]
    if before.isalnum() or before in _NAME_MARKS or before in "'’":
        return True
    return before in "-‐‑./:," and start > 1 and lexemes.text[start - 2].isalnum()


def names_within(lexemes: Lexemes, index: int) -> bool:
    """Return whether digits begin a longer name: what is glued behind them says so (3.Liga, 0@x)."""
    after = index + 1
    return lexemes.glued(after) and _goes_on(lexemes, after)


def _goes_on(lexemes: Lexemes, after: int) -> bool:
    mark = lexemes.raw[after]
    if mark in _NAME_MARKS:
        return True
    beyond = lexemes.glued(after + 1) and lexemes.kinds[after + 1] in {Lex.NUMBER, Lex.WORD}
    return beyond and mark in {".", ":", ","}


def numbers_a_thing(scope: Scope, index: int) -> bool:
    """Return whether what stands around bare digits makes them a mere designation."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    measured = _is_measured(scope, index)
    before = lexicon.numbering.before(lexemes.low, index)
    if before is not None and not measured and _designates(scope, before[0]):
        return True
    if lexemes.low[index - 1] in {"-", ":"} and index > 1 and lexicon.numbering.before(lexemes.low, index - 1):
        return True
    return (
        _in_digit_row(scope, index, measured=measured)
        or (not measured and _is_address(scope, index))
        or _is_list_mark(lexemes, index)
        or _is_postcode(scope, index)
    )


def _is_measured(scope: Scope, index: int) -> bool:
    """Return whether a unit behind digits shows that they measure: "Linie 94 Prozent", but not "Halle 3 m"."""
    unit = unit_at(scope, index + 1)
    if unit is None:
        return False
    one_letter = scope.lexemes.ends[unit.after - 1] - scope.lexemes.starts[unit.first] == 1
    return unit.kind is FigureKind.PERCENT or not one_letter


def _designates(scope: Scope, first: int) -> bool:
    """Return whether a numbering word is meant as one: "EN", "Tor" and "act" are also other words in small letters."""
    word = scope.lexemes.raw[first]
    return len(word) > 2 or not word.isalpha() or not word.islower() or word in scope.lexicon.short_numbering


def _in_digit_row(scope: Scope, index: int, *, measured: bool) -> bool:
    """Return whether digits stand in a row with other digits, as in phone and account numbers.

    Digits that belong to the name before them make no row ("Die Aurora-7 120.000 Kabinen"), and those that number
    something make none with what is measured or grouped in thousands ("Auf der Linie 3 94 Prozent").
    """
    lexemes = scope.lexemes
    if index and lexemes.is_number(index - 1) and not lexemes.is_number(index + 1):
        counted = measured or (not lexemes.raw[index].isdecimal() and lexemes.is_word(index + 1))
        numbered = scope.lexicon.numbering.before(lexemes.low, index - 1) is not None
        if named_before(lexemes, index - 1) or (counted and numbered):
            return False
    for one, other in ((index - 1, index), (index, index + 1)):
        if one < 0 or not (lexemes.is_number(one) and lexemes.is_number(other)):
            continue
        if _YEAR.fullmatch(lexemes.raw[one]) and not lexemes.raw[other].startswith("0"):
            continue
        if not (lexemes.raw[other + 1] == "/" and lexemes.glued(other + 1)):
            return True
    return False


def _is_address(scope: Scope, index: int) -> bool:
    """Return whether digits number a house: "Hauptstraße 12", "Kerkstraat 12", "12 Main Street"."""
    lexemes, numbering = scope.lexemes, scope.lexicon.tables["numbering"]
    before, digits = lexemes.low[index - 1] if index else "", lexemes.raw[index]
    if digits.isdecimal() and len(digits) <= 3 and _names_street(before, numbering["streets"]):
        return True
    return any(
        lexemes.low[ahead] in numbering["streets_after"]
        and all(lexemes.raw[word][:1].isupper() for word in range(index + 1, ahead + 1))
        for ahead in (index + 2, index + 3)
    )


def _names_street(word: str, streets: list[str]) -> bool:
    return any(word.endswith(street) and len(word) > len(street) + 2 for street in streets)


def _is_list_mark(lexemes: Lexemes, index: int) -> bool:
    opens = index == 0 or lexemes.kinds[index - 1] == Lex.BREAK
    if opens and lexemes.raw[index + 1] in {".", ")"} and lexemes.glued(index + 1):
        return len(lexemes.raw[index]) <= 2
    return lexemes.raw[index - 1] == "(" and lexemes.raw[index + 1] == ")" and lexemes.low[index - 2] == "\n"


def _is_postcode(scope: Scope, index: int) -> bool:
    """Return whether digits are the postcode of the place or the letters behind them."""
    lexemes, shape = scope.lexemes, scope.lexicon.tables["postcodes"]
    if not lexemes.raw[index].isdecimal() or len(lexemes.raw[index]) != shape["digits"] or unit_at(scope, index + 1):
        return False
    placed = not shape["after"] or (index > 0 and lexemes.low[index - 1] in shape["after"])
    return placed and re.fullmatch(shape["before"], lexemes.raw[index + 1]) is not None


def follows_name(scope: Scope, index: int) -> bool:
    """Return whether bare digits stand right behind a name ("Boeing 737", "iPhone 17", "Windows 11").

    German nouns are capitals too, so there a counted noun behind the digits speaks for a count.
    """
    lexemes = scope.lexemes
    before = index - 1
    if index == 0 or not lexemes.is_word(before) or len(lexemes.raw[index]) > 4:
        return False
    word, low = lexemes.raw[before], lexemes.low[before]
    if not any(letter.isupper() for letter in word) or low in scope.lexicon.openers:
        return False
    if scope.lexicon.months.before(lexemes.low, index) or low in scope.lexicon.words_of("dates", "weekdays"):
        return False
    if scope.lexicon.comparators.before(lexemes.low, index) or counts_persons(scope, index):
        return False
    if scope.lexicon.has("capital_nouns") and word[:1].isupper() and word[1:].lower() == word[1:]:
        return not _leads_to_noun(scope, index + 1)
    return True


def counts_persons(scope: Scope, index: int) -> bool:
    """Return whether those who are counted stand behind bare digits: "In London 12 people", but "Windows 11 users"."""
    return scope.lexemes.low[index + 1] in scope.lexicon.words_of("numbering", "persons")


def _leads_to_noun(scope: Scope, index: int) -> bool:
    lexemes = scope.lexemes
    apart = scope.lexicon.tables["apart"]
    stops, endings = apart["stops"] + apart["prepositions"], tuple(apart["attribute_endings"])
    for position in range(index, index + 3):
        if not lexemes.is_word(position) or lexemes.low[position] in stops:
            return False
        if lexemes.raw[position][:1].isupper():
            return True
        if not lexemes.low[position].endswith(endings):
            return False
    return False
