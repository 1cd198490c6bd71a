"""What bounds a date: before, since, until, from, by and after it, and the words that join two dates."""

from __future__ import annotations

from dataclasses import replace

from twosource.model import Comparator, Figure, Parts
from twosource.nlp.figures.units import Scope


def bounded(scope: Scope, index: int, after: int, figure: Figure) -> tuple[Figure, int]:
    """Return a date with the comparator before or behind it, and the lexeme after both.

    The interval stays the days that the text names; what lies before or after them is the comparator's to say
    (:mod:`twosource.facts.days`), so that a date without a year can still be held against any year.
    """
    lexemes, lexicon = scope.lexemes, scope.lexicon
    lead = _before_weekday(scope, index)
    onwards = _onwards(scope, after)
    found = lexicon.date_comparators.before(lexemes.low, lead)
    if found is not None and _bounds(scope, found[0], found[1][1], figure, onwards=onwards > after):
        first, (comparator, care) = found
        end = onwards if care == "origin" else after
        place = lexemes.starts[first], lexemes.ends[lead - 1]
        return _with(scope, figure, comparator, place, (first, end)), end
    behind = lexicon.date_comparators_after.at(lexemes.low, after)
    if behind is None:
        return figure, after
    place = lexemes.starts[after], lexemes.ends[behind[0] - 1]
    return _with(scope, figure, behind[1], place, (index, behind[0])), behind[0]


def _onwards(scope: Scope, after: int) -> int:
    """Return the lexeme behind "on" or "onwards", or ``after`` where none of them stands there."""
    lexemes = scope.lexemes
    if lexemes.low[after] not in scope.lexicon.words_of("dates", "onwards"):
        return after
    return (
        after
        if lexemes.low[after] in scope.lexicon.words_of("dates", "onwards_last") and lexemes.is_word(after + 1)
        else after + 1
    )


def _with(
    scope: Scope, figure: Figure, comparator: Comparator, place: tuple[int, int], lexemes: tuple[int, int]
) -> Figure:
    start, end = scope.lexemes.starts[lexemes[0]], scope.lexemes.ends[lexemes[1] - 1]
    return replace(
        figure,
        start=start,
        end=end,
        quote=scope.lexemes.text[start:end],
        comparator=comparator,
        parts=Parts(place, (figure.start, figure.end), None),
    )


def _before_weekday(scope: Scope, index: int) -> int:
    """Return where a date's own words begin: its weekday ("Montag, dem 3. Mai") or "the year" before it."""
    low = scope.lexemes.low
    days, year = scope.lexicon.words_of("dates", "weekdays"), scope.lexicon.words_of("dates", "the_year")
    if index and low[index - 1] in year:
        return index - 1
    for marks in ((), (",",), *((",", article) for article in scope.lexicon.tables["dates"]["day_articles"])):
        first = index - len(marks) - 1
        if first >= 0 and tuple(low[first + 1 : index]) == marks and low[first] in days:
            return first
    return index


def _bounds(scope: Scope, first: int, care: str, figure: Figure, *, onwards: bool) -> bool:
    """Return whether a preposition bounds a date rather than joining it to another or saying what it is for."""
    lexemes, words = scope.lexemes, scope.lexicon.words_of
    before = lexemes.low[first - 1] if first else ""
    if care == "until":
        dotted = before == "." and first > 1 and lexemes.is_number(first - 2)
        return not (dotted or lexemes.is_number(first - 1) or scope.lexicon.months.before(lexemes.low, first))
    if care == "origin":
        return onwards or not first or before in words("dates", "from_after")
    if care == "day":
        return len(figure.iso or "") == len("2026-08-26") and before not in words("dates", "meant_for")
    return True


def joined(scope: Scope, after: int) -> int | None:
    """Return the lexeme behind the word or dash that leads from one date to another, or None."""
    lexemes = scope.lexemes
    linked = scope.lexicon.phrases_of("dates", "joins").at(lexemes.low, after)
    return linked[0] if linked else None
