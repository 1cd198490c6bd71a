"""The tests of the desk run on each database, over a pack of a bridge that has all that leans on something."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from twosource.desk import Desk, PackText
from twosource.packs import read
from twosource.settings import Settings
from twosource.store import FACT, Author, Query, Store
from twosource.store.fact_tables import PackTextRow

BRIDGE = """\
schema: twosource/fact-pack/1
id: bridge
title: The bridge at Westerhaven
units:
  cable:
    de: [Seil, Tragseil]
    nl: [kabel]
    en: [cable]
entities:
  city:
    kind: organisation
    name: Westerhaven
    aliases: [City of Westerhaven]
  bridge:
    kind: product
    name: {de: Westbrücke, nl: Westbrug, en: West Bridge}
    of: city
  noordwind:
    kind: organisation
    name: Noordwind
    aliases: [North Wind]
  union:
    kind: organisation
    name: Bouwbond
sources:
  press: {publisher: city, kind: self-published, title: Press release, text: sources/press.txt}
  daily: {publisher: Kustbode, kind: news, language: nl, relays: [press]}
  weekly: {publisher: North Wind, kind: news}
  survey: {publisher: Vermessungsamt, kind: official, language: de}
  whisper: {publisher: Secretkeeper, kind: interview, title: What was whispered}
claim_types:
  plain: {standard: subject}
  cost:
    standard: independent
    needs:
      invoices: {de: keine Rechnungen, nl: geen facturen, en: no invoices}
facts:
  length:
    label: {de: Länge der Brücke, nl: lengte van de brug, en: length of the bridge}
    subject: bridge
    type: plain
    value: {is: 412, unit: m}
    support: [{source: press, quote: The bridge is 412 metres long.}]
    review_by: 2026-10-01
  cables:
    label: {de: Zahl der Seile, nl: aantal kabels, en: number of cables}
    subject: bridge
    type: plain
    value: {is: 64, unit: cable}
    support: [{source: survey, quote: Gezählt wurden 64 Seile aus Straßburg.}]
    see_also: [length]
  cost:
    label: {de: Kosten, nl: kosten, en: cost}
    subject: bridge
    type: cost
    value: {over: 90_000_000, unit: EUR}
    support: [{source: press}, {source: daily}, {source: weekly, basis: own, paid_by: Noordwind}]
    disputes: [{source: survey, value: {is: 120_000_000, unit: EUR}}]
  delay:
    label: {de: Verzögerung, nl: vertraging, en: delay}
    subject: city
    type: cost
    status: draft
    value: {about: 3, unit: month}
    support:
      - {source: whisper, terms: confidential, quote: The foundations sank in Februarius., speaker: union}
    supersedes: [length]
    note: Ask again before Easter.
"""
ANN, BOB = Author("ann", "first"), Author("bob", "second thoughts")


DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings with an empty database of a kind."""
    return _settings(request, tmp_path, "postgresql")


def _settings(request: pytest.FixtureRequest, folder: Path, server: str) -> Settings:
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_database"), folder / "store.sqlite")
        address = f"sqlite:///{folder / 'store.sqlite'}"
    else:
        make: Callable[[], str] = request.getfixturevalue(server)
        address = make()
    return Settings(secret_keys=("k" * 40,), database_url=address, data_dir=folder, at=date(2026, 11, 30))


@pytest.fixture(scope="module", params=DATABASES)
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with the pack of the bridge, for tests that only read."""
    store = Store.open(_settings(request, tmp_path_factory.mktemp("shown"), "postgresql_for_all"))
    desk = Desk.of(store)
    desk.import_packs([PackText("bridge.yaml", BRIDGE)], ANN)
    yield desk
    store.close()


@pytest.fixture
def desk(store: Store) -> Desk:
    """A desk without packs."""
    return Desk.of(store)


@pytest.fixture
def filed(desk: Desk) -> Desk:
    """A desk with the pack of the bridge."""
    desk.import_packs([PackText("bridge.yaml", BRIDGE)], ANN)
    return desk


@pytest.fixture
def keep_text(store: Store) -> Callable[[str, str], None]:
    """Keep a pack as text, as an older version did."""

    def keep(pack: str, text: str) -> None:
        at = datetime(2026, 3, 1, tzinfo=UTC)
        row = PackTextRow(id=pack, name="p.yaml", text=text, imported_at=at, imported_by="ann", taken=False)
        with store.database.write() as session:
            session.add(row)

    return keep


@pytest.fixture
def bridge() -> str:
    """The pack of the bridge."""
    return BRIDGE


@pytest.fixture
def consistent() -> Callable[[Desk], None]:
    """Say whether what is kept of each fact is what reading the whole pack anew gives."""

    def check(desk: Desk, pack: str = "bridge") -> None:
        reading = read(desk.export(pack), "exported.yaml")
        assert reading.pack is not None, reading.errors
        kept = desk.list(Query(kind=FACT, pack=pack, confidential=True, limit=1000)).entries
        told = {entry.ref.id: (entry.version, entry.settled, entry.disputed, entry.origins) for entry in kept}
        assert told == {
            key: (fact.version, fact.sourcing.settled, bool(fact.sourcing.disputed_by), len(fact.sourcing.origins))
            for key, fact in reading.pack.facts.items()
        }
        (outcome,) = desk.import_packs([PackText("exported.yaml", desk.export(pack))], Author("nobody"))
        assert outcome.change is None, "an export that is imported changes nothing"

    return check
