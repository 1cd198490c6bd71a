"""Dates: days, months and years as they are written; periods are read in :mod:`periods`."""

from __future__ import annotations

import re
from datetime import date

from twosource.model import Figure
from twosource.nlp.figures.date_bounds import bounded, joined
from twosource.nlp.figures.days import Days, between_days, date_figure, day, month_of, nearest, year_of
from twosource.nlp.figures.names import counts_persons, numbers_a_thing
from twosource.nlp.figures.periods import period_at
from twosource.nlp.figures.scan import Lexemes, hyphen_between
from twosource.nlp.figures.units import Scope, noun_at, unit_at

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}|[0-9]{2})")
_DASHED = re.compile(r"([0-9]{1,2})([-/])([0-9]{1,2})\2([0-9]{4})")
_DAY = re.compile(r"[0-9]{1,2}")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def date_at(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Return the date that begins at a lexeme and the lexeme after it.

    The figure is None where the words are a date that no calendar has (30 February): they are no other figure
    either. None stands for no date at all.
    """
    found = _plain_date_at(scope, index, at)
    if found is None:
        return None
    figure, after = found
    if figure is None:
        return None, after
    other = joined(scope, after)
    if other is not None:
        last = _plain_date_at(scope, other, at)
        whole = _span(scope, index, figure, last) if last else None
        if whole is not None:
            return whole
    return bounded(scope, index, after, figure)


def _span(scope: Scope, index: int, first: Figure, last: tuple[Figure | None, int]) -> tuple[Figure | None, int] | None:
    """Return the one stretch of days that two dates with "to" between them bound, or None."""
    figure, after = last
    days = None if figure is None else between_days(first, figure)
    return None if days is None else (date_figure(scope.lexemes, index, after, days), after)


def _plain_date_at(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    if not scope.lexemes.is_number(index):
        return period_at(scope, index, at) or _month_first(scope, index, at)
    for read in (_numeric, _days_of_month, _day_and_month, period_at, _year):
        found = read(scope, index, at)
        if found is not None:
            return found
    return None


def _found(
    scope: Scope, first: int, after: int, days: Days | None, also: Days | None = None
) -> tuple[Figure | None, int]:
    best = days or also
    figure = date_figure(scope.lexemes, first, after, best, also if days else None) if best else None
    return figure, after


def _numeric(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    start = lexemes.starts[index]
    window = lexemes.text[start : start + 12]
    iso = _ISO.match(window)
    if iso:
        after = _after(lexemes, index, start + iso.end())
        return None if after is None else _found(scope, index, after, day(int(iso[1]), int(iso[2]), int(iso[3])))
    dotted = _DOTTED.match(window)
    if dotted and scope.lexicon.tables["dates"]["order"] == "dmy":
        after = _after(lexemes, index, start + dotted.end())
        if after:
            year = int(dotted[3]) + (2000 if len(dotted[3]) == 2 else 0)
            return _found(scope, index, after, day(year, int(dotted[2]), int(dotted[1])))
    dashed = _DASHED.match(window)
    if dashed:
        after = _after(lexemes, index, start + dashed.end())
        parts = int(dashed[1]), int(dashed[3]), int(dashed[4])
        return None if after is None else _either_order(scope, index, after, parts)
    return _short_dotted(scope, index, at)


def _either_order(scope: Scope, index: int, after: int, parts: tuple[int, int, int]) -> tuple[Figure | None, int]:
    one, other, year = parts
    day_first, month_first = day(year, other, one), day(year, one, other)
    if scope.lexicon.tables["dates"]["order"] == "mdy":
        return _found(scope, index, after, month_first, day_first)
    return _found(scope, index, after, day_first)


def _after(lexemes: Lexemes, index: int, end: int) -> int | None:
    """Return the lexeme that begins at or behind ``end``; None where ``end`` is inside one or the run goes on."""
    while lexemes.ends[index] < end:
        index += 1
    goes_on = lexemes.glued(index + 1) and (
        lexemes.kinds[index + 1] in {2, 3} or (lexemes.raw[index + 1] in "-/_:" and lexemes.glued(index + 2))
    )
    return None if lexemes.ends[index] != end or goes_on else index + 1


def _short_dotted(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read "am 26.8.", which needs a word before it that a day follows."""
    lexemes = scope.lexemes
    match = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})", lexemes.raw[index])
    if not match or lexemes.raw[index + 1] != "." or not lexemes.glued(index + 1) or not index:
        return None
    if lexemes.low[index - 1] not in scope.lexicon.words_of("dates", "before_day"):
        return None
    return _found(scope, index, index + 2, nearest(int(match[2]), int(match[1]), at))


def _day_and_month(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    lexemes, lexicon = scope.lexemes, scope.lexicon
    digits = lexemes.raw[index]
    if not digits.isdecimal() or len(digits) > 2:
        return None
    position = index + 1
    if lexemes.low[position] in lexicon.words_of("dates", "day_marks"):
        position += 1
    if lexemes.low[position] in lexicon.words_of("dates", "day_of"):
        position += 1
    month = lexicon.months.at(lexemes.low, position)
    if month is None or (lexicon.has("capital_months") and not lexemes.raw[position][:1].isupper()):
        return None
    return _with_year(scope, (index, month[0]), month[1], int(digits), at)


def _days_of_month(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read "3. bis 5. Mai 2026", "3 tot en met 5 mei", "3–5 May": from one day of a month to another."""
    lexemes = scope.lexemes
    written = lexemes.raw[index]
    marked = lexemes.low[index + 1] in scope.lexicon.words_of("dates", "day_marks")
    other = _joined_day(scope, index + 1 + marked) if _DAY.fullmatch(written) else None
    last = _day_and_month(scope, other, at) if other is not None else None
    return _from_day(scope, index, int(written), last) if last else None


def _joined_day(scope: Scope, position: int) -> int | None:
    """Return the lexeme of the day's number that "to" or a dash leads to, or None."""
    lexemes = scope.lexemes
    linked = joined(scope, position)
    if linked is None and hyphen_between(lexemes, position):
        linked = position + 1
    if linked is None:
        return None
    linked += lexemes.low[linked] in scope.lexicon.words_of("dates", "determiners")
    return linked if _DAY.fullmatch(lexemes.raw[linked]) else None


def _from_day(
    scope: Scope, index: int, number: int, last: tuple[Figure | None, int]
) -> tuple[Figure | None, int] | None:
    """Return the days from one of a month to a later one of it, which is read already; None where it is no later.

    The figure is None where the month has no such day.
    """
    figure = last[0]
    if figure is None or figure.iso is None:
        return None, last[1]
    ends = date.fromisoformat(figure.iso)
    begins = day(ends.year, ends.month, number, year_given=figure.year_given)
    if begins is None:
        return None, last[1]
    return _span(scope, index, date_figure(scope.lexemes, index, index + 1, begins), last)


def _with_year(
    scope: Scope, place: tuple[int, int], month: int, number: int, at: date | None
) -> tuple[Figure | None, int]:
    first, after = place
    lexemes = scope.lexemes
    behind_comma = after + 1 if lexemes.raw[after] == "," and scope.lexicon.tables["dates"]["order"] == "mdy" else after
    if re.fullmatch(r"[1-9][0-9]{3}", lexemes.raw[behind_comma]):
        return _found(scope, first, behind_comma + 1, day(int(lexemes.raw[behind_comma]), month, number))
    return _found(scope, first, after, nearest(month, number, at))


def _month_first(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read "August 2026" and, in English, "August 26(, 2026)"."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    month = lexicon.months.at(lexemes.low, index)
    if month is None or (lexicon.has("capital_months") and not lexemes.raw[index][:1].isupper()):
        return None
    after, number = month
    written = lexemes.raw[after]
    if _YEAR.fullmatch(written):
        return _found(scope, index, after + 1, month_of(int(written), number))
    if (
        lexicon.tables["dates"]["order"] != "mdy"
        or not re.fullmatch(r"[0-9]{1,2}", written)
        or not 1 <= int(written) <= 31
    ):
        return None
    after += 1
    if lexemes.low[after] in lexicon.words_of("dates", "day_marks") and lexemes.glued(after):
        after += 1
    elif lexemes.glued(after) and lexemes.kinds[after] in {2, 3}:
        return None
    other = _joined_day(scope, after)
    if other is not None:
        marked = lexemes.low[other + 1] in lexicon.words_of("dates", "day_marks") and lexemes.glued(other + 1)
        end = other + 1 + marked
        last = _with_year(scope, (index, end), number, int(lexemes.raw[other]), at)
        whole = None if lexemes.is_word(end) else _from_day(scope, index, int(written), last)
        if whole is not None:
            return whole
    return _with_year(scope, (index, after), number, int(written), at)


def _year(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read a bare year of this or the last century where nothing is counted by it."""
    lexemes = scope.lexemes
    del at
    if not _YEAR.fullmatch(lexemes.raw[index]):
        return None
    ranged = _years(scope, index)
    if ranged is not None:
        return ranged
    if lexemes.glued(index + 1) and (lexemes.kinds[index + 1] in {2, 3} or lexemes.glued(index + 2)):
        return None
    low = lexemes.low
    told = index > 0 and low[index - 1] in scope.lexicon.words_of("dates", "before_year")
    told = told or (index > 1 and _YEAR.fullmatch(lexemes.raw[index - 2]) is not None)
    if numbers_a_thing(scope, index) or unit_at(scope, index + 1) or scope.lexicon.magnitudes.at(low, index + 1):
        return None
    if _in_front_of_people(scope, index) or (not told and (_counts(scope, index) or _after_name(scope, index))):
        return None
    return date_figure(lexemes, index, index + 1, year_of(int(lexemes.raw[index]))), index + 1


def _years(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    other = lexemes.raw[index + 2]
    if (
        lexemes.low[index + 1] not in {"-", "–"}
        or not _YEAR.fullmatch(other)
        or (lexemes.glued(index + 3) and lexemes.is_word(index + 3))
    ):
        return None
    if lexemes.glued(index + 1) != lexemes.glued(index + 2) or other <= lexemes.raw[index]:
        return None
    first, last = year_of(int(lexemes.raw[index])), year_of(int(other))
    return date_figure(lexemes, index, index + 3, Days(first.first, last.last, f"{first.iso}/{last.iso}")), index + 3


def _counts(scope: Scope, index: int) -> bool:
    """Return whether four digits count what follows them ("Es kamen 2026 Besucher") rather than name a year."""
    lexemes = scope.lexemes
    if noun_at(scope, index + 1) or counts_persons(scope, index):
        return True
    before = lexemes.low[index - 1] if index else ""
    if not index or before in scope.lexicon.words_of("dates", "determiners") or not lexemes.is_word(index + 1):
        return False
    if scope.lexicon.comparators.before(lexemes.low, index):
        return True
    if scope.lexicon.has("capital_nouns"):
        return lexemes.raw[index + 1][:1].isupper() and lexemes.raw[index - 1][:1].islower()
    plural = tuple(scope.lexicon.tables["apart"]["plural_endings"])
    return lexemes.raw[index - 1].islower() and lexemes.low[index + 1].endswith(plural)


def _in_front_of_people(scope: Scope, index: int) -> bool:
    """Return whether German "vor" tells of a place before so many ("vor 2000 Zuschauern"), not of a time."""
    lexemes = scope.lexemes
    following = lexemes.raw[index + 1]
    told = index > 0 and lexemes.low[index - 1] in scope.lexicon.words_of("dates", "in_front")
    return told and following[:1].isupper() and following.endswith("n")


def _after_name(scope: Scope, index: int) -> bool:
    """Return whether a name stands before the digits, so that they may be part of it ("Agenda 2030")."""
    lexemes = scope.lexemes
    if not index or not lexemes.is_word(index - 1) or lexemes.low[index - 1] in scope.lexicon.openers:
        return False
    return not scope.lexicon.has("capital_nouns") and lexemes.raw[index - 1][:1].isupper()
