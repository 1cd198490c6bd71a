"""Holders without a mark of their own: whom plain words behind "laut", "volgens" or a verb of saying name."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.model import Sentence, Token
from twosource.nlp.lexicon import Prose

REACH = 6
"""How many tokens after "laut", "volgens", "according to" the holder's name may begin."""
WORDS = 3
"""How many words are kept of a holder whose name has no mark of its own."""


def is_reference(words: Sequence[Token], prose: Prose) -> bool:
    """Return whether words are a definite article and one noun in the singular ("according to the lab")."""
    if len(words) < 2 or words[0].norm not in prose.definite or not words[1].is_word:
        return False
    return not words[1].norm.endswith(prose.plural_endings)


def name_end(index: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> int:
    """Return where a name without a mark of its own ends that begins at a token: at a verb or a common word.

    "Laut Norfund beträgt die Wartezeit bei Medisund …" credits Norfund alone. The sentence's end where no name
    begins there, or where only words that link lead on ("laut Vorstand von Medisund").
    """
    last = sentence.last
    if index >= last or not tokens[index].text[0].isupper():
        return last
    links = prose.possessive | prose.holder_links | prose.heads_link | prose.neutral | prose.indefinite
    if prose.language == "de":
        links |= prose.definite
    for later in range(index + 1, min(index + REACH, last)):
        token = tokens[later]
        if token.is_word and token.spaced and token.text[0].islower() and token.norm not in links:
            return later
    return last


def plain_holder(index: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> str | None:
    """Return the words from a token up to the next mark, where they are few and could name somebody, or None."""
    words = []
    for token in tokens[index : sentence.last]:
        if not token.is_word:
            break
        words.append(token)
    if not 0 < len(words) <= WORDS or words[-1].norm in prose.documents:
        return None
    named = words[0].norm in prose.definite | prose.indefinite or words[0].text[0].isupper()
    return " ".join(word.text for word in words) if named else None
