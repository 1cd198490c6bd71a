"""Writes the pages of the rules, ``plugin/docs/rules/``, from the rules and their examples.

Run ``python tests/rules/pages.py`` after changing either; a test fails while a committed page is not what this makes.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Sequence

from example_catalogue import ROOT, Example, examples

from twosource.model import LANGUAGES, Finding
from twosource.rules import RULES, Rule

FOLDER = ROOT / "plugin" / "docs" / "rules"
LOCALES = ("en", "de", "nl")
NAMES = {"de": "German", "nl": "Dutch", "en": "English"}
MADE = "<!-- Made by tests/rules/pages.py from the rule and its examples; change those. -->"


def pages() -> dict[str, str]:
    """Return the text of each page by its file's name."""
    made = {f"{rule.id}.md": _page(rule) for rule in RULES}
    return {**made, "index.md": _index()}


def _index() -> str:
    rows = [
        f"| [`{rule.id}`]({rule.id}.md) | {rule.severity} | {rule.title} | {_cell(' · '.join(_messages(rule)))} |"
        for rule in RULES
    ]
    return "\n".join(
        [
            MADE,
            "",
            "# The rules",
            "",
            "In the order in which their findings stand in a flag's message. The severity is the default one; a page",
            "says what softens it.",
            "",
            "| rule | severity | what it says | message in English · German · Dutch |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


def _page(rule: Rule) -> str:
    mine = [example for example in examples() if example.rule == rule.id]
    lines = [MADE, "", f"# {rule.title}", "", f"`{rule.id}` · {rule.severity} by default", "", rule.explanation, ""]
    lines += [f"**{head}** {text}\n" for head, text in _advice(rule)]
    lines += ["| | message |", "| --- | --- |"]
    lines += [f"| {NAMES[locale]} | {_cell(text)} |" for locale, text in zip(LOCALES, _messages(rule), strict=True)]
    lines += ["", f"The examples are checked against {_packs(mine)}.", ""]
    lines += ["## Raised", "", *_raised([example for example in mine if example.bad])]
    lines += ["## Not raised", "", *_silent([example for example in mine if not example.bad])]
    return "\n".join(lines)


def _packs(shown: Sequence[Example]) -> str:
    """Return links to the packs that the examples are held against."""
    packs = sorted({example.written["pack"] for example in shown})
    return " and ".join(f"[{pack}](../../../fixtures/facts/{pack}.yaml)" for pack in packs)


def _advice(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield the anti-pattern and the best practice that a rule's docstring names."""
    for line in " ".join(inspect.getdoc(type(rule)).splitlines()[2:]).split("Best practice:", 1):
        head = "Anti-pattern:" if line.startswith("Anti-pattern:") else "Best practice:"
        yield head, line.removeprefix("Anti-pattern:").strip()


def _messages(rule: Rule) -> list[str]:
    """Return the rule's short message on its first example, in each locale."""
    first = next(example for example in examples() if example.rule == rule.id and example.bad)
    return [_finding(first, locale).message for locale in LOCALES]


def _finding(example: Example, locale: str) -> Finding:
    report = example.report(locale=locale)
    return next(finding for flag in report.flags for finding in flag.findings if finding.rule == example.rule)


def _raised(shown: Sequence[Example]) -> Iterator[str]:
    for language in LANGUAGES:
        yield from [
            f"### {NAMES[language]}",
            "",
            "| text | severity | flag | suggestion |",
            "| --- | --- | --- | --- |",
        ]
        for example in shown:
            if example.language == language:
                asked = example.written
                marked = example.text.replace(asked["quote"], f"**{asked['quote']}**")
                cells = (_text(example, marked), asked["severity"], _cell(asked["message"]), _suggested(asked))
                yield f"| {' | '.join(cells)} |"
        yield ""


def _suggested(asked: dict[str, str]) -> str:
    return f"“{_cell(asked['replacement'])}”" if "replacement" in asked else ""


def _silent(shown: Sequence[Example]) -> Iterator[str]:
    for language in LANGUAGES:
        yield from [f"### {NAMES[language]}", "", "| text | why |", "| --- | --- |"]
        for example in shown:
            if example.language == language:
                yield f"| {_text(example, example.text)} | {_cell(example.written['why'])} |"
        yield ""


def _text(example: Example, marked: str) -> str:
    return f"{_cell(marked)} *(headline)*" if example.written.get("headline") else _cell(marked)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the pages, and take away those of rules that are gone."""
    made = pages()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(made)} pages in {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
