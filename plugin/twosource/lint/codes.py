"""The codes of lint: what each points out, as the documentation has it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Code:
    """What lint points out: a stable id, a title, and why it matters (Markdown, in English)."""

    id: str
    title: str
    why: str


@cache
def _codes() -> Mapping[str, Code]:
    table = tomllib.loads(resources.files("twosource.lint").joinpath("codes.toml").read_text("utf-8"))
    return {key: Code(key, each["title"], each["why"]) for key, each in table.items()}


CODES: Mapping[str, Code] = _codes()
"""All codes by id, in the order of the documentation."""
