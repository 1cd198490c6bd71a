import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.cms.formats.limit import within
from twosource.model import Segment, SegmentKind, SegmentSpan
from twosource.text.build import build, place


def _segments(*texts: str, before: str = "\n\n") -> tuple[Segment, ...]:
    return tuple(Segment(SegmentKind.PARAGRAPH, f"body/{index}", text, before) for index, text in enumerate(texts))


def test_starts_point_at_each_segment() -> None:
    text_map = build(_segments("Über 😀", "חדשות", "einde", before="\n"))
    assert text_map.text == "Über 😀\nחדשות\neinde"
    assert [text_map.text[start:].split("\n")[0] for start in text_map.starts] == ["Über 😀", "חדשות", "einde"]
    assert text_map.incomplete is None


def test_no_segments_are_an_empty_text() -> None:
    text_map = build(())
    assert (text_map.text, text_map.starts) == ("", ())
    with pytest.raises(ValueError, match="no place"):
        place(text_map, 0, 0)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (100, "Eins. Zwei.\n\nDrie. Vier."),
        (24, "Eins. Zwei.\n\nDrie. Vier."),
        (23, "Eins. Zwei.\n\nDrie."),
        (13, "Eins. Zwei."),
        (11, "Eins. Zwei."),
        (10, "Eins."),
        (4, ""),
        (0, ""),
    ],
)
def test_over_the_limit_is_cut_at_a_sentence(limit: int, expected: str) -> None:
    text_map = build(_segments("Eins. Zwei.", "Drie. Vier."), limit)
    assert text_map.text == expected
    if limit < 24:
        assert text_map.incomplete == f"only the first {len(expected)} of 24 characters were checked"


def test_what_is_within_the_limit_is_kept_whole() -> None:
    segments = _segments("Eins. Zwei.", "Drie.")
    assert within(segments, 100) == segments


def test_why_a_draft_was_incomplete_is_kept() -> None:
    assert build(_segments("a"), incomplete="cut by the CMS").incomplete == "cut by the CMS"
    both = build(_segments("One. Two."), 6, "cut by the CMS").incomplete
    assert both == "cut by the CMS; only the first 4 of 9 characters were checked"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 4, SegmentSpan("body/0", 0, 4)),
        (4, 4, SegmentSpan("body/0", 4, 4)),
        (6, 8, SegmentSpan("body/1", 0, 2)),
        (2, 9, SegmentSpan("body/0", 2, 4)),
        (4, 9, SegmentSpan("body/1", 0, 3)),
        (5, 9, SegmentSpan("body/1", 0, 3)),
        (10, 10, SegmentSpan("body/1", 4, 4)),
        (6, 6, SegmentSpan("body/1", 0, 0)),
    ],
)
def test_places(start: int, end: int, expected: SegmentSpan) -> None:
    assert place(build(_segments("eins", "zwei")), start, end) == expected


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 11)])
def test_no_place_outside(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no place"):
        place(build(_segments("eins", "zwei")), start, end)


@given(st.lists(st.text(min_size=1), min_size=1), st.data())
def test_places_lead_back(texts: list[str], data: st.DataObject) -> None:
    text_map = build(_segments(*texts))
    index = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[index]) - 1))
    end = data.draw(st.integers(start + 1, len(texts[index])))
    at = text_map.starts[index]
    found = place(text_map, at + start, at + end)
    assert found == SegmentSpan(f"body/{index}", start, end)
    assert text_map.text[at + start : at + end] == texts[index][start:end]


@given(st.lists(st.text(st.sampled_from("ab. !?”\n")), max_size=5), st.integers(0, 60))
def test_a_cut_text_is_the_beginning_and_within_the_limit(texts: list[str], limit: int) -> None:
    whole, cut = build(_segments(*texts)), build(_segments(*texts), limit)
    assert whole.text.startswith(cut.text)
    assert len(cut.text) <= limit
    assert (cut.incomplete is None) == (len(whole.text) <= limit)
