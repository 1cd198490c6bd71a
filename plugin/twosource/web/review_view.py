"""The review page as values: a checked draft comes in; blocks of marked text with their cards go out.

Pure: nothing is looked up, and nothing is markup yet; the template writes and escapes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from twosource.model import Resolution, SegmentKind, Severity
from twosource.store.records import KeptDraft, PlacedSegment
from twosource_schemas.api import DISMISSAL_REASONS

_REASON_LABELS = (
    "Wrong match",
    "A source exists",
    "House decision",
    "Quoted as said",
    "Other reason (say which)",
)
REASONS = dict(zip(DISMISSAL_REASONS, _REASON_LABELS, strict=True))
"""Why a flag may be dismissed: the code, and the English text of its label."""
BY_LINK = "review link"
"""Whom the store names for a resolution made on the page; a name that was given follows after a colon."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that the same flags cover.

    Attributes:
        text: its characters.
        flags: the numbers of the flags that cover it, the worst open one first; empty for plain text.
        severity: of the worst open flag, ``"closed"`` where all are resolved, or None for plain text.
        also: whether it is but another place of its flags.
        ends: the numbers of the flags whose own span ends with it.
    """

    text: str
    flags: tuple[int, ...] = ()
    severity: str | None = None
    also: bool = False
    ends: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source as a card shows it; ``url`` is None unless it is a web address."""

    title: str
    publisher: str
    published: str | None
    url: str | None
    quote: str | None
    origin: bool
    own_word: bool


@dataclass(frozen=True, slots=True)
class FindingLine:
    """What one rule says."""

    rule: str
    severity: str
    message: str
    detail: str


@dataclass(frozen=True, slots=True)
class DetailLine:
    """A paragraph of a detail; ``finding`` is the finding's message that it starts with, or ``""``."""

    finding: str
    text: str


@dataclass(frozen=True, slots=True)
class SuggestionLine:
    """A replacement: the words that are there, the words that should be."""

    words: str
    replacement: str
    why: str


@dataclass(frozen=True, slots=True)
class Card:
    """A flag in the margin.

    Attributes:
        number: its number on the page, from 1, in reading order.
        id: the flag's id.
        severity: ``error``, ``warning`` or ``note``.
        state: ``open``, ``fixed``, ``dismissed`` or ``snoozed``.
        message: the flag's message.
        quote: the words that it stands on.
        tells_quote: whether the detail has those words already.
        detail: its detail, by paragraph.
        findings: what each rule says.
        sources: the fact's sources.
        suggestions: replacements that are certain.
        more_places: at how many other places the draft says it.
        history: what was done with it, the newest first.
    """

    number: int
    id: str
    severity: str
    state: str
    message: str
    quote: str
    tells_quote: bool
    detail: tuple[DetailLine, ...]
    findings: tuple[FindingLine, ...]
    sources: tuple[SourceLine, ...]
    suggestions: tuple[SuggestionLine, ...]
    more_places: int
    history: tuple[Resolution, ...]

    @property
    def is_open(self) -> bool:
        """Whether nobody has resolved it."""
        return self.state == "open"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the draft with the cards of the flags that start in it."""

    kind: str
    path: str
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    has_marker: bool = False


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What the page shows.

    Attributes:
        title: the draft's title, or None.
        language: the draft's language, or None where it was not detected.
        incomplete: why not all of the draft was checked, or None.
        blocks: the draft.
        open_counts: how many flags are open, by severity, the worst first; none is left out.
        resolved: how many are fixed, dismissed or snoozed.
        first: the number of the first open flag by severity.
        unfolded: the number of the card that is unfolded at first, the first open error or warning; None where there
            is none. All others show but their message, so that each stands beside its words.
        gone: flags of former revisions that this one no longer draws, as (message, state).
    """

    title: str | None
    language: str | None
    incomplete: str | None
    blocks: tuple[Block, ...]
    open_counts: tuple[tuple[str, int], ...]
    resolved: int
    first: Mapping[str, int]
    unfolded: int | None
    gone: tuple[tuple[str, str], ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in reading order."""
        return tuple(card for block in self.blocks for card in block.cards)


def review_page(draft: KeptDraft) -> ReviewPage:
    """Return what the review page of a checked draft shows."""
    flags = sorted(draft.checked.get("flags", ()), key=lambda flag: (flag["start"], flag["end"], flag["id"]))
    cards = [_card(number, flag, draft) for number, flag in enumerate(flags, start=1)]
    spans = [span for card, flag in zip(cards, flags, strict=True) for span in _spans(card, flag)]
    blocks = _blocks(draft, spans, list(zip(cards, flags, strict=True)))
    opened = Counter(card.severity for card in cards if card.is_open)
    first: dict[str, int] = {}
    for card in cards:
        if card.is_open:
            first.setdefault(card.severity, card.number)
    return ReviewPage(
        title=draft.title,
        language=draft.checked.get("language"),
        incomplete=draft.checked.get("incomplete"),
        blocks=blocks,
        open_counts=tuple((severity.value, opened[severity.value]) for severity in reversed(Severity)),
        resolved=sum(not card.is_open for card in cards),
        first=first,
        unfolded=min(
            (first[severity] for severity in (Severity.ERROR, Severity.WARNING) if severity in first), default=None
        ),
        gone=tuple((str(flag.get("message", "")), str(flag.get("state", ""))) for flag in draft.closed),
    )


@dataclass(frozen=True, slots=True)
class _Span:
    """A place of a flag in the visible text."""

    start: int
    end: int
    card: Card
    also: bool


def _spans(card: Card, flag: Mapping[str, Any]) -> list[_Span]:
    own = _Span(flag["start"], flag["end"], card, also=False)
    return [own, *(_Span(place["start"], place["end"], card, also=True) for place in flag.get("also_at", ()))]


def _blocks(
    draft: KeptDraft, spans: Sequence[_Span], flagged: Sequence[tuple[Card, Mapping[str, Any]]]
) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for index, segment in enumerate(draft.segments):
        is_last = index == len(draft.segments) - 1
        next_start = len(draft.text) + 1 if is_last else draft.segments[index + 1].start
        first = 0 if index == 0 else segment.start
        # A flag belongs to the block that it starts in, or between whose start and the next one's it does.
        cards = tuple(card for card, flag in flagged if first <= flag["start"] < next_start)
        text = draft.text[segment.start : segment.end]
        blocks.append(
            Block(
                kind=segment.kind,
                path=segment.path,
                pieces=tuple(_pieces(text, segment, spans)),
                cards=cards,
                has_marker=segment.kind == SegmentKind.LIST_ITEM and text[:1] in ("-", "*", "•"),
            )
        )
    return tuple(blocks)


def _pieces(text: str, segment: PlacedSegment, spans: Iterable[_Span]) -> Iterable[Piece]:
    """Yield the text cut at every start and end of a span, so that overlapping flags need no nesting."""
    within = [span for span in spans if span.start < segment.end and span.end > segment.start]
    cuts = {segment.start, segment.end}
    for span in within:
        cuts |= {max(span.start, segment.start), min(span.end, segment.end)}
    ordered = sorted(cuts)
    for start, end in pairwise(ordered):
        over = [span for span in within if span.start <= start and span.end >= end]
        yield _piece(text[start - segment.start : end - segment.start], end, over)


def _piece(text: str, end: int, over: Sequence[_Span]) -> Piece:
    if not over:
        return Piece(text)
    worst_first = sorted(over, key=lambda span: (not span.card.is_open, -Severity(span.card.severity).rank, span.also))
    worst = worst_first[0]
    return Piece(
        text=text,
        flags=tuple(dict.fromkeys(span.card.number for span in worst_first)),
        severity=worst.card.severity if worst.card.is_open else "closed",
        also=all(span.also for span in over),
        ends=tuple(sorted(span.card.number for span in over if span.end == end and not span.also)),
    )


def _card(number: int, flag: Mapping[str, Any], draft: KeptDraft) -> Card:
    return Card(
        number=number,
        id=flag["id"],
        severity=flag["severity"],
        state=flag["state"],
        message=flag["message"],
        quote=flag["quote"],
        tells_quote=flag["quote"] in flag["detail"],
        detail=tuple(_detail_lines(flag)),
        findings=tuple(
            FindingLine(found["rule"], found["severity"], found["message"], found["detail"])
            for found in flag.get("findings", ())
        ),
        sources=tuple(_source(source) for source in flag.get("sources", ())),
        suggestions=tuple(
            SuggestionLine(draft.text[hint["start"] : hint["end"]], hint["replacement"], hint["why"])
            for hint in flag.get("suggestions", ())
        ),
        more_places=len(flag.get("also_at", ())),
        history=tuple(reversed([done for done in draft.resolutions if done.flag == flag["id"]])),
    )


def _detail_lines(flag: Mapping[str, Any]) -> Iterable[DetailLine]:
    openings = [f"{found['message']}:" for found in flag.get("findings", ())]
    for line in filter(None, map(str.strip, flag["detail"].splitlines())):
        opening = next((each for each in openings if line.startswith(each)), "")
        yield DetailLine(opening, line[len(opening) :])


def _source(source: Mapping[str, Any]) -> SourceLine:
    return SourceLine(
        title=source.get("title") or source["id"],
        publisher=source["publisher"],
        published=source.get("published"),
        url=_web_address(source.get("url")),
        quote=source.get("quote"),
        origin=bool(source.get("origin")),
        own_word=bool(source.get("own_word")),
    )


def _web_address(url: object) -> str | None:
    """Return an address that is safe to follow (http or https), else None."""
    if not isinstance(url, str):
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    return url.strip() if parts.scheme in ("http", "https") and parts.netloc else None
