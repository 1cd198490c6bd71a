import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.text.anchors import anchor, find, from_utf16, selectors, to_utf16

_TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("😀𝔸א\u200b\u00ad"))


@given(_TEXT, st.data())
def test_utf16_offsets_are_javascripts_and_lead_back(text: str, data: st.DataObject) -> None:
    offsets = data.draw(st.lists(st.integers(0, len(text))))
    units = to_utf16(text, offsets)
    assert units == [len(text[:offset].encode("utf-16-le")) // 2 for offset in offsets]
    assert from_utf16(text, units) == offsets


def test_the_middle_of_a_pair_is_its_character() -> None:
    assert from_utf16("a😀b😀", [0, 1, 2, 3, 4, 5, 6]) == [0, 1, 1, 2, 3, 3, 4]


@pytest.mark.parametrize("offset", [-1, 3])
def test_offsets_outside_are_refused(offset: int) -> None:
    with pytest.raises(ValueError, match="no offset"):
        to_utf16("a😀", [offset])
    with pytest.raises(ValueError, match="no offset"):
        from_utf16("ab", [offset])


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
