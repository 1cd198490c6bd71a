"""The page of a pack's keys has each key of the published JSON Schema, with an example that has it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "plugin/docs/fact-pack.md").read_text("utf-8")
SCHEMA: Any = json.loads((ROOT / "schemas/fact-pack.schema.json").read_text("utf-8"))
SECTIONS = {
    "The pack": ("FactPack",),
    "Entities": ("Entity", "Alias"),
    "Sources": ("Source",),
    "Claim types": ("ClaimType",),
    "Facts": ("Fact", "Condition"),
    "Support and disputes": ("Support", "Dispute"),
}
"""The mappings that each part of the page is about; the others are shapes of values."""


def keys(names: set[str]) -> set[str]:
    mappings = {"FactPack": SCHEMA, **SCHEMA["$defs"]}
    return {key for name in names for key in mappings[name]["properties"]}


def parts() -> dict[str, str]:
    return {part.partition("\n")[0]: part for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]}


def rows(part: str) -> dict[str, str]:
    return dict(re.findall(r"^\| `(\w+)` \| .* \| `([^`]+)` \|$", part, flags=re.MULTILINE))


def examples(part: str) -> dict[str, str]:
    """Return the example of each key: in a table's row, or in running text."""
    told = re.findall(r"`((\w+): [^`]+)`", part)
    return {**{key: whole for whole, key in told}, **rows(part)}


def test_each_key_stands_on_the_page_with_an_example() -> None:
    named = {name for names in SECTIONS.values() for name in names}
    for title, names in SECTIONS.items():
        assert keys(set(names)) - set(examples(parts()[title])) == set(), title
    assert keys(set(SCHEMA["$defs"]) - named) - set(rows(parts()["Values"])) == set()


def test_no_key_stands_there_that_a_pack_may_not_have() -> None:
    every = keys({"FactPack", *SCHEMA["$defs"]})
    assert {key for part in parts().values() for key in rows(part)} - every == set()


def test_each_example_is_yaml_and_has_its_key() -> None:
    found = [(key, example) for part in parts().values() for key, example in rows(part).items()]
    assert len(found) > 70
    for key, example in found:
        assert f'"{key}"' in json.dumps(yaml.load(example, Loader=yaml.BaseLoader)), example
