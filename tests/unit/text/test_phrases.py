"""Phrases by their tokens: which of them start at a token, and where they end."""

import pytest

from twosource.model import LANGUAGES
from twosource.text.phrases import PhraseIndex, by_stem
from twosource.text.tokens import tokenise


@pytest.fixture
def index() -> PhraseIndex[str]:
    index: PhraseIndex[str] = PhraseIndex()
    for phrase in ("according to", "according to its own figures", "Z.ai", "Zhipu", "Zhipu AI"):
        index.add(phrase, "en", phrase)
    return index


def test_all_phrases_that_start_at_a_token_are_found_shortest_first(index: PhraseIndex[str]) -> None:
    tokens = tokenise("ACCORDING  to\nits own figures", "en")

    assert list(index.at(tokens, 0)) == [(2, ["according to"]), (5, ["according to its own figures"])]
    assert index.longest(tokens, 0) == (5, ["according to its own figures"])
    assert index.longest(tokens, 1) is None


def test_no_phrase_reaches_beyond_the_end_that_is_given(index: PhraseIndex[str]) -> None:
    tokens = tokenise("according to its own figures", "en")

    assert index.longest(tokens, 0, 4) == (2, ["according to"])
    assert index.longest(tokens, 0, 1) is None
    assert index.longest(tokens[:1], 0) is None


def test_a_phrase_may_stand_for_several() -> None:
    index: PhraseIndex[int] = PhraseIndex()
    index.add("das Unternehmen", "de", 1)
    index.add("Das  Unternehmen", "de", 2)

    assert index.longest(tokenise("das Unternehmen", "de"), 0) == (2, [1, 2])
    assert len(index) == 2


def test_a_phrase_without_words_is_none() -> None:
    index: PhraseIndex[int] = PhraseIndex()
    index.add("  ", "nl", 1)

    assert len(index) == 0
    assert index.longest(tokenise("chips", "nl"), 0) is None


@pytest.mark.parametrize(
    ("language", "phrase", "text"),
    [
        ("de", "neuer Beschleuniger", "neuen Beschleunigern"),
        ("nl", "nieuwe versneller", "nieuwe versnellers"),
        ("en", "new accelerator", "new accelerators"),
    ],
)
def test_phrases_by_stem_match_inflected(language: str, phrase: str, text: str) -> None:
    stems = PhraseIndex.of([phrase], language, "found", by_stem)
    forms = PhraseIndex.of([phrase], language, "found")

    assert stems.longest(tokenise(text, language), 0) == (2, ["found"])
    assert forms.longest(tokenise(text, language), 0) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "ends"),
    [("Zhipus Chips", [1]), ("Z.ais Chips", [3]), ("Zhipu AIs", [2]), ("Zhipu", []), ("as", []), ("is", [])],
)
def test_a_last_word_may_carry_an_s(index: PhraseIndex[str], language: str, text: str, ends: list[int]) -> None:
    assert [end for end, _ in index.with_ending(tokenise(text, language), 0)] == ends


@pytest.mark.parametrize(("word", "starts"), [("Zhipu", True), ("Zhipus", True), ("accord", False), ("s", False)])
def test_whether_some_phrase_starts_with_a_token(index: PhraseIndex[str], word: str, *, starts: bool) -> None:
    assert index.starts(tokenise(word, "en")[0]) is starts
