"""The network as tests see it: the core has none, all others reach this machine alone (pyproject.toml says so)."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# What may open nothing has no sockets at all in its tests.
SOCKETLESS = [TESTS / "rules", TESTS / "cms"] + [
    TESTS / "unit" / room for room in ("check", "flags", "rules", "claims", "nlp", "facts", "text", "cms", "model")
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the sockets from the tests of the core."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in SOCKETLESS):
            item.add_marker(pytest.mark.disable_socket)
