"""Tokens: where they stand, what they are compared by, and their stems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.model import LANGUAGES
from twosource.text.tokens import tokenise


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Z.ai sagt's.", ["Z", ".", "ai", "sagt", "'", "s", "."]),
        ("GLM-5.3-Flash", ["GLM", "-", "5", ".", "3", "-", "Flash"]),
        ("100.000 Chips", ["100", ".", "000", "Chips"]),
        ("„Größe“ – gut", ["„", "Größe", "“", "–", "gut"]),
        ("één reëel vóórbeeld", ["één", "reëel", "vóórbeeld"]),
        ("e\u0301e\u0301n", ["e\u0301e\u0301n"]),
        ("snake_case", ["snake", "_", "case"]),
        ("320B", ["320", "B"]),
        ("😬!", ["😬", "!"]),
        ("中文 字", ["中文", "字"]),
        ("", []),
        (" \n\t\u00a0 ", []),
    ],
)
def test_a_token_is_a_run_of_letters_a_run_of_digits_or_one_mark(text: str, written: list[str]) -> None:
    assert [token.text for token in tokenise(text, "en")] == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_offsets_count_code_points(language: str) -> None:
    text = "😬 Über\u00adhaupt   5\u00a0%"

    tokens = tokenise(text, language)

    assert [(token.start, token.end) for token in tokens] == [(0, 1), (2, 12), (15, 16), (17, 18)]
    assert [token.spaced for token in tokens] == [False, True, True, True]
    assert [token.is_word for token in tokens] == [False, True, False, False]


@pytest.mark.parametrize(
    ("written", "norm"),
    [
        ("Strom\u00addaten", "stromdaten"),
        ("Zero\u200bwidth", "zerowidth"),
        ("ÜBER", "über"),
        ("\u2019", "'"),
        ("\u2018", "'"),
        ("`", "'"),
        ("\u2011", "-"),
        ("\u2212", "-"),
        ("\u2013", "\u2013"),
        ("42", "42"),
    ],
)
def test_marks_and_case_are_unified(written: str, norm: str) -> None:
    (token,) = tokenise(written, "de")

    assert token.norm == norm
    assert token.text == written


@pytest.mark.parametrize("apostrophe", ["'", "\u2019", "\u2018", "\u2032", "`"])
def test_every_apostrophe_is_the_same(apostrophe: str) -> None:
    assert [token.norm for token in tokenise(f"Nvidia{apostrophe}s", "en")] == ["nvidia", "'", "s"]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Kosten", "Kosten"),
        ("de", "Beschleuniger", "Beschleunigern"),
        ("nl", "chip", "chips"),
        ("en", "costs", "cost"),
    ],
)
def test_inflected_words_share_a_stem_in_their_language(language: str, one: str, other: str) -> None:
    assert tokenise(one, language)[0].stem == tokenise(other, language)[0].stem


@given(st.text(st.characters(codec="utf-8"), max_size=80), st.sampled_from(LANGUAGES))
def test_tokens_cover_everything_but_white_space(text: str, language: str) -> None:
    tokens = tokenise(text, language)

    end = 0
    for token in tokens:
        assert token.start >= end
        assert text[token.start : token.end] == token.text
        assert token.text != ""
        assert token.spaced == (token.start > end)
        assert text[end : token.start].isspace() or end == token.start
        end = token.end
    assert text[end:].isspace() or end == len(text)
