"""Which sources are the draft in hand: by its addresses, by its title, over translations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.facts.draft_sources import DraftSources, address, title_mark
from twosource.facts.index import FactBase
from twosource.model import Draft, Pack, Segment, SegmentKind, Source

PAGE = "https://paper.example/news/bridge?id=7"
TITLE = "What the new bridge really costs"


def pack(*sources: Source, name: str = "p") -> Pack:
    return Pack(name, "Pack", {}, {}, {source.id: source for source in sources}, {}, {})


def draft(title: str | None = None, **addresses: str) -> Draft:
    segments = () if title is None else (Segment(SegmentKind.TITLE, "title", title),)
    return Draft((*segments, Segment(SegmentKind.PARAGRAPH, "body/0", TITLE)), **addresses)  # type: ignore[arg-type]


def found(source: Source, of: Draft) -> bool:
    return DraftSources([pack(source)]).of(of) == {"p": {source.id}}


@pytest.mark.parametrize(
    "same",
    [
        PAGE,
        "http://paper.example/news/bridge?id=7",
        "https://www.paper.example/news/bridge?id=7",
        "HTTPS://WWW.Paper.Example/news/bridge?id=7",
        "https://paper.example:443/news/bridge?id=7",
        "https://paper.example./news/bridge?id=7",
        "https://paper.example/news/bridge/?id=7",
        "https://paper.example/news/bridge?id=7#costs",
        "https://paper.example/news/bridge?utm_source=mail&id=7&UTM_Campaign=x",
        "https://paper.example/news/bridge?fbclid=abc&id=7",
        "https://paper.example/news/%62ridge?id=7",
        "  https://paper.example/news/bridge?id=7\n",
    ],
)
def test_addresses_of_one_page(same: str) -> None:
    assert address(same) == address(PAGE)
    assert found(Source("s", "Paper", "news", url=PAGE), draft(url=same))
    assert found(Source("s", "Paper", "news", url=same), draft(edit_url=PAGE))


@pytest.mark.parametrize(
    "other",
    [
        "https://paper.example/news/bridge?id=8",
        "https://paper.example/news/bridge",
        "https://paper.example/news/Bridge?id=7",
        "https://news.paper.example/news/bridge?id=7",
        "https://paper.example:8080/news/bridge?id=7",
        "https://paper.example/news/bridge?id=7&page=2",
        "https://paper.example/news%2Fbridge%2F..?id=7",
    ],
)
def test_addresses_of_other_pages(other: str) -> None:
    assert address(other) != address(PAGE)
    assert not found(Source("s", "Paper", "news", url=PAGE), draft(url=other))


@pytest.mark.parametrize(
    "none", ["", "  ", "bridge", "mailto:desk@paper.example", "https://", "https://[", "//x:99999/"]
)
def test_what_is_no_address_of_a_page_is_no_draft_of_anybody(none: str) -> None:
    assert address(none) is None
    assert not found(Source("s", "Paper", "news", url=none), draft(url=none))


@given(st.text(max_size=80))
def test_no_address_and_no_title_raises(text: str) -> None:
    assert address(text) == address(text)
    assert address(f"https://{text}") == address(f"https://{text}")
    assert title_mark(text) == title_mark(text)


@pytest.mark.parametrize(
    "same",
    [
        TITLE,
        "WHAT THE NEW BRIDGE REALLY COSTS",
        " What  the new\nbridge really costs?",
        "“What the new bridge really costs”",
    ],
)
def test_a_title_of_five_words_or_more(same: str) -> None:
    assert found(Source("s", "Paper", "news", title=TITLE), draft(same))


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("The new bridge opens", "The new bridge opens"),
        (TITLE, f"{TITLE}: an overview"),
        (TITLE, "What the old bridge really costs"),
        (TITLE, None),
    ],
)
def test_short_titles_and_other_ones(title: str, other: str | None) -> None:
    assert not found(Source("s", "Paper", "news", title=title), draft(other))


@pytest.mark.parametrize(
    ("title", "typed"),
    [
        ("Was die neue Brücke am Ende kostet", "WAS DIE NEUE BRÜCKE AM ENDE KOSTET"),
        ("Wat de nieuwe brug écht kost", "Wat de nieuwe brug e\u0301cht kost"),
    ],
)
def test_titles_in_other_letters(title: str, typed: str) -> None:
    assert found(Source("s", "Paper", "news", title=title), draft(typed))


def test_a_heading_is_no_title() -> None:
    heading = Draft((Segment(SegmentKind.HEADING, "body/0", TITLE),))
    assert not found(Source("s", "Paper", "news", title=TITLE), heading)


def test_a_translation_and_its_original_are_one() -> None:
    german = Source("de", "Paper", "news", url=PAGE, title=TITLE)
    dutch = Source("nl", "Paper", "news", url="https://krant.example/brug", translation_of="de")
    english = Source("en", "Paper", "news", url="https://paper.example/en", translation_of="nl")
    sources = DraftSources([pack(german, dutch, english)])
    for url in (PAGE, "https://krant.example/brug", "https://paper.example/en/"):
        assert sources.of(draft(url=url)) == {"p": {"de"}}
    assert sources.of(draft(TITLE)) == {"p": {"de"}}


def test_each_pack_has_its_own_sources() -> None:
    one = pack(Source("s", "Paper", "news", url=PAGE), Source("t", "Paper", "news", title=TITLE), name="one")
    two = pack(Source("s", "Paper", "news", url=PAGE), name="two")
    three = pack(Source("s", "Paper", "news", url="https://elsewhere.example/"), name="three")
    assert DraftSources([one, two, three]).of(draft(TITLE, url=PAGE)) == {"one": {"s", "t"}, "two": {"s"}}


def test_for_a_draft_that_is_no_source_the_base_is_the_same() -> None:
    base = FactBase.of([pack(Source("s", "Paper", "news", url=PAGE))])
    assert base.for_draft(draft("Something else, told at some length", url="https://paper.example/other")) is base
    view = base.for_draft(draft(url=PAGE))
    assert view is not base
    assert dict(view.facts) == dict(base.facts) == {}
    assert len(view.facts) == 0
