"""A real server with checked drafts in it, and a real browser. The check is scripted: the page is what is tried."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service as Driver
from waitress.server import TcpWSGIServer, create_server

from twosource.cli.http_thread import serving
from twosource.jobs import Service, check_delivery
from twosource.jobs.fact_base import SharedFactBase
from twosource.model import Draft, Finding, Flag, FlagSource, Report, Severity, Span, Suggestion
from twosource.posting import Poster
from twosource.settings import Settings
from twosource.store import Arrival, Store
from twosource.text.build import build, place
from twosource.web import create_app, review_link

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Marked:
    """Words of a draft that the scripted check flags."""

    words: str
    severity: Severity
    message: str
    rules: tuple[str, ...] = ("single-source",)
    detail: str = "What the file says, and what would settle it."
    sources: tuple[FlagSource, ...] = ()
    replacement: str | None = None


@dataclass
class Desk:
    """A running service whose drafts' flags are scripted."""

    service: Service
    script: list[Marked]
    deliveries: int = 0

    def flag(self, words: str, severity: str, message: str, **more: Any) -> None:
        """Let the check flag the words wherever a draft has them; ``more`` as in :class:`Marked`."""
        self.script.append(Marked(words, Severity(severity), message, **more))

    def review(self, draft_id: str, site: str = "desk", **texts: str) -> str:
        """Let a draft be checked; return the address of its review page."""
        self.deliveries += 1
        event = {
            "type": "draft.saved",
            "timestamp": NOON.isoformat(),
            "data": {"id": draft_id, "revision": "1", **texts},
        }
        arrival = Arrival(site, f"msg_{self.deliveries}", draft_id, NOON, json.dumps(event).encode())
        assert self.service.store.inbox.receive(arrival)
        assert check_delivery(self.service)
        return review_link(self.service.settings, site, draft_id)

    def states(self, draft_id: str, site: str = "desk") -> list[str]:
        """Return the states of a draft's flags, in the order of the text."""
        draft = self.service.store.drafts.load(site, draft_id)
        assert draft is not None
        return [flag["state"] for flag in sorted(draft.checked["flags"], key=lambda flag: flag["start"])]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A server on a free port with the sites desk (en), pult (de) and bureau (nl)."""
    script: list[Marked] = []

    def check(draft: Draft, base: object, locale: str, at: date) -> Report:
        return _report(draft, script)

    settings = Settings(("k" * 43,), f"sqlite:///{tmp_path / 'store.sqlite'}", tmp_path)
    store = Store.open(settings, lambda: NOON)
    server = create_server(_unmade, host="127.0.0.1", port=0, threads=4)
    assert isinstance(server, TcpWSGIServer)
    settings = Settings(
        settings.secret_keys, settings.database_url, tmp_path, public_url=f"http://127.0.0.1:{server.effective_port}"
    )
    service = Service(settings, store, SharedFactBase(store.facts), check, Poster(1.0, lambda: NOON), lambda: NOON)
    for name, locale in (("desk", "en"), ("pult", "de"), ("bureau", "nl")):
        store.sites.add(name, None, locale, ("whsec_" + "A" * 32,))
    server.application = create_app(settings, service)
    with serving(server):
        yield Desk(service, script)
    store.close()


@pytest.fixture(scope="session")
def open_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., webdriver.Chrome]]:
    """Open headless Chromium: with or without scripts, light or dark."""
    opened: dict[tuple[bool, bool], webdriver.Chrome] = {}

    def browser(*, scripts: bool = True, dark: bool = False) -> webdriver.Chrome:
        key = (scripts, dark)
        if key not in opened:
            opened[key] = _chromium(tmp_path_factory.mktemp("chromium"), scripts=scripts, dark=dark)
        opened[key].delete_all_cookies()
        return opened[key]

    yield browser
    for each in opened.values():
        each.quit()


def _chromium(profile: Path, *, scripts: bool, dark: bool) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--force-prefers-reduced-motion",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--window-size=1280,900", f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(argument)
    if dark:
        options.add_argument("--blink-settings=preferredColorScheme=0")
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.binary_location = "/usr/bin/chromium"
    return webdriver.Chrome(options=options, service=Driver("/usr/bin/chromedriver"))


def _unmade(environ: object, start_response: object) -> list[bytes]:
    raise AssertionError("the application takes its place before the first request")


def _report(draft: Draft, script: list[Marked]) -> Report:
    text_map = build(draft.segments)
    flags = []
    for index, marked in enumerate(script):
        starts = [at for at in range(len(text_map.text)) if text_map.text.startswith(marked.words, at)]
        if not starts:
            continue
        start, end = starts[0], starts[0] + len(marked.words)
        hints = () if marked.replacement is None else (Suggestion(start, end, marked.replacement, "as on file"),)
        flags.append(
            Flag(
                id=f"flag-{index}",
                severity=marked.severity,
                pack="pack",
                fact=f"fact-{index}",
                fact_version="1",
                rules=marked.rules,
                message=marked.message,
                detail=marked.detail,
                start=start,
                end=end,
                quote=marked.words,
                segment=place(text_map, start, end),
                also_at=tuple(Span(at, at + len(marked.words)) for at in starts[1:]),
                findings=tuple(
                    Finding(rule, marked.severity, marked.message, marked.detail, start, end, hints)
                    for rule in marked.rules
                ),
                suggestions=hints,
                sources=marked.sources,
                fingerprint="print",
            )
        )
    return Report(draft.language or "en", text_map.text, tuple(flags), (), (), (), draft.incomplete)
