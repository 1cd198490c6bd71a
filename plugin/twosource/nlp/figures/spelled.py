"""Numbers spelled as one word: zweihundertfünfundvierzigtausend, tweehonderdvijfenveertigduizend, twelve."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from twosource.nlp.figures.lexicon import lexicon

_LONGEST = 80


class _Words:
    """The parts that one word of a language is put together from."""

    def __init__(self, language: str) -> None:
        numbers = lexicon(language).tables["numbers"]
        joined = {
            ones + tens: int(unit) + int(ten)
            for ones, unit in numbers["joined"].items()
            for tens, ten in numbers["tens"].items()
        }
        self.plain: dict[str, int] = {**numbers["small"], **numbers["tens"], **joined}
        self.inner: dict[str, int] = {**self.plain, **numbers["inside"]}
        self.last: dict[str, int] = {**self.inner, **numbers["last"]}
        self.hundred = str(numbers["hundred"])
        self.thousand = str(numbers["thousand"])
        self.links: list[str] = numbers["links"]
        self.fractions = {suffix: Decimal(part) for suffix, part in numbers["fractions"].items()}
        self.fixed = {word: Decimal(number) for word, number in numbers["fixed"].items()}

    def compound(self, word: str) -> int | None:
        """Return the whole number that the word spells; None where it spells none."""
        head, thousand, tail = word.partition(self.thousand)
        if not thousand:
            return self._below_thousand(word, self.plain)
        thousands = 1 if not head else self._below_thousand(head, self.inner)
        rest = 0 if not tail else self._below_thousand(self._unlinked(tail), self.last)
        return None if thousands is None or rest is None else thousands * 1000 + rest

    def _below_thousand(self, word: str, table: dict[str, int]) -> int | None:
        head, hundred, tail = word.partition(self.hundred)
        if not hundred:
            return table.get(word)
        hundreds = 1 if not head else self.inner.get(head)
        rest = 0 if not tail else self.last.get(self._unlinked(tail))
        return None if hundreds is None or rest is None else hundreds * 100 + rest

    def _unlinked(self, tail: str) -> str:
        for link in self.links:
            if tail.startswith(link) and len(tail) > len(link):
                return tail[len(link) :]
        return tail

    def with_fraction(self, word: str) -> Decimal | None:
        """Return what "dreieinhalb" or "tweeënhalf" spells; None for another word."""
        for suffix, part in self.fractions.items():
            if word.endswith(suffix):
                whole = self.inner.get(word[: -len(suffix)])
                if whole is not None:
                    return whole + part
        return None


@lru_cache(maxsize=3)
def _words(language: str) -> _Words:
    return _Words(language)


@lru_cache(maxsize=65_536)
def _spelled(word: str, language: str) -> Decimal | None:
    words = _words(language)
    if word in words.fixed:
        return words.fixed[word]
    whole = words.compound(word)
    return Decimal(whole) if whole is not None else words.with_fraction(word)


def spelled(word: str, language: str) -> Decimal | None:
    """Return the number that one lower-case word spells, or None.

    "hundert" and "duizend" are 100 and 1000; English "hundred" and "thousand" alone are none, since they need a
    number or an article. One is left to the caller: it is mostly an article or a pronoun.
    """
    if len(word) > _LONGEST:
        return None
    tables = lexicon(language)
    if tables.has("number_rows") and word in tables.hundreds:
        return None
    return _spelled(word, language)


@lru_cache(maxsize=4096)
def factor_of(word: str, language: str) -> Decimal | None:
    """Return the number in front of -fach, -mal, -voudig or -fold: "dritt" is none, "drei" 3, "anderthalb" 1.5."""
    words = _words(language)
    if word in words.inner:
        return Decimal(words.inner[word])
    return spelled(word, language)
