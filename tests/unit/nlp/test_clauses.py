"""Parts of a sentence: what parts them, and whether that only adds."""

import pytest

from twosource.model import Segment, SegmentKind
from twosource.nlp.clauses import Part, part_at, parts
from twosource.nlp.pipeline import Pass, walk
from twosource.text.build import build


def _pass(text: str, language: str) -> Pass:
    return walk(build((Segment(SegmentKind.PARAGRAPH, "body/0", text),)), language)


@pytest.mark.parametrize(
    ("language", "text", "cut"),
    [
        ("de", "Das Schiff fährt, und es ist neu.", [("Das Schiff fährt", "", False), ("es ist neu.", "und", True)]),
        ("nl", "Het schip vaart, en het is nieuw.", [("Het schip vaart", "", False), ("het is nieuw.", "en", True)]),
        ("en", "The ship sails, and it is new.", [("The ship sails", "", False), ("it is new.", "and", True)]),
        ("de", "Es fährt, aber langsam.", [("Es fährt", "", False), ("langsam.", "aber", False)]),
        ("nl", "Het vaart, maar langzaam.", [("Het vaart", "", False), ("langzaam.", "maar", False)]),
        ("en", "It sails, but slowly.", [("It sails", "", False), ("slowly.", "but", False)]),
        ("de", "Es fährt; es ist neu.", [("Es fährt", "", False), ("es ist neu.", ";", True)]),
        ("nl", "Het vaart: het is nieuw.", [("Het vaart", "", False), ("het is nieuw.", ":", False)]),
        ("en", "It sails at 10:30 and stops.", [("It sails at 10:30 and stops.", "", False)]),
        ("en", "It sails, slowly.", [("It sails, slowly.", "", False)]),
        ("en", "Yes", [("Yes", "", False)]),
    ],
)
def test_a_sentence_is_cut_into_its_parts(language: str, text: str, cut: list[tuple[str, str, bool]]) -> None:
    passed = _pass(text, language)
    pieces = parts(passed.sentences[0], passed.tokens, passed.prose)

    shown = []
    for part in pieces:
        words = passed.tokens[part.first : part.last]
        begin = words[1].start if part.joint.isalpha() else words[0].start
        shown.append((text[begin : words[-1].end], part.joint, part.additive))
    assert shown == cut


def test_every_token_has_its_part() -> None:
    pieces = (Part(0, 3), Part(4, 6, ";"))

    assert [part_at(pieces, index) for index in range(7)] == [0, 0, 0, 1, 1, 1, 1]
