"""The seeds: real articles that stand beside the project. Where they are missing, the run says so; in CI it fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
MISSING = "the seed articles are not at ../shared/seeds: NOTHING was checked against them"
_left_out: list[str] = []


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> Path:
    """The folder of the seed articles."""
    if not SEEDS.is_dir():
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        _left_out.append(request.node.nodeid)
        pytest.skip(MISSING)
    return SEEDS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end of the run how many tests did not run for want of the seeds."""
    if _left_out:
        terminalreporter.section("seeds missing", sep="!", yellow=True, bold=True)
        terminalreporter.write_line(f"WARNING: {MISSING} ({len(_left_out)} tests did not run)", yellow=True, bold=True)
