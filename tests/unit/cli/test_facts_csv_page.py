"""The page about facts in a table does what it says, and names every column."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from twosource.packs.csv_columns import NAMES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "plugin" / "docs" / "facts-csv.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_what_the_page_tells_to_do_prints_what_it_says(tmp_path: Path) -> None:
    for _, name, content in [*BLOCK.findall(README), *BLOCK.findall(PAGE)]:
        if name:
            (tmp_path / name).write_text(content, "utf-8")
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    environment |= {"LANG": "C.UTF-8", "TWOSOURCE_DATA_DIR": str(tmp_path / "data")}

    steps = [
        step for language, _, block in BLOCK.findall(PAGE) if language == "console" for step in block.split("$ ")[1:]
    ]
    for command, _, output in (step.partition("\n") for step in steps):
        ended = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=60, check=False,
        )  # fmt: skip
        assert ended.stdout == output, command

    assert len(steps) == 7


def test_the_page_names_every_column() -> None:
    named = set(re.findall(r"`([a-z_.]+)`", PAGE))
    wanted = {name for name in NAMES if not name.startswith(("states.", "cues.", "not_cues."))}

    assert wanted - named == set()
    assert {"states", "cues.de", "not_cues.de"} <= named
