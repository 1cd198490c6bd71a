"""How common words are: counts of ordinary prose in three languages, asked as a check would match them.

The counts are those of the wordfreq package (its lists of words that come at least once in a million), which have no
capitals. They are read when they are first asked for, which takes some hundredths of a second a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from twosource.facts.cues import CueIndex, Owner
from twosource.lint.weakness import SENTENCE
from twosource.model import CueLine, CueTerm, Token
from twosource.text.tokens import stem, tokenise

PHRASE = 0.05
"""The share of the places of its rarest word that a phrase is taken to have; a rule of thumb."""


_REMEMBERED = 100_000
"""How many cue words are remembered at most, before a pack is asked about."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The common words of a language.

    Attributes:
        language: ``de``, ``nl`` or ``en``.
        tokens: one token for each word.
        rates: how often each of them comes, as a share of all words.
        places: the position of each word.
        by_stem: the positions of the words of each stem.
        asked: the positions of the words that cue words match, of those that were asked for before.
    """

    language: str
    tokens: Sequence[Token]
    rates: Sequence[float]
    places: Mapping[str, int]
    by_stem: Mapping[str, Sequence[int]]
    asked: dict[str, frozenset[int]] = field(default_factory=dict)

    def rate(self, word: str) -> float:
        """Return how often a word comes in this very form, as a share of all words; 0 where it is rare."""
        place = self.places.get(word.lower())
        return 0.0 if place is None else self.rates[place]

    def inflected(self, word: str, longest: int) -> float:
        """Return how often the other forms of a word come: those with an ending of up to ``longest`` letters."""
        lower = word.lower()
        forms = self.by_stem.get(stem(lower, self.language), ())
        return sum(
            self.rates[place]
            for place in forms
            if (ending := self._ending(lower, place)) and len(ending) <= longest and not self._genitive(ending)
        )

    def _ending(self, word: str, place: int) -> str:
        norm = self.tokens[place].norm
        return norm[len(word) :] if norm.startswith(word) else ""

    def _genitive(self, ending: str) -> bool:
        return self.language == "de" and ending == "s"  # names have it as well


@cache
def vocabulary(language: str) -> Vocabulary:
    """Return the common words of ``de``, ``nl`` or ``en``."""
    from wordfreq import get_frequency_dict  # noqa: PLC0415 - only who lints waits for it

    tokens: list[Token] = []
    rates: list[float] = []
    by_stem: dict[str, list[int]] = {}
    for word, rate in get_frequency_dict(language, "small").items():
        cut = tokenise(word, language)
        if len(cut) == 1 and cut[0].is_word:
            by_stem.setdefault(cut[0].stem, []).append(len(tokens))
            tokens.append(cut[0])
            rates.append(rate)
    places = {token.norm: place for place, token in enumerate(tokens)}
    return Vocabulary(language, tokens, rates, places, by_stem)


class Commonness:
    """How often the terms of cue lines come in one language."""

    def __init__(self, lines: Iterable[CueLine], language: str) -> None:
        self._known = vocabulary(language)
        words = {
            word
            for line in lines
            for term in line.terms
            for alternative in term.alternatives
            for word in _words(alternative, language)
        }
        self._matched = _matched(sorted(words), self._known)

    def share(self, line: CueLine) -> float:
        """Return the share of sentences of ordinary prose that have all terms of a line; terms are independent."""
        share = 1.0
        for term in line.terms:
            share *= 1 - (1 - min(self._rate(term), 1.0)) ** SENTENCE
        return share

    def _rate(self, term: CueTerm) -> float:
        """Return how often any alternative of a term comes, as a share of all words; no word counts twice."""
        single: set[int] = set()
        phrases = 0.0
        for alternative in term.alternatives:
            words = _words(alternative, self._known.language)
            found = [self._matched.get(word, frozenset()) for word in words]
            if len(found) == 1:
                single |= found[0]
            elif found:
                phrases += PHRASE * min(self._sum(each) for each in found)
        return self._sum(single) + phrases

    def _sum(self, places: Iterable[int]) -> float:
        return sum(self._known.rates[place] for place in places)


def _words(alternative: Sequence[str], language: str) -> list[str]:
    """Return the words of an alternative as a check cuts them: "self-improvement" is two."""
    cut: list[str] = []
    for word in alternative:
        if "~" in word:
            cut.append(word)
        else:
            cut.extend(token.norm for token in tokenise(word, language) if token.norm != "-")
    return cut


def _matched(words: Sequence[str], known: Vocabulary) -> Mapping[str, frozenset[int]]:
    """Return for each cue word the common words that it matches, by the index that checks look in."""
    index = CueIndex(known.language)
    found = {word: known.asked.get(word) for word in words}
    new = {word: frozenset[int]() for word, places in found.items() if places is None}
    for word in new:
        index.add(CueLine((CueTerm(((word,),)),)), Owner((("", word),)))
    for hit in index.hits(known.tokens, 0, len(known.tokens)) if new else ():
        new[hit.owner.facts[0][1]] = frozenset(first for first, _ in hit.places[0])
    if len(known.asked) > _REMEMBERED:
        known.asked.clear()
    known.asked.update(new)
    return {word: new[word] if places is None else places for word, places in found.items()}
