"""Write THIRD_PARTY.md: every locked runtime package with its version and licence, from the package's own metadata.

``make licences`` runs this; a test keeps the table current. Packages whose marker leaves out Linux are left out.
"""

import re
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "THIRD_PARTY.md"
REQUIREMENTS = ROOT / "requirements.txt"
HEAD = """\
# What Twosource runs with

Twosource itself is licensed under the Apache License 2.0 (LICENSE). These packages are installed beside it from
`requirements.txt`; nothing of theirs is copied into it. The table is written by `make licences` from their metadata.

| package | version | licence |
| --- | --- | --- |
"""
CLASSIFIER = "License :: OSI Approved :: "
HEADINGS = {"MIT License": "MIT"}
"""What a licence's text begins with, and its name."""


def table() -> str:
    """Return the text of THIRD_PARTY.md for the packages as they are installed.

    Raises:
        LookupError: where a package is not installed in the locked version, or states no licence.
    """
    return HEAD + "".join(_row(requirement) for requirement in locked())


def locked() -> list[Requirement]:
    """Return the runtime packages that are locked for Linux, by name."""
    lines = re.findall(r"^([a-z0-9].*?) \\$", REQUIREMENTS.read_text("utf-8"), flags=re.MULTILINE)
    linux = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    requirements = [Requirement(line) for line in lines]
    return [r for r in requirements if r.marker is None or r.marker.evaluate(linux)]


def _row(requirement: Requirement) -> str:
    installed = metadata.distribution(requirement.name)
    if installed.version not in requirement.specifier:
        raise LookupError(f"{requirement} is locked, and {installed.version} is installed; run make test")
    return f"| {installed.name} | {installed.version} | {_licence(installed)} |\n"


def _licence(installed: metadata.Distribution) -> str:
    """Return the licence that a package states: by its name, or by the heading of the text that it ships."""
    stated = installed.metadata
    expression = stated.get("License-Expression")
    if expression:
        return str(expression)
    classifiers = [c.removeprefix(CLASSIFIER) for c in stated.get_all("Classifier") or [] if c.startswith(CLASSIFIER)]
    if classifiers:
        return ", ".join(classifiers)
    text = stated.get("License") or ""
    if text and "\n" not in text:
        return str(text)
    for name in stated.get_all("License-File") or []:
        heading = (installed.read_text(name) or "").lstrip().partition("\n")[0].strip()
        if heading in HEADINGS:
            return HEADINGS[heading]
    raise LookupError(f"{stated['Name']} states no licence in its metadata")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        TABLE.write_text(table(), "utf-8")
    else:
        print(table(), end="")
