"""The reading of a text: one token pass, and all that is found on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from twosource.model import Attribution, Figure, Mention, SegmentKind, Sentence, TextMap, Token
from twosource.nlp import attribution, credit_lines, entities, sentences
from twosource.nlp.figures import find as find_figures
from twosource.nlp.lexicon import Prose, prose
from twosource.text.phrases import PhraseIndex
from twosource.text.tokens import tokenise


@dataclass(frozen=True, slots=True)
class Lookups:
    """What a reading looks up: names, by language the nouns of what is counted (stem to unit), and units' symbols."""

    names: entities.NameIndex = field(default_factory=lambda: entities.NameIndex(PhraseIndex(), {}))
    nouns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    symbols: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """The token pass over a text: its tokens and its sentences."""

    text_map: TextMap
    prose: Prose
    tokens: list[Token]
    sentences: tuple[Sentence, ...]

    @property
    def language(self) -> str:
        """``de``, ``nl`` or ``en``."""
        return self.prose.language


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read in a text.

    Attributes:
        walk: the token pass.
        mentions: the names, in text order.
        figures: the figures, in text order.
        attributions: for each sentence what is told there as somebody's word.
    """

    walk: Pass
    mentions: tuple[Mention, ...]
    figures: tuple[Figure, ...]
    attributions: tuple[tuple[Attribution, ...], ...]

    def is_headline(self, sentence: Sentence) -> bool:
        """Return whether a sentence stands in a title or a heading."""
        return self.walk.text_map.segments[sentence.segment].kind.is_headline


def walk(text_map: TextMap, language: str) -> Pass:
    """Return the token pass over a text in ``de``, ``nl`` or ``en``."""
    tokens = tokenise(text_map.text, language)
    words = prose(language)
    return Pass(text_map, words, tokens, sentences.split(text_map, tokens, words))


def figures_of(passed: Pass, lookups: Lookups, at: date | None) -> tuple[Figure, ...]:
    """Return the figures of a text in order; those in code are none."""
    language = passed.language
    found = find_figures(passed.text_map.text, language, at, lookups.nouns.get(language), lookups.symbols)
    code = _code(passed.text_map)
    return tuple(figure for figure in found if not any(start <= figure.start < end for start, end in code))


def mentions_of(passed: Pass, figures: Sequence[Figure], lookups: Lookups) -> tuple[Mention, ...]:
    """Return the names of a text in order: those that the base knows, and those that their shape gives away."""
    known = entities.find_known(passed.tokens, lookups.names, passed.prose)
    shaped = entities.find_shaped(passed.tokens, passed.sentences, known, figures, passed.prose)
    code = _code(passed.text_map)
    merged = sorted((*known, *shaped), key=lambda mention: mention.start)
    return tuple(mention for mention in merged if not any(start <= mention.start < end for start, end in code))


def read(text_map: TextMap, language: str, lookups: Lookups, at: date | None = None, *, spacy: bool = True) -> Reading:
    """Return the reading of a text.

    Args:
        text_map: the text and its segments; offsets count its code points.
        language: ``de``, ``nl`` or ``en``.
        lookups: the names and units to look for.
        at: the day that dates without a year are read against.
        spacy: whether names and figures come through spaCy's pipeline, as our components set them on its Doc (what a
            statistical component needs). Without it the same finders run bare, and spaCy is not loaded.
    """
    passed = walk(text_map, language)
    if spacy:
        from twosource.nlp import components  # noqa: PLC0415 - spaCy takes a second to load; only who needs it pays

        figures, mentions = components.run(passed, lookups, at)
    else:
        figures = figures_of(passed, lookups, at)
        mentions = mentions_of(passed, figures, lookups)
    headlines = frozenset(number for number, segment in enumerate(text_map.segments) if segment.kind.is_headline)
    attributions = attribution.find(passed.tokens, passed.sentences, mentions, headlines, passed.prose)
    credited = credit_lines.add(attributions, passed.tokens, passed.sentences, mentions, text_map, passed.prose)
    return Reading(passed, mentions, figures, credited)


def _code(text_map: TextMap) -> list[tuple[int, int]]:
    return [
        (start, start + len(segment.text))
        for segment, start in zip(text_map.segments, text_map.starts, strict=True)
        if segment.kind is SegmentKind.CODE
    ]
