"""Names as values: which name a sentence gives where the fact's value is one ("unter Apache 2.0", "licence: MIT")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twosource.claims.discourse import Scene
from twosource.claims.offices import holders, is_anothers, is_full_name
from twosource.facts.cues import LineHit
from twosource.model import TextValue, Token
from twosource.nlp.lexicon import Prose

_LINKS = 3
_NUMBER_SIGNS = frozenset({"#", ".", "(", "no", "nr", "nummer", "number"})
"""What may stand between a noun and the number that names it."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A name that stands where the value of a fact would: tokens ``first`` to ``last`` (exclusive)."""

    first: int
    last: int
    text: str
    same: bool


def naming(
    hit: LineHit, value: TextValue, owners: frozenset[str], scene: Scene, tokens: Sequence[Token], prose: Prose
) -> Naming | None:
    """Return the name beside a cue, or None where the sentence gives none that is surely one.

    It stands right before the cue ("MIT-Lizenz", "the Apache 2.0 licence"), or after it behind a few linking words
    ("Lizenz: MIT", "licensed under Apache 2.0"). A name that differs counts only if it is no general word, and if what
    the cue names is the subject's (``owners``: its ids, ``pack/id``) and not another's.
    """
    accepted = [_words(text) for text in (value.text, *value.accept)]
    full = is_full_name(value)
    other = None
    for cue, first, last in _slots(hit, value, scene, tokens, prose):
        text = _written(tokens, first, last)
        words = _words(text)
        if any(_fits(words, each) or (full and _contains(words, each)) for each in accepted):
            return Naming(first, last, text, same=True)
        named = _only_digits(value) or _is_name(words, tokens[first:last], scene, first, prose)
        # "Ms Vermeulen" is who "Saskia Vermeulen" is, as far as anybody can tell.
        known = full and any(words[-1] == each[-1] for each in accepted)
        # "Die Direktorin ist Historikerin": German nouns are written as names are.
        known = known or (full and prose.language == "de" and len(words) == 1)
        named = named and not known and not is_anothers(cue, (first, last), owners, scene, tokens, prose, full=full)
        # What stands beside another cue ("an OpenClaw agent based on …") is no other name where the own one is.
        other = other or (Naming(first, last, text, same=False) if named else None)
    return _holding(hit, accepted, owners, scene, tokens, prose) or other if full else other


def _holding(
    hit: LineHit,
    accepted: Sequence[tuple[str, ...]],
    owners: frozenset[str],
    scene: Scene,
    tokens: Sequence[Token],
    prose: Prose,
) -> Naming | None:
    """Return the name of who holds the office that a cue names; none that differs where the own one stands nearby."""
    spoken = {token.norm for token in tokens[scene.sentence.first : scene.sentence.last]}
    for cue in (place for term in hit.places for place in term):
        for first, last in holders(cue, owners, scene, tokens, prose):
            text = _written(tokens, first, last)
            same = any(_contains(_words(text), each) for each in accepted)
            if same or not any(each[-1] in spoken for each in accepted):
                return Naming(first, last, text, same=same)
    return None


def _slots(
    hit: LineHit, value: TextValue, scene: Scene, tokens: Sequence[Token], prose: Prose
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield where a name may stand beside the cues: the cue, the name's first token and the index after its last.

    None is empty.
    """
    for term in hit.places:
        for begin, end in term:
            if _only_digits(value):
                places = [_number_after(end, scene, tokens, prose)]
            else:
                places = [_before(begin, scene, tokens), _after(end, scene, tokens, prose)]
            yield from (((begin, end), first, last) for first, last in places if first < last)


def _only_digits(value: TextValue) -> bool:
    """Return whether a value is a number that only names ("pull request 1180")."""
    return value.text.isdecimal()


def _number_after(cue: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> tuple[int, int]:
    """Return where digits stand right behind a cue, or behind a sign for a number ("#1180", "die Nummer 1180")."""
    first, last = cue, scene.sentence.last
    while first < min(cue + _LINKS, last) and tokens[first].norm in _NUMBER_SIGNS | prose.definite:
        first += 1
    return (first, first + 1) if first < last and tokens[first].norm.isdecimal() else (cue, cue)


def _before(cue: int, scene: Scene, tokens: Sequence[Token]) -> tuple[int, int]:
    last = cue
    if last - 1 >= scene.sentence.first and tokens[last - 1].norm == "-" and not tokens[cue].spaced:
        last -= 1
    first = last
    while first - 1 >= scene.sentence.first and _belongs(tokens, first - 1):
        first -= 1
    while first < last and not tokens[first].is_word:
        first += 1
    return first, last


def _after(cue: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> tuple[int, int]:
    first = _linked(cue, scene, tokens, prose)
    whose = next((each.mention for each in scene.placed if each.known and each.mention.first == first), None)
    if whose is not None and first > cue:
        # "Die Lizenz von Aurora-7 heißt MIT": behind whose it is, a link has to lead on.
        behind = _linked(whose.last, scene, tokens, prose)
        first = behind if behind > whose.last else first
    last = first
    while last < scene.sentence.last and _belongs(tokens, last, opening=last == first):
        last += 1
    while last > first and tokens[last - 1].norm in ".-":
        last -= 1
    return first, last


def _linked(first: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> int:
    """Return the index after the few linking words and quotation marks that stand from a token on."""
    index = first
    while (
        index < scene.sentence.last
        and index - first < _LINKS
        and (tokens[index].norm in prose.slot_links or tokens[index].norm in "\"'„“”»«‘’")
    ):
        index += 1
    return index


def _belongs(tokens: Sequence[Token], index: int, *, opening: bool = False) -> bool:
    """Return whether a token can be of a name: capitalised, or digits and joints within it."""
    token = tokens[index]
    if token.is_word:
        return token.text[0].isupper() or (
            not token.spaced and not opening and index > 0 and tokens[index - 1].norm == "-"
        )
    if opening:
        return False
    if token.norm[0].isdigit():
        return True
    return token.norm in ".-+" and not token.spaced and index + 1 < len(tokens) and not tokens[index + 1].spaced


def _written(tokens: Sequence[Token], first: int, last: int) -> str:
    return "".join(
        (" " if index > first and tokens[index].spaced else "") + tokens[index].text for index in range(first, last)
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.casefold().replace("-", " ").split())


def _fits(words: tuple[str, ...], accepted: tuple[str, ...]) -> bool:
    return words == accepted or (bool(words) and set(words) <= set(accepted))


def _contains(words: tuple[str, ...], accepted: tuple[str, ...]) -> bool:
    """Return whether words are a full name with a title or the like before it ("Dr Saskia Vermeulen")."""
    return set(accepted) <= set(words)


def _is_name(words: tuple[str, ...], written: Sequence[Token], scene: Scene, first: int, prose: Prose) -> bool:
    """Return whether words are a name of their own and no general ones ("Open-Source-Lizenz", "neue Lizenz")."""
    if any(each.mention.first <= first < each.mention.last and each.known for each in scene.placed):
        return False
    general = prose.generic_modifiers | prose.common_capitalised | prose.definite | prose.openers
    telling = [word for word in words if word not in general and not word[0].isdigit()]
    if not telling or first == scene.sentence.first:
        return False
    marked = any(
        token.norm[0].isdigit() or (token.is_word and len(token.text) > 1 and any(c.isupper() for c in token.text[1:]))
        for token in written
    )
    joined = any(token.norm == "-" for token in written) or prose.language != "de"
    return marked or joined or len(words) == 1
