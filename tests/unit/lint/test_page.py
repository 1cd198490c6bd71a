"""The committed page is what the codes and their examples make."""

import page

from twosource.lint import CODES


def test_the_page_is_current() -> None:
    assert page.PAGE.read_text("utf-8") == page.page(), "run: python tests/unit/lint/page.py"


def test_the_page_has_every_code_and_says_why() -> None:
    text = page.page()
    for code in CODES.values():
        assert f"\n## {code.id}\n" in text
        assert len(code.why.split()) > 10
        assert not code.title.endswith(".")
