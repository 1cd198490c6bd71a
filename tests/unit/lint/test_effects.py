"""What lint says will happen does happen: its examples are held against a check."""

from collections.abc import Mapping
from typing import Any

import pytest
from lint_examples import AT, examples, merged, texts

from twosource.check import Options, check
from twosource.facts.index import FactBase
from twosource.model import Draft, Segment, SegmentKind
from twosource.packs import read_plain

_EXAMPLES = {str(each): each for each in examples()}
_EFFECTS = texts("effects.yaml")


def _tied(change: Mapping[str, Any], effect: Mapping[str, Any]) -> list[str]:
    reading = read_plain(merged(texts("base.yaml"), change), "example")
    assert reading.pack is not None, reading.errors
    draft = Draft((Segment(SegmentKind.PARAGRAPH, "body/0", effect["text"]),), effect["language"])
    report = check(draft, FactBase.of([reading.pack]), Options(at=AT, spacy=False, rules=()))
    return sorted(claim.fact for claim in report.claims)


@pytest.mark.parametrize("effect", _EFFECTS, ids=[f"{each['example']}-{each['language']}" for each in _EFFECTS])
def test_a_draft_is_tied_as_lint_says(effect: Mapping[str, Any]) -> None:
    example = _EXAMPLES[effect["example"]]
    assert _tied(example.weak, effect) == effect["weak"]
    assert _tied(example.sound, effect) == effect["sound"]
