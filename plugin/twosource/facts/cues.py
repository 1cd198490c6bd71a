"""The cue index: which facts the words of a sentence point to.

Every word of a sentence is looked up once, by its stem and by its first and last letters; what that costs does not
grow with the number of facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from twosource.model import CueLine, Token
from twosource.text.tokens import stem, tokenise

_EDGE = 3
"""How many letters of ``strom~`` and ``~kosten`` are looked up by; shorter ones are looked up whole."""

# What English adds to a word when it inflects it. The English stemmer also folds derivations ("comparable",
# "compared"), which say different things.
_ENGLISH_ENDINGS = frozenset(
    ["", "s", "es", "ed", "d", "ing", "'s", "y", "ies", "e", "ied", "ying", "er", "est", "r", "st"]
)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a cue line is: facts (``pack``, fact id), and whether the line rules them out."""

    facts: tuple[tuple[str, str], ...]
    excludes: bool = False


@dataclass(frozen=True, slots=True)
class LineHit:
    """A cue line all of whose terms stand in a sentence.

    Attributes:
        owner: whose line it is.
        terms: how many terms it has.
        places: for each term where it stands, as (first, last) indexes of tokens, last exclusive.
    """

    owner: Owner
    terms: int
    places: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(slots=True)
class _Line:
    owner: Owner
    terms: int


@dataclass(slots=True)
class _Alternative:
    words: tuple[str, ...]
    term: int
    line: int


@dataclass(slots=True)
class CueIndex:
    """All cue lines of one language."""

    language: str
    lines: list[_Line] = field(default_factory=list)
    _by_stem: dict[str, list[_Alternative]] = field(default_factory=dict)
    _by_start: dict[str, list[_Alternative]] = field(default_factory=dict)
    _by_end: dict[str, list[_Alternative]] = field(default_factory=dict)

    def add(self, line: CueLine, owner: Owner) -> None:
        """Add a line."""
        number = len(self.lines)
        self.lines.append(_Line(owner, len(line.terms)))
        for position, term in enumerate(line.terms):
            for words in term.alternatives:
                self._file(_Alternative(self._as_tokens(words), position, number))

    def _as_tokens(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words as a text's tokens are cut: "self-improvement" is two, whose hyphen may be left out."""
        cut: list[str] = []
        for word in words:
            if "~" in word:
                cut.append(word)
            else:
                cut.extend(token.norm for token in tokenise(word, self.language) if token.norm != "-")
        return tuple(cut) or words

    def _file(self, alternative: _Alternative) -> None:
        head = alternative.words[0]
        if head.endswith("~"):
            self._by_start.setdefault(head[:-1][:_EDGE], []).append(alternative)
        elif head.startswith("~"):
            for ending in {head[1:], stem(head[1:], self.language)}:
                self._by_end.setdefault(ending[-_EDGE:], []).append(alternative)
        else:
            for each in _stems(head, self.language):
                self._by_stem.setdefault(each, []).append(alternative)

    def hits(self, tokens: Sequence[Token], first: int, last: int) -> list[LineHit]:
        """Return every line all of whose terms stand between the tokens ``first`` and ``last`` (exclusive)."""
        found: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for index in range(first, last):
            for alternative in self._starting_with(tokens[index]):
                end = self._match(alternative.words, tokens, index, last)
                if end:
                    terms = found.setdefault(alternative.line, {})
                    terms.setdefault(alternative.term, []).append((index, end))
        hits = []
        for number, terms in found.items():
            line = self.lines[number]
            if len(terms) == line.terms:
                places = tuple(tuple(terms[position]) for position in range(line.terms))
                hits.append(LineHit(line.owner, line.terms, places))
        return hits

    def _starting_with(self, token: Token) -> Iterator[_Alternative]:
        yield from self._by_stem.get(token.stem, ())
        if is_plural_acronym(token):
            yield from self._by_stem.get(stem(token.norm[:-1], self.language), ())
        if token.is_word:
            for length in range(1, min(_EDGE, len(token.norm)) + 1):
                yield from self._by_start.get(token.norm[:length], ())
            yield from self._ending_with(token)

    def _ending_with(self, token: Token) -> list[_Alternative]:
        """Return the alternatives that a word, or its stem, may end with; each once."""
        if not self._by_end:
            return []
        ends = {written[-length:] for written in (token.norm, token.stem) for length in range(1, _EDGE + 1)}
        found = [each for end in sorted(ends) for each in self._by_end.get(end, ())]
        return list({id(each): each for each in found}.values())

    def _match(self, words: tuple[str, ...], tokens: Sequence[Token], first: int, last: int) -> int | None:
        """Return the index after the last token of ``words`` standing at ``first``, or None.

        Between the words of a term a hyphen may stand ("on a par", "end-to-end").
        """
        index = first
        for position, word in enumerate(words):
            if position:
                if index < last and tokens[index].norm == "-":
                    index += 1
                if index >= last:
                    return None
            if not same_word(word, tokens[index], self.language):
                return None
            index += 1
        return index


def is_plural_acronym(token: Token) -> bool:
    """Return whether a token is an acronym with a plural s ("GPUs"), which the stemmers leave as it is."""
    written = token.text
    return len(written) > 2 and written.endswith("s") and written[:-1].isupper()


@lru_cache(maxsize=65_536)
def _stems(word: str, language: str) -> frozenset[str]:
    """Return the stem of a word, with those of its forms that the Snowball stemmers keep apart.

    In German an s behind any letter ("GPUs", "NVIDIAs"; the stemmer takes it off behind some letters alone), and the e
    that falls out ("teuer", "teurer"); in Dutch the doubled vowel of -baar ("vergelijkbaar", "vergelijkbare").
    """
    forms = [word]
    if language == "de" and len(word) > 2:
        forms.append(f"{word}s")
        if word.endswith(("el", "er")):
            forms.append(f"{word[:-2]}{word[-1]}e")
    if language == "nl" and word.endswith("baar"):
        forms.append(f"{word[:-4]}bare")
    return frozenset(stem(form, language) for form in forms)


def same_word(word: str, token: Token, language: str) -> bool:
    """Return whether a token is a form of a cue word (``strom~``: starts with it, ``~kosten``: ends with it)."""
    if word.endswith("~"):
        return token.norm.startswith(word[:-1])
    if word.startswith("~"):
        ending = word[1:]
        return token.norm.endswith(ending) or token.stem.endswith(stem(ending, language))
    if token.norm == word or (is_plural_acronym(token) and token.norm[:-1] == word):
        return True
    if token.stem not in _stems(word, language):
        return False
    if language != "en":
        return True
    shared = next(
        (i for i, pair in enumerate(zip(word, token.norm, strict=False)) if pair[0] != pair[1]),
        min(len(word), len(token.norm)),
    )
    return word[shared:] in _ENGLISH_ENDINGS and token.norm[shared:] in _ENGLISH_ENDINGS
