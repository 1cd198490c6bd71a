"""The committed pages are what the rules and their examples make."""

import pages
import pytest

from twosource.rules import RULES


def test_there_is_a_page_for_each_rule_and_an_index() -> None:
    committed = {path.name for path in pages.FOLDER.glob("*.md")}
    assert committed == {"index.md", *(f"{rule.id}.md" for rule in RULES)}


@pytest.mark.parametrize("name", sorted({"index.md", *(f"{rule.id}.md" for rule in RULES)}))
def test_a_page_is_current(name: str) -> None:
    written = (pages.FOLDER / name).read_text("utf-8")
    assert written == pages.pages()[name], "run: python tests/rules/pages.py"
