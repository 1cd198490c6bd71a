"""The settings: read from the environment, refused with the name of what is wrong, and silent about secrets."""

from __future__ import annotations

import stat
from datetime import date
from pathlib import Path

import pytest

from twosource.settings import Settings, SettingsError

KEY = "a-key-of-thirty-two-characters-or-more"


def _read(tmp_path: Path, **given: str) -> Settings:
    return Settings.from_environment(
        {"TWOSOURCE_DATA_DIR": str(tmp_path)} | {f"TWOSOURCE_{name}": value for name, value in given.items()}
    )


def test_nothing_need_be_set(tmp_path: Path) -> None:
    settings = _read(tmp_path / "new")

    assert (settings.host, settings.port, settings.public_url) == ("127.0.0.1", 8470, "http://127.0.0.1:8470")
    assert settings.body_limit == 2 * 1024 * 1024
    assert settings.at is None
    assert (settings.retention_days, settings.check_requests) == (30, 4)
    assert settings.database_url == f"sqlite:///{tmp_path / 'new' / 'twosource.sqlite'}"


def test_what_is_set_counts(tmp_path: Path) -> None:
    settings = _read(
        tmp_path, AT="2026-11-30", PORT="0", CHECK_WORKERS="0", PUBLIC_URL="https://x.example/", LEASE="90"
    )

    assert (settings.at, settings.port, settings.check_workers) == (date(2026, 11, 30), 0, 0)
    assert (settings.public_url, settings.lease) == ("https://x.example", 90.0)


@pytest.mark.parametrize(("threads", "checks"), [("1", 1), ("2", 1), ("9", 4), ("20", 10)])
def test_half_of_the_threads_stay_free_of_checks(tmp_path: Path, threads: str, checks: int) -> None:
    assert _read(tmp_path, HTTP_THREADS=threads).check_requests == checks
    assert _read(tmp_path, HTTP_THREADS=threads, CHECK_REQUESTS="3").check_requests == 3


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    first, second = _read(tmp_path), _read(tmp_path)

    assert first.secret_keys == second.secret_keys
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_key_that_is_given_is_not_kept(tmp_path: Path) -> None:
    settings = _read(tmp_path, SECRET_KEY=f"{KEY}, {KEY}-old")

    assert settings.secret_keys == (KEY, f"{KEY}-old")
    assert list(tmp_path.iterdir()) == []


def test_each_purpose_and_each_key_has_its_own_derived_key(tmp_path: Path) -> None:
    settings = _read(tmp_path, SECRET_KEY=f"{KEY},{KEY}-old")

    derived = settings.derived_keys("links") + settings.derived_keys("secrets")
    assert len(set(derived)) == 4
    assert all(len(key) == 32 for key in derived)
    assert KEY not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "a door"),
        ("PORT", "70000"),
        ("BODY_LIMIT", "1"),
        ("CHECK_WORKERS", "-1"),
        ("RETENTION_DAYS", "-1"),
        ("CHECK_REQUESTS", "0"),
        ("AT", "tomorrow"),
        ("POST_TIMEOUT", "0"),
        ("POST_TIMEOUT", "nan"),
        ("LEASE", "15"),
        ("PUBLIC_URL", "twosource.example"),
        ("PUBLIC_URL", "https://x.example/?a=b"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", ","),
        ("PROT", "8000"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"TWOSOURCE_{name}") as told:
        _read(tmp_path, **{name: value})

    if name == "SECRET_KEY":
        assert value not in str(told.value) or value == ","


def test_a_directory_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(SettingsError, match="TWOSOURCE_SECRET_KEY"):
        _read(tmp_path / "file" / "below")


def test_a_kept_key_that_is_damaged_is_told(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("short\n")

    with pytest.raises(SettingsError, match=r"secret\.key"):
        _read(tmp_path)
