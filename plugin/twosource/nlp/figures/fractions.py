"""Fractions and shares: die Hälfte, ein Drittel, twee derde, three in four, jeder dritte."""

from __future__ import annotations

from decimal import Decimal

from twosource.model import Comparator, Figure, FigureKind, Parts
from twosource.model.meaning import meant
from twosource.nlp.figures.comparators import Compared, comparator_before, direction
from twosource.nlp.figures.numbers import Number, read_number
from twosource.nlp.figures.units import Scope, unit_at

_HUNDREDTH = Decimal("0.01")
_ROUGHLY = Decimal("0.05")  # "about a third" is nobody's 0.33: half of this to each side
_LARGEST_SHARE = 1000
_LARGEST_NUMERATOR = 99


def fraction_at(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Return the fraction that begins at a lexeme and the lexeme after it, or None."""
    found = _every(scope, index) or _share(scope, index) or _noun(scope, index)
    if found is None:
        return None
    value, after = found
    return _figure(scope, index, after, value), after


def _every(scope: Scope, index: int) -> tuple[Decimal, int] | None:
    lexemes, lexicon = scope.lexemes, scope.lexicon
    if lexemes.low[index] not in lexicon.words_of("ranges", "every"):
        return None
    ordinal = lexicon.ordinals.get(lexemes.low[index + 1])
    return (1 / Decimal(ordinal), index + 2) if ordinal else None


def _share(scope: Scope, index: int) -> tuple[Decimal, int] | None:
    """Read "drei von vier", "een op de drie", "nine out of ten"."""
    one = _small(scope, index)
    if one is None:
        return None
    single = scope.lexemes.low[index] in scope.lexicon.articles
    table = "share_of_one" if single else "share"
    linked = scope.lexicon.phrases_of("ranges", table).at(scope.lexemes.low, one[1])
    other = read_number(scope.lexemes, linked[0], scope.lexicon) if linked else None
    if other is None or not other.exact or not one[0] < other.value <= _LARGEST_SHARE:
        return None
    if (other.digits and not other.bare) or unit_at(scope, other.after) or _is_year(other):
        return None
    return one[0] / other.value, other.after


def _is_year(number: Number) -> bool:
    return number.digits and number.value > _LARGEST_NUMERATOR + 1


def _small(scope: Scope, index: int) -> tuple[Decimal, int] | None:
    word = scope.lexemes.low[index]
    number = read_number(scope.lexemes, index, scope.lexicon)
    if number is not None:
        return (number.value, number.after) if number.exact and number.value <= _LARGEST_NUMERATOR else None
    if word in scope.lexicon.articles and word not in scope.lexicon.words_of("fraction_words", "no_one"):
        return Decimal(1), index + 1
    return None


def _noun(scope: Scope, index: int) -> tuple[Decimal, int] | None:
    lexemes, lexicon = scope.lexemes, scope.lexicon
    low, words = lexemes.low, lexicon.words_of
    nouns = lexicon.fraction_nouns
    if low[index] in words("fraction_words", "definite"):
        return (nouns[low[index + 1]], index + 2) if nouns.get(low[index + 1]) == Decimal("0.5") else None
    if low[index] in words("fraction_words", "alone"):
        return _half(scope, index)
    number = read_number(lexemes, index, lexicon)
    if number is not None and not number.digits and number.mantissa < 1 and number.magnitude == 1 and number.value:
        return None if number.needs_unit or unit_at(scope, number.after) else (number.value, number.after)
    if number is not None and number.exact and not number.needs_unit and number.value < _LARGEST_NUMERATOR:
        count, after = number.value, number.after
    elif low[index] in lexicon.articles:
        count, after = Decimal(1), index + 1
    else:
        return None
    after += lexemes.low[after] == "-"
    part = nouns.get(low[after])
    if part is None or count * part > 1 or not _meant_so(scope, after, several=count > 1):
        return None
    return count * part, after + 1


def _meant_so(scope: Scope, index: int, *, several: bool) -> bool:
    """Return whether a word that may also be an ordinal or a time ("third", "kwart", "Viertel") is a fraction."""
    low, words = scope.lexemes.low, scope.lexicon.words_of
    following = low[index + 1]
    if following in words("fraction_words", "not_after") or unit_at(scope, index + 1):
        return False
    if following in words("fraction_words", "after_time") and not several:
        return False
    if following in words("comparing", "rise") | words("comparing", "fall"):
        return True
    if _is_change(scope, index - 1, index + 1):
        return True
    if low[index] in words("fraction_words", "clear") or (several and scope.lexicon.has("ordinals_apart")):
        return True
    closed = (
        low[index] not in words("fraction_words", "open")
        and not scope.lexemes.is_word(index + 1)
        and low[index + 1] != "-"
    )
    return following in words("fraction_words", "needs_after") or closed


def _half(scope: Scope, index: int) -> tuple[Decimal, int] | None:
    lexemes, words = scope.lexemes, scope.lexicon.words_of
    before = lexemes.low[index - 1] if index else ""
    if before in words("fraction_words", "never_after") or before == "-" or lexemes.low[index + 1] == "-":
        return None
    compared = Compared(Decimal("0.5"), FigureKind.FRACTION, has_unit=True, magnified=False)
    told = comparator_before(scope, index, compared) is not None
    if _is_change(scope, index, index + 1):
        return Decimal("0.5"), index + 1
    if lexemes.low[index + 1] in words("fraction_words", "needs_after") or (told and not lexemes.is_word(index + 1)):
        return Decimal("0.5"), index + 1
    return None


def _is_change(scope: Scope, first: int, after: int) -> bool:
    """Return whether a rise or a fall by just so much is told ("fell by half"), and by no part of a unit."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    if first < 1 or lexemes.low[first - 1] not in lexicon.words_of("comparing", "by"):
        return False
    word = lexemes.low[after]
    ends = not lexemes.is_word(after) or (word in lexicon.openers and word not in lexicon.articles)
    return ends and word != "-" and direction(scope, first, after) is not None


def _figure(scope: Scope, first: int, after: int, value: Decimal) -> Figure:
    lexemes = scope.lexemes
    found = comparator_before(scope, first, Compared(value, FigureKind.FRACTION, has_unit=True, magnified=False))
    start = lexemes.starts[found.first if found else first]
    end = lexemes.ends[after - 1]
    comparator = found.comparator if found else Comparator.IS
    return Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=FigureKind.FRACTION,
        value=value,
        interval=meant(value, _HUNDREDTH, _ROUGHLY, comparator, exact=True),
        comparator=comparator,
        precision=_HUNDREDTH,
        direction=direction(scope, found.first if found else first, after),
        parts=Parts((start, lexemes.ends[found.after - 1]) if found else None, (lexemes.starts[first], end), None),
    )
