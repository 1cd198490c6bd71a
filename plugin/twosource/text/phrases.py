"""Phrases by their tokens: a small trie that answers which phrases start at a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from twosource.model import Token
from twosource.text.tokens import tokenise

Payload = TypeVar("Payload")
TokenKey = Callable[[Token], str]


def by_form(token: Token) -> str:
    """Return what a token is looked up by: its form, in lower case and with marks unified."""
    return token.norm


def by_stem(token: Token) -> str:
    """Return what a token is looked up by: its Snowball stem."""
    return token.stem


class _Node(Generic[Payload]):
    __slots__ = ("children", "payloads")

    def __init__(self) -> None:
        self.children: dict[str, _Node[Payload]] = {}
        self.payloads: list[Payload] = []


class PhraseIndex(Generic[Payload]):
    """Phrases with what they stand for.

    A phrase matches where its tokens stand one after the other, whatever the white space between them is. The cost of
    a look-up depends on the text alone, not on how many phrases there are.
    """

    def __init__(self, key: TokenKey = by_form) -> None:
        self._key = key
        self._root: _Node[Payload] = _Node()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, phrase: str, language: str, payload: Payload) -> None:
        """Add a phrase; its tokens are made as a text's would be in ``language``."""
        self.add_keys([self._key(token) for token in tokenise(phrase, language)], payload)

    def add_keys(self, keys: Sequence[str], payload: Payload) -> None:
        """Add a phrase by the keys of its tokens; one without tokens is left out."""
        if not keys:
            return
        node = self._root
        for key in keys:
            node = node.children.setdefault(key, _Node())
        node.payloads.append(payload)
        self._size += 1

    def at(self, tokens: Sequence[Token], first: int, last: int | None = None) -> Iterator[tuple[int, list[Payload]]]:
        """Yield (index after the last token, payloads) of each phrase that starts at token ``first``, shortest first.

        Args:
            tokens: the tokens of a text.
            first: the index of the first token.
            last: the index that no phrase may reach beyond, or None for the end.
        """
        node: _Node[Payload] | None = self._root
        stop = len(tokens) if last is None else last
        for index in range(first, stop):
            node = node.children.get(self._key(tokens[index])) if node else None
            if node is None:
                return
            if node.payloads:
                yield index + 1, node.payloads

    def starts(self, token: Token) -> bool:
        """Return whether some phrase starts with a token, or with it less a final s."""
        key = self._key(token)
        children = self._root.children
        return key in children or (key[-1:] == "s" and key[:-1] in children)

    def with_ending(self, tokens: Sequence[Token], first: int) -> Iterator[tuple[int, list[Payload]]]:
        """Yield what :meth:`at` does for phrases whose last word carries a final s more ("Z.ais", "Zhipus")."""
        node: _Node[Payload] | None = self._root
        for index in range(first, len(tokens)):
            if node is None:
                return
            key = self._key(tokens[index])
            if key[-1:] == "s" and len(key) > 2:
                bare = node.children.get(key[:-1])
                if bare is not None and bare.payloads:
                    yield index + 1, bare.payloads
            node = node.children.get(key)

    def longest(self, tokens: Sequence[Token], first: int, last: int | None = None) -> tuple[int, list[Payload]] | None:
        """Return the longest phrase that starts at token ``first``, as :meth:`at` yields it, or None."""
        found = None
        for found in self.at(tokens, first, last):  # noqa: B007 - the last one is the longest
            pass
        return found

    @classmethod
    def of(
        cls, phrases: Iterable[str], language: str, payload: Payload, key: TokenKey = by_form
    ) -> PhraseIndex[Payload]:
        """Return an index of phrases that all stand for the same."""
        index = cls(key)
        for phrase in phrases:
            index.add(phrase, language, payload)
        return index
