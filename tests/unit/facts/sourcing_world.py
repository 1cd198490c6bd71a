"""The world of sourcing.yaml and its cases, as a pack with one fact a case."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from twosource.facts.yaml_tree import parse
from twosource.model import Fact, Pack
from twosource.packs import read_plain

TABLE: Any = parse((Path(__file__).parent / "sourcing.yaml").read_text(encoding="utf-8")).plain
CASES: dict[str, dict[str, Any]] = TABLE["cases"]
_OF_A_FACT = ("type", "value", "support", "disputes", "as_of")


@cache
def world() -> Pack:
    """Return the pack in which every case is a fact about the bridge."""
    return pack_of({f"case-{number}": case for number, case in enumerate(CASES.values())})


def pack_of(cases: dict[str, dict[str, Any]]) -> Pack:
    """Return a pack of the world in which cases, by their ids, are facts about the bridge."""
    plain: Any = parse(TABLE["world"]).plain
    plain["facts"] = {
        key: {"label": "the bridge", "subject": "bridge", **{part: case[part] for part in _OF_A_FACT if part in case}}
        for key, case in cases.items()
    }
    reading = read_plain(plain, "world")
    assert reading.pack is not None, reading.errors
    return reading.pack


def fact(name: str) -> Fact:
    """Return the fact of a case of sourcing.yaml."""
    return world().facts[f"case-{list(CASES).index(name)}"]
