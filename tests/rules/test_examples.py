"""Each example of each rule, in three languages, through a whole check."""

import pytest
from example_catalogue import BAD, FOLDER, GOOD, Example, examples

from twosource.model import LANGUAGES
from twosource.rules import RULES

BAD_ONES = [example for example in examples() if example.bad]
GOOD_ONES = [example for example in examples() if not example.bad]
LEAST = 4
# Only the second pack has a dispute on file.
ONE_PACK = {"disputed"}


@pytest.mark.parametrize("example", BAD_ONES, ids=lambda example: example.name)
def test_a_bad_example_is_raised_once_at_its_quote(example: Example) -> None:
    report, asked = example.report(), example.written
    raised = example.raised(report)
    assert [(flag.quote, flag.message) for flag in raised] == [(asked["quote"], asked["message"])]
    flag = raised[0]
    assert report.text[flag.start : flag.end] == asked["quote"]
    assert [finding.severity for finding in flag.findings if finding.rule == example.rule] == [asked["severity"]]
    assert [other.rules for other in report.flags if other.fact == flag.fact] == [flag.rules]


@pytest.mark.parametrize(
    ("example", "locale"),
    [(example, locale) for example in BAD_ONES for locale in ("de", "nl") if locale in example.written],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_its_message_in_german_and_dutch(example: Example, locale: str) -> None:
    raised = example.raised(example.report(locale=locale))
    assert [flag.message for flag in raised] == [example.written[locale]]


@pytest.mark.parametrize("example", BAD_ONES, ids=lambda example: example.name)
def test_its_suggestion_is_the_stated_one_and_silences_the_rule(example: Example) -> None:
    raised = example.raised(example.report())
    assert raised
    findings = [finding for finding in raised[0].findings if finding.rule == example.rule]
    suggested = [suggestion for finding in findings for suggestion in finding.suggestions]
    stated = example.written.get("replacement")
    assert [suggestion.replacement for suggestion in suggested] == ([] if stated is None else [stated])
    for suggestion in suggested:
        after = example.text[: suggestion.start] + suggestion.replacement + example.text[suggestion.end :]
        assert after == example.written.get("after", after)
        assert not example.raised(example.report(after))


@pytest.mark.parametrize("example", GOOD_ONES, ids=lambda example: example.name)
def test_a_good_example_is_silent(example: Example) -> None:
    report = example.report()
    assert [flag.message for flag in example.raised(report)] == []
    if example.written["flags"] == "none":
        assert [flag.message for flag in report.flags] == []


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_each_rule_has_examples_enough(rule: str) -> None:
    for language in LANGUAGES:
        for group in (BAD_ONES, GOOD_ONES):
            mine = [each for each in group if (each.rule, each.language) == (rule, language)]
            assert len(mine) >= LEAST, f"{rule}, {language}: {len(mine)} {'bad' if group is BAD_ONES else 'good'} ones"
            assert len({each.written["pack"] for each in mine}) >= 2 or (group is BAD_ONES and rule in ONE_PACK)
            texts = [each.text for each in mine]
            assert len(set(texts)) == len(texts)


def test_no_examples_without_a_rule() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {rule.id for rule in RULES}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_has_the_keys_that_it_needs(example: Example) -> None:
    keys = set(example.written)
    if example.bad:
        assert {"pack", "text", "quote", "message", "severity"} <= keys <= BAD
        assert example.text.count(example.written["quote"]) == 1
    else:
        assert {"pack", "text", "why", "flags"} <= keys <= GOOD
        assert example.written["flags"] in ("none", "any")
