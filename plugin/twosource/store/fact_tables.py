"""The tables of the fact base, as SQLAlchemy maps them; ``migrations`` makes them.

The words that are searched stand in a table of their own, ``object_words``, which each database has in its own way
(:mod:`twosource.store.words`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from twosource.store.tables import Base, Moment, RowId

Bytewise = String(200, collation="C").with_variant(String(200), "sqlite")
"""Text that both databases sort alike, by code points, as the pages of a list rely on."""


_CHOSEN_BY = ("subject", "type", "status", "settled", "disputed", "told_settled", "told_disputed", "shown", "review_by")
"""Each order of a list has an index with all that lists are chosen by, so that no other page of the file is read."""


class PackTextRow(Base):
    """A pack that an older version kept as text; ``taken`` once its objects have been taken over."""

    __tablename__ = "pack_texts"

    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    imported_at: Mapped[datetime] = mapped_column(Moment)
    imported_by: Mapped[str] = mapped_column(String(200))
    taken: Mapped[bool]


class PackRow(Base):
    """A pack: its title, and the last change of anything in it. Writers of a pack lock this row.

    ``computed_by`` is the version of Twosource that computed the sourcing of all its facts last.
    """

    __tablename__ = "packs"

    id: Mapped[str] = mapped_column(Bytewise, primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    live: Mapped[bool]
    change_id: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[datetime] = mapped_column(Moment)
    changed_by: Mapped[str] = mapped_column(String(200))
    computed_by: Mapped[str] = mapped_column(String(40))


class ChangeRow(Base):
    """Who changed a pack, when, why, and how much of it."""

    __tablename__ = "changes"
    __table_args__ = (Index("ix_changes_pack_id", "pack", "id"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    pack: Mapped[str] = mapped_column(ForeignKey("packs.id"))
    at: Mapped[datetime] = mapped_column(Moment)
    by: Mapped[str] = mapped_column(String(200))
    reason: Mapped[str | None] = mapped_column(Text)
    action: Mapped[str] = mapped_column(String(20))
    counts: Mapped[dict[str, Any]] = mapped_column(JSON)


class ObjectRow(Base):
    """An object of the fact base as it is now; its body stands in the revision of its last change.

    The row is narrow, as lists and counts go through many; those of facts alone are None for other kinds. What begins
    with ``told`` is computed from what may be told to those who may not know confidential sources, and ``shown`` says
    how much of the object that is: one of ``twosource.store.SHOWN``.
    """

    __tablename__ = "objects"
    __table_args__ = (
        UniqueConstraint("pack", "kind", "key"),
        Index("ix_objects_label", "kind", "live", "label", "id", "pack", *_CHOSEN_BY),
        Index("ix_objects_position", "pack", "kind", "position", "id", "live", *_CHOSEN_BY),
        Index("ix_objects_change_id", "change_id", "id", "kind", "live", "pack", *_CHOSEN_BY),
        Index("ix_objects_subject", "subject"),
        Index("ix_objects_review_by", "review_by"),
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    pack: Mapped[str] = mapped_column(Bytewise)
    kind: Mapped[str] = mapped_column(String(12, collation="C").with_variant(String(12), "sqlite"))
    key: Mapped[str] = mapped_column(Bytewise)
    position: Mapped[int] = mapped_column(BigInteger)
    live: Mapped[bool]
    version: Mapped[str] = mapped_column(String(64))
    change_id: Mapped[int] = mapped_column(BigInteger)
    label: Mapped[str] = mapped_column(Bytewise)
    subject: Mapped[str | None] = mapped_column(String(100))
    type: Mapped[str | None] = mapped_column(String(100))
    status: Mapped[str | None] = mapped_column(String(20))
    settled: Mapped[bool | None]
    disputed: Mapped[bool | None]
    origins: Mapped[int | None] = mapped_column(Integer)
    told_settled: Mapped[bool | None]
    told_disputed: Mapped[bool | None]
    told_origins: Mapped[int | None] = mapped_column(Integer)
    shown: Mapped[str] = mapped_column(String(5))
    review_by: Mapped[str | None] = mapped_column(String(10))


class RevisionRow(Base):
    """An object as it was after a change that touched it; ``body`` is its canonical form as JSON."""

    __tablename__ = "revisions"
    __table_args__ = (PrimaryKeyConstraint("object_id", "change_id"), Index("ix_revisions_change_id", "change_id"))

    object_id: Mapped[int] = mapped_column(ForeignKey("objects.id"), autoincrement=False)
    change_id: Mapped[int] = mapped_column(ForeignKey("changes.id"), autoincrement=False)
    step: Mapped[str] = mapped_column(String(12))
    position: Mapped[int] = mapped_column(BigInteger)
    live: Mapped[bool]
    version: Mapped[str] = mapped_column(String(64))
    body: Mapped[str] = mapped_column(Text)


class UseRow(Base):
    """What an object leans on as it is now: another object's id, or the name of a party.

    It is computed from the object, as its words are; holding each row against the objects would double the work.
    """

    __tablename__ = "uses"
    __table_args__ = (
        PrimaryKeyConstraint("object_id", "relation", "target"),
        Index("ix_uses_pack_relation_target", "pack", "relation", "target", "object_id"),
    )

    object_id: Mapped[int] = mapped_column(RowId, autoincrement=False)
    pack: Mapped[str] = mapped_column(Bytewise)
    relation: Mapped[str] = mapped_column(String(12, collation="C").with_variant(String(12), "sqlite"))
    target: Mapped[str] = mapped_column(Bytewise)


class UntoldRow(Base):
    """Who and what of a pack was ever confidential, as JSON; an edit that drops a support takes nothing out of it."""

    __tablename__ = "untold"

    pack: Mapped[str] = mapped_column(Bytewise, primary_key=True)
    kept: Mapped[str] = mapped_column(Text)


class SourceTextRow(Base):
    """A source's whole text, as it was taken along by a change."""

    __tablename__ = "source_texts"
    __table_args__ = (PrimaryKeyConstraint("pack", "source", "change_id"),)

    pack: Mapped[str] = mapped_column(Bytewise)
    source: Mapped[str] = mapped_column(Bytewise)
    change_id: Mapped[int] = mapped_column(ForeignKey("changes.id"), autoincrement=False)
    sha256: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
