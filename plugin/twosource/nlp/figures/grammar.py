"""The reader: walks a text once and asks each part of the grammar what begins at a lexeme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import lru_cache

from twosource.model import Figure
from twosource.nlp.figures.dates import date_at
from twosource.nlp.figures.fractions import fraction_at
from twosource.nlp.figures.kinds import other_kind_at, word_kind
from twosource.nlp.figures.lexicon import lexicon, unit_symbols
from twosource.nlp.figures.multiples import multiple_at, word_multiple
from twosource.nlp.figures.names import chunk_end, named_before, names_within
from twosource.nlp.figures.quantities import Quantity, quantity_at, shared_unit
from twosource.nlp.figures.scan import Lex, Lexemes
from twosource.nlp.figures.spelled import spelled
from twosource.nlp.figures.units import Scope

_LONGEST_WORD = 80
# No prose and no table of a newsroom holds more that may begin a figure: a text of numbers alone, a thousand lines on
# end, is read in part. What has been skipped counts for what follows, so prose behind such a text is read again.
_READ_AT_ONCE = 3000
_CHARACTERS_A_CANDIDATE = 40
_COST_OF_A_WORD = 0.3  # an article that begins nothing is soon told
_Reader = Callable[[Scope, int], tuple[Figure | None, int] | None]
_READERS: tuple[_Reader, ...] = (multiple_at, fraction_at, other_kind_at)


def find(
    text: str,
    language: str,
    at: date | None = None,
    nouns: Mapping[str, str] | None = None,
    symbols: Iterable[str] = (),
) -> tuple[Figure, ...]:
    """Return the figures of a text, in its order and never overlapping.

    What only names (versions, models, pages, phone numbers) and what is vague ("Hunderte", "several thousand") is
    left out, and so are dates that no calendar has. Nothing that a text holds raises, and the time is linear in its
    length: of a text that is numbers throughout, far denser than any prose, only a part is read.

    Args:
        text: any text; offsets of the figures count its code points.
        language: ``de``, ``nl`` or ``en``.
        at: the draft's day, which a day and month without a year is nearest to; without it they are left out.
        nouns: the units of a pack that figures count, by the Snowball stem of their lower-case nouns
            (:func:`twosource.text.tokens.stem`).
        symbols: units that a pack uses, as they are written, beyond those that every text is read for ("GPa").

    Raises:
        KeyError: for another language.

    >>> [(figure.quote, str(figure.value)) for figure in find("over 1,500 homes", "en")]
    [('over 1,500', '1500')]
    """
    scope = Scope(Lexemes(text), lexicon(language), nouns or {}, unit_symbols(symbols))
    return _Walk(scope, at).figures()


class _Walk:
    """One pass over the lexemes of a text."""

    def __init__(self, scope: Scope, at: date | None) -> None:
        self._scope = scope
        self._at = at
        self._found: list[Figure | Quantity] = []

    def figures(self) -> tuple[Figure, ...]:
        """Return every figure, after numbers in a row have shared their unit."""
        lexemes = self._scope.lexemes
        index, allowed, counted = 0, float(_READ_AT_ONCE), 0
        while index < lexemes.count:
            if not self._is_candidate(index):
                index += 1
                continue
            start = lexemes.starts[index]
            allowed = min(allowed + (start - counted) / _CHARACTERS_A_CANDIDATE, _READ_AT_ONCE)
            counted = start
            if allowed < 1:
                index = self._next_clause(index)
                continue
            known = len(self._found)
            after = self._digits(index) if lexemes.is_number(index) else self._word(index)
            nothing = after == index + 1 and len(self._found) == known and not lexemes.is_number(index)
            allowed -= _COST_OF_A_WORD if nothing else 1
            index = after
        return tuple(self._in_order())

    def _is_candidate(self, index: int) -> bool:
        lexemes = self._scope.lexemes
        kind = lexemes.kinds[index]
        if kind != Lex.WORD:
            return kind == Lex.NUMBER
        word = lexemes.low[index]
        return len(word) <= _LONGEST_WORD and _begins(word, self._scope.lexicon.language)

    def _next_clause(self, index: int) -> int:
        """Return the lexeme behind the next mark or break, so that no figure is read from its middle on."""
        kinds = self._scope.lexemes.kinds
        while kinds[index] not in {Lex.MARK, Lex.BREAK}:
            index += 1
        return index + 1

    def _digits(self, index: int) -> int:
        lexemes = self._scope.lexemes
        currency = self._scope.lexicon.money_before.before(lexemes.raw, index)
        if currency is None and named_before(lexemes, index):
            return chunk_end(lexemes, index)
        after = self._read(index)
        if after is not None:
            return after
        if names_within(lexemes, index):
            return chunk_end(lexemes, index)
        return self._quantity(index) or chunk_end(lexemes, index)

    def _word(self, index: int) -> int:
        return self._read(index) or self._quantity(index) or index + 1

    def _read(self, index: int) -> int | None:
        found = date_at(self._scope, index, self._at)
        if found is not None:
            return self._keep(found)
        for reader in _READERS:
            found = reader(self._scope, index)
            if found is not None:
                return self._keep(found)
        return None

    def _keep(self, found: tuple[Figure | None, int]) -> int:
        figure, after = found
        if figure is not None and figure.start >= self._end():
            self._found.append(figure)
        return after

    def _quantity(self, index: int) -> int | None:
        quantity = quantity_at(self._scope, index)
        if quantity is None:
            return None
        if quantity.figure.start >= self._end():
            self._found.append(quantity)
        return quantity.after

    def _end(self) -> int:
        if not self._found:
            return 0
        last = self._found[-1]
        return last.figure.end if isinstance(last, Quantity) else last.end

    def _in_order(self) -> list[Figure]:
        figures: list[Figure] = []
        following: Quantity | None = None
        for found in reversed(self._found):
            if isinstance(found, Quantity):
                following = shared_unit(self._scope, found, following) if following else found
                figures.append(following.figure)
            else:
                following = None
                figures.append(found)
        figures.reverse()
        return figures


@lru_cache(maxsize=65_536)
def _begins(word: str, language: str) -> bool:
    """Return whether a figure may begin with a lower-case word."""
    lexemes, tables = [word], lexicon(language)
    fixed = (
        word in tables.articles
        or word in tables.half
        or word in tables.ordinals
        or word in tables.words_of("ranges", "every")
        or word in tables.words_of("fraction_words", "definite")
        or word in tables.tables["dates"]["quarter_ordinals"]
        or word in {"q", "h"}
    )
    return (
        fixed
        or spelled(word, language) is not None
        or word_multiple(word, language) is not None
        or word_kind(word, language) is not None
        or tables.begins.at(lexemes, 0) is not None
    )
