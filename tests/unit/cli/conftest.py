"""What the tests of the commands of the fact base share: a command run on a store of its own, and a pack's file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from twosource.cli import main

Run = Callable[..., Result]

WIND = """
schema: twosource/fact-pack/1
id: wind
title: Wind
units: {turbine: {de: [Windrad], nl: [windmolen], en: [turbine]}}
entities: {noordwind: {kind: organisation, name: Noordwind}}
sources:
  press: {publisher: noordwind, kind: self-published}
  kustbode: {publisher: Kustbode, kind: news, relays: [press]}
claim_types: {count: {standard: subject}, yield: {standard: independent}}
facts:
  turbines:
    label: {de: Windräder, nl: windmolens, en: turbines}
    subject: noordwind
    type: count
    value: {is: 72, unit: turbine}
    support: [{source: press}]
  homes:
    subject: noordwind
    type: yield
    cues: {de: [Strom], nl: [stroom], en: [power]}
    support: [{source: press}, {source: kustbode}]
"""
_SOURCE = "  insider: {publisher: Jan Jansen, kind: interview, title: In the harbour}\n"
_SUPPORT = "{source: insider, terms: confidential, quote: I swear}"
INSIDER = WIND.replace("claim_types:", f"{_SOURCE}claim_types:").replace(
    "  homes:", f"  told: {{subject: noordwind, type: yield, support: [{_SUPPORT}]}}\n  homes:"
)


@pytest.fixture
def run(tmp_path: Path, empty_database: Path) -> Run:
    """Run ``twosource facts …`` on a store of its own."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(empty_database, data / "twosource.sqlite")

    def invoke(*arguments: object, given: str | bytes | None = None, **changed: str) -> Result:
        environment = {"TWOSOURCE_DATA_DIR": str(data), "TZ": "UTC", **changed}
        return CliRunner().invoke(
            main, ["facts", *map(str, arguments)], env=environment, prog_name="twosource", input=given
        )

    return invoke


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file beside the store."""

    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return make


@pytest.fixture
def wind(write: Callable[[str, str], Path]) -> Path:
    return write("wind.yaml", WIND)


@pytest.fixture
def insider(write: Callable[[str, str], Path]) -> Path:
    return write("insider.yaml", INSIDER)


@pytest.fixture
def at_hand(run: Run, wind: Path, write: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored pack, and files of several kinds in the folder that we are in."""
    monkeypatch.chdir(wind.parent)
    run("import", wind)
    Path("latin.yaml").write_bytes("title: Größe".encode("latin-1"))
    write("broken.yaml", "schema: x\n")
    write("other.yaml", WIND.replace("id: wind", "id: other"))
    write("twin.yaml", WIND)
    write("x.csv", "id\n")
