"""The fact packs that checks are made against."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select

from twosource.store.database import Database
from twosource.store.records import KeptPack
from twosource.store.tables import PackRow


class Packs:
    """The fact packs of a store."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def put(self, pack_id: str, name: str, text: str, by: str) -> bool:
        """Keep a pack's text in place of what was kept under its id; return whether anything changed.

        Args:
            pack_id: the pack's id.
            name: the name of its file, which errors name.
            text: the pack, which the caller has read and found without errors.
            by: who imports it.
        """
        version = hashlib.sha256(text.encode()).hexdigest()
        with self._database.write() as session:
            row = session.get(PackRow, pack_id)
            if row is not None and row.version == version and row.name == name:
                return False
            session.merge(
                PackRow(id=pack_id, name=name, text=text, version=version, imported_at=self._clock(), imported_by=by)
            )
            return True

    def all(self) -> list[KeptPack]:
        """Return the packs by id."""
        with self._database.read() as session:
            return [
                KeptPack(row.id, row.name, row.text, row.version, row.imported_at, row.imported_by)
                for row in session.scalars(select(PackRow).order_by(PackRow.id))
            ]

    def version(self) -> str:
        """Return what changes whenever any pack does."""
        with self._database.read() as session:
            rows = session.execute(select(PackRow.id, PackRow.version).order_by(PackRow.id)).all()
        return hashlib.sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()
