"""plugin/docs/sourcing.md tells what holds: its examples are the cases that run as tests."""

import re

from sourcing_page import PAGE, examples, written
from sourcing_world import world

from twosource.model import Standard

TEXT = PAGE.read_text("utf-8")


def test_the_examples_are_the_cases_as_they_are() -> None:
    assert written(TEXT) == TEXT, "run make docs"


def test_every_example_stands_there_once_and_every_rule_has_one() -> None:
    names = examples(TEXT)
    assert len(set(names)) == len(names)
    rules = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    assert len(rules) > 8
    assert [rule.split("\n")[0] for rule in rules if not examples(rule)] == ["What an explanation says"]


def test_every_standard_is_told() -> None:
    shown = {world().facts[f"case-{number}"].type for number in range(len(world().facts))}
    assert {world().claim_types[each].standard for each in shown} == set(Standard)
    assert all(f"`{standard}`" in TEXT for standard in Standard)


def test_every_kind_of_reason_is_told() -> None:
    kinds = set(re.findall(r"^\| `([a-z-]+)` \|", TEXT, flags=re.MULTILINE))
    assert kinds == {
        "count", "standard", "admission", "verdict", "joined", "absorbed", "own-word", "relay", "translation",
        "unnamed", "nowhere", "withdrawn", "corrected", "disputed", "missing", "to-settle",
    }  # fmt: skip
