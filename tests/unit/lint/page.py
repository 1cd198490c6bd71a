"""Writes the page of lint, ``plugin/docs/lint.md``, from its codes and their examples.

Run ``python tests/unit/lint/page.py`` after changing either; a test fails while the committed page is not what this
makes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from lint_examples import Example, examples

from twosource.lint import CODES, Code

PAGE = Path(__file__).parents[3] / "plugin" / "docs" / "lint.md"
NAMES = {"en": "English", "de": "German", "nl": "Dutch"}
HEAD = """\
<!-- Made by tests/unit/lint/page.py from the codes and their examples; change those. -->

# What lint points out

`twosource facts lint` reads a pack and says what is legal in it but weak. Each line has the place, the keys that lead
there, what would mend it, and a code. Nothing of it keeps a pack from being imported, and a pack may keep what is there
on purpose. Facts that are drafts or retired are not judged, and names and words of confidential sources are not told.

The examples are held as tests against [one small pack](../../tests/unit/lint/base.yaml), with
[what makes it weak and a sound twin](../../tests/unit/lint/examples.yaml) for each.
"""


def page() -> str:
    """Return the text of the page."""
    rows = [f"| [`{code.id}`](#{code.id}) | {code.title} |" for code in CODES.values()]
    parts = [HEAD, "\n".join(["| code | what is weak |", "| --- | --- |", *rows]), ""]
    parts.extend("\n".join(_section(code)) for code in CODES.values())
    return "\n".join(parts)


def _section(code: Code) -> Iterator[str]:
    yield from (f"## {code.id}", "", f"**{code.title}.** {' '.join(code.why.split())}", "")
    yield from ("| where | in | message |", "| --- | --- | --- |")
    told: set[str] = set()
    for example in (each for each in examples() if each.code == code.id):
        for locale in _shown(example, told):
            yield f"| `{example.path}` | {NAMES[locale]} | {example.messages[locale].replace('|', chr(92) + '|')} |"
            told.add(locale)
    yield ""


def _shown(example: Example, told: set[str]) -> list[str]:
    """Return the locales of an example that the page has not had yet for its code; English is always shown."""
    return [locale for locale in NAMES if locale in example.messages and (locale == "en" or locale not in told)]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"1 page: {PAGE.name}")
