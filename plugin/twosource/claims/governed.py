"""Words that govern what is said, so that it is not said: topics, wants, and a dispute told behind a claim."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.model import Token
from twosource.nlp.clauses import Part
from twosource.nlp.lexicon import Prose

_REACH = 6
"""How many tokens may stand between a topic's noun and what it is a topic of."""
_BEHIND = 40
"""How many tokens behind a claim a clause may begin that tells who disputes it."""
_MARKS = ",–—()"


def clause(tokens: Sequence[Token], part: Part, first: int, last: int) -> tuple[int, int]:
    """Return the stretch between the commas around tokens ``first`` to ``last``."""
    begin = first
    while begin > part.first and tokens[begin - 1].norm not in _MARKS:
        begin -= 1
    end = last
    while end < part.last and tokens[end].norm not in _MARKS:
        end += 1
    return begin, end


def governed(
    tokens: Sequence[Token],
    part: Part,
    first: int,
    last: int,
    consumed: frozenset[int],
    prose: Prose,
    *,
    figure: bool,
) -> bool:
    """Return whether tokens ``first`` to ``last`` are only a topic ("talk of …"), wanted ("seeks …") or far off.

    Args:
        tokens: the tokens of the text.
        part: the part of the sentence that they stand in.
        first: the first token of the claim.
        last: the index after its last token.
        consumed: the tokens of its cue terms, which govern nothing.
        prose: the language's lexicon.
        figure: whether the claim rests on a figure: one may be needed and there ("needs 100,000 chips").
    """
    begin, end = clause(tokens, part, first, last)
    for index in range(begin, end):
        for behind, kinds in prose.governing.at(tokens, index, end):
            if index in consumed:
                continue
            noun = prose.language == "de" and index > part.first and tokens[index].text[0].isupper()
            if ("wants" in kinds and not noun) or (not figure and ("needs" in kinds or "distant" in kinds)):
                return True
            # A noun ("das Fehlen von Chips") governs what it is of alone.
            if (
                ("topics" in kinds or noun)
                and behind <= first <= behind + _REACH
                and _linked(tokens, behind, first, prose)
            ):
                return True
    return False


def _linked(tokens: Sequence[Token], first: int, last: int, prose: Prose) -> bool:
    """Return whether only small words lead on from a topic's noun, the first of which links ("of", "über", "der")."""
    if first == last:
        return True  # "the term self-improvement"
    links = prose.neutral | prose.possessive | prose.holder_links | prose.heads_link | prose.indefinite
    opening = tokens[first]
    genitive = prose.language == "de" and opening.is_word and opening.norm.endswith(("er", "en", "es", "eines"))
    if opening.norm not in links and not genitive:
        return False
    return all(token.is_word and token.text[0].islower() for token in tokens[first:last])


def disputed_behind(tokens: Sequence[Token], part: Part, last: int, prose: Prose) -> tuple[int, int] | None:
    """Return the tokens of a clause behind a claim that tells who disputes it ("…, which VPK denies"), or None.

    Args:
        tokens: the tokens of the text.
        part: the part of the sentence that the claim stands in.
        last: the index after the claim's last token.
        prose: the language's lexicon.
    """
    for opening in range(last + 1, min(last + _BEHIND, part.last - 1)):
        if tokens[opening - 1].norm not in _MARKS or tokens[opening].norm not in prose.dispute_openers:
            continue
        end = opening
        while end < part.last and tokens[end].norm not in _MARKS:
            end += 1
        verb = next((index for index in range(opening, end) if tokens[index].norm in prose.disputing), None)
        if verb is not None and _disputant(tokens, opening, verb, end):
            return opening, end
    return None


def _disputant(tokens: Sequence[Token], first: int, verb: int, last: int) -> bool:
    """Return whether somebody is named to dispute it: a word with a capital letter, or two words beside the verb."""
    words = [index for index in range(first + 1, last) if index != verb and tokens[index].is_word]
    return len(words) > 1 or any(tokens[index].text[0].isupper() for index in words)
