"""What a sentence does not say of now: intentions, conditions, an earlier stage, and what it only denies."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.model import Sentence, Token
from twosource.nlp.clauses import Part
from twosource.nlp.lexicon import Prose


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
    if words & prose.intentions and words & prose.changes:
        return True
    if _conditional(sentence, tokens, prose):
        return True
    return any(
        token.norm in prose.lingering and tokens[index + 1].norm not in prose.lasting
        for index, token in enumerate(tokens[part.first : part.last - 1], part.first)
    ) and bool(words & prose.past_forms)


def _conditional(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a sentence opens with a condition ("Als …, …", "Mocht …")."""
    opening = tokens[sentence.first]
    if opening.norm not in prose.opening_conditions:
        return False
    return any(token.norm == "," for token in tokens[sentence.first : sentence.last])


def denied_later(part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a part reports something in order to deny it with a verb of two words ("wies … zurück")."""
    return any(
        any(tokens[later].norm in particles for later in range(index + 1, part.last))
        for index in range(part.first, part.last)
        if (particles := prose.denial_splits.get(tokens[index].norm)) is not None
    )
