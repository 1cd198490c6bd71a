from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.model import Resolution
from twosource.store.records import KeptDraft, PlacedSegment
from twosource.web.review_view import DetailLine, Piece, review_page

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TEXT = "Ruim 100.000 chips\n\nDe kosten 😀 liggen op het niveau van gpu's."
SEGMENTS = (PlacedSegment("title", "title", 0, 18), PlacedSegment("paragraph", "body/0", 20, len(TEXT)))


def _flag(start: int, end: int, text: str = TEXT, **changes: Any) -> dict[str, Any]:
    flag = {
        "id": f"{start}-{end}",
        "state": "open",
        "severity": "warning",
        "message": "cost parity: single-source",
        "detail": "One.\n\n Two. ",
        "start": start,
        "end": end,
        "quote": text[start:end],
        "also_at": [],
        "findings": [{"rule": "single-source", "severity": "warning", "message": "single-source", "detail": "One."}],
        "suggestions": [],
        "sources": [],
    }
    return {**flag, **changes}


def _draft(
    *flags: dict[str, Any],
    text: str = TEXT,
    segments: tuple[PlacedSegment, ...] = SEGMENTS,
    closed: tuple[dict[str, Any], ...] = (),
    resolutions: tuple[Resolution, ...] = (),
) -> KeptDraft:
    checked = {"language": "nl", "incomplete": None, "flags": list(flags)}
    return KeptDraft("desk", "4711", "7", NOON, NOON, "Ruim", text, segments, checked, closed, resolutions)


def test_a_flag_is_marked_in_its_block_with_its_card() -> None:
    page = review_page(_draft(_flag(23, 40)))
    title, body = page.blocks
    assert title.pieces == (Piece("Ruim 100.000 chips"),)
    assert title.cards == ()
    assert body.pieces == (
        Piece("De "),
        Piece("kosten 😀 liggen o"[:17], (1,), "warning", ends=(1,)),
        Piece(TEXT[40:]),
    )
    (card,) = body.cards
    assert (card.number, card.quote, page.unfolded) == (1, TEXT[23:40], 1)
    assert card.detail == (DetailLine("", "One."), DetailLine("", "Two."))


def test_a_detail_tells_which_finding_a_paragraph_is_about() -> None:
    page = review_page(_draft(_flag(0, 4, detail="It says “Ruim”.\nsingle-source: only Z.ai.")))
    (card,) = page.cards
    assert card.detail == (DetailLine("", "It says “Ruim”."), DetailLine("single-source:", " only Z.ai."))
    assert card.tells_quote


def test_overlapping_flags_share_pieces_and_the_worst_open_one_colours() -> None:
    page = review_page(
        _draft(
            _flag(20, 30, severity="note"),
            _flag(25, 35, severity="error"),
            _flag(27, 29, severity="error", state="fixed"),
        )
    )
    pieces = [(piece.text, piece.flags, piece.severity) for piece in page.blocks[1].pieces if piece.flags]
    assert pieces == [
        (TEXT[20:25], (1,), "note"),
        (TEXT[25:27], (2, 1), "error"),
        (TEXT[27:29], (2, 1, 3), "error"),
        (TEXT[29:30], (2, 1), "error"),
        (TEXT[30:35], (2,), "error"),
    ]
    assert [piece.ends for piece in page.blocks[1].pieces if piece.flags] == [(), (), (3,), (1,), (2,)]


def test_a_span_over_two_blocks_is_marked_in_both_and_has_one_card() -> None:
    page = review_page(_draft(_flag(13, 25)))
    assert [piece.text for block in page.blocks for piece in block.pieces if piece.flags] == ["chips", "De ko"]
    assert [len(block.cards) for block in page.blocks] == [1, 0]


def test_other_places_are_marked_as_such() -> None:
    page = review_page(_draft(_flag(23, 29, also_at=[{"start": 5, "end": 12}])))
    (other,) = [piece for piece in page.blocks[0].pieces if piece.flags]
    assert (other.text, other.also, other.ends) == ("100.000", True, ())
    assert page.cards[0].more_places == 1


def test_counts_and_what_is_folded() -> None:
    page = review_page(
        _draft(
            _flag(0, 4, severity="note"),
            _flag(5, 12, severity="error"),
            _flag(13, 18, severity="error"),
            _flag(20, 22, severity="warning", state="dismissed"),
            closed=({"message": "old", "state": "fixed"},),
        )
    )
    assert page.open_counts == (("error", 2), ("warning", 0), ("note", 1))
    assert (page.resolved, dict(page.first), page.gone) == (1, {"note": 1, "error": 2}, (("old", "fixed"),))
    assert page.unfolded == 2


def test_notes_and_what_is_resolved_are_folded() -> None:
    page = review_page(_draft(_flag(0, 4, severity="note"), _flag(5, 12, state="fixed")))
    assert page.unfolded is None


def test_a_card_tells_what_was_done_with_it_the_newest_first() -> None:
    done = [Resolution("5-12", state, "review link", NOON) for state in ("dismissed", "open")]
    page = review_page(_draft(_flag(5, 12), resolutions=(*done, Resolution("other", "fixed", "x", NOON))))
    assert [each.state for each in page.cards[0].history] == ["open", "dismissed"]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/a", "https://example.org/a"),
        (" http://example.org ", "http://example.org"),
        ("javascript:alert(1)", None),
        ("JavaScript://example.org/%0aalert(1)", None),
        ("data:text/html,<script>", None),
        ("//example.org", None),
        ("https:///x", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_only_web_addresses_are_links(url: str | None, shown: str | None) -> None:
    source = {"id": "s", "title": None, "publisher": "P", "url": url, "published": None, "quote": None}
    page = review_page(_draft(_flag(0, 4, sources=[source], suggestions=[
        {"start": 0, "end": 4, "replacement": "Meer dan", "why": "w"},
    ])))  # fmt: skip
    assert page.cards[0].sources[0].url == shown
    assert page.cards[0].sources[0].title == "s"
    assert page.cards[0].suggestions[0].words == "Ruim"


def test_a_draft_without_text_has_no_blocks() -> None:
    assert review_page(_draft(text="", segments=())).blocks == ()


def test_a_list_item_that_has_its_own_marker_gets_no_other() -> None:
    segments = (PlacedSegment("list_item", "body/0", 0, 5), PlacedSegment("list_item", "body/1", 6, 9))
    page = review_page(_draft(text="- een\ndos", segments=segments))
    assert [block.has_marker for block in page.blocks] == [True, False]


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))), max_size=6))
def test_no_character_is_lost_or_doubled_however_flags_overlap(ends: list[tuple[int, int]]) -> None:
    flags = [_flag(*sorted(pair), id=str(index)) for index, pair in enumerate(ends)]
    page = review_page(_draft(*flags))
    for block, segment in zip(page.blocks, SEGMENTS, strict=True):
        assert "".join(piece.text for piece in block.pieces) == TEXT[segment.start : segment.end]
    assert sorted(card.number for card in page.cards) == list(range(1, len(flags) + 1))
