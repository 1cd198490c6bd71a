"""Parts of a sentence: what semicolons, colons, joining words between clauses and an opening backdrop set apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twosource.model import Sentence, Token
from twosource.nlp.lexicon import Prose


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence: tokens ``first`` to ``last`` (exclusive).

    Attributes:
        joint: the mark or word that parts it from the one before; empty for the first.
        additive: whether that joint only adds ("und", "and", "en"; a semicolon).
    """

    first: int
    last: int
    joint: str = ""
    additive: bool = False


def parts(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> tuple[Part, ...]:
    """Return the parts of a sentence in order; together they cover it."""
    found: list[Part] = []
    first, joint, additive = sentence.first, "", False
    backdrop = any(True for _ in prose.backdrops.at(tokens, first, sentence.last))
    for index in range(sentence.first + 1, sentence.last - 1):
        token = tokens[index]
        following = tokens[index + 1]
        if token.norm == ";" or (token.norm == ":" and following.spaced):
            found.append(Part(first, index, joint, additive))
            first, joint, additive = index + 1, token.norm, token.norm == ";"
        elif token.norm == "," and backdrop:
            # "Against the backdrop of China's striving, …": who is named there is not whom the rest is about.
            found.append(Part(first, index, joint, additive))
            first, joint, additive, backdrop = index + 1, token.norm, False, False
        elif token.norm == "," and following.norm in prose.conjunctions:
            found.append(Part(first, index, joint, additive))
            first, joint, additive = index + 1, following.norm, following.norm in prose.additive
    found.append(Part(first, sentence.last, joint, additive))
    return tuple(found)


def part_at(pieces: Sequence[Part], index: int) -> int:
    """Return which part the token at ``index`` stands in (a joint belongs to the part before it)."""
    for number, part in enumerate(pieces):
        if index < part.last:
            return number
    return len(pieces) - 1
