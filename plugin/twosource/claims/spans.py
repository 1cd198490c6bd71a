"""Spans: the words that a claim is shown at."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.claims.candidates import Candidate
from twosource.claims.counts import index_at
from twosource.facts.index import FactBase
from twosource.model import Figure, Sentence, Token
from twosource.nlp.pipeline import Reading


def span_of(
    candidate: Candidate, figure: Figure | None, sentence: Sentence, reading: Reading, base: FactBase, *, whole: bool
) -> tuple[int, int]:
    """Return the code points (start, end) of a claim.

    Of a figure: the figure with its comparator and the noun that it counts, with all of a compound that begins with
    the fact's unit and ties it ("62 Billionen Token-Aufrufe"). Else: the words from cue to cue, or a name.

    Args:
        candidate: the fact, with the words that point to it.
        figure: the figure that is told, or None.
        sentence: the sentence that tells it.
        reading: the whole text's reading.
        base: the fact base.
        whole: whether words that are joined to the first and the last one belong to it; to a name they do not.
    """
    tokens = reading.walk.tokens
    if figure is not None:
        return figure.start, max(_end(figure), _compound_end(candidate, figure, sentence, reading, base))
    first, last = candidate.first, candidate.last
    while whole and first > sentence.first and not tokens[first].spaced and _joins(tokens[first - 1]):
        first -= 1
    while whole and last < sentence.last and _goes_on(last, sentence, tokens):
        last += 1
    return tokens[first].start, tokens[last - 1].end


def _end(figure: Figure) -> int:
    unit = None if figure.parts is None else figure.parts.unit
    return figure.end if unit is None else max(figure.end, unit[1])


def _compound_end(candidate: Candidate, figure: Figure, sentence: Sentence, reading: Reading, base: FactBase) -> int:
    """Return where a compound of the fact's unit ends that a figure counts and that is a cue, or 0 where there is none.

    It is one word or joined by hyphens, in English also two words, the first in the singular ("token calls").
    """
    tokens, prose = reading.walk.tokens, reading.walk.prose
    unit = getattr(candidate.fact.value, "unit", None)
    noun = index_at(tokens, _end(figure) - 1) if figure.unit is not None else candidate.last
    if unit is None or noun not in candidate.cues:
        return 0
    if not base.unit_opens(tokens[noun], candidate.fact.pack, unit, prose.language):
        return 0
    behind = noun + 1
    while behind < sentence.last and _goes_on(behind, sentence, tokens):
        behind += 1
    apart = prose.language == "en" and behind == noun + 1 and not tokens[noun].norm.endswith(prose.plural_endings)
    if apart and behind < sentence.last and behind in candidate.cues and tokens[behind].is_word:
        behind += 1
    return tokens[behind - 1].end


def _goes_on(index: int, sentence: Sentence, tokens: Sequence[Token]) -> bool:
    """Return whether a token is joined to the one before it: an ending, or what a hyphen or an apostrophe leads to."""
    token = tokens[index]
    if token.spaced:
        return False
    if token.is_word or token.norm[0].isdigit():
        return True
    joined = token.norm in "-'" and index + 1 < sentence.last
    return joined and not tokens[index + 1].spaced and tokens[index + 1].norm[0].isalnum()


def _joins(token: Token) -> bool:
    return token.is_word or token.norm[0].isdigit() or token.norm == "-"
