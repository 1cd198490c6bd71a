"""Prices of another group, place or plan: what children, business customers or another country pay is another price."""

from __future__ import annotations

from collections.abc import Sequence, Set

from twosource.claims.discourse import Scene
from twosource.claims.governed import clause
from twosource.model import Fact, Quantity, Token
from twosource.nlp.clauses import part_at
from twosource.nlp.lexicon import Prose

_CURRENCY = 3
"""How many letters a currency's code has (ISO 4217)."""
_PHRASE = 4
"""Within how many tokens a preposition leads to its noun ("für unsere treuen Kunden")."""


def is_price(fact: Fact) -> bool:
    """Return whether a fact's value is a sum of money, as a whole or for each of something."""
    unit = fact.value.unit if isinstance(fact.value, Quantity) else None
    return unit is not None and len(unit) == _CURRENCY and unit.isupper()


def for_others(
    first: int, last: int, cues: frozenset[int], scene: Scene, tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a clause tells for whom, in which country or on which plan a sum is asked.

    "For children …", "business customers pay …", "in Switzerland …", "on the family plan …". Words that a cue of the
    fact names are its own ("the price for children"), and so is where its subject is ("the hospital in Norway").

    Args:
        first: the first token of the sum.
        last: the index after its last token.
        cues: the tokens of the fact's cue terms.
        scene: the sentence.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    begin, end = clause(tokens, scene.pieces[part_at(scene.pieces, first)], first, last)
    # A phrase that opens the sentence frames what stands behind its comma ("For children, a ride costs …").
    begin = _frame(begin, cues, scene, tokens, prose)
    named = {index for each in scene.placed if each.known for index in range(each.mention.first, each.mention.last)}
    ends = {each.mention.last for each in scene.placed if each.known}
    for index in range(begin, end):
        if index in cues or index in named:
            continue
        if _is_group(index, begin, cues | named, tokens, prose) or _is_plan(index, begin, tokens, prose):
            return True
        if _is_country(index, begin, end, ends, tokens, prose):
            return True
    return False


def _frame(begin: int, cues: frozenset[int], scene: Scene, tokens: Sequence[Token], prose: Prose) -> int:
    """Return where a clause begins with the words before its comma, if those are few and open with a preposition."""
    opening = scene.sentence.first
    prepositions = prose.neutral | prose.possessive | prose.locative
    framed = 0 < begin - opening <= 2 * _PHRASE and tokens[opening].norm in prepositions
    return opening if framed and not cues & set(range(opening, begin)) else begin


def _is_group(index: int, begin: int, taken: Set[int], tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a token names a group of those who pay; that all customers pay tells none apart."""
    norm = tokens[index].norm
    if norm in prose.price_groups:
        return True
    if not norm.endswith(prose.price_customers):
        return False
    if norm not in prose.price_customers or (tokens[index - 1].norm == "-" and not tokens[index].spaced):
        return prose.language != "en" or norm not in prose.price_customers
    before = range(max(index - _PHRASE, begin), index)
    link = next((each for each in reversed(before) if tokens[each].norm in prose.price_links), None)
    small = prose.definite | prose.its | prose.universal | prose.indefinite
    if link is None:
        # "Business customers pay …": two words that open a clause, the first of which is no verb and no article.
        return index == begin + 1 and tokens[begin].norm not in small | prose.after_names | prose.price_links
    between = tokens[link + 1 : index]
    if taken & set(range(link + 1, index)) or not all(each.is_word and each.text[0].islower() for each in between):
        return False
    return any(each.norm not in small for each in between)


def _is_plan(index: int, begin: int, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a token names a plan that a preposition leads to ("im Abo", "on the Pro plan")."""
    if not tokens[index].norm.endswith(prose.price_plans):
        return False
    prepositions = prose.neutral | prose.possessive | prose.locative
    return any(token.norm in prepositions for token in tokens[max(index - _PHRASE, begin) : index])


def _is_country(index: int, begin: int, end: int, ends: set[int], tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a token begins the name of a country that "in" leads to, and not right behind the subject."""
    found = prose.countries.longest(tokens, index, end)
    if found is None or not tokens[index].text[0].isupper():
        return False
    before = index - 1
    while before > begin and tokens[before].norm in prose.definite - prose.locative:
        before -= 1
    return before >= begin and tokens[before].norm in prose.locative and before not in ends
