"""The finders as spaCy components, for any pipeline: ``twosource_figures`` and ``twosource_names``.

``twosource_figures`` sets ``doc.spans["figures"]`` with the figure in ``span._.figure``; ``twosource_names`` sets
``doc.ents`` and ``doc.spans["names"]`` with the mention in ``span._.mention``. spaCy's tokenisers cut at other places
than the figures do, so a span is widened to whole spaCy tokens; the exact offsets stand in the figure and the mention.
"""

from __future__ import annotations

import threading
from datetime import date
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from twosource.model import Figure, Mention, Segment, SegmentKind, TextMap
from twosource.nlp.pipeline import Lookups, Pass, figures_of, mentions_of, walk

_PASS, _LOOKUPS, _AT, _FIGURES, _MENTIONS = (
    f"twosource_{name}" for name in ("pass", "lookups", "at", "figures", "mentions")
)
_MOST_WORDS = 100_000
_LONGEST_CHUNK = 1_000
_ours = threading.local()

for _extension in ("figure", "mention"):
    Span.set_extension(_extension, default=None, force=True)


class FigureFinder:
    """Sets the figures of a Doc.

    Args:
        language: the language to read it in.
        at: the day that dates without a year are read against, or None.
        lookups: the units to look for; a Doc that brings its own (in ``user_data``) is read with those.
    """

    def __init__(self, language: str, at: date | None = None, lookups: Lookups | None = None) -> None:
        self.language = language
        self.at = at
        self.lookups = lookups or Lookups()

    def __call__(self, doc: Doc) -> Doc:
        """Return the Doc with ``doc.spans["figures"]``."""
        passed = _pass_of(doc, self.language)
        figures = figures_of(passed, doc.user_data.get(_LOOKUPS, self.lookups), doc.user_data.get(_AT, self.at))
        doc.user_data[_FIGURES] = figures
        spans = []
        for figure in figures:
            span = _span(doc, figure.start, figure.end, figure.kind.value.upper())
            if span is not None:
                span._.figure = figure
                spans.append(span)
        doc.spans["figures"] = spans
        return doc


class NameFinder:
    """Sets the names of a Doc.

    Args:
        language: the language to read it in.
        lookups: the names to look for; a Doc that brings its own (in ``user_data``) is read with those.
    """

    def __init__(self, language: str, lookups: Lookups | None = None) -> None:
        self.language = language
        self.lookups = lookups or Lookups()

    def __call__(self, doc: Doc) -> Doc:
        """Return the Doc with ``doc.ents`` and ``doc.spans["names"]``."""
        passed = _pass_of(doc, self.language)
        figures: tuple[Figure, ...] = doc.user_data.get(_FIGURES, ())
        mentions = mentions_of(passed, figures, doc.user_data.get(_LOOKUPS, self.lookups))
        doc.user_data[_MENTIONS] = mentions
        spans = []
        for mention in mentions:
            span = _span(doc, mention.start, mention.end, mention.label)
            if span is not None:
                span._.mention = mention
                spans.append(span)
        doc.spans["names"] = spans
        taken = {token for span in spans for token in range(span.start, span.end)}
        kept = [ent for ent in doc.ents if not taken.intersection(range(ent.start, ent.end))]
        doc.ents = filter_spans([*spans, *kept])
        return doc


@Language.factory("twosource_figures", assigns=["doc.spans"], default_config={"at": None})
def make_figures(nlp: Language, name: str, *, at: str | None) -> FigureFinder:  # noqa: ARG001 - spaCy passes the name
    """Return the component that finds figures; ``at`` is an ISO date, or None."""
    return FigureFinder(nlp.lang or "", date.fromisoformat(at) if at else None)


@Language.factory("twosource_names", assigns=["doc.ents", "doc.spans"])
def make_names(nlp: Language, name: str) -> NameFinder:  # noqa: ARG001 - spaCy passes the name
    """Return the component that finds names; give it a base's names by its ``lookups``."""
    return NameFinder(nlp.lang or "")


def run(passed: Pass, lookups: Lookups, at: date | None) -> tuple[tuple[Figure, ...], tuple[Mention, ...]]:
    """Return the figures and names that the components set on a text's Doc.

    Each thread has its own blank pipeline. spaCy's tokeniser takes time that grows with the square of a chunk without
    white space (20,000 brackets took minutes), so a text with an overlong one is read by the bare finders, which give
    the same.
    """
    if any(len(chunk) > _LONGEST_CHUNK for chunk in passed.text_map.text.split()):
        figures = figures_of(passed, lookups, at)
        return figures, mentions_of(passed, figures, lookups)
    ours = _pipeline(passed.language)
    doc = ours.tokenise(passed.text_map.text)
    doc.user_data.update({_PASS: passed, _LOOKUPS: lookups, _AT: at})
    for _name, component in ours.nlp.pipeline:
        doc = component(doc)
    return doc.user_data[_FIGURES], doc.user_data[_MENTIONS]


class _Pipeline:
    """A blank pipeline with our two components, and the chunks of text that its tokeniser has seen."""

    def __init__(self, language: str) -> None:
        self.nlp = spacy.blank(language)
        self.nlp.max_length = 20_000_000
        tokenizer: Any = self.nlp.tokenizer
        tokenizer.max_cache_size = 2 * _MOST_WORDS
        self.nlp.add_pipe("twosource_figures")
        self.nlp.add_pipe("twosource_names")
        self._seen: set[str] = set()

    @property
    def is_full(self) -> bool:
        """Whether it has seen so many words that it is to be made anew.

        spaCy keeps every word. Its memory zones forget them after each text, and then work out each word anew, which
        takes several times as long as the tokenising itself.
        """
        return len(self.nlp.vocab.strings) > _MOST_WORDS

    def tokenise(self, text: str) -> Doc:
        """Return the Doc of a text, with the tokens that spaCy's tokeniser gives it.

        The tokeniser stops filling its cache at the first newline or dash of a text (spaCy issue 13950), so that every
        later word is worked out again in each text; a chunk that is tokenised alone first is found in the cache.
        """
        fresh = set(text.split()) - self._seen
        for chunk in fresh:
            self.nlp.tokenizer(chunk)
        self._seen |= fresh
        return self.nlp.make_doc(text)


def _pipeline(language: str) -> _Pipeline:
    pipelines: dict[str, _Pipeline] = _ours.__dict__.setdefault("pipelines", {})
    if language not in pipelines or pipelines[language].is_full:
        pipelines[language] = _Pipeline(language)
    return pipelines[language]


def _pass_of(doc: Doc, language: str) -> Pass:
    """Return the token pass over a Doc's text; one that comes from elsewhere is read as lines of plain text."""
    if _PASS not in doc.user_data:
        segments: list[Segment] = []
        starts: list[int] = []
        at = 0
        for line in doc.text.splitlines(keepends=True):
            segments.append(Segment(SegmentKind.PARAGRAPH, f"body/{len(segments)}", line.rstrip("\r\n")))
            starts.append(at)
            at += len(line)
        doc.user_data[_PASS] = walk(TextMap(doc.text, tuple(segments), tuple(starts)), language)
    passed: Pass = doc.user_data[_PASS]
    return passed


def _span(doc: Doc, start: int, end: int, label: str) -> Span | None:
    return doc.char_span(start, end, label=label, alignment_mode="expand")
