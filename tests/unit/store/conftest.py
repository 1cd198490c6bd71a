"""The store's tests run on each database; what is said to SQLite alone is marked so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from twosource.settings import Settings


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings with an empty database of a kind."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_database"), tmp_path / "store.sqlite")
        address = f"sqlite:///{tmp_path / 'store.sqlite'}"
    else:
        make: Callable[[], str] = request.getfixturevalue("postgresql")
        address = make()
    return Settings(secret_keys=("k" * 40,), database_url=address, data_dir=tmp_path, at=date(2026, 11, 30))
