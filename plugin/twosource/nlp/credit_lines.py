"""Credit lines: whom a caption or a sentence credits behind a label ("Source: diagram by Z.ai", "(Quelle: Zhipu)")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twosource.model import Attribution, Mention, SegmentKind, Sentence, TextMap, Token
from twosource.nlp.lexicon import Prose

CREDIT = "credit"
"""The kind of such attributions: they count where the credit is rightful, and say nothing where it is not."""
_LONGEST = 16
"""How many tokens may follow a label: what is longer is prose and no credit."""
_LINES = 3
"""How many lines of credits one caption may have."""
_OPENERS = frozenset("([–—-|/·•;,.\"'")
_CLOSERS = frozenset(")]|;")
_PARTS = frozenset("/,&|;")
"""What stands between several who are credited."""
_ENDS = frozenset(".!?…)]")


@dataclass(frozen=True, slots=True)
class _Label:
    """The label of a credit ("Bild/Grafik:") and what follows it.

    Attributes:
        first: its first token.
        begin: the first token behind its colon.
        end: the index after the last token of what it credits.
    """

    first: int
    begin: int
    end: int


def add(
    found: Sequence[tuple[Attribution, ...]],
    tokens: Sequence[Token],
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    text_map: TextMap,
    prose: Prose,
) -> tuple[tuple[Attribution, ...], ...]:
    """Return for each sentence its attributions, and those by a credit line.

    A credit in brackets, or behind a dash or comma, is one of its own sentence. A line that is nothing else is one of
    the sentence before it in the same segment, or where it is a paragraph of its own, of the last one in the segment
    before. It reaches no further.

    Args:
        found: for each sentence its other attributions.
        tokens: the tokens of the text.
        sentences: its sentences.
        mentions: its names, in text order.
        text_map: the text and its segments.
        prose: the language's lexicon.
    """
    every = [list(each) for each in found]
    lines: set[int] = set()  # the sentences that are nothing but credits
    position = 0
    for number, sentence in enumerate(sentences):
        labels = list(_labels(sentence, tokens, prose))
        while position < len(mentions) and mentions[position].first < sentence.first:
            position += 1
        if not labels:
            continue
        # Nothing else stands there but brackets and a full stop.
        alone = labels[0].first <= sentence.first + 1 and labels[-1].end >= sentence.last - 2
        if alone:
            lines.add(number)
        credited = _before(number, sentences, lines, text_map) if alone else number
        if credited is None:
            continue
        here = mentions[position : position + sentence.last - sentence.first]
        for label in labels:
            every[credited].extend(_credits(label, sentences[credited], tokens, here, prose))
    return tuple(map(tuple, every))


def _before(number: int, sentences: Sequence[Sentence], lines: set[int], text_map: TextMap) -> int | None:
    """Return the sentence that a line of credits belongs to, or None where there is none."""
    before = number - 1
    while before in lines and number - before < _LINES:
        before -= 1
    if before < 0 or before in lines:
        return None
    own, segment = sentences[number].segment, sentences[before].segment
    if segment == own:
        return before
    first_of_its_own = before + 1 == len(sentences) or sentences[before + 1].segment == own
    last_of_its_own = number + 1 == len(sentences) or sentences[number + 1].segment != own
    kinds = (text_map.segments[segment].kind, text_map.segments[own].kind)
    apart = own - segment > 1 or any(kind.is_headline or kind is SegmentKind.CODE for kind in kinds)
    return before if first_of_its_own and last_of_its_own and not apart else None


def _labels(sentence: Sentence, tokens: Sequence[Token], prose: Prose) -> Iterator[_Label]:
    """Yield the labels of a sentence, in order."""
    for colon in range(sentence.first + 1, sentence.last - 1):
        if tokens[colon].norm != ":":
            continue
        first = colon
        while first > sentence.first and _labelling(tokens[first - 1], prose):
            first -= 1
        if not any(token.norm in prose.credit_lines for token in tokens[first:colon]):
            continue
        opened = first == sentence.first or tokens[first - 1].norm in _OPENERS
        end = _end(colon + 1, sentence, tokens)
        if opened and end - colon <= _LONGEST and not any(_tells(token, prose) for token in tokens[colon:end]):
            yield _Label(first, colon + 1, end)


def _tells(token: Token, prose: Prose) -> bool:
    """Return whether a word makes what follows a label a sentence ("Bild: Z.ai sagt nichts")."""
    return token.norm in prose.copulas or token.norm in prose.say_verbs


def _labelling(token: Token, prose: Prose) -> bool:
    return token.norm in prose.credit_lines or token.norm in prose.conjunctions or token.norm in "/&"


def _end(begin: int, sentence: Sentence, tokens: Sequence[Token]) -> int:
    end = begin
    while end < min(sentence.last, begin + _LONGEST) and tokens[end].norm not in _CLOSERS:
        end += 1
    return end


def _credits(
    label: _Label, sentence: Sentence, tokens: Sequence[Token], mentions: Sequence[Mention], prose: Prose
) -> Iterator[Attribution]:
    """Yield an attribution for each whom a label credits: known by name, or by the words behind it."""
    marker = (tokens[label.first].start, tokens[label.begin - 1].end)
    for mention in mentions:
        if label.begin <= mention.first and mention.last <= label.end:
            yield Attribution(sentence.start, sentence.end, marker, mention.entities, mention.quote, CREDIT)
    for index in range(label.begin, label.end):
        opens = index == label.begin or tokens[index - 1].norm in prose.holder_links | _PARTS
        words = _words(index, label.end, tokens) if opens else ""
        if words:
            yield Attribution(sentence.start, sentence.end, marker, (), words, CREDIT)


def _words(first: int, end: int, tokens: Sequence[Token]) -> str:
    """Return the words of a name that is not known as one, up to the next mark."""
    last = first
    while last < end and tokens[last].norm not in _PARTS | _ENDS:
        last += 1
    return " ".join(token.text for token in tokens[first:last])
