"""Sentences: where they begin and end, on the tokens of the one pass.

No library is used here: spaCy's rule-based splitter breaks German ordinals and abbreviations ("17. September",
"z. B."), and the maintained splitters work on strings of their own, without the offsets of our tokens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from twosource.model import SegmentKind, Sentence, TextMap, Token
from twosource.nlp.lexicon import Prose

_ENDS = frozenset(".!?…")
_CLOSERS = frozenset("\"'”“»«)]’›")
_LONGEST = 200
"""How many tokens a sentence may have. Prose has none so long; what has (a table run together, a stream of words) is
parted at the next mark, so that no later step's cost grows with the square of it."""
_STRETCH = 50
"""How many tokens further that mark is looked for."""
_NUMERAL = re.compile(r"\d{1,2}$")


def split(text_map: TextMap, tokens: Sequence[Token], prose: Prose) -> tuple[Sentence, ...]:
    """Return the sentences of a text in order; each lies in one segment, and code has none.

    Args:
        text_map: the text and its segments.
        tokens: the tokens of the whole text.
        prose: the language's lexicon.
    """
    sentences: list[Sentence] = []
    index, count = 0, len(tokens)
    for number, (segment, start) in enumerate(zip(text_map.segments, text_map.starts, strict=True)):
        end = start + len(segment.text)
        while index < count and tokens[index].start < start:
            index += 1
        first = index
        while index < count and tokens[index].start < end:
            index += 1
            if index == count or tokens[index].start >= end:
                break
            if _ends_at(text_map.text, tokens, index - 1, prose) or _too_long(tokens, first, index):
                _append(sentences, tokens, first, index, number, segment.kind)
                first = index
        _append(sentences, tokens, first, index, number, segment.kind)
    return tuple(sentences)


def _append(
    sentences: list[Sentence], tokens: Sequence[Token], first: int, last: int, segment: int, kind: SegmentKind
) -> None:
    if first < last and kind is not SegmentKind.CODE:
        sentences.append(Sentence(tokens[first].start, tokens[last - 1].end, first, last, segment))


def _too_long(tokens: Sequence[Token], first: int, index: int) -> bool:
    """Return whether a sentence from ``first`` on is too long to go on with the token at ``index``."""
    length = index - first
    if length < _LONGEST:
        return False
    return (tokens[index - 1].norm in ",;:" and tokens[index].spaced) or length >= _LONGEST + _STRETCH


def _ends_at(text: str, tokens: Sequence[Token], index: int, prose: Prose) -> bool:
    """Return whether a sentence ends with the token at ``index`` (which is not the last one of its segment)."""
    following = tokens[index + 1]
    if "\n" in text[tokens[index].end : following.start]:
        return True
    closing = index
    while closing > 0 and tokens[closing].norm in _CLOSERS and not tokens[closing].spaced:
        closing -= 1
    if tokens[closing].norm not in _ENDS or not following.spaced or _goes_on(following):
        return False
    return tokens[closing].norm != "." or not _abbreviates(tokens, closing, following, prose)


def _goes_on(following: Token) -> bool:
    return following.is_word and following.text[0].islower()


def _abbreviates(tokens: Sequence[Token], stop: int, following: Token, prose: Prose) -> bool:
    """Return whether a full stop belongs to the word before it: an abbreviation, or a German ordinal."""
    if stop == 0 or tokens[stop].spaced:
        return False
    before = tokens[stop - 1]
    if before.norm in prose.abbreviations and not _after_apostrophe(tokens, stop - 1):
        return True
    if prose.ordinal_nouns and _NUMERAL.match(before.norm) and following.is_word:
        # A German ordinal ("am 17. September") against a sentence that ends in a number.
        return following.norm in prose.ordinal_nouns or following.norm not in prose.openers
    return False


def _after_apostrophe(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a token is an ending behind an apostrophe ("gpu's"), and so no abbreviation."""
    return index > 0 and tokens[index - 1].norm == "'" and not tokens[index].spaced
