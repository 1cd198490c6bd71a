from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from twosource.check import Options, check
from twosource.facts.index import FactBase
from twosource.model import Draft, Flag, Segment, SegmentKind
from twosource.packs import read

Flags = Callable[..., tuple[Flag, ...]]


@pytest.fixture(scope="session")
def base() -> FactBase:
    """The pack beside this file."""
    path = Path(__file__).with_name("town.yaml")
    reading = read(path.read_text("utf-8"), path.name)
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


@pytest.fixture
def flags(base: FactBase) -> Flags:
    """Checks paragraphs against the pack and returns the flags."""

    def run(*paragraphs: str, language: str = "en", locale: str = "en", draft: str = "") -> tuple[Flag, ...]:
        segments = tuple(
            Segment(SegmentKind.PARAGRAPH, f"body/{number}", text) for number, text in enumerate(paragraphs)
        )
        written = Draft(segments, language, "herald" if draft else "", draft)
        return check(written, base, Options(locale=locale, at=date(2026, 11, 30), spacy=False)).flags

    return run
