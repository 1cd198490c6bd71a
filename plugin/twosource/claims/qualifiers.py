"""What a fact holds of: its period, its day, its condition, its comparison; and whether a sentence tells of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from twosource.claims.discourse import Scene
from twosource.facts.cues import CueIndex
from twosource.facts.days import told_days
from twosource.facts.index import FactBase
from twosource.model import Condition, Fact, Figure, FigureKind, Interval, Sentence, Token, When
from twosource.nlp.figures.lexicon import lexicon
from twosource.nlp.lexicon import Prose
from twosource.nlp.pipeline import Reading

_PARTIAL = frozenset({"some", "many", "most"})
_TO_DATE = 3
"""How many tokens may stand between words of an as-of date and the date ("Stand: Ende März 2026")."""


def of_another_time(
    fact: Fact, told: Figure | None, scene: Scene, figures: Sequence[Figure], tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a sentence gives another time than the fact's.

    Of a fact with a period: where the sentence names dates or months, and none of them touches it. Of a fact that holds
    as of a day: where the sentence says as of which other day it speaks.

    Args:
        fact: the fact.
        told: the figure that is told of it, or None.
        scene: the sentence.
        figures: the figures in it.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    if isinstance(fact.value, When):
        return False
    dates = [each for each in figures if each.kind is FigureKind.DATE and each is not told]
    if fact.period is not None:
        days = fact.period.interval
        touched = [_touches(each, days) for each in dates]
        touched += [month in _months_of(days) for month in _bare_months(scene.sentence, dates, tokens, prose)]
        return bool(touched) and not any(touched)
    if fact.as_of is not None:
        day = Interval.point(Decimal(fact.as_of.toordinal()))
        return any(_is_as_of(each, scene.sentence, tokens, prose) and not _touches(each, day) for each in dates)
    return False


def _touches(figure: Figure, days: Interval) -> bool:
    return any(told.overlaps(days) for told in told_days(figure, days))


def _bare_months(sentence: Sentence, dates: Sequence[Figure], tokens: Sequence[Token], prose: Prose) -> Iterator[int]:
    """Yield the months that a sentence names without a year; where months are capitals, "may" is none."""
    months = lexicon(prose.language).months
    for index in range(sentence.first, sentence.last):
        token = tokens[index]
        named = months.at([token.norm], 0) if token.is_word else None
        if named is None or (prose.language != "nl" and not token.text[0].isupper()):
            continue
        if not any(each.start <= token.start < each.end for each in dates):
            yield named[1]


def _months_of(days: Interval) -> frozenset[int]:
    """Return the months that a period touches."""
    if days.low is None or days.high is None or days.high - days.low >= 366:
        return frozenset(range(1, 13))
    return frozenset(date.fromordinal(day).month for day in range(int(days.low), int(days.high) + 1))


def _is_as_of(figure: Figure, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether words before a date say that it is the one as of which something holds ("Stand", "as of")."""
    first = next((i for i in range(sentence.first, sentence.last) if tokens[i].start >= figure.start), sentence.last)
    return any(
        end <= first <= end + _TO_DATE
        for start in range(max(sentence.first, first - 2 * _TO_DATE), first)
        for end, _ in prose.as_of.at(tokens, start, first)
    )


def under_another(fact: Fact, scene: Scene, figures: Sequence[Figure], reading: Reading, base: FactBase) -> bool:
    """Return whether what differs from a fact may well be told under another condition, or against something else.

    A fact's condition has to be named: in the sentence or before it in its paragraph, by a cue line or by the entity. A
    comparison may go unsaid; what counts is that the sentence compares with something that the fact's cues do not name.

    Args:
        fact: the fact.
        scene: the sentence.
        figures: the figures in it.
        reading: the whole text's reading.
        base: the fact base.
    """
    if fact.condition is not None and not _named(fact, "condition", fact.condition, scene, reading, base):
        return True
    compared = fact.compared_with
    if compared is None or _named(fact, "compared_with", compared, scene, reading, base):
        return False
    return _compares(scene.sentence, figures, reading.walk.tokens, reading.walk.prose)


def _named(fact: Fact, name: str, what: Condition, scene: Scene, reading: Reading, base: FactBase) -> bool:
    if what.entity is not None and any(f"{fact.pack}/{what.entity}" in each.entities for each in scene.placed):
        return True
    cues = base.qualifying(fact, name, reading.walk.language)
    return cues is not None and any(_hit(cues, each, reading) for each in _up_to(scene.sentence, reading))


def _hit(cues: CueIndex, sentence: Sentence, reading: Reading) -> bool:
    return bool(cues.hits(reading.walk.tokens, sentence.first, sentence.last))


def _up_to(sentence: Sentence, reading: Reading) -> Iterator[Sentence]:
    """Yield the sentences of a paragraph up to this one."""
    for each in reading.walk.sentences:
        if each.segment == sentence.segment and each.first <= sentence.first:
            yield each


def _compares(sentence: Sentence, figures: Sequence[Figure], tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether words of comparison lead to something that is no number ("… als ein H100", not "mehr als 5")."""
    numbers = {
        index for figure in figures for index in range(sentence.first, sentence.last) if _within(tokens[index], figure)
    }
    return any(
        end < sentence.last and start not in numbers and end not in numbers and tokens[end].is_word
        for start in range(sentence.first, sentence.last)
        for end, _ in prose.against.at(tokens, start, sentence.last)
    )


def _within(token: Token, figure: Figure) -> bool:
    return figure.start <= token.start < figure.end


def not_quite_all(fact: Fact, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a sentence says "not all" of what the fact says of some, many or most: that denies nothing."""
    if fact.extent not in _PARTIAL:
        return False
    return any(
        "negations" in kinds and end < sentence.last and tokens[end].norm in prose.universal
        for start in range(sentence.first, sentence.last)
        for end, kinds in prose.polarity.at(tokens, start, sentence.last)
    )
