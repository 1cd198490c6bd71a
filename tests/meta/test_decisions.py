"""The decisions in plugin/docs/adr: numbered without a gap, of one form, and all in the list."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "plugin" / "docs" / "adr"
DECISIONS = sorted(FOLDER.glob("[0-9]*.md"))


def _title(decision: Path) -> str:
    return decision.read_text("utf-8").splitlines()[0].removeprefix("# ")


def test_the_numbers_have_no_gap() -> None:
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    assert len(DECISIONS) >= 16


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_when_why_what_and_what_follows(decision: Path) -> None:
    text = decision.read_text("utf-8")

    assert _title(decision).startswith(f"{int(decision.name[:4])}. ")
    assert re.search(r"^(Accepted|Superseded by \d+), \d{4}-\d{2}-\d{2}$", text, flags=re.MULTILINE)
    assert re.findall(r"^## (.*)$", text, flags=re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.split()) < 300, "half a page"


def test_the_list_names_every_decision_by_its_title() -> None:
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", (FOLDER / "README.md").read_text("utf-8"), flags=re.MULTILINE)

    assert listed == [(_title(path), path.name) for path in DECISIONS]
