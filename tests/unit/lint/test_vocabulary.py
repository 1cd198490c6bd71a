"""How common words and cue lines are taken to be."""

import math
from itertools import pairwise

import pytest

from twosource.facts.pack import cue_term
from twosource.lint.vocabulary import Commonness, vocabulary
from twosource.lint.weakness import SENTENCE, Estimate
from twosource.model import LANGUAGES, CueLine


def _share(language: str, *terms: str) -> float:
    line = CueLine(tuple(map(cue_term, terms)))
    return Commonness([line], language).share(line)


@pytest.mark.parametrize(
    ("language", "common", "rarer", "rare"),
    [("de", "jahr", "kosten", "windrad"), ("nl", "jaar", "kosten", "windmolen"), ("en", "year", "cost", "turbine")],
)
def test_words_are_as_common_as_they_are_written(language: str, common: str, rarer: str, rare: str) -> None:
    known = vocabulary(language)
    assert known.rate(common) > known.rate(rarer) > known.rate(rare) > 0
    assert known.rate("xqzzy") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_share_of_one_word_is_that_of_its_forms_over_a_sentence(language: str) -> None:
    word = {"de": "radio", "nl": "radio", "en": "radio"}[language]
    known = vocabulary(language)
    least = 1 - (1 - known.rate(word)) ** SENTENCE
    assert least <= _share(language, word) <= 2 * least


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        ("de", ("Kosten", "Strom", "Jahr")),
        ("nl", ("kosten", "stroom", "jaar")),
        ("en", ("cost", "power", "year")),
    ],
)
def test_alternatives_add_and_terms_multiply(language: str, terms: tuple[str, ...]) -> None:
    one, other, _third = (_share(language, term) for term in terms)
    either = _share(language, "/".join(terms[:2]))
    assert max(one, other) < either < one + other
    assert math.isclose(_share(language, *terms[:2]), one * other)
    shares = [_share(language, *terms[:count]) for count in (1, 2, 3)]
    assert all(more > less for more, less in pairwise(shares))


@pytest.mark.parametrize(
    ("language", "word", "same"), [("de", "kostet", "kosten"), ("nl", "kost", "kosten"), ("en", "costs", "cost")]
)
def test_a_form_that_an_alternative_matches_already_does_not_count_twice(language: str, word: str, same: str) -> None:
    assert _share(language, f"{word}/{word}") == _share(language, word)
    assert _share(language, f"{same}/{word}") < _share(language, same) + _share(language, word)


@pytest.mark.parametrize(
    ("language", "beginning", "whole"),
    [("de", "Strom~", "Strom"), ("nl", "energie~", "energie"), ("en", "power~", "power")],
)
def test_a_beginning_is_at_least_as_common_as_the_word(language: str, beginning: str, whole: str) -> None:
    assert _share(language, beginning) >= _share(language, whole) > 0


@pytest.mark.parametrize(
    ("language", "ending", "compound"),
    [("de", "~kosten", "Baukosten"), ("nl", "~huis", "ziekenhuis"), ("en", "~work", "network")],
)
def test_an_ending_is_more_common_than_one_compound(language: str, ending: str, compound: str) -> None:
    assert _share(language, ending) > _share(language, compound) > 0


@pytest.mark.parametrize(
    ("language", "phrase", "rarest"), [("de", "pro Jahr", "pro"), ("nl", "op tijd", "tijd"), ("en", "on time", "time")]
)
def test_a_phrase_is_rarer_than_its_rarest_word(language: str, phrase: str, rarest: str) -> None:
    assert 0 < _share(language, phrase) < _share(language, rarest)


def test_a_hyphen_makes_a_phrase_and_what_no_list_has_is_no_cause_for_alarm() -> None:
    assert 0 < _share("en", "self-improvement") < _share("en", "improvement")
    assert _share("de", "Xqzzy") == 0
    assert _share("de", "1180") == 0


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.31, (3, 10)), (0.1, (1, 10)), (0.026, (1, 40)), (1 / 63, (1, 65)), (1 / 143, (1, 140)), (1 / 230, (1, 250))],
)
def test_an_estimate_is_told_in_round_numbers(share: float, told: tuple[int, int]) -> None:
    assert Estimate(share).of == told
