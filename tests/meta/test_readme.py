"""The README does what it says: its files are written, its commands are run, its outputs are compared.

In an output a line "…" stands for any lines, and "…" within a line for any characters.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUNS_ON = ("twosource serve", "python callback.py")
"""Commands that run on, in terminals of their own; what they print comes in the course of the others."""
PORTS = ("8470", "8471")
PATIENCE_SECONDS = 60


@dataclass
class Reader:
    """Somebody who does what the README says, in a folder of their own and with free ports in place of its ports."""

    folder: Path
    text: str
    environment: dict[str, str]
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def start(self, command: str) -> None:
        """Start what runs on; return when it listens."""
        with self._log(command).open("w") as log:
            self.running[command] = subprocess.Popen(
                command.split(), cwd=self.folder, env=self._exported(), stdout=log, stderr=subprocess.STDOUT, text=True
            )
        port = int(self.environment["TWOSOURCE_PORT" if command == RUNS_ON[0] else "CALLBACK_PORT"])
        _until(lambda: _listens(port), lambda: f"{command} does not listen: {self.printed(command)}")

    def printed(self, command: str) -> str:
        """Return what a command that runs on has printed by now."""
        return self._log(command).read_text("utf-8")

    def run(self, command: str) -> str:
        """Return what a command prints; what it exports is there for the next ones."""
        saved = self.folder / ".exported"
        script = f"[ ! -f {saved.name} ] || . ./{saved.name}\n{self.status()}{command}\nstatus=$?\n"
        script += f"export -p > {saved.name}; echo $status > .status"
        ended = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        return ended.stdout

    def status(self) -> str:
        """Return a line of the shell that gives $? the status of the last command."""
        last = self.folder / ".status"
        return f"(exit {last.read_text().strip()})\n" if last.exists() else ""

    def end(self) -> None:
        """End what runs on."""
        for process in self.running.values():
            process.send_signal(signal.SIGINT)
        for process in self.running.values():
            process.wait(PATIENCE_SECONDS)

    def _log(self, command: str) -> Path:
        return self.folder / f"{command.rsplit(maxsplit=1)[-1]}.log"

    def _exported(self) -> dict[str, str]:
        shown = self.run("python -c 'import json, os; print(json.dumps(dict(os.environ)))'")
        return dict(json.loads(shown))


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    ports = [_free_port() for _ in PORTS]
    text = README
    for port, free in zip(PORTS, ports, strict=True):
        text = text.replace(port, free)
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "TWOSOURCE_PORT": ports[0],
        "CALLBACK_PORT": ports[1],
    }
    made = Reader(tmp_path, text, environment)
    for _, name, content in BLOCK.findall(text):
        if name:
            (tmp_path / name).write_text(content, "utf-8")
    yield made
    made.end()


def _steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command with the output that is told of it."""
    for language, _, block in BLOCK.findall(text):
        if language == "console":
            for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = step.partition("\n")
                yield command, output


def _pattern(output: str) -> re.Pattern[str]:
    lines = (
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in output.splitlines()
    )
    return re.compile("".join(lines))


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


def _until(true: Callable[[], object], otherwise: Callable[[], str]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.1)


@pytest.mark.enable_socket
def test_what_the_readme_tells_to_do_prints_what_it_says(reader: Reader) -> None:
    steps = list(_steps(reader.text))
    assert len(steps) > 12
    later = []
    for command, output in steps:
        if command in RUNS_ON:
            if command not in reader.running:
                reader.start(command)
            later.append((command, output))
        else:
            _expect(reader, command, _pattern(output))
    for command, output in later:
        _until(lambda c=command, o=output: _pattern(o).search(reader.printed(c)), lambda c=command: reader.printed(c))


def _expect(reader: Reader, command: str, pattern: re.Pattern[str]) -> None:
    """Run a command until it prints what is told; only what asks for the state of a draft may be asked again."""
    printed = [reader.run(command)]

    def fits() -> bool:
        # Somebody who types takes longer than the check takes.
        if not pattern.fullmatch(printed[-1]) and command.startswith("curl -s -H"):
            printed.append(reader.run(command))
        return pattern.fullmatch(printed[-1]) is not None

    if command.startswith("curl -s -H"):
        _until(fits, lambda: f"$ {command}\n{printed[-1]}")
    assert fits(), f"$ {command}\n{printed[-1]}"


def test_each_part_of_it_has_commands_and_files() -> None:
    parts = {part.partition("\n")[0]: part for part in re.split(r"^## ", README, flags=re.MULTILINE)[1:]}
    assert list(parts) == [
        "Two commands", "Five minutes with your own draft and your own pack", "A pack for your own story",
        "The fact base", "Connecting a CMS", "The rules", "What leaves the machine", "Limits", "Licence",
    ]  # fmt: skip
    assert {name for _, name, _ in BLOCK.findall(README) if name} == {
        "wind-farm.yaml", "draft.md", "careful.md", "callback.py", "send.py",
    }  # fmt: skip


def test_the_table_of_rules_is_current(rules_table: ModuleType) -> None:
    assert rules_table.written(README) == README, "run: make docs"


def test_the_picture_is_there_and_light() -> None:
    (picture,) = re.findall(r"^!\[.+\]\((.+\.png)\)$", README, flags=re.MULTILINE)
    content = (ROOT / picture).read_bytes()
    assert content.startswith(b"\x89PNG\r\n")
    assert len(content) <= 300_000
