"""Things that a sentence brings in beside its subject, whose figures it then tells ("a ferry that opened in 1922")."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.claims.governed import clause
from twosource.model import Sentence, Token
from twosource.nlp.clauses import Part
from twosource.nlp.lexicon import Prose

_NOUN = 4
"""How many words an article may stand before its noun."""


def of_a_stranger(
    told: tuple[int, int], cues: frozenset[int], sentence: Sentence, part: Part, tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a figure is told of a thing that the sentence brings in with an indefinite article.

    Either in a relative clause behind it ("replaces a ferry that opened in 1922"), or right beside it ("a pier 80
    metres long", "einen 80 Meter langen Steg"). A thing that a cue of the fact names is the fact's own ("a window").

    Args:
        told: the tokens of the figure (first, index after the last).
        cues: the tokens of the fact's cue terms.
        sentence: the sentence.
        part: the part of it that the figure stands in.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    if not cues:
        return False  # "runs on a cluster that comprises 131,072 chips": what is counted is the fact's own
    begin, end = clause(tokens, part, *told)
    bare = (prose.relative_pronouns - prose.definite) | prose.bare_relatives
    for index in range(told[0] - 1, begin, -1):
        if tokens[index].norm in bare and _brought_in(index - 1, sentence.first, cues, tokens, prose):
            return True
    comma = 1 < begin <= told[0] and tokens[begin - 1].norm == ","
    relative = comma and tokens[begin].norm in prose.relative_pronouns
    if relative and _brought_in(begin - 2, sentence.first, cues, tokens, prose):
        return True
    before = told[0] - 1
    if before >= begin and tokens[before].norm in prose.indefinite:
        behind = [index for index in range(told[1], min(told[1] + _NOUN, end)) if tokens[index].is_word]
        if prose.language == "de":
            nouns = [index for index in behind if tokens[index].text[0].isupper()]
            return bool(nouns) and nouns[0] not in cues
        return bool(behind) and not cues & set(behind)
    return _brought_in(before, begin, cues, tokens, prose)


def _brought_in(noun: int, first: int, cues: frozenset[int], tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a token is a noun with an indefinite article that no cue of the fact names."""
    if (
        noun <= first
        or not tokens[noun].is_word
        or noun in cues
        or tokens[noun].norm in prose.neutral | prose.possessive
    ):
        return False
    for index in range(noun - 1, max(noun - _NOUN, first) - 1, -1):
        if tokens[index].norm in prose.indefinite:
            return not cues & set(range(index, noun))
        if not tokens[index].is_word:
            return False
    return False


def about_another_thing(
    sentence: Sentence, told: tuple[int, int], cues: frozenset[int], tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a sentence that names nobody opens with a thing of its own ("A cycle path opens …", "The ferry").

    Its subject is then that thing, and not whom the sentence before was about; a thing that a cue names is the fact's
    own ("The context window holds …").
    """
    if tokens[sentence.first].norm not in prose.indefinite | prose.definite:
        return False
    cue = min((index for index in cues if index > sentence.first), default=None)
    if cue is None or not 1 < cue - sentence.first <= _NOUN or told[0] < cue:
        return False
    if not all(tokens[index].is_word for index in range(sentence.first + 1, cue)):
        return False
    if prose.language == "de":
        return tokens[cue].text[0].islower() or tokens[cue - 1].text[0].isupper()
    # A verb leads on to its figure ("the ferry cost 3 million"), a noun does not ("the total cost was").
    behind = tokens[cue + 1 : sentence.last]
    return cue + 1 == told[0] or (bool(behind) and behind[0].norm in prose.neutral)
