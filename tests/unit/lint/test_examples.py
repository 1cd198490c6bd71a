"""Each example has its one weakness, and its sound twin none."""

import re
from collections import defaultdict

import pytest
from lint_examples import Example, examples, found

from twosource.lint import CODES
from twosource.model import LOCALES


def test_each_code_has_examples_and_messages_in_three_languages() -> None:
    told = defaultdict(set)
    for example in examples():
        told[example.code] |= set(example.messages)
    assert {code: set(LOCALES) for code in CODES} == told


def test_nothing_is_weak_in_the_pack_that_the_examples_change() -> None:
    assert found({}) == ()


@pytest.mark.parametrize("example", examples(), ids=str)
def test_the_weak_one_is_told_of_once_and_of_nothing_else(example: Example) -> None:
    assert [(each.code, each.where) for each in found(example.weak)] == [(example.code, example.path)]


@pytest.mark.parametrize("example", examples(), ids=str)
def test_the_sound_twin_is_told_nothing_of(example: Example) -> None:
    assert found(example.sound) == ()


@pytest.mark.parametrize(
    ("example", "locale"),
    [pytest.param(each, locale, id=f"{each}-{locale}") for each in examples() for locale in each.messages],
)
def test_the_message_is_the_one_that_is_written(example: Example, locale: str) -> None:
    assert [each.message for each in found(example.weak, locale)] == [example.messages[locale]]


@pytest.mark.parametrize("example", [each for each in examples() if each.code == "common-cue"], ids=str)
def test_an_estimate_goes_with_a_common_cue_and_its_message_tells_it(example: Example) -> None:
    (weakness,) = found(example.weak)
    assert weakness.estimate is not None
    some, many = weakness.estimate.of
    assert 0 < weakness.estimate.share < 1
    assert re.search(rf"about {some} of {many} sentences of {weakness.estimate.words} words", weakness.message)
