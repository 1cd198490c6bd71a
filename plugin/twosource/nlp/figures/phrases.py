"""Phrase tables: the longest phrase that begins or ends at a lexeme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")


class Phrases(Generic[Meaning]):
    """Phrases with their meanings, looked up by their first lexeme (or by their last, to look back).

    A look-up compares at most the few phrases that share that lexeme, so it costs the same in any text.
    """

    def __init__(self, entries: Iterable[tuple[tuple[str, ...], Meaning]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
        self._by_last: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
        for phrase, meaning in entries:
            self._by_first.setdefault(phrase[0], []).append((phrase, meaning))
            self._by_last.setdefault(phrase[-1], []).append((phrase, meaning))
        for table in (self._by_first, self._by_last):
            for phrases in table.values():
                phrases.sort(key=lambda entry: -len(entry[0]))

    def at(self, lexemes: Sequence[str], index: int) -> tuple[int, Meaning] | None:
        """Return the index after the longest phrase that begins at ``index``, and its meaning; None without one."""
        for phrase, meaning in self._by_first.get(lexemes[index], ()):
            end = index + len(phrase)
            if tuple(lexemes[index:end]) == phrase:
                return end, meaning
        return None

    def before(self, lexemes: Sequence[str], index: int) -> tuple[int, Meaning] | None:
        """Return where the longest phrase that ends right before ``index`` begins, and its meaning; None without."""
        if index < 1:
            return None
        for phrase, meaning in self._by_last.get(lexemes[index - 1], ()):
            first = index - len(phrase)
            if first >= 0 and tuple(lexemes[first:index]) == phrase:
                return first, meaning
        return None
