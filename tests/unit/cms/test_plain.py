import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.cms.formats import plain
from twosource.model import SegmentKind as Kind
from twosource.text.build import build

_CHARACTERS = st.sampled_from(" \t\n\r\u2028\u00a0-*•.:aÄ1😀א\u00ad\u200b") | st.characters(
    exclude_categories=["Cs"], exclude_characters="\0"
)


@given(st.text(_CHARACTERS).filter(lambda text: not text.startswith("\ufeff")))
def test_the_visible_text_is_what_was_sent(source: str) -> None:
    assert build(plain.segments(source)).text == source
    assert build(plain.segments("\ufeff" + source)).text == source


@given(st.text(_CHARACTERS, min_size=1))
def test_segments_are_no_blanks_among_others(source: str) -> None:
    found = plain.segments(source)
    assert len(found) <= 1 or all(segment.text.strip() for segment in found)
    assert [segment.path for segment in found] == [f"body/{index}" for index in range(len(found))]


TITLE, HEADING, PARAGRAPH, ITEM = Kind.TITLE, Kind.HEADING, Kind.PARAGRAPH, Kind.LIST_ITEM
_DE_WRAPPED = (
    "Nach Angaben des Unternehmens bedient ein Verbund von Rechnern den\n"
    "gesamten Verkehr des Modells. Wie viel Strom er dabei braucht, hat das\n"
    "Unternehmen nicht mitgeteilt."
)


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("Über 100.000 Chips\n\nEin Satz steht hier.", [TITLE, PARAGRAPH]),
        ("Ruim honderdduizend chips\nEen zin.\nWat ontbreekt\nNog een zin.", [TITLE, PARAGRAPH, HEADING, PARAGRAPH]),
        ("One sentence stands here.\nWhat is missing\nAnother.", [PARAGRAPH, HEADING, PARAGRAPH]),
        ("Die Kosten liegen auf dem Niveau gängiger GPUs", [PARAGRAPH]),
        ("Ein Satz.\nNoch einer ohne Punkt", [PARAGRAPH, PARAGRAPH]),
        ("Was fehlt:\n- Strom\n* Abschreibung\n• Auslastung\nSchluss.", [PARAGRAPH, ITEM, ITEM, ITEM, PARAGRAPH]),
        ("Er sagte: „Nein.“\nMehr.", [PARAGRAPH, PARAGRAPH]),
        ("x" * 240 + "\nMehr.", [TITLE, PARAGRAPH]),
        ("x" * 241 + "\nMehr.", [PARAGRAPH, PARAGRAPH]),
        ("Eins.\n" + "x" * 121 + "\nMehr.", [PARAGRAPH, PARAGRAPH, PARAGRAPH]),
        ("Titel\n\n" + _DE_WRAPPED + "\n\nEnde.", [TITLE, PARAGRAPH, PARAGRAPH]),
        ("", []),
        (" \n\t", [PARAGRAPH]),
    ],
)
def test_kinds(source: str, kinds: list[Kind]) -> None:
    assert [segment.kind for segment in plain.segments(source)] == kinds


def test_lines_of_a_wrapped_paragraph_are_one_segment() -> None:
    assert plain.segments(_DE_WRAPPED)[0].text == _DE_WRAPPED


def test_paragraphs_of_about_one_length_are_not_taken_for_wrapped_lines() -> None:
    lines = ["Dieser Absatz ist ein ganzer Satz und endet mit einem Punkt."] * 3
    assert len(plain.segments("\n".join(lines))) == 3


def test_nul_and_lone_surrogates_are_replaced_one_for_one() -> None:
    assert build(plain.segments("a\0b\ud83dc")).text == "a\ufffdb\ufffdc"
