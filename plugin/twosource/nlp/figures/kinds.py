"""Numbers of other kinds that are never counts: ages, scores, times of day and ordinals."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from twosource.model import EVERYTHING, Comparator, Figure, FigureKind, Interval, Parts
from twosource.nlp.figures.lexicon import lexicon
from twosource.nlp.figures.numbers import Number, read_number
from twosource.nlp.figures.scan import Lexemes
from twosource.nlp.figures.spelled import factor_of, spelled
from twosource.nlp.figures.units import Scope, hyphened

_AGE_LIMIT = 120
_TWO_DIGITS = re.compile(r"[0-5][0-9]")
_HOUR_MINUTE = re.compile(r"([01]?[0-9]|2[0-4])[.]([0-5][0-9])")
_SCORE_LIMIT = 40
_SENTENCE = 14


def plain_figure(
    lexemes: Lexemes, place: tuple[int, int], kind: FigureKind, value: Decimal | None, unit: str | None = None
) -> Figure:
    """Return a figure on lexemes ``first`` to ``after`` that stands for exactly its value (None: a score)."""
    start, end = lexemes.starts[place[0]], lexemes.ends[place[1] - 1]
    return Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=kind,
        value=value,
        interval=EVERYTHING if value is None else Interval.point(value),
        unit=unit,
        precision=Decimal(1),
        parts=Parts(None, (start, end), None),
    )


def other_kind_at(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Return the age, score, time or ordinal that begins at a lexeme, and the lexeme after it; None for none."""
    if scope.lexemes.is_number(index):
        return (
            _clock(scope, index)
            or _score(scope, index)
            or _age(scope, index)
            or _bracketed_age(scope, index)
            or _digit_ordinal(scope, index)
        )
    return _spoken_clock(scope, index) or _word_kind(scope, index) or _age_decade(scope, index) or _age(scope, index)


def _clock(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "19.30 Uhr", "19:30", "7 pm", "om 10 uur"; the value is minutes after midnight."""
    lexemes, times = scope.lexemes, scope.lexicon.words_of
    written, after = lexemes.raw[index], index + 1
    dotted = _HOUR_MINUTE.fullmatch(written)
    hour, minute = (int(dotted[1]), int(dotted[2])) if dotted else (-1, 0)
    colon = lexemes.raw[after] == ":" and lexemes.glued(after) and lexemes.glued(after + 1)
    if not dotted and written.isdecimal() and len(written) <= 2:
        hour = int(written)
        if colon and _TWO_DIGITS.fullmatch(lexemes.raw[after + 1]):
            minute, after = int(lexemes.raw[after + 1]), after + 2
    if not 0 <= hour <= 24:
        return None
    marked = scope.lexicon.phrases_of("times", "after").at(lexemes.low, after)
    if marked is None:
        return _bare_clock(scope, index, after, hour * 60 + minute) if after > index + 1 else None
    if scope.lexicon.has("hours_on_the_clock") and not dotted and after == index + 1:
        before = lexemes.low[index - 1] if index else ""
        if before not in times("times", "before"):
            return None
    afternoon = hour < 12 and scope.lexicon.phrases_of("times", "halves").at(lexemes.low, after) is not None
    value = Decimal((hour + 12 * afternoon) * 60 + minute)
    return plain_figure(lexemes, (index, marked[0]), FigureKind.TIME, value), marked[0]


def _bare_clock(scope: Scope, index: int, after: int, minutes: int) -> tuple[Figure | None, int] | None:
    """Read "19:30" without a word behind it, which is a time unless a result is told."""
    if _is_match(scope, index) or (scope.lexemes.raw[after] == ":" and scope.lexemes.glued(after)):
        return None
    return plain_figure(scope.lexemes, (index, after), FigureKind.TIME, Decimal(minutes)), after


def _spoken_clock(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "half past two", "Viertel nach acht", "half drie" (half an hour before three)."""
    low, words = scope.lexemes.low, scope.lexicon.words_of
    if low[index] in words("times", "half_of_next"):
        return _spoken_hour(scope, index, index + 1, -30)
    for told, minutes in (("half", 30), ("quarter", 15)):
        if low[index] in words("times", told) and low[index + 1] in words("times", f"{told}_past"):
            return _spoken_hour(scope, index, index + 2, minutes)
    if low[index] in words("times", "quarter") and low[index + 1] in words("times", "quarter_to"):
        return _spoken_hour(scope, index, index + 2, -15)
    return None


def _spoken_hour(scope: Scope, index: int, position: int, minutes: int) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    hour = spelled(lexemes.low[position], scope.lexicon.language)
    if lexemes.is_number(position) and re.fullmatch("[0-9]{1,2}", lexemes.raw[position]):
        hour = Decimal(lexemes.raw[position])
    if hour is None or hour % 1 or not 1 <= hour <= 24 or scope.lexicon.magnitudes.at(lexemes.low, position + 1):
        return None
    value = (hour * 60 + minutes) % (24 * 60)
    return plain_figure(lexemes, (index, position + 1), FigureKind.TIME, value), position + 1


def _age_decade(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "Mitte dreißig", an age within its decade."""
    lexemes = scope.lexemes
    span = scope.lexicon.tables["ages"]["decades"].get(lexemes.low[index])
    tens = spelled(lexemes.low[index + 1], scope.lexicon.language) if span else None
    if span is None or tens is None or tens % 10 or not 20 <= tens <= 90:
        return None
    figure = plain_figure(lexemes, (index, index + 2), FigureKind.AGE, None, "year")
    return replace(figure, interval=Interval(tens + span[0], tens + span[1]), comparator=Comparator.ABOUT), index + 2


def _is_match(scope: Scope, index: int) -> bool:
    words = scope.lexicon.words_of("scores", "contexts")
    low = scope.lexemes.low
    return any(low[near] in words for near in range(max(index - _SENTENCE, 0), index + _SENTENCE) if near < len(low))


def _score(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "3:1", "2-1", "2–0"; a ratio where the words before it say so."""
    lexemes, after = scope.lexemes, index + 3
    pair = _pair(lexemes, index)
    if pair is None:
        return None
    one, mark, other = pair
    ratios = scope.lexicon.words_of("scores", "ratios")
    if mark == ":" and other and any(lexemes.low[near] in ratios for near in range(max(index - 3, 0), index)):
        return plain_figure(lexemes, (index, after), FigureKind.FRACTION, Decimal(one) / Decimal(other)), after
    match = _is_match(scope, index)
    if max(one, other) > _SCORE_LIMIT and not match:
        return (None, after) if mark == ":" else None
    if mark == ":" or match or one >= other:
        return plain_figure(lexemes, (index, after), FigureKind.SCORE, None), after
    return None


def _pair(lexemes: Lexemes, index: int) -> tuple[int, str, int] | None:
    """Return two whole numbers with a colon or a dash between them, glued, and nothing glued on behind."""
    one, mark, other = lexemes.raw[index], lexemes.low[index + 1], lexemes.raw[index + 2]
    if mark not in {":", "-", "–"} or not (one.isdecimal() and other.isdecimal()):
        return None
    if not (lexemes.glued(index + 1) and lexemes.glued(index + 2)) or len(one) > 3 or len(other) > 3:
        return None
    behind = index + 3
    goes_on = lexemes.kinds[behind] in {2, 3} or (lexemes.raw[behind] in ":-/." and lexemes.glued(behind + 1))
    return None if lexemes.glued(behind) and goes_on else (int(one), mark, int(other))


def _age(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read "47 Jahre alt", "47-Jährige", "47-year-old", "aged 47", "im Alter von 47 Jahren"."""
    lexemes = scope.lexemes
    number = read_number(lexemes, index, scope.lexicon)
    if number is None or not 0 < number.value <= _AGE_LIMIT or number.magnitude != 1:
        return None
    hyphen = number.after + 1 if hyphened(lexemes, number.after) else None
    if hyphen is not None:
        found = scope.lexicon.phrases_of("ages", "hyphen").at(lexemes.low, hyphen)
        return _age_or_span(scope, number, found[0]) if found else None
    after = scope.lexicon.phrases_of("ages", "after").at(lexemes.low, number.after)
    if after is not None:
        return plain_figure(lexemes, (index, after[0]), FigureKind.AGE, number.value, _age_unit(scope, number)), after[
            0
        ]
    if scope.lexicon.phrases_of("ages", "before").before(lexemes.low, index) is None:
        return None
    unit = scope.lexicon.units.at(lexemes.low, number.after)
    if unit is not None and unit[1].unit != "year":
        return None
    end = unit[0] if unit else number.after
    return plain_figure(lexemes, (index, end), FigureKind.AGE, number.value, "year"), end


def _age_unit(scope: Scope, number: Number) -> str:
    unit = scope.lexicon.units.at(scope.lexemes.low, number.after)
    return unit[1].unit if unit else "year"


def _age_or_span(scope: Scope, number: Number, after: int) -> tuple[Figure | None, int]:
    """Tell "die 47-jährige Politikerin" from "eine 50-jährige Geschichte"; a noun of its own is a person."""
    lexemes, ages = scope.lexemes, scope.lexicon.tables["ages"]
    word = lexemes.raw[after - 1]
    following = lexemes.low[after]
    alone = word[:1].isupper() or not lexemes.is_word(after) or not ages["persons"]
    person = following in ages["persons"] or following.endswith(tuple(ages["person_endings"]))
    kind = FigureKind.AGE if alone or person else FigureKind.DURATION
    return plain_figure(lexemes, (number.first, after), kind, number.value, "year"), after


def _bracketed_age(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    """Read the age behind a person's name: "Anna Berg (47)"."""
    lexemes = scope.lexemes
    raw = lexemes.raw
    if index < 3 or raw[index - 1] != "(" or raw[index + 1] != ")" or not re.fullmatch(r"[1-9][0-9]", raw[index]):
        return None
    named = all(lexemes.is_word(near) and raw[near][:1].isupper() for near in (index - 2, index - 3))
    return (
        (plain_figure(lexemes, (index, index + 1), FigureKind.AGE, Decimal(raw[index]), "year"), index + 1)
        if named
        else None
    )


def _digit_ordinal(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    written, after = lexemes.raw[index], index + 1
    if not written.isdecimal() or len(written) > 3:
        return None
    if lexemes.glued(after) and lexemes.low[after] in scope.lexicon.words_of("ordinals", "suffixes"):
        return plain_figure(lexemes, (index, after + 1), FigureKind.ORDINAL, Decimal(written)), after + 1
    before = lexemes.low[index - 1] if index else ""
    if before in scope.lexicon.words_of("ordinals", "ranks") and lexemes.raw[index - 1][:1].isalpha():
        return plain_figure(lexemes, (index, after), FigureKind.ORDINAL, Decimal(written)), after
    if not scope.lexicon.has("dotted_ordinals") or lexemes.raw[after] != "." or not lexemes.glued(after):
        return None
    following = lexemes.raw[after + 1]
    told = before in scope.lexicon.words_of("ordinals", "dotted_after") or following[:1].islower()
    if not told or not lexemes.is_word(after + 1) or lexemes.glued(after + 1):
        return None
    return plain_figure(lexemes, (index, after + 1), FigureKind.ORDINAL, Decimal(written)), after + 1


@lru_cache(maxsize=65_536)
def word_kind(word: str, language: str) -> tuple[FigureKind, Decimal, str | None] | None:
    """Return what one lower-case word is: an ordinal, an age or a duration in an adjective, with value and unit."""
    tables = lexicon(language)
    if word in tables.ordinals:
        return FigureKind.ORDINAL, Decimal(tables.ordinals[word]), None
    age = tables.shape("ages", "shape")
    match = age.fullmatch(word) if age and len(word) < 60 else None
    factor = factor_of(match["n"], language) if match else None
    if factor is not None:
        return FigureKind.AGE, factor, "year"
    for unit, shape in tables.tables["ages"]["duration_shapes"].items():
        match = re.fullmatch(shape, word) if len(word) < 60 else None
        factor = factor_of(match["n"], language) if match else None
        if factor is not None and factor > 1:
            return FigureKind.DURATION, factor, unit
    return None


def _word_kind(scope: Scope, index: int) -> tuple[Figure | None, int] | None:
    lexemes = scope.lexemes
    found = word_kind(lexemes.low[index], scope.lexicon.language)
    if found is None:
        return None
    kind, value, unit = found
    if kind is FigureKind.AGE:
        return _age_or_span(scope, Number(index, index + 1, value), index + 1)
    return plain_figure(lexemes, (index, index + 1), kind, value, unit), index + 1
