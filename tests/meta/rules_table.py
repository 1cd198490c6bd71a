"""Write the table of rules in README.md from the registry: ``make docs`` runs this; a test keeps the table current."""

import sys
from pathlib import Path

from twosource.rules import RULES

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BEGIN = "<!-- The table is made by tests/meta/rules_table.py -->\n"
END = "<!-- end of the table -->\n"


def table() -> str:
    """Return the table: a row a rule, in the registry's order, with the first sentence of its explanation."""
    head = "| rule | severity | raised where |\n| --- | --- | --- |\n"
    rows = (
        f"| [`{rule.id}`](plugin/docs/rules/{rule.id}.md) | {rule.severity.value} | {_first(rule.explanation)} |\n"
        for rule in RULES
    )
    return head + "".join(rows)


def written(readme: str) -> str:
    """Return the text of a README with its table made anew.

    Raises:
        ValueError: it has no place for the table.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"README.md has lost the lines {BEGIN.strip()!r} and {END.strip()!r}")
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _first(explanation: str) -> str:
    return explanation.partition(". ")[0].removesuffix(".") + "."


if __name__ == "__main__":
    current = README.read_text("utf-8")
    if sys.argv[1:] == ["--write"]:
        README.write_text(written(current), "utf-8")
    else:
        print(table(), end="")
