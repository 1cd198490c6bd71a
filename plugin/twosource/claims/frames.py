"""Clauses within a sentence that are about something of their own: relative clauses, comparisons, opening frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twosource.model import Sentence, Token
from twosource.nlp.lexicon import Prose

_BACK = 5
"""How many tokens before its comma a relative clause's noun phrase may reach."""
_HEAD = 3
"""How many tokens may stand before the noun that a sentence opens with."""
_MARKS = ",;:–—()"


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative clause: tokens ``first`` to ``last`` (exclusive), from its pronoun on.

    Attributes:
        first: its pronoun.
        last: the index after its last token.
        compared: whether what it tells of is what something is compared with ("kürzer als die Linie 3, die …").
        owner: whether its pronoun is a possessive one ("dessen", "wiens", "whose").
        owned: whether what it tells of is somebody's who is named right before it ("Server von Lenovo, die …").
    """

    first: int
    last: int
    compared: bool
    owner: bool
    owned: bool


def relatives(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> Iterator[Relative]:
    """Yield the relative clauses of a sentence that a comma opens.

    In German and Dutch, where the pronouns are articles too, the clause has to end in a word of lower case: its verb.
    """
    for index in range(sentence.first + 1, sentence.last - 1):
        if tokens[index - 1].norm != "," or tokens[index].norm not in prose.relative_pronouns | prose.relative_owners:
            continue
        last = next((end for end in range(index, sentence.last) if tokens[end].norm in _MARKS), sentence.last)
        words = [token for token in tokens[index:last] if token.is_word]
        if tokens[index].norm in prose.definite and (len(words) < 2 or not words[-1].text[0].islower()):
            continue
        compared = _compared(sentence, index - 1, tokens, prose)
        before = tokens[index - 2]
        owned = index - 3 > sentence.first and tokens[index - 3].norm in prose.makers and before.text[0].isupper()
        yield Relative(index, last, compared, tokens[index].norm in prose.relative_owners, owned)


def _compared(sentence: Sentence, comma: int, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether words of comparison lead to what stands before a comma, and not to a number ("mehr als 100")."""
    for start in range(max(comma - _BACK, sentence.first), comma):
        for last, _kinds in prose.compared.at(tokens, start, comma):
            if last < comma and tokens[last].is_word and not any(t.norm in _MARKS for t in tokens[start:comma]):
                return True
    return False


def frame_of(mention: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> int | None:
    """Return the mark before a name that frames a clause of its own ("…, auf der Nordlinie gab es …"), or None.

    From that mark only a preposition and an article lead to the name.
    """
    before = mention - 1
    while before > sentence.first and tokens[before].norm in prose.definite - prose.frames:
        before -= 1
    framed = before > sentence.first and tokens[before].norm in prose.frames
    return before - 1 if framed and tokens[before - 1].norm in ",;–—" else None


def in_place(mention: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a name only tells where something is ("an der Nordlinie", "beside the North Line")."""
    before = mention - 1
    while before > sentence.first and tokens[before].norm in prose.definite - prose.locative:
        before -= 1
    return before >= sentence.first and tokens[before].norm in prose.locative


def of_part(mention: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether what is told of is a part of what is named ("der erste Abschnitt der Nordlinie")."""
    before = mention - 1
    joining = prose.definite | prose.possessive | prose.holder_links
    while before > sentence.first and tokens[before].norm in joining:
        before -= 1
    return sentence.first <= before < mention - 1 and tokens[before].norm in prose.part_nouns


def head_of(mention: int, sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> int | None:
    """Return the noun that opens a sentence, and that a name only tells more of ("Der Unterhalt der Nordlinie").

    None where there is none.
    """
    before = mention - 1
    joining = prose.definite | prose.heads_link
    while before > sentence.first and tokens[before].norm in joining:
        before -= 1
    skipped = {token.norm for token in tokens[before + 1 : mention]}
    linked = bool(skipped & prose.heads_link) or (prose.language == "de" and bool(skipped))
    noun = tokens[before].is_word and tokens[before].norm not in prose.neutral | prose.possessive
    if not linked or not noun or before - sentence.first > _HEAD:
        return None
    if prose.language == "de" and not tokens[before].text[0].isupper():
        return None
    opening = tokens[sentence.first].norm in prose.definite | prose.indefinite
    return before if opening and before > sentence.first else None
