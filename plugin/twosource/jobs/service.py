"""The service as one value: the settings, the store, the fact base, the check, and the way out."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime

from twosource.desk import Desk
from twosource.facts.index import FactBase
from twosource.jobs.fact_base import SharedFactBase
from twosource.jobs.wakeup import Wakeup
from twosource.model import LANGUAGES, Draft, Report, Segment, SegmentKind
from twosource.posting import Poster
from twosource.settings import Settings
from twosource.store import Store
from twosource.store.open import now

Check = Callable[[Draft, FactBase, str, date], Report]
"""From a draft, the fact base, the locale of the messages and the day of the check: the report."""


@dataclass(frozen=True, slots=True)
class Service:
    """What the jobs and the web work with. Threads may share it.

    Attributes:
        settings: how the service runs.
        store: what it keeps.
        base: the fact base, built anew when a pack changes.
        check: the check.
        poster: the way to the CMSs.
        clock: tells the moment.
        chance: gives numbers from 0 to 1, which spread retries in time.
        deliveries: wakes the workers that check.
        results: wakes the workers that post.
    """

    settings: Settings
    store: Store
    base: SharedFactBase
    check: Check
    poster: Poster
    clock: Callable[[], datetime] = now
    chance: Callable[[], float] = random.random
    deliveries: Wakeup = field(default_factory=Wakeup)
    results: Wakeup = field(default_factory=Wakeup)

    @classmethod
    def open(cls, settings: Settings, clock: Callable[[], datetime] = now) -> Service:
        """Return the service that the settings describe, its store brought up to date; no worker runs yet.

        Raises:
            UnusableStoreError: the database cannot be used.
        """
        store = Store.open(settings, clock)
        with ExitStack() as unless_opened:
            unless_opened.callback(store.close)
            Desk.of(store)  # takes over what an older version kept, so that the checks have it
            unless_opened.pop_all()
        return cls(
            settings=settings,
            store=store,
            base=SharedFactBase(store.facts),
            check=_check,
            poster=Poster(settings.post_timeout, clock),
            clock=clock,
        )

    @property
    def desk(self) -> Desk:
        """The documentation desk over the store."""
        return Desk(self.store.facts)

    def day_of_check(self) -> date:
        """Return the day that checks take for today."""
        return self.settings.at or self.clock().date()

    def warm_up(self) -> None:
        """Build the fact base and check a word in each language, so that the first draft need not wait for that."""
        for language in LANGUAGES:
            segment = Segment(SegmentKind.PARAGRAPH, "body/0", "2026")
            self.check(Draft((segment,), language), self.base.current(), language, self.day_of_check())

    def close(self) -> None:
        """Close the store."""
        self.store.close()


def _check(draft: Draft, base: FactBase, locale: str, at: date) -> Report:
    from twosource.check import Options, check  # noqa: PLC0415  loads the language machinery at the first check

    return check(draft, base, Options(locale=locale, at=at))
