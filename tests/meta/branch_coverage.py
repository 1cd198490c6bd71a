"""Print the branch coverage of check.py and of each room below it, and fail under the bar.

Run after ``pytest --cov``. The bar is on branches alone, which is stricter than coverage.py's own ``--fail-under``:
that one counts lines and branches together.
"""

import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coverage import Coverage

ROOMS = ("check", "flags", "rules", "claims", "nlp", "facts", "text", "cms", "model")
BAR = 95.0
PACKAGE = "plugin/twosource/"


@dataclass
class Branches:
    """The branches of one or more files: how many, how many were taken, and the lines that the others leave from."""

    all: int = 0
    taken: int = 0
    missing: list[str] = field(default_factory=list)

    def add(self, path: str, report: dict[str, Any]) -> None:
        """Count one file's report in."""
        self.all += report["summary"]["num_branches"]
        self.taken += report["summary"]["covered_branches"]
        lines = sorted({line for line, _ in report["missing_branches"]})
        self.missing += [f"{path.removeprefix(PACKAGE)}:{','.join(map(str, lines))}"] if lines else []

    @property
    def share(self) -> float:
        """The share that was taken, in percent; of no branches, all."""
        return 100 * self.taken / self.all if self.all else 100.0


def main() -> int:
    """Return 0 where the core as a whole is at the bar or above it, else 1."""
    reports = _reports()
    core = Branches()
    print(f"\n{'room':<8}{'branches':>9}{'taken':>7}{'share':>10}   not taken from")
    for room in ROOMS:
        branches = Branches()
        for path, report in reports.items():
            if path == f"{PACKAGE}{room}.py" or path.startswith(f"{PACKAGE}{room}/"):
                branches.add(path, report)
                core.add(path, report)
        print(f"{room:<8}{branches.all:>9}{branches.taken:>7}{branches.share:>8.1f} %   {' '.join(branches.missing)}")
    print(f"{'core':<8}{core.all:>9}{core.taken:>7}{core.share:>8.1f} %", flush=True)
    if not core.all:
        print("nothing of the core was measured: run `make test`, or `pytest --cov` first", file=sys.stderr)
        return 1
    if core.share < BAR:
        print(f"{core.share:.1f} % of the core's branches are taken by tests; the bar is {BAR:.0f} %", file=sys.stderr)
        return 1
    return 0


def _reports() -> dict[str, dict[str, Any]]:
    """Return coverage.py's own report of each file, by its path from the project's root."""
    coverage = Coverage(config_file="pyproject.toml")
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        outfile = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(outfile))
        reports: dict[str, dict[str, Any]] = json.loads(outfile.read_text("utf-8"))["files"]
    return reports


if __name__ == "__main__":
    sys.exit(main())
