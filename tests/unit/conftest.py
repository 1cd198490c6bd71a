"""What the tests of store, jobs, posting and web share: a clock that stands, and a service with a check of one word."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

# ruff: noqa: PLC0415  the tests of the core share this file and must not wait for Flask and SQLAlchemy

if TYPE_CHECKING:
    from twosource.facts.index import FactBase
    from twosource.jobs import Service
    from twosource.model import Draft, Flag, Report
    from twosource.settings import Settings
    from twosource.store import Store

SECRET = "whsec_" + "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0ISE="
CALLBACK = "http://cms.example/flags"


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    moment: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@dataclass
class WordCheck:
    """A check that flags each word of the text that it is told to; it can be made to fail."""

    word: str = "cost"
    fact_version: str = "v1"
    fails: Exception | None = None
    asked: list[tuple[str, date]] = field(default_factory=list)

    def __call__(self, draft: Draft, _base: FactBase, locale: str, at: date) -> Report:
        from twosource.model import Report
        from twosource.text.build import build

        if self.fails:
            raise self.fails
        self.asked.append((locale, at))
        text_map = build(draft.segments)
        flags = [self._flag(text_map.text, start) for start in self._places(text_map.text)]
        return Report(draft.language or "en", text_map.text, tuple(flags), (), (), (), draft.incomplete)

    def _places(self, text: str) -> Iterator[int]:
        start = text.find(self.word)
        while start >= 0:
            yield start
            start = text.find(self.word, start + 1)

    def _flag(self, text: str, start: int) -> Flag:
        from twosource.model import Finding, Flag, SegmentSpan, Severity

        end = start + len(self.word)
        sentence = text[text.rfind(".", 0, start) + 1 : (text.find(".", end) + 1) or len(text)].strip()
        finding = Finding("single-source", Severity.WARNING, "single-source", "One origin only.", start, end)
        return Flag(
            id=f"{self.word}-{text[:start].count(self.word)}",
            severity=Severity.WARNING,
            pack="pack",
            fact="cost-parity",
            fact_version=self.fact_version,
            rules=("single-source",),
            message="cost parity: single-source",
            detail="One origin only.",
            start=start,
            end=end,
            quote=self.word,
            segment=SegmentSpan("body/0", start, end),
            also_at=(),
            findings=(finding,),
            suggestions=(),
            sources=(),
            fingerprint=sentence,
        )


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a schema and nothing in it, so that the migrations run once for all tests."""
    from twosource.store.database import Database
    from twosource.store.migrate import upgrade

    path = tmp_path_factory.mktemp("empty") / "store.sqlite"
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    database.close()
    return path


@pytest.fixture
def settings(tmp_path: Path, empty_database: Path) -> Settings:
    from twosource.settings import Settings

    shutil.copy(empty_database, tmp_path / "store.sqlite")
    return Settings(
        secret_keys=("k" * 40,),
        database_url=f"sqlite:///{tmp_path / 'store.sqlite'}",
        data_dir=tmp_path,
        at=date(2026, 11, 30),
    )


@pytest.fixture
def store(settings: Settings, clock: Clock) -> Iterator[Store]:
    from twosource.store import Store

    opened = Store.open(settings, clock)
    opened.sites.add("paper", CALLBACK, "de", (SECRET,))
    yield opened
    opened.close()


@pytest.fixture
def keep_unreadable(store: Store, clock: Clock) -> Callable[[str], None]:
    """Keep a pack that cannot be read, as an older version may have left one."""
    from twosource.store.fact_tables import PackTextRow

    def keep(pack: str) -> None:
        text = "schema: twosource/fact-pack/0"
        row = PackTextRow(id=pack, name="p.yaml", text=text, imported_at=clock(), imported_by="ann", taken=False)
        with store.database.write() as session:
            session.add(row)

    return keep


@pytest.fixture
def word_check() -> WordCheck:
    return WordCheck()


@pytest.fixture
def service(settings: Settings, store: Store, clock: Clock, word_check: WordCheck) -> Service:
    from twosource.jobs import Service
    from twosource.jobs.fact_base import SharedFactBase
    from twosource.posting import Poster

    return Service(
        settings=settings,
        store=store,
        base=SharedFactBase(store.facts),
        check=word_check,
        poster=Poster(2.0, clock),
        clock=clock,
        chance=lambda: 0.5,
    )


@pytest.fixture
def event() -> Callable[..., dict[str, Any]]:
    """Make draft events."""

    def make(**changed: Any) -> dict[str, Any]:
        return {
            "type": "draft.saved",
            "timestamp": "2026-11-30T12:00:00Z",
            "data": {
                "id": "story-1",
                "revision": "1",
                "updated_at": "2026-11-30T11:00:00Z",
                "language": "en",
                "text": "The cost is low.",
                **changed,
            },
        }

    return make


@pytest.fixture
def deliver(service: Service, event: Callable[..., dict[str, Any]]) -> Callable[..., str]:
    """Put a draft event into the inbox, past the web; return its webhook id."""
    from twosource.store import Arrival

    numbers = itertools.count(1)

    def put(**changed: Any) -> str:
        told = event(**changed)
        webhook_id = f"in_{next(numbers)}"
        arrival = Arrival(
            site="paper",
            webhook_id=webhook_id,
            draft=told["data"]["id"],
            updated_at=datetime.fromisoformat(told["data"]["updated_at"]),
            body=json.dumps(told).encode(),
        )
        assert service.store.inbox.receive(arrival)
        return webhook_id

    return put


@pytest.fixture
def with_settings(service: Service) -> Callable[..., Service]:
    """The same service with some settings changed."""

    def change(**changed: Any) -> Service:
        return replace(service, settings=replace(service.settings, **changed))

    return change
