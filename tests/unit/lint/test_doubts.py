"""What reading a pack tells as a doubt about tying is what lint has as ``untied``."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from twosource.lint import lint
from twosource.packs import read

VALID = sorted((Path(__file__).resolve().parents[3] / "fixtures/schemas/valid/fact-pack").glob("*.yaml"))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_validate_and_lint_agree_on_what_nothing_can_tie(path: Path) -> None:
    reading = read(path.read_text("utf-8"), path.name)
    assert reading.pack is not None
    doubted = {each.path for each in reading.warnings if "no draft is held against this fact" in each.message}
    weak = lint(reading.pack, at=date(2026, 11, 30), given=reading.given)
    assert doubted == {each.where for each in weak if each.code == "untied"}


def test_there_are_such_facts_among_the_examples() -> None:
    (path,) = (path for path in VALID if path.stem == "untied")
    assert len(read(path.read_text("utf-8"), path.name).warnings) == 4
