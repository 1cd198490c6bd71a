"""Periods: quarters, half-years, weeks, decades, and the beginning, the middle and the end of a month or a year."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from twosource.model import Figure
from twosource.nlp.figures.days import (
    Days,
    date_figure,
    decade_of,
    half_of,
    nearest_year,
    quarter_of,
    third_of_month,
    third_of_year,
    week_of,
)
from twosource.nlp.figures.spelled import spelled
from twosource.nlp.figures.units import Scope

_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_WEEK = re.compile(r"[0-9]{1,2}")
_Read = tuple[Figure | None, int]
_Build = Callable[[int], Days | None]


def period_at(scope: Scope, index: int, at: date | None) -> _Read | None:
    """Return the period that begins at a lexeme and the lexeme after it, or None."""
    if scope.lexemes.is_number(index):
        return _numbered(scope, index, at) or _decade(scope, index)
    return (
        _ordinal_period(scope, index, at)
        or _letter_period(scope, index, at)
        or _week(scope, index, at)
        or _part(scope, index, at)
        or _spelled_decade(scope, index)
    )


def _year_behind(scope: Scope, after: int) -> tuple[int, int] | None:
    """Return the year behind a period ("of 2026", "/2026", "2026") and the lexeme after it, or None."""
    lexemes, words = scope.lexemes, scope.lexicon.words_of
    linked = lexemes.low[after] in words("dates", "quarter_of") or (
        lexemes.low[after] == "/" and lexemes.glued(after) and lexemes.glued(after + 1)
    )
    position = after + linked
    position += linked and lexemes.low[position] in words("dates", "the_year")
    if not _YEAR.fullmatch(lexemes.raw[position]):
        return None
    return int(lexemes.raw[position]), position + 1


def _of_year(
    scope: Scope, place: tuple[int, int], at: date | None, build: Callable[[int, bool], Days | None]
) -> _Read | None:
    index, after = place
    named = _year_behind(scope, after)
    if named is not None:
        days, after = build(named[0], True), named[1]
    elif at is not None:
        days = build(at.year, False)
    else:
        return None
    return (date_figure(scope.lexemes, index, after, days) if days else None), after


def _counted_period(scope: Scope, place: tuple[int, int], number: int, at: date | None) -> _Read | None:
    """Read the noun of a quarter or a half-year behind its number."""
    index, noun = place
    word, words = scope.lexemes.low[noun], scope.lexicon.words_of
    if word in words("dates", "quarter"):
        return _of_year(scope, (index, noun + 1), at, lambda year, given: quarter_of(year, number, year_given=given))
    if number > 2:
        return None
    told = word in words("dates", "half_year")
    if not told and word in words("dates", "half_of"):
        told = _year_behind(scope, noun + 1) is not None or scope.lexemes.low[noun + 1] in words("dates", "half_before")
    if not told:
        return None
    return _of_year(scope, (index, noun + 1), at, lambda year, given: half_of(year, number, year_given=given))


def _numbered(scope: Scope, index: int, at: date | None) -> _Read | None:
    """Read "3. Quartal 2026", "1. Halbjahr", "35. Kalenderwoche", "2e kwartaal", "1st half of 2026"."""
    lexemes, words = scope.lexemes, scope.lexicon.words_of
    mark = lexemes.low[index + 1]
    if not _WEEK.fullmatch(lexemes.raw[index]) or not lexemes.glued(index + 1):
        return None
    if mark != "." and mark not in words("ordinals", "suffixes"):
        return None
    number = int(lexemes.raw[index])
    if lexemes.low[index + 2] in words("dates", "week"):
        return _of_year(scope, (index, index + 3), at, lambda year, given: week_of(year, number, year_given=given))
    return _counted_period(scope, (index, index + 2), number, at) if 1 <= number <= 4 else None


def _ordinal_period(scope: Scope, index: int, at: date | None) -> _Read | None:
    lexemes = scope.lexemes
    ordinal = scope.lexicon.tables["dates"]["quarter_ordinals"].get(lexemes.low[index])
    if ordinal is None:
        return None
    noun = index + 2 if lexemes.low[index + 1] == "-" and lexemes.glued(index + 2) else index + 1
    return _counted_period(scope, (index, noun), int(ordinal), at)


def _letter_period(scope: Scope, index: int, at: date | None) -> _Read | None:
    """Read "Q3 2026" and "H1 2026"; an H alone is too much else."""
    lexemes, place = scope.lexemes, (index, index + 2)
    written = lexemes.raw[index + 1]
    if not lexemes.glued(index + 1) or written not in {"1", "2", "3", "4"}:
        return None
    number = int(written)
    if lexemes.low[index] == "q":
        return _of_year(scope, place, at, lambda year, given: quarter_of(year, number, year_given=given))
    if lexemes.raw[index] == "H" and number <= 2 and _year_behind(scope, index + 2):
        return _of_year(scope, place, at, lambda year, given: half_of(year, number, year_given=given))
    return None


def _week(scope: Scope, index: int, at: date | None) -> _Read | None:
    """Read "KW 35", "week 35 van 2026"; a week of something else ("week 12 of the course") is none."""
    lexemes = scope.lexemes
    found = scope.lexicon.phrases_of("dates", "week_before").at(lexemes.low, index)
    if found is None or not _WEEK.fullmatch(lexemes.raw[found[0]]):
        return None
    number, after = int(lexemes.raw[found[0]]), found[0] + 1
    of_another = lexemes.low[after] in scope.lexicon.words_of("dates", "week_of")
    unsure = of_another or lexemes.low[index] in scope.lexicon.words_of("dates", "week_needs_year")
    if _year_behind(scope, after) is None and (unsure or lexemes.low[after] in {"-", "–", "/"}):
        return None
    return _of_year(scope, (index, after), at, lambda year, given: week_of(year, number, year_given=given))


def _part(scope: Scope, index: int, at: date | None) -> _Read | None:
    """Read "Anfang 2026", "eind mei", "mid-August 2026", "the end of 2026": that third of the month or the year."""
    lexemes = scope.lexemes
    found = scope.lexicon.parts.at(lexemes.low, index)
    if found is None:
        return None
    position, part = found
    position += lexemes.low[position] == "-"
    if _YEAR.fullmatch(lexemes.raw[position]) and not (lexemes.glued(position + 1) and lexemes.is_word(position + 1)):
        days = third_of_year(int(lexemes.raw[position]), part)
        return date_figure(lexemes, index, position + 1, days), position + 1
    month = scope.lexicon.months.at(lexemes.low, position)
    if month is None or (scope.lexicon.has("capital_months") and not lexemes.raw[position][:1].isupper()):
        return None
    after, number = month
    if _YEAR.fullmatch(lexemes.raw[after]):
        return date_figure(lexemes, index, after + 1, third_of_month(int(lexemes.raw[after]), number, part)), after + 1
    if at is None:
        return None
    days = nearest_year(lambda year: third_of_month(year, number, part, year_given=False), at)
    return date_figure(lexemes, index, after, days), after


def _decade(scope: Scope, index: int) -> _Read | None:
    """Read "1990s" and "1990er-Jahre"; ISO 8601-2 writes them 199X."""
    lexemes = scope.lexemes
    written, mark = lexemes.raw[index], index + 1
    if not _YEAR.fullmatch(written) or written[-1] != "0" or not lexemes.glued(mark):
        return None
    if lexemes.raw[mark] not in scope.lexicon.words_of("dates", "decade_marks"):
        return None
    noun = lexemes.low[mark + 1] == "-" and lexemes.low[mark + 2] in scope.lexicon.words_of("dates", "decade_nouns")
    after = mark + 3 if noun else mark + 1
    return date_figure(lexemes, index, after, decade_of(int(written))), after


def _spelled_decade(scope: Scope, index: int) -> _Read | None:
    """Read "jaren negentig", which the word before the number tells from a count."""
    lexemes = scope.lexemes
    if lexemes.low[index] not in scope.lexicon.words_of("dates", "decade_before"):
        return None
    tens = spelled(lexemes.low[index + 1], scope.lexicon.language)
    if tens is None or tens % 10 or not 10 <= tens <= 90:
        return None
    return date_figure(lexemes, index, index + 2, decade_of(1900 + int(tens))), index + 2
