"""What has no full stop for a long time is parted, so that reading it takes time in proportion to its length."""

from collections.abc import Callable

import pytest

from twosource.model import LANGUAGES
from twosource.nlp.pipeline import Reading

ReadText = Callable[..., Reading]
LONGEST = 250
PROSE = {
    "de": "Z.ai sagt am Morgen, es laufe gut, ",
    "nl": "Z.ai zegt in de ochtend, het loopt goed, ",
    "en": "Z.ai says in the morning, it runs well, ",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_sentence_is_parted_at_a_mark(read_text: ReadText, language: str) -> None:
    reading = read_text(PROSE[language] * 300, language)
    walk = reading.walk
    assert len(walk.sentences) > 1
    assert all(each.last - each.first <= LONGEST for each in walk.sentences)
    assert all(walk.tokens[each.last - 1].norm == "," for each in walk.sentences[:-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_without_any_mark_are_parted_too(read_text: ReadText, language: str) -> None:
    sentences = read_text("gut goed good " * 1_000, language).walk.sentences
    assert len(sentences) > 1
    assert all(each.last - each.first <= LONGEST for each in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_cover_all_tokens_once(read_text: ReadText, language: str) -> None:
    walk = read_text(PROSE[language] * 300, language).walk
    covered = [index for each in walk.sentences for index in range(each.first, each.last)]
    assert covered == list(range(len(walk.tokens)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_prose_stays_whole(read_text: ReadText, language: str) -> None:
    assert len(read_text(PROSE[language] * 15 + "gut goed good.", language).walk.sentences) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_keeps_its_own_attributions(read_text: ReadText, language: str) -> None:
    reading = read_text(PROSE[language] * 300, language)
    named = [each for each in reading.attributions if each]
    assert len(named) == len(reading.walk.sentences)
