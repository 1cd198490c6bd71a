"""What a sentence does not say of now: intentions, conditions, an earlier stage, and what it only denies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from twosource.claims.governed import clause
from twosource.model import Figure, FigureKind, Sentence, Token
from twosource.nlp.clauses import Part
from twosource.nlp.figures.lexicon import lexicon
from twosource.nlp.lexicon import Prose

_OPENING = 4
"""How many tokens a period that a sentence opens with may take up to its name."""
_SHORT = 3
"""How many letters a verb in the past has at least ("had"; "de" and "te" are none)."""
_OWN_DAYS = 31
"""How many days before a fact was first told still belong to it."""


def elsewhen(sentence: Sentence, part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a part tells of what is meant to be, of what would be, or of what was so at an earlier stage.

    An intention is a verb of will or duty with a verb of change ("will … erweitern", "moet … groeien", "is due to
    grow"): "soll … laufen" is hearsay. An earlier stage is a past form with "noch", "nog" or "still".

    Args:
        sentence: the sentence.
        part: its part that the claim stands in.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    words = {token.norm for token in tokens[part.first : part.last] if token.is_word}
    if words & prose.intentions and (words & prose.changes or _completed(part, tokens, prose)):
        return True
    if _conditional(sentence, tokens, prose):
        return True
    return any(
        token.norm in prose.lingering and tokens[index + 1].norm not in prose.lasting
        for index, token in enumerate(tokens[part.first : part.last - 1], part.first)
    ) and bool(words & prose.past_forms)


def _completed(part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a clause ends in what is yet to come about ("will … auf 700 Betten kommen"), and in no noun."""
    nominal = prose.neutral | prose.possessive | prose.definite | prose.indefinite | prose.its
    return any(
        token.norm in prose.completions
        and (index == part.first or tokens[index - 1].norm not in nominal)
        and (index + 1 == part.last or not tokens[index + 1].is_word)
        for index, token in enumerate(tokens[part.first : part.last], part.first)
    )


def before_a_change(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a sentence tells in the past of what was so at another stage.

    "Before the rebuilding, patients waited …"; "when it had 520 beds, …".

    Args:
        sentence: the sentence.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    opening = tokens[sentence.first].norm
    following = [token.norm for token in tokens[sentence.first + 1 : sentence.last]]
    if opening in prose.earlier and following and following[0] in prose.definite | prose.its:
        return _past(tokens[sentence.first + 3 : sentence.last], prose)
    if opening not in prose.when:
        return False
    comma = next((index for index in range(sentence.first, sentence.last) if tokens[index].norm == ","), None)
    return comma is not None and _past(tokens[sentence.first + 1 : comma], prose)


def _past(words: Sequence[Token], prose: Prose) -> bool:
    """Return whether some word is a verb in the past by its form or ending, and none of saying."""
    return any(
        token.norm in prose.past_forms or (token.text[0].islower() and token.norm.endswith(prose.past_endings))
        for token in words
        if token.is_word and len(token.norm) >= _SHORT and token.norm not in prose.say_verbs
    )


def _conditional(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a sentence opens with a condition ("Als …, …", "Mocht …", "Wer … will, …")."""
    opening = tokens[sentence.first].norm
    comma = next((index for index in range(sentence.first, sentence.last) if tokens[index].norm == ","), None)
    if comma is None or any(token.norm in prose.say_verbs for token in tokens[sentence.first + 2 : sentence.last][:1]):
        return False  # "Als obstakels noemt Z.ai …" says as what, and not under which condition
    wanting = any(token.norm in prose.intentions for token in tokens[sentence.first : comma])
    return opening in prose.opening_conditions or (opening in prose.whoever and wanting)


def denied_later(part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a part reports something in order to deny it with a verb of two words ("wies … zurück")."""
    return any(
        any(tokens[later].norm in particles for later in range(index + 1, part.last))
        for index in range(part.first, part.last)
        if (particles := prose.denial_splits.get(tokens[index].norm)) is not None
    )


def in_other_period(
    sentence: Sentence, figures: Sequence[Figure], tokens: Sequence[Token], told: date, language: str
) -> bool:
    """Return whether a sentence speaks of another time than that in which a fact was told.

    It does where it opens with a month, quarter or year in which the fact was not told ("Im Januar …"; the month that
    it was told in, and the one before, are its own), and where it names a year far ahead ("by 2030"). A day is no
    period: it dates an event.

    Args:
        sentence: the sentence.
        figures: the figures in it.
        tokens: the tokens of the text.
        told: when the fact was first told.
        language: the text's language.
    """
    if any(_far_ahead(figure, told) for figure in figures):
        return True
    opening = tokens[sentence.first : min(sentence.first + _OPENING, sentence.last)]
    for figure in figures:
        if figure.kind is FigureKind.DATE and figure.iso is not None and figure.start < opening[-1].end:
            high, coarse = figure.interval.high, len(figure.iso) < len("2026-08-26")
            return coarse and high is not None and high < told.toordinal() - _OWN_DAYS
    months = lexicon(language).months
    for token, following in pairwise(opening):
        named = months.at([following.norm], 0)
        if token.is_word and token.norm not in ("on", "op", "am") and named is not None:
            return (told.month - named[1]) % 12 > 1
    return False


def _far_ahead(figure: Figure, told: date) -> bool:
    """Return whether a figure is a year, quarter or month that began long after a fact was told."""
    if figure.kind is not FigureKind.DATE or figure.iso is None or not figure.year_given:
        return False
    return len(figure.iso) < len("2026-08-26") and int(figure.iso[:4]) > told.year + 1


def on_one_day(first: int, last: int, part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether the clause around tokens tells of one day by its weekday ("On Friday only nine trams ran").

    Args:
        first: the first token of what is told.
        last: the index after its last token.
        part: the part of the sentence.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    begin, end = clause(tokens, part, first, last)
    weekdays = lexicon(prose.language).words_of("dates", "weekdays")
    return any(token.norm in weekdays for token in tokens[begin:end])
