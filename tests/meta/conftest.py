"""The scripts beside these tests, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def third_party() -> ModuleType:
    """The script that writes THIRD_PARTY.md."""
    return _loaded("third_party")


@pytest.fixture
def rules_table() -> ModuleType:
    """The script that writes the README's table of rules."""
    return _loaded("rules_table")


def _loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
