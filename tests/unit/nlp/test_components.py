"""The finders as spaCy components: in our own pipeline and in anybody's."""

import threading
from datetime import date
from importlib.metadata import entry_points

import pytest
import spacy
from spacy.tokens import Doc, Span

from twosource.model import LANGUAGES, Segment, SegmentKind, TextMap
from twosource.nlp import components
from twosource.nlp.pipeline import Lookups, read, walk
from twosource.text.build import build

TEXTS = {
    "de": "Z.ai betreibt GLM-5.3-Flash auf über 100.000 Chips, und DeepSeek wartet bis 26. August 2026.",
    "nl": "Z.ai draait GLM-5.3-Flash op meer dan 100.000 chips, en DeepSeek wacht tot 26 augustus 2026.",
    "en": "Z.ai runs GLM-5.3-Flash on over 100,000 chips, and DeepSeek waits until 26 August 2026.",
}


def test_the_factories_are_entry_points() -> None:
    registered = {point.name: point.load() for point in entry_points(group="spacy_factories")}

    assert registered["twosource_figures"] is components.make_figures
    assert registered["twosource_names"] is components.make_names


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_alone(language: str) -> None:
    nlp = spacy.blank(language)
    nlp.add_pipe("twosource_figures", config={"at": "2026-11-30"})

    doc = nlp(TEXTS[language])

    spans = doc.spans["figures"]
    assert [span._.figure.kind.value for span in spans] == ["count", "date"]
    assert [span.label_ for span in spans] == ["COUNT", "DATE"]
    for span in spans:
        figure = span._.figure
        assert TEXTS[language][figure.start : figure.end] == figure.quote
        assert span.start_char <= figure.start < figure.end <= span.end_char
    assert doc.ents == ()
    assert "names" not in doc.spans


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_alone(language: str, lookups: Lookups) -> None:
    nlp = spacy.blank(language)
    nlp.add_pipe("twosource_names").lookups = lookups

    doc = nlp(TEXTS[language])

    assert [span._.mention.quote for span in doc.spans["names"]][:2] == ["Z.ai", "GLM-5.3-Flash"]
    assert {"Z.ai", "DeepSeek"} <= {ent.text for ent in doc.ents}
    assert [ent.label_ for ent in doc.ents if ent.text == "Z.ai"] == ["ORG"]
    assert "figures" not in doc.spans


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_without_lookups_are_told_by_their_shape(language: str) -> None:
    nlp = spacy.blank(language)
    nlp.add_pipe("twosource_names")

    doc = nlp(TEXTS[language])

    assert "DeepSeek" in [span._.mention.quote for span in doc.spans["names"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_together_find_what_the_bare_finders_find(language: str, lookups: Lookups) -> None:
    nlp = spacy.blank(language)
    nlp.add_pipe("twosource_figures").lookups = lookups
    nlp.add_pipe("twosource_names").lookups = lookups
    bare = read(build((Segment(SegmentKind.PARAGRAPH, "body/0", TEXTS[language]),)), language, lookups, spacy=False)

    doc = nlp(TEXTS[language])

    assert tuple(span._.figure for span in doc.spans["figures"]) == bare.figures
    assert tuple(span._.mention for span in doc.spans["names"]) == bare.mentions
    assert all(span._.mention is None for span in doc.spans["figures"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_entities_of_another_component_are_kept_where_none_of_ours_stand(language: str, lookups: Lookups) -> None:
    nlp = spacy.blank(language)
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns(
        [{"label": "X", "pattern": [{"LOWER": {"IN": ["august", "augustus"]}}]}, {"label": "X", "pattern": "DeepSeek"}]
    )
    nlp.add_pipe("twosource_names").lookups = lookups

    found = {ent.text: ent.label_ for ent in nlp(TEXTS[language]).ents}

    assert found["augustus" if language == "nl" else "August"] == "X"
    assert found["DeepSeek"] == "MISC"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_of_a_foreign_doc_is_a_segment_of_its_own(language: str) -> None:
    nlp = spacy.blank(language)
    nlp.add_pipe("twosource_names")

    also = {"de": "Auch", "nl": "Ook", "en": "Also"}[language]

    doc = nlp(f"{also} DeepSeek\r\nLlama\n\n{also} SilverLine\n")
    empty = nlp("")

    assert [span._.mention.quote for span in doc.spans["names"]] == ["DeepSeek", "SilverLine"]
    assert list(empty.spans["names"]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_spacy_cannot_place_is_left_out_of_its_spans_alone(language: str, lookups: Lookups) -> None:
    nlp = spacy.blank(language)
    doc = Doc(nlp.vocab, words=["Z.ai"], spaces=[False])
    finder = components.NameFinder(language, lookups)

    assert [span.text for span in finder(doc).spans["names"]] == ["Z.ai"]
    assert Span.has_extension("figure")
    assert Span.has_extension("mention")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pipeline_reads_as_the_bare_finders_do(language: str, lookups: Lookups) -> None:
    text_map = build((Segment(SegmentKind.TITLE, "title", "Z.ai"), Segment(SegmentKind.CODE, "body/0", "GLM 5")))
    for made in (text_map, build((Segment(SegmentKind.PARAGRAPH, "body/0", TEXTS[language]),)), build(())):
        piped = read(made, language, lookups, date(2026, 11, 30))
        bare = read(made, language, lookups, date(2026, 11, 30), spacy=False)
        assert (piped.figures, piped.mentions, piped.attributions) == (bare.figures, bare.mentions, bare.attributions)


def test_a_pipeline_is_made_anew_before_it_holds_too_many_words(
    monkeypatch: pytest.MonkeyPatch, lookups: Lookups
) -> None:
    text_map = build((Segment(SegmentKind.PARAGRAPH, "body/0", TEXTS["en"]),))
    read(text_map, "en", lookups)
    kept = components._pipeline("en")
    assert components._pipeline("en") is kept

    monkeypatch.setattr(components, "_MOST_WORDS", 1)

    assert components._pipeline("en") is not kept
    assert read(text_map, "en", lookups).mentions[0].quote == "Z.ai"


def test_threads_have_their_own_pipelines(lookups: Lookups) -> None:
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(components._pipeline("de"))) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()

    assert len({id(each) for each in (*seen, components._pipeline("de"))}) == 3


def test_a_text_with_an_endless_word_is_read_by_the_bare_finders() -> None:
    segment = Segment(SegmentKind.PARAGRAPH, "body/0", "[" * 60_000 + " 100,000 chips")
    passed = walk(TextMap(segment.text, (segment,), (0,)), "en")
    figures, mentions = components.run(passed, Lookups(), None)
    assert [figure.quote for figure in figures] == ["100,000"]
    assert mentions == ()
