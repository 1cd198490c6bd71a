import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.text.anchors import anchor, find, selectors

_TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("😀𝔸א\u200b\u00ad"))


@given(_TEXT, st.data())
def test_an_anchor_is_found_in_its_own_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    place = anchor(text, start, end)
    assert place.exact == text[start:end]
    assert find(text, place) == (start, end)


@given(_TEXT, _TEXT)
def test_an_anchor_moves_along(added: str, text: str) -> None:
    marked = text + " §Über 100.000 Chips§ " + text
    start = marked.index("§Über") + 1
    place = anchor(marked, start, start + 18)
    found = find(added + marked, place)
    assert found is None or (added + marked)[slice(*found)] == "Über 100.000 Chips"


def test_words_that_stand_twice_elsewhere_are_not_guessed() -> None:
    place = anchor("ruim 100.000 chips", 5, 12)
    assert find("nee: ruim 100.000 chips", place) == (10, 17)
    assert find("nee: ruim 100.000 chips, ja: ruim 100.000 chips", place) is None
    assert find("nee: ruim 130.000 chips", place) is None


def test_selectors() -> None:
    assert selectors(anchor("over 100,000 chips", 0, 12)) == [
        {"type": "TextPositionSelector", "start": 0, "end": 12},
        {"type": "TextQuoteSelector", "exact": "over 100,000", "prefix": "", "suffix": " chips"},
    ]
    with pytest.raises(ValueError, match="no place"):
        anchor("a", 0, 2)
