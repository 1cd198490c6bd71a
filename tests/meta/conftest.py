"""The scripts beside these tests, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def third_party() -> ModuleType:
    """The script that writes THIRD_PARTY.md."""
    spec = importlib.util.spec_from_file_location("third_party", Path(__file__).with_name("third_party.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
