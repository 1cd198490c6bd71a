"""How a sentence stands to what it says: affirmed or denied, plain or hedged, the author's or somebody's word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twosource.claims.discourse import Scene
from twosource.claims.governed import clause, disputed_behind, governed
from twosource.claims.unreal import denied_later, elsewhen
from twosource.facts.index import FactBase
from twosource.model import Attribution, Fact, Need, Sentence, Token
from twosource.nlp.clauses import Part, part_at
from twosource.nlp.credit_lines import CREDIT
from twosource.nlp.lexicon import Prose
from twosource.nlp.pipeline import Reading

_FRONT = 5
"""How many letters a word of a need's phrase and a word of the text must share to be about the same ("Stromdaten",
"Stromverbrauch")."""


_UNREAL = frozenset({"hypotheticals", "plans", "past_periods", "settings"})
"""Moods in which a sentence says nothing of now."""
_PART_OF = 4
"""Within how many tokens words of a part lead to what it is a part of ("some of its published weights")."""
_COMPARED = 4
"""Within how many tokens a comparison leads to what it compares with."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How a sentence stands to a claim.

    Attributes:
        affirmed: False where it denies it.
        certainty: ``plain`` or ``hedged``.
    """

    affirmed: bool
    certainty: str


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose word a claim is told as.

    Attributes:
        attributed: the holder as ``pack/id``, ``""`` where nobody is named or known.
        quote: the words that name the holder, or None.
        credited: whether the fact's sourcing leads to that holder.
    """

    attributed: str
    quote: str | None
    credited: bool


def stance_of(
    scene: Scene,
    first: int,
    last: int,
    consumed: frozenset[int],
    tokens: Sequence[Token],
    prose: Prose,
    *,
    figure: bool,
) -> Stance | None:
    """Return how a sentence stands to what tokens ``first`` to ``last`` say, or None where it does not say it.

    A question, a condition, a plan, another time and a denial that the sentence only reports say nothing.

    Args:
        scene: the sentence.
        first: the first token of the claim.
        last: the index after its last token.
        consumed: tokens of cue terms; a negation among them is no polarity.
        tokens: the tokens of the text.
        prose: the language's lexicon.
        figure: whether the claim rests on a figure.
    """
    sentence = scene.sentence
    if any(token.norm == "?" for token in tokens[max(sentence.last - 3, sentence.first) : sentence.last]):
        return None
    part = scene.pieces[part_at(scene.pieces, first)]
    disputed = disputed_behind(tokens, part, last, prose)
    if disputed is not None:
        part = Part(part.first, disputed[0] - 1, part.joint, part.additive)
    certainty = _phrases(prose, "certainty", tokens, part, consumed)
    moods = {
        kind
        for index, kind in certainty
        if not _named(index, kind, tokens, prose) and not _only_compares(index, kind, tokens, prose)
    }
    if moods & _UNREAL or elsewhen(sentence, part, tokens, prose) or _conditional(scene, part, tokens, prose):
        return None
    if governed(tokens, part, first, last, consumed, prose, figure=figure):
        return None
    polarity = list(_phrases(prose, "polarity", tokens, part, consumed))
    denied = {"denials", "no_such"} if figure else {"denials"}
    if any(kind in denied for _, kind in polarity) or denied_later(part, tokens, prose):
        return None
    shielded = {index for index, kind in polarity if kind == "not_negations"}
    shielded |= {index for index, _ in polarity if _no_more_than(index, part, tokens, prose)}
    begin, end = clause(tokens, part, first, last)
    negations = [
        index
        for index, kind in polarity
        if index not in shielded and (kind == "negations" or (kind == "no_such" and tokens[index].norm in prose.absent))
    ]
    inside = [index for index in negations if begin <= index < end]
    if figure:
        return None if inside and not _corrected(tokens, inside[-1], first, prose) else _stance(moods, affirmed=True)
    nobody = _nobody(begin, end, part, consumed, tokens, prose)
    if nobody is not None:
        # It opens a statement of its own: "does not publish it, or nobody reproduces it".
        inside = [nobody, *(index for index in inside if index > nobody)]
    affirmed = len(inside) % 2 == 0
    unsaid = any(_no_longer(index, part, tokens, prose) for index in inside) or (
        not affirmed and _of_a_part(begin, end, consumed, scene, tokens, prose)
    )
    return None if unsaid else _stance(moods, affirmed=affirmed)


def _of_a_part(
    first: int, last: int, consumed: frozenset[int], scene: Scene, tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether tokens speak of a part of what a statement is about: what that part lacks, the whole may have.

    "Some of the weights are not open", "not all weights are open", "is not fully open".
    """
    told = consumed | {each.mention.first for each in scene.placed if each.known}
    return any(
        told & set(range(end, min(end + _PART_OF, last)))
        for index in range(first, last)
        for end, _ in prose.partial.at(tokens, index, last)
    )


def _nobody(
    first: int, last: int, part: Part, consumed: frozenset[int], tokens: Sequence[Token], prose: Prose
) -> int | None:
    """Return where tokens deny a statement by "nobody", or None where they do not.

    That nobody has confirmed it denies nothing, unless the confirming is what the statement is about.
    """
    confirming = any(
        tokens[index].norm in prose.confirming and index not in consumed for index in range(part.first, part.last)
    )
    found = [
        index
        for index in range(first, last)
        if index not in consumed and any(True for _ in prose.nobody.at(tokens, index, last))
    ]
    return found[-1] if found and not confirming else None


def _conditional(scene: Scene, part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a word that is a condition before a way to refer back stands there ("als het model … draait").

    Before other words it compares ("even duur als een GPU").
    """
    return any(
        each.mention.by == "called" and tokens[each.mention.first - 1].norm in prose.conditional_before_called
        for each in scene.placed
        if part.first < each.mention.first < part.last
    )


def _named(index: int, kind: str, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a word that would hedge is written as a name amid small words ("in May")."""
    if kind != "hedges" or not tokens[index].text[0].isupper() or index == 0:
        return False
    before = tokens[index - 1]
    return before.norm in prose.neutral or (before.is_word and before.text[0].islower())


def _only_compares(index: int, kind: str, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether an earlier time is only what now is compared with ("dreimal so hoch wie zu Beginn")."""
    if kind != "past_periods":
        return False
    first = index
    while first > 0 and index - first < _COMPARED and tokens[first - 1].norm in prose.neutral | prose.definite:
        first -= 1
    return any(
        end <= index for start in range(max(first - 1, 0), index) for end, _ in prose.against.at(tokens, start, index)
    )


def _no_more_than(index: int, part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a negation makes a comparison whose parts stand apart ("gibt nicht mehr aus als andere")."""
    if index + 1 >= part.last or tokens[index + 1].norm not in prose.differences:
        return False
    return any(token.norm in prose.than for token in tokens[index + 2 : min(index + 2 + _COMPARED, part.last)])


def _no_longer(index: int, part: Part, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a negation tells that something has changed ("nicht mehr"), which denies nothing that was so."""
    return index + 1 < part.last and tokens[index + 1].norm in prose.differences


def _stance(moods: set[str], *, affirmed: bool) -> Stance:
    return Stance(affirmed, "hedged" if "hedges" in moods else "plain")


def _corrected(tokens: Sequence[Token], negation: int, first: int, prose: Prose) -> bool:
    """Return whether a correction stands between a negation and a figure ("nicht 8, sondern 18")."""
    if negation >= first:
        return True
    return any(
        kind == "corrections"
        for index in range(negation, first)
        for _, kinds in prose.polarity.at(tokens, index, first)
        for kind in kinds
    )


def _phrases(
    prose: Prose, name: str, tokens: Sequence[Token], part: Part, consumed: frozenset[int]
) -> Iterator[tuple[int, str]]:
    """Yield (token, list's name) for each phrase of the lexicon in a part; every token of a longer one is named."""
    index_of = prose.polarity if name == "polarity" else prose.certainty
    index = part.first
    while index < part.last:
        found = index_of.longest(tokens, index, part.last)
        if found is None:
            index += 1
            continue
        last, kinds = found
        for token in range(index, last):
            if token not in consumed:
                yield token, kinds[0]
        index = last


def credit_of(
    fact: Fact, scene: Scene, attributions: Sequence[Attribution], place: int, base: FactBase, prose: Prose
) -> Credit | None:
    """Return whose word the claim at code point ``place`` is told as, or None where the author speaks.

    Of several the one that the fact's sourcing leads to counts.
    """
    told = [
        (_credit(fact, scene, attribution, base, prose), attribution.kind)
        for attribution in attributions
        if attribution.start <= place < attribution.end
    ]
    # Somebody else's picture is no reason to take the words above it for somebody else's.
    given = [credit for credit, kind in told if credit.credited or kind != CREDIT]
    return max(given, key=lambda credit: (credit.credited, credit.quote is not None), default=None)


def _credit(fact: Fact, scene: Scene, attribution: Attribution, base: FactBase, prose: Prose) -> Credit:
    rightful = {f"{fact.pack}/{each}" for each in fact.sourcing.credits}
    names = {each.casefold() for each in fact.sourcing.credits}
    holders = _holders(scene, attribution, base)
    quote = attribution.holder_quote
    articles = prose.definite | prose.indefinite
    named = quote is not None and any(_same_name(quote, name, articles) for name in names)
    matching = sorted(holders & rightful)
    if attribution.kind == "own" and not matching:
        kin = {relative for holder in holders for relative in base.kin(holder)}
        matching = sorted(kin & rightful)
    attributed = matching[0] if matching else next(iter(sorted(holders)), "")
    return Credit(attributed, quote, bool(matching) or named)


def _same_name(quote: str, name: str, articles: frozenset[str]) -> bool:
    """Return whether words begin with a publisher's name, behind an article or none, or are its own first words."""
    words, known = quote.casefold().split(), name.split()
    while len(words) > 1 and words[0] in articles:
        words.pop(0)
    length = min(len(words), len(known))
    return words[:length] == known[:length]


def _holders(scene: Scene, attribution: Attribution, base: FactBase) -> frozenset[str]:
    """Return whom an attribution names; "nach eigenen Angaben" and "the report" name whom the sentence is about."""
    if attribution.holder_quote is not None:
        for each in scene.placed:
            if each.mention.quote == attribution.holder_quote:
                return each.entities
        return frozenset(ref for ref in attribution.holders if ref in base.entities)
    if attribution.kind != "own":
        return frozenset()
    own = [each.entities for each in scene.placed if each.known]
    return own[0] if own else scene.carried or scene.topic


def discloses(reading: Reading, number: int, needs: Sequence[Need]) -> bool:
    """Return whether a sentence, or one beside it in its segment, itself names a gap in the evidence.

    That is a phrase of the lexicon ("not independently verified"), that nobody has confirmed it ("nobody outside the
    company has checked"), or a word of absence with a word of one of the ``needs`` that are missing ("keine Angaben zum
    Stromverbrauch").
    """
    sentences = reading.walk.sentences
    here = sentences[number]
    near = range(max(number - 1, 0), min(number + 2, len(sentences)))
    return any(
        _names_gap(sentences[other], reading, needs) for other in near if sentences[other].segment == here.segment
    )


def _names_gap(sentence: Sentence, reading: Reading, needs: Sequence[Need]) -> bool:
    prose, tokens = reading.walk.prose, reading.walk.tokens
    inside = tokens[sentence.first : sentence.last]
    absent = any(token.norm in prose.absent for token in inside)
    for index in range(sentence.first, sentence.last):
        for _, kinds in prose.disclosing.at(tokens, index, sentence.last):
            if "plain" in kinds or absent:
                return True
    if _unconfirmed(sentence, reading):
        return True
    if not absent:
        return False
    wanted = [word for need in needs for word in _evidence(need, prose)]
    return any(_about(word, token.norm) for word in wanted for token in inside if token.is_word)


def _unconfirmed(sentence: Sentence, reading: Reading) -> bool:
    """Return whether a sentence says that nobody has confirmed something, in whichever order."""
    prose, tokens = reading.walk.prose, reading.walk.tokens
    inside = range(sentence.first, sentence.last)
    if not any(tokens[index].norm in prose.confirming for index in inside):
        return False
    return any(True for index in inside for _ in prose.nobody.at(tokens, index, sentence.last))


def _evidence(need: Need, prose: Prose) -> Iterator[str]:
    """Yield the telling words of a need's phrase ("keine Stromdaten": stromdaten)."""
    for word in need.phrase[prose.language].lower().split():
        if word not in prose.absent and word not in prose.generic_evidence:
            yield word


def _about(word: str, written: str) -> bool:
    shorter = min(len(word), len(written))
    if shorter < _FRONT:
        return word == written
    return word[:_FRONT] == written[:_FRONT]
