"""Dates: days, months, quarters and years, as intervals of ordinals of days."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from twosource.model import Figure, FigureKind, FigureReading, Interval, Parts
from twosource.nlp.figures.names import numbers_a_thing
from twosource.nlp.figures.scan import Lexemes
from twosource.nlp.figures.spelled import spelled
from twosource.nlp.figures.units import Scope, noun_at, unit_at

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}|[0-9]{2})")
_DASHED = re.compile(r"([0-9]{1,2})([-/])([0-9]{1,2})\2([0-9]{4})")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Days:
    """A stretch of days as a text names it."""

    first: date
    last: date
    iso: str
    year_given: bool = True

    @property
    def interval(self) -> Interval:
        """The ordinals of its days, both ends included."""
        return Interval(Decimal(self.first.toordinal()), Decimal(self.last.toordinal()))


def date_figure(lexemes: Lexemes, first: int, after: int, days: Days, also: Days | None = None) -> Figure:
    """Return the figure of a date that stands on lexemes ``first`` to ``after``; ``also`` is its other reading."""
    start, end = lexemes.starts[first], lexemes.ends[after - 1]
    value = days.interval.low
    readings: tuple[FigureReading, ...] = ()
    if also is not None and also != days:
        readings = tuple(FigureReading(each.interval.low, each.interval) for each in (days, also))
    return Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=FigureKind.DATE,
        value=value,
        interval=days.interval,
        precision=Decimal(1),
        parts=Parts(None, (start, end), None),
        readings=readings,
        iso=days.iso,
        year_given=days.year_given,
    )


def day(year: int, month: int, number: int, *, year_given: bool = True) -> Days | None:
    """Return one day, or None where the calendar has no such day."""
    try:
        found = date(year, month, number)
    except ValueError:
        return None
    return Days(found, found, found.isoformat(), year_given)


def month_of(year: int, month: int) -> Days:
    """Return a month."""
    return Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), f"{year:04}-{month:02}")


def quarter_of(year: int, quarter: int, *, year_given: bool = True) -> Days:
    """Return a quarter of a year."""
    last = month_of(year, quarter * 3).last
    return Days(date(year, quarter * 3 - 2, 1), last, f"{year:04}-Q{quarter}", year_given)


def decade_of(year: int) -> Days:
    """Return the ten years from ``year`` on."""
    return Days(date(year, 1, 1), date(year + 9, 12, 31), f"{year // 10:03}X")


def year_of(year: int) -> Days:
    """Return a year."""
    return Days(date(year, 1, 1), date(year, 12, 31), f"{year:04}")


def nearest(month: int, number: int, at: date | None) -> Days | None:
    """Return the day of a month in the year that brings it nearest to ``at``; None without ``at`` or such a day."""
    if at is None:
        return None
    found = [
        day(year, month, number, year_given=False) for year in (at.year - 1, at.year, at.year + 1) if 0 < year < 10_000
    ]
    days = [each for each in found if each is not None]
    return min(days, key=lambda each: abs(each.first - at), default=None)


def date_at(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Return the date that begins at a lexeme and the lexeme after it.

    The figure is None where the words are a date that no calendar has (30 February): they are no other figure
    either. None stands for no date at all.
    """
    lexemes = scope.lexemes
    if lexemes.is_number(index):
        for read in (_numeric, _day_and_month, _dotted_quarter, _decade, _year):
            found = read(scope, index, at)
            if found is not None:
                return found
        return None
    return _month_first(scope, index, at) or _quarter(scope, index, at) or _spelled_decade(scope, index)


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
    if month is None:
        return None
    return _with_year(scope, (index, month[0]), month[1], int(digits), at)


def _with_year(
    scope: Scope, place: tuple[int, int], month: int, number: int, at: date | None
) -> tuple[Figure | None, int]:
    first, after = place
    lexemes = scope.lexemes
    behind_comma = after + 1 if lexemes.raw[after] == "," and scope.lexicon.language == "en" else after
    if re.fullmatch(r"[1-9][0-9]{3}", lexemes.raw[behind_comma]):
        return _found(scope, first, behind_comma + 1, day(int(lexemes.raw[behind_comma]), month, number))
    return _found(scope, first, after, nearest(month, number, at))


def _month_first(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read "August 2026" and, in English, "August 26(, 2026)"."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    month = lexicon.months.at(lexemes.low, index)
    if month is None or (lexicon.language != "nl" and not lexemes.raw[index][:1].isupper()):
        return None
    after, number = month
    written = lexemes.raw[after]
    if _YEAR.fullmatch(written):
        return _found(scope, index, after + 1, month_of(int(written), number))
    if lexicon.language != "en" or not re.fullmatch(r"[0-9]{1,2}", written) or not 1 <= int(written) <= 31:
        return None
    after += 1
    if lexemes.low[after] in lexicon.words_of("dates", "day_marks") and lexemes.glued(after):
        after += 1
    elif lexemes.glued(after) and lexemes.kinds[after] in {2, 3}:
        return None
    return _with_year(scope, (index, after), number, int(written), at)


def _dotted_quarter(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    if lexemes.raw[index] not in {"1", "2", "3", "4"} or lexemes.raw[index + 1] != ".":
        return None
    if lexemes.low[index + 2] not in scope.lexicon.words_of("dates", "quarter"):
        return None
    return _quarter_year(scope, index, index + 3, int(lexemes.raw[index]), at)


def _quarter(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    ordinal = scope.lexicon.tables["dates"]["quarter_ordinals"].get(lexemes.low[index])
    if ordinal is not None and lexemes.low[index + 1] in scope.lexicon.words_of("dates", "quarter"):
        return _quarter_year(scope, index, index + 2, int(ordinal), at)
    if lexemes.raw[index] in {"Q", "q"} and lexemes.glued(index + 1) and lexemes.raw[index + 1] in {"1", "2", "3", "4"}:
        return _quarter_year(scope, index, index + 2, int(lexemes.raw[index + 1]), at)
    return None


def _quarter_year(
    scope: Scope, index: int, after: int, quarter: int, at: date | None
) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    position = after + 1 if lexemes.low[after] in scope.lexicon.words_of("dates", "quarter_of") else after
    if _YEAR.fullmatch(lexemes.raw[position]):
        return _found(scope, index, position + 1, quarter_of(int(lexemes.raw[position]), quarter))
    return None if at is None else _found(scope, index, after, quarter_of(at.year, quarter, year_given=False))


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
    if not told and (_counts(scope, index) or _after_name(scope, index)):
        return None
    return date_figure(lexemes, index, index + 1, year_of(int(lexemes.raw[index]))), index + 1


def _decade(scope: Scope, index: int, at: date | None) -> tuple[Figure | None, int] | None:
    """Read "1990s" and "1990er-Jahre"; ISO 8601-2 writes them 199X."""
    del at
    lexemes = scope.lexemes
    written, mark = lexemes.raw[index], index + 1
    if not _YEAR.fullmatch(written) or written[-1] != "0" or not lexemes.glued(mark):
        return None
    if lexemes.raw[mark] not in scope.lexicon.words_of("dates", "decade_marks"):
        return None
    after = mark + 3 if lexemes.low[mark + 1] == "-" and lexemes.low[mark + 2] in {"jahre", "jahren"} else mark + 1
    return _found(scope, index, after, decade_of(int(written)))


def _spelled_decade(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "jaren negentig", which the word before the number tells from a count."""
    lexemes = scope.lexemes
    if lexemes.low[index] not in scope.lexicon.words_of("dates", "decade_before"):
        return None
    tens = spelled(lexemes.low[index + 1], scope.lexicon.language)
    if tens is None or tens % 10 or not 10 <= tens <= 90:
        return None
    return _found(scope, index, index + 2, decade_of(1900 + int(tens)))


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
    if noun_at(scope, index + 1):
        return True
    before = lexemes.low[index - 1] if index else ""
    if not index or before in scope.lexicon.words_of("dates", "determiners") or not lexemes.is_word(index + 1):
        return False
    if scope.lexicon.comparators.before(lexemes.low, index):
        return True
    if scope.lexicon.language == "de":
        return lexemes.raw[index + 1][:1].isupper() and lexemes.raw[index - 1][:1].islower()
    plural = tuple(scope.lexicon.tables["apart"]["plural_endings"])
    return lexemes.raw[index - 1].islower() and lexemes.low[index + 1].endswith(plural)


def _after_name(scope: Scope, index: int) -> bool:
    """Return whether a name stands before the digits, so that they may be part of it ("Agenda 2030")."""
    lexemes = scope.lexemes
    if not index or not lexemes.is_word(index - 1) or lexemes.low[index - 1] in scope.lexicon.openers:
        return False
    return scope.lexicon.language != "de" and lexemes.raw[index - 1][:1].isupper()
