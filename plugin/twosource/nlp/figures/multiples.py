"""Multiples: verdreifacht, um das Dreifache, drie keer zo veel, threefold, by a factor of three."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from twosource.model import Comparator, Figure, FigureKind, FigureReading, Parts
from twosource.model.meaning import meant
from twosource.nlp.figures.comparators import Compared, FoundComparator, comparator_before, direction
from twosource.nlp.figures.lexicon import lexicon
from twosource.nlp.figures.numbers import ONE, Number, read_number
from twosource.nlp.figures.scan import Lexemes
from twosource.nlp.figures.spelled import factor_of
from twosource.nlp.figures.units import Scope, hyphened

_LONGEST = 60
_TIMES_SIGNS = frozenset("x×")


@dataclass(frozen=True, slots=True)
class _Told:
    """A multiple as it is told: its number, the lexemes it takes, its direction, and whether n may mean n + 1.

    A comparator may end before ``lead``, the article that is no part of the figure ("mehr als das Dreifache").
    """

    number: Number
    first: int
    after: int
    direction: str | None = None
    ambiguous: bool = False
    lead: int | None = None


@lru_cache(maxsize=65_536)
def word_multiple(word: str, language: str) -> tuple[str, Decimal] | None:
    """Return how one lower-case word tells a multiple (``verb``, ``fold`` or ``times``) and of what, or None."""
    if len(word) > _LONGEST:
        return None
    tables = lexicon(language).tables["multiples"]
    if word in tables["verbs"]:
        return "verb", Decimal(tables["verbs"][word])
    if word in tables["fold_fixed"]:
        return "fixed", Decimal(tables["fold_fixed"][word])
    for kind in ("verb", "fold", "times"):
        shape = lexicon(language).shape("multiples", f"{kind}_shape")
        match = shape.fullmatch(word) if shape else None
        factor = factor_of(match["n"], language) if match else None
        if factor is not None and factor > 1:
            return kind, factor
    return None


def multiple_at(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Return the multiple that begins at a lexeme and the lexeme after it.

    The figure is None where the words are a mere frequency ("dreimal", "drie keer per week"). None stands for no
    multiple at all.
    """
    lexemes = scope.lexemes
    if lexemes.is_word(index):
        told = _by_factor(scope, index) or _twice(scope, index)
        if told is not None:
            return _figure(scope, told), told.after
        found = word_multiple(lexemes.low[index], scope.lexicon.language)
        if found is not None:
            return _one_word(scope, index, *found)
    return _counted(scope, index)


def _one_word(scope: Scope, index: int, kind: str, factor: Decimal) -> tuple[Figure | None, int] | None:
    number = Number(index, index + 1, factor, step=ONE, exact=True)
    if kind == "verb":
        return _figure(scope, _Told(number, index, index + 1, "up" if factor > 1 else "down")), index + 1
    if kind == "times":
        return _compared(scope, number, index + 1)
    told = _folded(scope, number, kind)
    return (_figure(scope, told), told.after) if told else None


def _counted(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read a number with "-fach", "-mal", "keer", "times", "x" or "-fold" behind it."""
    lexemes = scope.lexemes
    number = read_number(lexemes, index, scope.lexicon)
    if number is None or number.magnitude != 1 or number.needs_unit:
        return None
    after = number.after + 1 if hyphened(lexemes, number.after) else number.after
    word = lexemes.low[after]
    if word in scope.lexicon.words_of("multiples", "fold_words") and (number.digits or after > number.after):
        told = _folded(scope, replace(number, after=after + 1), "digits")
        return (_figure(scope, told), told.after) if told else None
    if word in _TIMES_SIGNS and not (number.digits and lexemes.glued(after)):
        return None
    if word in scope.lexicon.words_of("multiples", "times_words"):
        return _compared(scope, number, after + 1)
    return None


def _compared(scope: Scope, number: Number, after: int) -> tuple[Figure | None, int] | None:
    """Tell "drei Mal so viel" and "three times more" from the mere frequency."""
    low = scope.lexemes.low
    words = scope.lexicon.words_of
    following = low[after]
    if following in words("multiples", "as"):
        end = after + 2 if scope.lexemes.is_word(after + 1) else after + 1
        return _figure(scope, _Told(number, number.first, end)), end
    if following in words("multiples", "more"):
        return _figure(scope, _Told(number, number.first, after + 1, "up", ambiguous=True)), after + 1
    if following in words("multiples", "less"):
        return _figure(scope, _Told(number, number.first, after + 1, "down")), after + 1
    article = following in words("multiples", "fold_the") or following in words("multiples", "the")
    if article and low[after + 1] in words("multiples", "fold_nouns"):
        return _figure(scope, _Told(number, number.first, after + 2)), after + 2
    if low[after - 1] in _TIMES_SIGNS:
        return _figure(scope, _Told(number, number.first, after)), after
    return None, after


def _folded(scope: Scope, number: Number, kind: str) -> _Told | None:
    """Read "(um|auf) (etwa) das Dreifache", "zehnfache Anzahl", "threefold", each with what stands before it.

    The preposition is a part of the figure, since it decides what n is; an article alone is none.
    """
    lexemes, words = scope.lexemes, scope.lexicon.words_of
    lead = number.first
    article = lead > 0 and lexemes.low[lead - 1] in words("multiples", "fold_the")
    noun = lexemes.raw[lead][:1].isupper() or kind == "digits"
    if not (scope.lexicon.has("fold_alone") or _is_quantity(scope, number, kind, article=article, noun=noun)):
        return None
    lead -= article
    found = comparator_before(scope, lead, Compared(number.value, FigureKind.MULTIPLE, has_unit=True, magnified=False))
    before = found.first if found else lead
    preposition = lexemes.low[before - 1] if before else ""
    trend = direction(scope, before, number.after)
    if preposition in words("multiples", "fold_by"):
        return _Told(number, before - 1, number.after, trend, ambiguous=trend != "down", lead=lead)
    if preposition in words("multiples", "fold_to"):
        return _Told(number, before - 1, number.after, trend or "up", lead=lead)
    return _Told(number, number.first, number.after, trend, lead=lead)


def _is_quantity(scope: Scope, number: Number, kind: str, *, article: bool, noun: bool) -> bool:
    """Return whether a -fach word multiplies: "dreifacher Weltmeister" does not, "die zehnfache Anzahl" does."""
    following = scope.lexemes.low[number.after]
    counted = following in scope.lexicon.words_of("multiples", "fold_nouns")
    if kind == "fixed":
        return article and (noun or not scope.lexicon.has("capital_nouns"))
    if not scope.lexicon.has("capital_nouns"):
        return counted or kind == "digits" or (article and not scope.lexemes.is_word(number.after))
    return counted or noun


def _twice(scope: Scope, index: int) -> _Told | None:
    low = scope.lexemes.low
    for phrase, factor in scope.lexicon.tables["multiples"]["twice"].items():
        parts = phrase.split(" ")
        if low[index : index + len(parts)] == parts:
            after = index + len(parts)
            adjective = (
                after + 1
                if scope.lexemes.is_word(after) and parts[-1] in scope.lexicon.words_of("multiples", "as_adjective")
                else after
            )
            return _Told(Number(index, after, Decimal(factor)), index, adjective)
    return None


def _by_factor(scope: Scope, index: int) -> _Told | None:
    """Read "Faktor drei" and "factor of about 20"; "um den" and "by a" before it decide nothing and stay outside."""
    lexemes = scope.lexemes
    found = scope.lexicon.phrases_of("multiples", "factor").at(lexemes.low, index)
    if found is None:
        return None
    position = found[0]
    skipped = scope.lexicon.comparators.at(lexemes.low, position)
    number = read_number(lexemes, skipped[0] if skipped else position, scope.lexicon)
    if number is None or (number.needs_unit and not number.value):
        return None
    named = scope.lexicon.words_of("multiples", "factor_word")
    word = next(near for near in range(index, position) if lexemes.low[near] in named)
    by = lexemes.low[index] in scope.lexicon.words_of("comparing", "by")
    compared = Compared(number.value, FigureKind.MULTIPLE, has_unit=True, magnified=False)
    before = comparator_before(scope, index, compared)
    trend = direction(scope, index + 1 if by else before.first if before else index, number.after)
    return _Told(number, word, number.after, trend, lead=index)


def _figure(scope: Scope, told: _Told) -> Figure:
    lexemes, number = scope.lexemes, told.number
    compared = Compared(number.value, FigureKind.MULTIPLE, has_unit=True, magnified=False)
    lead = told.first if told.lead is None else told.lead
    found = comparator_before(scope, lead, compared) or _inner(scope, told)
    comparator = found.comparator if found else Comparator.IS
    first = min(told.first, found.first) if found else told.first
    start, end = lexemes.starts[first], lexemes.ends[told.after - 1]
    values = (number.value, number.value + 1) if told.ambiguous else (number.value,)
    readings = tuple(_reading(number, value, comparator) for value in values)
    return Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=FigureKind.MULTIPLE,
        value=number.value,
        interval=readings[0].interval,
        comparator=comparator,
        unit="times",
        precision=number.step,
        parts=Parts(
            _place(lexemes, found.first, found.after) if found else None,
            _place(lexemes, told.first if not found or found.first < told.first else number.first, told.after),
            None,
        ),
        readings=readings if told.ambiguous else (),
        direction=told.direction,
    )


def _inner(scope: Scope, told: _Told) -> FoundComparator | None:
    """Return the comparator between "factor" and its number."""
    if told.first == told.number.first:
        return None
    compared = Compared(told.number.value, FigureKind.MULTIPLE, has_unit=True, magnified=False)
    return comparator_before(scope, told.number.first, compared)


def _reading(number: Number, value: Decimal, comparator: Comparator) -> FigureReading:
    return FigureReading(value, meant(value, number.step, number.significant, comparator, exact=number.exact))


def _place(lexemes: Lexemes, first: int, after: int) -> tuple[int, int]:
    return lexemes.starts[first], lexemes.ends[after - 1]
