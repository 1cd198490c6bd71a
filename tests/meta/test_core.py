"""The core (check and what is below): values in, values out. It opens nothing and reads neither clock nor environment.

The import contracts keep whole libraries out; this looks at what is left: calls that a module of the standard library
offers beside harmless ones.
"""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "plugin" / "twosource"
ROOMS = ("lint", "check", "flags", "rules", "claims", "nlp", "facts", "text", "cms", "model")
FILES = [
    path
    for room in ROOMS
    for path in (sorted((PACKAGE / room).rglob("*.py")) or [path for path in [PACKAGE / f"{room}.py"] if path.exists()])
]
MODULES = {"glob", "logging", "random", "secrets", "shutil", "tempfile", "time"}
CALLS = {"open", "print", "input"}
METHODS = {"now", "today", "utcnow", "getenv", "urandom", "getcwd", "open_binary"}
ATTRIBUTES = {("os", "environ"), ("io", "open"), ("sys", "argv"), ("sys", "stdin"), ("sys", "stdout")}


def _outward(code: str) -> list[str]:
    """Return what reaches out of the process, with its lines."""
    found = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                found += [(node.lineno, name.name) for name in names if name.name.split(".")[0] in MODULES]
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in MODULES:
                found.append((node.lineno, module))
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                found.append((node.lineno, f"{name}()"))
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                found.append((node.lineno, f".{name}()"))
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in ATTRIBUTES:
                found.append((node.lineno, f"{module}.{name}"))
    return [f"{what} in line {line}" for line, what in found]


@pytest.mark.parametrize(
    "code",
    [
        "import time",
        "from random import choice",
        "open('x')",
        "datetime.now(tz)",
        "date.today()",
        "os.environ['X']",
        "print('x')",
    ],
)
def test_what_reaches_out_is_recognised(code: str) -> None:
    assert len(_outward(code)) == 1


def test_every_room_is_looked_at() -> None:
    assert {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in FILES} == set(ROOMS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_of_the_core_reaches_for_nothing_outside(path: Path) -> None:
    assert _outward(path.read_text("utf-8")) == []
