"""Ranges: zwischen 10 und 20, drei- bis viertausend, 10–20 %, $8 to $10 billion, twee of drie weken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from twosource.model import FigureKind
from twosource.nlp.figures.numbers import ONE, Number, read_number
from twosource.nlp.figures.scan import Lexemes
from twosource.nlp.figures.units import FoundUnit, Scope, noun_near, unit_at


@dataclass(frozen=True, slots=True)
class Range:
    """Two numbers that bound a quantity.

    Attributes:
        low: the first number, with the magnitude that it shares.
        high: the second.
        word: the lexemes of "zwischen", "from" before it, or None.
        unit: the unit of both, or None.
    """

    low: Number
    high: Number
    word: tuple[int, int] | None
    unit: FoundUnit | None


def range_from(scope: Scope, number: Number, first: int) -> Range | None:
    """Return the range that begins with a number whose first lexeme (currency included) is ``first``, or None."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    own = unit_at(scope, number.after)
    after = own.after if own else number.after
    between = lexicon.phrases_of("ranges", "between").before(lexemes.low, first)
    word = (between[0], first) if between else None
    if between is not None:
        linked = lexicon.phrases_of("ranges", "and").at(lexemes.low, after)
        position = linked[0] if linked else None
    else:
        position = _to(scope, number, after, own)
        origin = lexicon.phrases_of("ranges", "from").before(lexemes.low, first)
        if position is not None and origin is not None:
            if lexicon.has("from_to_changes") and _changes(scope, origin[0]):
                return None
            word = (origin[0], first)
    if position is None:
        return None
    return _closed(scope, number, position, word, own)


def _to(scope: Scope, number: Number, after: int, own: FoundUnit | None) -> int | None:
    """Return the lexeme behind the word or dash that leads to a second number; None without one."""
    lexemes = scope.lexemes
    hanging = (
        after + 1 if lexemes.low[after] == "-" and lexemes.glued(after) and not lexemes.glued(after + 1) else after
    )
    linked = scope.lexicon.phrases_of("ranges", "to").at(lexemes.low, hanging)
    if linked is not None:
        return linked[0]
    mark = lexemes.low[after]
    if mark in {"-", "–"} and (number.digits or own is not None):
        glued = lexemes.glued(after), lexemes.glued(after + 1)
        return after + 1 if glued == (True, True) or (mark == "–" and glued == (False, False)) else None
    either = scope.lexicon.phrases_of("ranges", "or").at(lexemes.low, after)
    position = either[0] if either else after + 1 if mark == "," and not number.digits else None
    if position is None:
        return None
    following = read_number(lexemes, position, scope.lexicon)
    return position if following is not None and following.value == number.value + 1 else None


def _changes(scope: Scope, origin: int) -> bool:
    """Return whether "from 5 to 8" tells a change and no range: a rise or a fall is told right before."""
    words = scope.lexicon.words_of
    told = words("comparing", "rise") | words("comparing", "fall")
    return any(scope.lexemes.low[near] in told for near in range(max(origin - 3, 0), origin))


def _closed(
    scope: Scope, number: Number, position: int, word: tuple[int, int] | None, own: FoundUnit | None
) -> Range | None:
    lexemes = scope.lexemes
    currency = scope.lexicon.money_before.at(lexemes.raw, position)
    other = read_number(lexemes, currency[0] if currency else position, scope.lexicon, money=currency is not None)
    if other is None or _named(lexemes, other, scope):
        return None
    low = _shared(number, other, hanging=lexemes.low[number.after] == "-" and not lexemes.glued(number.after + 1))
    unit = unit_at(scope, other.after)
    if currency is not None and unit is None:
        unit = FoundUnit(currency[1], FigureKind.MONEY, ONE, position, currency[0])
    if own is not None and (unit is None or own.unit != unit.unit):
        return None
    if low.value >= other.value or (low.needs_unit and unit is None and own is None):
        return None
    dashed = lexemes.low[position - 1] in {"-", "–"}
    if dashed and unit is None and own is None and not _counted(scope, other):
        return None
    return Range(low, other, word, unit or own)


def _named(lexemes: Lexemes, other: Number, scope: Scope) -> bool:
    """Return whether the second number is glued to something that is no unit of it."""
    after = other.after
    if not lexemes.glued(after) or not other.digits:
        return False
    if unit_at(scope, after) is not None:
        return False
    return lexemes.kinds[after] in {2, 3} or (lexemes.raw[after] in "-/:_" and lexemes.glued(after + 1))


def _counted(scope: Scope, other: Number) -> bool:
    return scope.lexemes.is_word(other.after) or noun_near(scope, other.after) is not None


def _shared(number: Number, other: Number, *, hanging: bool) -> Number:
    """Return the first number with the magnitude that only the second one spells out."""
    if number.magnitude == 1 and other.magnitude > 1 and number.mantissa < other.mantissa:
        return replace(number.times(other.magnitude), needs_unit=False)
    if hanging and not number.digits:
        for shared in (Decimal(1000), Decimal(100)):
            if other.value % shared == 0 and number.value * shared < other.value:
                return replace(number, mantissa=number.mantissa * shared)
    return number
