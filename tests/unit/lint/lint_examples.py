"""The examples of lint: a pack with one weakness and its sound twin, each as a change of the pack in base.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from twosource.lint import Weakness, lint
from twosource.packs import read_plain

HERE = Path(__file__).parent
AT = date(2026, 11, 30)


@dataclass(frozen=True)
class Example:
    """One weakness.

    Attributes:
        code: what it is told as.
        number: its place among the examples of its code, from 1.
        path: the keys that lead to it, joined by dots.
        weak: what makes the base weak.
        sound: what makes it sound although it looks alike.
        messages: what is said, by locale.
    """

    code: str
    number: int
    path: str
    weak: Mapping[str, Any]
    sound: Mapping[str, Any]
    messages: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.code}-{self.number}"


def texts(name: str) -> Any:
    """Return a YAML file of this folder with all scalars as texts, as a pack reads them; only null is null."""
    return _nulls(yaml.load((HERE / name).read_text("utf-8"), Loader=yaml.BaseLoader))


def _nulls(given: Any) -> Any:
    match given:
        case dict():
            return {key: _nulls(value) for key, value in given.items()}
        case list():
            return [_nulls(each) for each in given]
        case "null":
            return None
        case _:
            return given


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples."""
    return tuple(
        Example(code, number, each["path"], each["weak"], each["sound"], each["messages"])
        for code, listed in texts("examples.yaml").items()
        for number, each in enumerate(listed, 1)
    )


def found(change: Mapping[str, Any], locale: str = "en") -> tuple[Weakness, ...]:
    """Return what lint finds in the base with a change: mappings are merged, null takes a key away."""
    plain = merged(texts("base.yaml"), {key: value for key, value in change.items() if key != "texts"})
    reading = read_plain(plain, "example")
    assert reading.pack is not None, reading.errors
    return lint(reading.pack, at=AT, texts=change.get("texts", {}), locale=locale, given=reading.given)


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping with another merged into it."""
    whole = dict(base)
    for key, value in change.items():
        if value is None:
            whole.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(whole.get(key), Mapping):
            whole[key] = merged(whole[key], value)
        else:
            whole[key] = merged({}, value) if isinstance(value, Mapping) else value
    return whole
