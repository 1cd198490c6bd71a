"""Credit lines: which sentence they credit, to whom, and what is none."""

from __future__ import annotations

import pytest

from twosource.model import Segment, SegmentKind
from twosource.nlp.pipeline import Lookups, read
from twosource.text.build import build

Piece = tuple[str, SegmentKind]
BODY, CAPTION, HEADING, CODE = SegmentKind.PARAGRAPH, SegmentKind.CAPTION, SegmentKind.HEADING, SegmentKind.CODE
LABELS = {"de": "Quelle", "nl": "Bron", "en": "Source"}
PHOTOS = {"de": "Foto", "nl": "Foto", "en": "Photo"}
each_language = pytest.mark.parametrize("language", sorted(LABELS))


@pytest.fixture
def credited(lookups: Lookups):
    """Return a function that gives for each sentence whom credit lines credit it to."""

    def found(language: str, *pieces: Piece) -> list[list[str]]:
        segments = [
            Segment(kind, f"body/{place}", text.replace("@", LABELS[language]).replace("%", PHOTOS[language]))
            for place, (text, kind) in enumerate(pieces)
        ]
        reading = read(build(segments), language, lookups, spacy=False)
        return [
            [each.holder_quote or "" for each in here if each.kind == "credit" and each.holders]
            for here in reading.attributions
        ]

    return found


@each_language
@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([("Eins. @: Z.ai", CAPTION)], [["Z.ai"], []]),
        ([("Eins. (@: Z.ai)", CAPTION)], [["Z.ai"], []]),
        ([("Eins (@: Z.ai).", BODY)], [["Z.ai"]]),
        ([("Eins – @: Z.ai", BODY)], [["Z.ai"]]),
        ([("Eins", BODY), ("@: Z.ai", BODY)], [["Z.ai"], []]),
        ([("Eins", CAPTION), ("@/%: Z.ai", CAPTION)], [["Z.ai"], []]),
        ([("%: X; @: Z.ai", BODY)], [[]]),  # nothing before it
        ([("Eins", BODY), ("%: Y. @: Z.ai", BODY)], [["Z.ai"], [], []]),
        ([("Eins", HEADING), ("@: Z.ai", BODY)], [[], []]),
        ([("Eins", BODY), ("@: Z.ai", HEADING)], [[], []]),
        ([("Eins", BODY), ("x", CODE), ("@: Z.ai", BODY)], [[], []]),
        ([("Eins", BODY), ("@: Z.ai. Zwei.", BODY)], [[], [], []]),  # a paragraph of its own has nothing else
        ([("Eins. Zwei @: Z.ai", BODY)], [[], []]),  # inside a sentence a label needs a mark before it
        ([("Eins. @: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 Z.ai", BODY)], [[], []]),  # prose
        (
            [("Eins. @: Z.ai. @: Anna. @: Berta. @: Z.ai.", BODY)],
            [["Z.ai"], [], [], [], []],
        ),  # no caption has more than three
        ([("Eins. @", BODY)], [[], []]),
        ([("Eins. @:", BODY)], [[], []]),
    ],
)
def test_a_credit_line_credits_one_sentence(
    credited, language: str, pieces: list[Piece], expected: list[list[str]]
) -> None:
    assert credited(language, *pieces) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Eins. Bild: Z.ai sagt nichts."),
        ("nl", "Eins. Beeld: Z.ai zegt niets."),
        ("en", "Eins. Picture: Z.ai says nothing."),
    ],
)
def test_a_label_before_a_verb_of_saying_is_no_credit(credited, language: str, text: str) -> None:
    assert credited(language, (text, BODY)) == [[], []]
