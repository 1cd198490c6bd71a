"""What holds for every file of the project: where it may stand, and what it may not name."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {".ci", "fixtures", "plugin", "schemas", "tests"}
IGNORED = {line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split() if line.endswith("/")}

# Put together from parts, so that this file names none of them itself.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
    )
]
INDEX_OPTIONS = ["--" + option for option in ("index-url", "extra-index-url", "find-links", "trusted-host")]
MACHINE_PATHS = ["/" + folder for folder in ("work", "root", "tmp")]
FORBIDDEN = re.compile(
    "|".join(map(re.escape, REGISTRIES + INDEX_OPTIONS)) + r"|(?<![\w.~*-])(?:" + "|".join(MACHINE_PATHS) + r")/"
)


def _files() -> list[Path]:
    files = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in IGNORED | {".git"} and not name.endswith(".egg-info")]
        files += [Path(folder, name) for name in names]
    return files


def _named(text: str) -> list[str]:
    return [found.group() for found in FORBIDDEN.finditer(text)]


def test_the_top_level_has_its_folders_and_no_other() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}

    assert folders - IGNORED - {".git"} == FOLDERS


@pytest.mark.parametrize(
    "text",
    [
        f"see {REGISTRIES[0]}/simple",
        f"https://files.{REGISTRIES[1]}/x",
        f"{INDEX_OPTIONS[0]} x",
        f'open("{MACHINE_PATHS[0]}/main")',
        f"{MACHINE_PATHS[2]}/x.log",
    ],
)
def test_addresses_of_registries_and_paths_of_machines_are_recognised(text: str) -> None:
    assert len(_named(text)) == 1


def test_other_addresses_and_paths_are_not_taken_for_them() -> None:
    assert not _named(
        f"https://example.org{MACHINE_PATHS[0]}/x, ../shared{MACHINE_PATHS[2]}/x, /usr/share, a{MACHINE_PATHS[1]}/b"
    )


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    naming = {}
    for path in _files():
        # Bytes that are no UTF-8 are of fixtures and images; what they name in ASCII is read all the same.
        if found := _named(path.read_bytes().decode("utf-8", "replace")):
            naming[str(path.relative_to(ROOT))] = sorted(set(found))

    assert not naming
