"""The rules' examples, read from ``examples/<rule>.yaml``, and their checks.

A bad example has to raise its rule once, at exactly its quote; a good one must not raise it. ``flags: none`` asks that
nothing at all is raised.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from twosource.check import Options, check
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Draft, Flag, Report, Segment, SegmentKind
from twosource.packs import read

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "examples"
DAY = date(2026, 11, 30)
KEYS = frozenset({"pack", "text", "headline"})
BAD = KEYS | {"quote", "message", "de", "nl", "severity", "replacement", "after"}
GOOD = KEYS | {"why", "flags"}


@dataclass(frozen=True)
class Example:
    """One text in one language, with what it has to raise or why it must not."""

    rule: str
    language: str
    number: int
    bad: bool
    written: dict[str, Any]

    @property
    def name(self) -> str:
        """Where it stands, for the test's id."""
        return f"{self.rule}-{self.language}-{'bad' if self.bad else 'good'}-{self.number}"

    @property
    def text(self) -> str:
        """The text."""
        return str(self.written["text"])

    def report(self, text: str | None = None, locale: str = "en") -> Report:
        """Return what a check of the text, or of another one in its place, finds."""
        kind = SegmentKind.TITLE if self.written.get("headline") else SegmentKind.PARAGRAPH
        path = "title" if self.written.get("headline") else "body/0"
        draft = Draft((Segment(kind, path, self.text if text is None else text),), self.language)
        return check(draft, base(self.written["pack"]), Options(locale=locale, at=DAY, spacy=False))

    def raised(self, report: Report) -> list[Flag]:
        """Return the flags that the rule is in."""
        return [flag for flag in report.flags if self.rule in flag.rules]


@cache
def base(pack: str) -> FactBase:
    """Return a pack of the fixtures, as the base of a check."""
    path = ROOT / "fixtures" / "facts" / f"{pack}.yaml"
    reading = read(path.read_text("utf-8"), str(path))
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples, by rule and language."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        whole = yaml.safe_load(path.read_text("utf-8"))
        for kind in ("bad", "good"):
            for language in LANGUAGES:
                found += [
                    Example(path.stem, language, number, kind == "bad", written)
                    for number, written in enumerate(whole[kind][language], start=1)
                ]
    return tuple(found)
