"""The documentation keeps up: every setting, make target and command that is named exists, and the other way about."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "plugin" / "docs"
ADAPTERS = sorted((ROOT / "plugin" / "twosource" / "cms").rglob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")), *ADAPTERS]


def test_every_setting_is_documented_and_every_documented_one_exists() -> None:
    code = (ROOT / "plugin" / "twosource" / "settings.py").read_text("utf-8")
    read = re.findall(r'\bread\(\s*"([A-Z_]+)"', code)
    rows = re.findall(r"^\| `TWOSOURCE_([A-Z_]+)` \|", (DOCS / "settings.md").read_text("utf-8"), flags=re.MULTILINE)

    assert len(read) > 10
    assert sorted(rows) == sorted(read)


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))}
    blocks = [b for page in PAGES for b in re.findall(r"(?ms)^```\w*\n(.*?)^```", page.read_text("utf-8"))]
    named |= {name for block in blocks for name in re.findall(r"^make ([a-z]+)", block, flags=re.MULTILINE)}

    assert {"demo", "test"} <= named
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))

    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
