"""Words of a quotation in a text, and quotations that are whole sentences."""

import pytest

from twosource.lint.quoting import is_sentence, stands_in


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("nahezu zwei Wochen", "in nahezu\n  zwei Wochen fertig"),
        ("„Wir sind fertig“, sagt er.", '"Wir sind fertig", sagt er, und geht.'),
        ("We're done", "“We’re done,” it says."),
        ("Nordsee-Park – der größte", "der Nordsee‑Park - der grö\u00adßte von allen"),
        ("eerste […] laatste", "de eerste, tweede en laatste"),
        ("eerste ... laatste", "de eerste en de laatste"),
        ("Ein Anfang", "wie ein Anfang"),
        ("Cafe\u0301 am Hafen", "das Café am Hafen"),
    ],
)
def test_a_quotation_stands_in_its_text(quote: str, text: str) -> None:
    assert stands_in(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("zwei Wochen", "drei Wochen"),
        ("laatste … eerste", "de eerste en de laatste"),
        ("eerste … eerste", "de eerste en de laatste"),
        ("done with it", "done, with it"),
        ("anything", ""),
    ],
)
def test_other_words_do_not(quote: str, text: str) -> None:
    assert not stands_in(quote, text)


@pytest.mark.parametrize(
    "quote", ["Die Bahn fährt wieder pünktlich.", "“The line is open again!”", "27 molens staan er stil."]
)
def test_a_whole_sentence_is_told_by_its_looks(quote: str) -> None:
    assert is_sentence(quote)


@pytest.mark.parametrize("quote", ["unter MIT-Lizenz", "Wir kommen.", "so viel wie nie zuvor.", "The line is open"])
def test_some_words_are_none(quote: str) -> None:
    assert not is_sentence(quote)
