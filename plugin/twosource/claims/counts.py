"""What a figure counts, and what it does not: some out of a whole, a rate, another thing of the sentence."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.claims.discourse import Scene
from twosource.claims.governed import clause
from twosource.facts.cues import LineHit
from twosource.model import Fact, Figure, Quantity, Token
from twosource.nlp.clauses import part_at
from twosource.nlp.pipeline import Reading

_DATED = 2
"""How many tokens may stand between an event's name and its own date ("der Eröffnung am 14. Dezember")."""
_PERIODS = frozenset({"hour", "day", "week", "month", "year"})
_CURRENCY = 3
"""How many letters a currency's code has (ISO 4217)."""
_NEAR = 30
"""How many tokens from a sum of money words tell that it is paid again and again."""
_YEAR = 4
"""How many digits a year has."""
_GAP = 3
"""How many tokens a noun phrase may take that a clause opens with, where it has no verb of its own."""


def tells_less(figure: Figure, reading: Reading) -> bool:
    """Return whether a count is one of some out of a whole, of a difference, or of what is added.

    "drei der Haltestellen", "three of the stops"; "two stops more than", "two more stops than"; "eight more trams".
    """
    parts = figure.parts
    if parts is None or parts.unit is None or parts.number is None:
        return False
    tokens, prose = reading.walk.tokens, reading.walk.prose
    after = index_at(tokens, max(parts.unit[1], figure.end) - 1) + 1
    if parts.unit[0] > parts.number[1]:
        first = index_at(tokens, parts.number[1] - 1) + 1
        between = tokens[first : index_at(tokens, parts.unit[0])]
        if between and between[0].norm in prose.partitive:
            return True
        if any(token.norm in prose.additional for token in between):
            return True
        if any(token.norm in prose.differences for token in tokens[first : first + 1]):
            return any(token.norm in prose.than for token in tokens[after : after + 1])
    following = [token.norm for token in tokens[after : after + 2]]
    return len(following) == 2 and following[0] in prose.differences and following[1] in prose.than


def only_relates(hit: LineHit, first: int, reading: Reading) -> bool:
    """Return whether a date is told of something that came before or after the event that the cue names.

    "Ein Jahr nach der Eröffnung … am 14. Dezember"; yet "nach der Eröffnung am 14. Dezember" dates the opening.
    """
    tokens, prose = reading.walk.tokens, reading.walk.prose
    for term in hit.places:
        for begin, end in term:
            before = begin - 1
            while before > 0 and tokens[before].norm in prose.definite | prose.its:
                before -= 1
            if before >= 0 and tokens[before].norm in prose.relating and not 0 <= first - end <= _DATED:
                return True
    return False


def rate_missing(figure: Figure, fact: Fact, scene: Scene, reading: Reading) -> bool:
    """Return whether a fact counts per day or the like, and nothing in the sentence says that the figure does."""
    value = fact.value
    if not isinstance(value, Quantity) or value.per is None or figure.per is not None:
        return False
    rates, tokens = reading.walk.prose.rates, reading.walk.tokens
    if value.per.unit not in _PERIODS:
        return False
    sentence = scene.sentence
    return not any(
        value.per.unit in units
        for index in range(sentence.first, sentence.last)
        for _, units in rates.at(tokens, index, sentence.last)
    )


def unit_missing(figure: Figure, fact: Fact) -> bool:
    """Return whether a fact counts something, and a figure names nothing that it counts."""
    return isinstance(fact.value, Quantity) and fact.value.unit is not None and figure.unit is None


def counts_other(reading: Reading, last: int, cues: frozenset[int]) -> bool:
    """Return whether the word after a figure without a unit is a noun of its own, which it then counts."""
    tokens, prose = reading.walk.tokens, reading.walk.prose
    if last >= len(tokens) or not tokens[last].is_word or last in cues:
        return False
    token = tokens[last]
    if prose.language == "de":
        return token.text[0].isupper()
    grammatical = (
        prose.neutral
        | prose.possessive
        | prose.conjunctions
        | prose.additive
        | prose.after_names
        | prose.copulas
        | prose.definite
    )
    return token.norm not in grammatical


def index_at(tokens: Sequence[Token], place: int) -> int:
    """Return the index of the token that code point ``place`` stands in."""
    low, high = 0, len(tokens) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if tokens[middle].start <= place:
            low = middle
        else:
            high = middle - 1
    return low


def gapped(hit: LineHit, first: int, last: int, scene: Scene, figures: Sequence[Figure], reading: Reading) -> bool:
    """Return whether a cue and a figure stand in two clauses that share a verb, and so are told of two things.

    "Parking costs 95 euros a year, a single room more"; "a single room costs more, a parking space 95 euros a year";
    "it cost 412 million euros, per kilometre about 49 million".
    """
    tokens, prose = reading.walk.tokens, reading.walk.prose
    if _of_the_next(hit, last, figures, tokens):
        return True
    behind = [begin for term in hit.places for begin, _ in term if begin >= last]
    if len(behind) == sum(len(term) for term in hit.places):
        return any(_opens_gap(tokens, begin, last) and _ends_gap(tokens, begin, scene, reading) for begin in behind)
    noun = first - 1
    opening = noun - 1
    while opening > scene.sentence.first and noun - opening < _GAP and tokens[opening].norm not in prose.indefinite:
        opening -= 1
    if opening <= scene.sentence.first:
        return False  # there is no room for a comma, an article and a noun
    if tokens[opening].norm not in prose.indefinite or tokens[opening - 1].norm != ",":
        return False
    if not tokens[noun].is_word or tokens[noun].norm in prose.neutral | prose.possessive | prose.owning:
        return False
    return not any(opening <= begin < first for term in hit.places for begin, _ in term)


def _opens_gap(tokens: Sequence[Token], cue: int, last: int) -> bool:
    """Return whether a comma and hardly more than an article lead to a cue behind a figure."""
    return any(tokens[index].norm == "," for index in range(max(cue - _GAP, last), cue))


def _ends_gap(tokens: Sequence[Token], cue: int, scene: Scene, reading: Reading) -> bool:
    """Return whether a clause from a cue on ends in a word like "more", with no figure and hardly a word between."""
    gaps = reading.walk.prose.gaps
    return any(token.norm in gaps for token in tokens[cue : min(cue + _GAP + 1, scene.sentence.last)])


def _of_the_next(hit: LineHit, last: int, figures: Sequence[Figure], tokens: Sequence[Token]) -> bool:
    """Return whether all cues stand behind a figure and a comma, in a clause with a figure of its own."""
    begins = [begin for term in hit.places for begin, _ in term]
    comma = next((index for index in range(last, min(begins, default=last)) if tokens[index].norm == ","), None)
    if comma is None:
        return False
    place = tokens[min(begins)].start
    following = next((figure for figure in figures if figure.start >= tokens[comma].end), None)
    return following is not None and following.start >= place


def of_some(first: int, last: int, scene: Scene, reading: Reading) -> bool:
    """Return whether a count is of some that are in a state or change hands ("500 beds are occupied", "sold 60 chips").

    Args:
        first: the first token of a count.
        last: the index after its last token.
        scene: its sentence.
        reading: the whole text's reading.
    """
    tokens, prose = reading.walk.tokens, reading.walk.prose
    begin, end = clause(tokens, scene.pieces[part_at(scene.pieces, first)], first, last)
    return any(token.norm in prose.of_some for token in tokens[begin:end])


def rated(fact: Fact, first: int, last: int, scene: Scene, reading: Reading) -> bool:
    """Return whether a sum of money is told for each year or the like, where the fact is a sum as a whole."""
    value = fact.value
    if not isinstance(value, Quantity) or value.per is not None or not _is_money(value.unit):
        return False
    tokens, rates = reading.walk.tokens, reading.walk.prose.rates
    begin, end = clause(tokens, scene.pieces[part_at(scene.pieces, first)], first, last)
    begin, end = max(begin, first - _NEAR), min(end, last + _NEAR)
    return any(
        found is not None and not (found[0] < end and _is_year(tokens[found[0]]))  # "im Jahr 2025" is no rate
        for index in range(begin, end)
        if (found := rates.longest(tokens, index, end)) is not None
    )


def _is_year(token: Token) -> bool:
    return token.norm.isdigit() and len(token.norm) == _YEAR


def _is_money(unit: str | None) -> bool:
    return unit is not None and len(unit) == _CURRENCY and unit.isupper()


def in_another(cues: frozenset[int], fact: Fact, first: int, scene: Scene, reading: Reading) -> bool:
    """Return whether the first cue only tells where or of what the noun is that opens the sentence.

    "The lift in the new building cost …" is not about what the building cost. A rate is told of its unit ("a day in a
    single room").
    """
    if not isinstance(fact.value, Quantity) or fact.value.per is not None:
        return False
    tokens, prose = reading.walk.tokens, reading.walk.prose
    opening = scene.sentence.first
    cue = min(cues)
    link = cue - 1
    while link > opening and tokens[link].norm in prose.definite - prose.locative - prose.possessive:
        link -= 1
    head = link - 1
    linking = prose.locative | prose.possessive | prose.heads_link
    if cue >= first or not opening < head <= opening + _GAP or tokens[link].norm not in linking:
        return False
    if tokens[opening].norm not in prose.definite | prose.indefinite or not tokens[head].is_word:
        return False
    taken = any(each.mention.first <= head for each in scene.placed)
    return not taken and head not in cues


def covered(hit: LineHit) -> frozenset[int]:
    """Return the tokens of a line's terms."""
    return frozenset(index for term in hit.places for first, last in term for index in range(first, last))
