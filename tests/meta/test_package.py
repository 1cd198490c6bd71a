"""What is installed: the wheel's files and metadata, its entry points, and what an import costs."""

import re
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"twosource": ROOT / "plugin", "twosource_schemas": ROOT / "schemas"}


def _python(code: str) -> str:
    """Return what a fresh interpreter prints that runs ``code``."""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as it would be published, built without network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


def test_the_wheel_holds_all_files_of_both_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    sources = {
        path.relative_to(root).as_posix()
        for package, root in PACKAGES.items()
        for path in (root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    shipped = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert shipped == sources
    assert {"twosource/py.typed", "twosource_schemas/py.typed"} <= shipped


@pytest.mark.parametrize("suffix", [".toml", ".po", ".html", ".css"])
def test_the_wheel_holds_what_is_no_code(wheel: zipfile.ZipFile, suffix: str) -> None:
    assert any(name.endswith(suffix) for name in wheel.namelist())


def test_the_wheel_holds_the_migrations(wheel: zipfile.ZipFile) -> None:
    assert any(re.fullmatch(r"twosource/store/migrations/versions/\w+\.py", name) for name in wheel.namelist())


def test_the_metadata_says_whose_it_is_and_what_it_needs(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    stated = HeaderParser().parsestr(wheel.read(name).decode("utf-8"))

    assert stated["Name"] == "twosource"
    assert stated["Version"] == metadata.version("twosource")
    assert stated["License-Expression"] == "Apache-2.0 AND OFL-1.1"
    licences = stated.get_all("License-File") or []
    assert {"LICENSE", "NOTICE"} < set(licences)
    assert all(any(name.endswith(f".dist-info/licenses/{path}") for name in wheel.namelist()) for path in licences)
    assert stated["Requires-Python"] == ">=3.11"
    assert stated["Summary"]
    assert stated["Description-Content-Type"] == "text/markdown"


def test_each_bundled_font_has_its_licence_beside_it_and_in_the_notice() -> None:
    folder = ROOT / "plugin" / "twosource" / "web" / "static" / "fonts"
    families = {re.sub(r"-(latin|OFL).*", "", path.name) for path in folder.iterdir()}
    notice = (ROOT / "NOTICE").read_text("utf-8").lower()

    assert families
    for family in families:
        assert "SIL OPEN FONT LICENSE" in (folder / f"{family}-OFL.txt").read_text("utf-8").upper()
        assert family.replace("-", " ") in notice


def test_the_changelog_tells_of_this_version() -> None:
    headings = re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)

    assert headings[0] == "Unreleased"
    assert metadata.version("twosource") in headings or len(headings) == 1


@pytest.mark.parametrize("entry", metadata.distribution("twosource").entry_points, ids=lambda entry: entry.name)
def test_an_entry_point_can_be_called(entry: metadata.EntryPoint) -> None:
    assert callable(entry.load())


@pytest.mark.parametrize("module", ["twosource", "twosource.model", "twosource.settings", "twosource.cli"])
def test_importing_it_loads_no_spacy(module: str) -> None:
    assert _python(f"import sys, {module}; print('spacy' in sys.modules)") == "False\n"


def test_the_command_lines_help_loads_no_spacy() -> None:
    shown = _python(
        "import sys; sys.argv = ['twosource', '--help']\n"
        "from twosource.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        "print('spacy' in sys.modules)"
    )

    assert "Usage: twosource" in shown
    assert shown.endswith("False\n")


def test_the_import_contracts_hold() -> None:
    ended = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert ended.returncode == 0, ended.stdout
    assert re.search(r"Contracts: \d+ kept, 0 broken\.", ended.stdout)
