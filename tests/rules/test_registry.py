"""The registry: ids, order and explanations, and what a finding's message may not hold."""

import re

import pytest
from example_catalogue import Example, examples

from twosource.rules import RULES, Rule

# The catalogue's order, which is that of the findings in a message; ids are stable.
TABLE = [
    "denied",
    "value-conflict",
    "date-conflict",
    "text-conflict",
    "magnitude-slip",
    "wrong-measure",
    "wrong-unit",
    "dropped-comparator",
    "false-precision",
    "looser-figure",
    "undisclosed",
    "baseline-missing",
    "overstated",
    "disputed",
    "single-source",
    "self-reported",
    "origin-unclear",
    "missing-evidence",
    "estimate-as-fact",
    "unattributed",
    "withdrawn-source",
    "stale",
    "arithmetic",
    "percent-points",
    "times-ambiguity",
    "self-contradiction",
    "headline-overclaim",
    "weekday-mismatch",
    "impossible-date",
    "impossible-age",
    "undated-now",
    "no-denominator",
    "ranking-unnamed",
    "vague-source",
    "no-response",
    "name-near-miss",
    "confusable-name",
    "name-style",
    "quote-mismatch",
    "quote-no-speaker",
    "translation-drift",
]
# A mark between digits is part of a figure.
FORBIDDEN = re.compile(r"[,:](?!\d)|(?<!\d)[,:]|[?;]")


def test_ids_are_unique_and_in_the_order_of_the_table() -> None:
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    assert ids == [known for known in TABLE if known in ids]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_explains_itself(rule: Rule) -> None:
    assert rule.title
    assert rule.explanation.endswith(".")
    assert len(rule.explanation) > 60
    docstring = type(rule).__doc__ or ""
    assert "Anti-pattern:" in docstring
    assert "Best practice:" in docstring
    assert type(rule).__module__ == f"twosource.rules.{rule.id.replace('-', '_')}"


@pytest.mark.parametrize("text", ["a, b", "a: b", "what?", "1, 2", "a,b", "a; b"])
def test_forbidden_marks_are_seen(text: str) -> None:
    assert FORBIDDEN.search(text)


@pytest.mark.parametrize("text", ["over 100,000", "2,4 %", "3.5", "Faktor 1000 zu hoch", "in a ratio of 3:1"])
def test_figures_may_hold_them(text: str) -> None:
    assert not FORBIDDEN.search(text)


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
@pytest.mark.parametrize("example", [each for each in examples() if each.bad], ids=lambda example: example.name)
def test_no_finding_has_a_comma_a_colon_or_a_question_mark(example: Example, locale: str) -> None:
    messages = [finding.message for flag in example.report(locale=locale).flags for finding in flag.findings]
    assert [message for message in messages if FORBIDDEN.search(message)] == []
