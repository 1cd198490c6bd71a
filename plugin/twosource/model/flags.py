"""Claims, findings and flags: what a check gives out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from twosource.model.figure import Figure
from twosource.model.reading import Mention


class Severity(StrEnum):
    """How bad a finding is; ``rank`` orders them."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for a note, 1 for a warning, 2 for an error."""
        return ("note", "warning", "error").index(self.value)


class Verdict(StrEnum):
    """What a draft says, held against a fact."""

    SAME = "same"
    NARROWER = "narrower"
    WIDER = "wider"
    DROPPED = "dropped"
    CONFLICT = "conflict"
    STATED = "stated"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Span:
    """Code points ``start`` to ``end`` (exclusive) of the visible text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SegmentSpan:
    """A place in one segment: its path, and code points in its own text."""

    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says that the fact base knows of.

    Attributes:
        pack: the pack of the fact.
        fact: the fact's id.
        start: first code point of what is said.
        end: code point after its last.
        sentence: the index of its sentence.
        verdict: the draft's word against the fact's.
        figure: the figure that it rests on, or None for a statement or a name.
        text: the name that the draft gives where the fact's value is a name, or None.
        attributed: the holder's entity (``pack/entity``), ``""`` where it is told as somebody's word without saying
            whose, or None where the author speaks.
        holder_quote: the words that name the holder, or None.
        credited: whether that holder is one that the fact's sourcing knows.
        certainty: ``plain``, ``hedged`` or ``reported``.
        affirmed: False where the sentence denies it.
        disclosed: whether the sentence or a neighbour itself names the gap in the evidence.
        headline: whether it stands in a title or a heading.
        confidence: 0 to 1.
        reasons: the features that the confidence was computed from, by name.
        power: where the draft's number is off by a power of 1000, that power (1: a thousand times too high).
        trap: which slip that is (``scale-words``, ``thousands-point``, ``unit``), or None.
    """

    pack: str
    fact: str
    start: int
    end: int
    sentence: int
    verdict: Verdict
    figure: Figure | None = None
    text: str | None = None
    attributed: str | None = None
    holder_quote: str | None = None
    credited: bool = False
    certainty: str = "plain"
    affirmed: bool = True
    disclosed: bool = False
    headline: bool = False
    confidence: float = 0.0
    reasons: tuple[tuple[str, float], ...] = ()
    power: int | None = None
    trap: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A replacement that is certain: code points ``start`` to ``end`` become ``replacement``."""

    start: int
    end: int
    replacement: str
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of one claim, in the locale of the check."""

    rule: str
    severity: Severity
    message: str
    detail: str
    start: int
    end: int
    suggestions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagSource:
    """A source as a flag shows it."""

    id: str
    title: str | None
    publisher: str
    url: str | None
    published: str | None
    quote: str | None
    origin: bool
    own_word: bool


@dataclass(frozen=True, slots=True)
class Flag:
    """The findings on one span about one fact, with one message."""

    id: str
    severity: Severity
    pack: str | None
    fact: str | None
    fact_version: str | None
    rules: tuple[str, ...]
    message: str
    detail: str
    start: int
    end: int
    quote: str
    segment: SegmentSpan
    also_at: tuple[Span, ...]
    findings: tuple[Finding, ...]
    suggestions: tuple[Suggestion, ...]
    sources: tuple[FlagSource, ...]
    fingerprint: str
    state: str = "open"


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an editor did with a flag."""

    flag: str
    state: str
    by: str
    at: datetime
    reason: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A check's result: everything that was found in one draft."""

    language: str
    text: str
    flags: tuple[Flag, ...]
    figures: tuple[Figure, ...]
    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...]
    incomplete: str | None = None
