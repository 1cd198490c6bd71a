"""The network as tests see it: the core has none, all others reach this machine alone (pyproject.toml says so).

And PostgreSQL, which runs in a folder of its own while there are tests that ask for it.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import settings

# No property is timed: what else runs on the machine is no part of it.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# ruff: noqa: PLC0415  the tests of the core share this file and must not wait for the database's driver

TESTS = Path(__file__).parent
# What may open nothing has no sockets at all in its tests.
SOCKETLESS = [TESTS / "rules", TESTS / "cms"] + [
    TESTS / "unit" / room
    for room in ("lint", "check", "flags", "rules", "claims", "nlp", "facts", "text", "cms", "model")
]
START_SECONDS = 60
# A connection for each thread of the races is enough.
OPTIONS = ["max_connections=300", "listen_addresses="]
# Nothing has to survive the tests.
QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
TEMPLATE = "twosource_template"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the sockets from the tests of the core."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in SOCKETLESS):
            item.add_marker(pytest.mark.disable_socket)


def _programs() -> Path:
    """Return the folder of PostgreSQL's server programs, which Debian keeps off the PATH."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    pytest.fail("these tests need PostgreSQL's server: apt-get install postgresql", pytrace=False)


@contextmanager
def postgresql_running(folder: Path, *, durable: bool = False) -> Iterator[None]:
    """Run a server whose socket is in ``folder``; as root in the name of the user postgres, for it refuses root.

    Args:
        folder: belongs to it from now on.
        durable: whether what is committed is on the disk, as it has to be elsewhere.
    """
    user = None
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        user = account.pw_uid
    programs, files = _programs(), folder / "files"
    made = subprocess.run(
        [
            programs / "initdb",
            "--no-sync",
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C",
            files,
        ],
        user=user,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    options = [
        part
        for option in (*OPTIONS, *(() if durable else QUICK), f"unix_socket_directories={folder}")
        for part in ("-c", option)
    ]
    log = folder / "log"
    with log.open("w") as told:
        server = subprocess.Popen([programs / "postgres", "-D", files, *options], user=user, cwd=folder, stderr=told)
    try:
        deadline = time.monotonic() + START_SECONDS
        while "ready to accept connections" not in log.read_text():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        server.terminate()
        server.wait(START_SECONDS)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Callable[[str], str]]:
    """A PostgreSQL server with a database that has a schema and nothing in it; gives the address of a database."""
    from twosource.store.database import Database
    from twosource.store.migrate import upgrade

    folder = Path(tempfile.mkdtemp(prefix="twosource-pg-"))

    def address(name: str) -> str:
        return f"postgresql+psycopg://postgres@/{name}?host={quote(str(folder))}"

    try:
        with postgresql_running(folder):
            execute(address("postgres"), f"CREATE DATABASE {TEMPLATE}")
            database = Database(address(TEMPLATE))
            upgrade(database)
            database.close()
            yield address
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def postgresql(postgresql_server: Callable[[str], str]) -> Iterator[Callable[[], str]]:
    """Make databases with a schema and nothing in it, and give their addresses; they are gone after the test."""
    with _databases(postgresql_server) as make:
        yield make


@pytest.fixture(scope="module")
def postgresql_for_all(postgresql_server: Callable[[str], str]) -> Iterator[Callable[[], str]]:
    """The same for tests that only read: the databases are gone after the module."""
    with _databases(postgresql_server) as make:
        yield make


@contextmanager
def _databases(server: Callable[[str], str]) -> Iterator[Callable[[], str]]:
    made: list[str] = []

    def make() -> str:
        name = f"twosource_{next(_NUMBERS)}"
        execute(server("postgres"), f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        made.append(name)
        return server(name)

    yield make
    for name in made:
        execute(server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


_NUMBERS = itertools.count(1)


def execute(address: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(statement.encode())
