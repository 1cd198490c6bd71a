"""The tables, as SQLAlchemy maps them; ``migrations`` makes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

RowId = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the column is INTEGER."""


class Moment(TypeDecorator[datetime]):
    """A moment with its zone; kept as UTC, also by databases that keep no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: D102
        if value is None:
            return None
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002, D102
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What the tables have in common: names of constraints that a migration can rely on."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class SiteRow(Base):
    """A CMS that drafts come from; ``secrets`` is encrypted."""

    __tablename__ = "sites"

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    name: Mapped[str] = mapped_column(String(63), unique=True)
    callback_url: Mapped[str | None] = mapped_column(Text)
    locale: Mapped[str] = mapped_column(String(2))
    secrets: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(Moment)


class TokenRow(Base):
    """A bearer token; only its digest is kept."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[list[str]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(Moment)
    revoked_at: Mapped[datetime | None] = mapped_column(Moment)


class DeliveryRow(Base):
    """A verified webhook in the inbox: received, then checked, superseded or set aside; ``body`` is emptied in time."""

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("site_id", "webhook_id"),
        Index("ix_deliveries_state_next_at", "state", "next_at"),
        Index("ix_deliveries_site_id_draft", "site_id", "draft"),
    )

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id"))
    webhook_id: Mapped[str] = mapped_column(String(256))
    draft: Mapped[str] = mapped_column(String(200))
    updated_at: Mapped[datetime] = mapped_column(Moment)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime] = mapped_column(Moment)
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    next_at: Mapped[datetime] = mapped_column(Moment)
    leased_until: Mapped[datetime | None] = mapped_column(Moment)
    lease: Mapped[str | None] = mapped_column(String(32))
    error: Mapped[str | None] = mapped_column(Text)
    site: Mapped[SiteRow] = relationship(lazy="joined", innerjoin=True)


class DraftRow(Base):
    """A draft's newest checked revision, with its text and the check's result."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("site_id", "cms_id"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id"))
    cms_id: Mapped[str] = mapped_column(String(200))
    revision: Mapped[str] = mapped_column(String(200))
    updated_at: Mapped[datetime] = mapped_column(Moment)
    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"))
    checked_at: Mapped[datetime] = mapped_column(Moment)
    text: Mapped[str] = mapped_column(Text)
    segments: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    checked: Mapped[dict[str, Any]] = mapped_column(JSON)
    resolved: Mapped[int] = mapped_column(Integer)
    site: Mapped[SiteRow] = relationship(lazy="joined", innerjoin=True)


class FlagRow(Base):
    """A flag of a draft; it stays when a later revision no longer draws it (``present`` is false then)."""

    __tablename__ = "flags"
    __table_args__ = (UniqueConstraint("draft_id", "key"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id"))
    key: Mapped[str] = mapped_column(String(200))
    position: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(20))
    present: Mapped[bool]
    fact_version: Mapped[str | None] = mapped_column(String(200))
    fingerprint: Mapped[str] = mapped_column(String(200))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class ResolutionRow(Base):
    """Who did what with a flag, and when."""

    __tablename__ = "resolutions"

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    flag_id: Mapped[str] = mapped_column(ForeignKey("flags.id"), index=True)
    state: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(Moment)
    reason: Mapped[str | None] = mapped_column(String(50))
    note: Mapped[str | None] = mapped_column(Text)
    fact_version: Mapped[str | None] = mapped_column(String(200))
    fingerprint: Mapped[str] = mapped_column(String(200))


class OutboundRow(Base):
    """A result on its way to the CMS: waiting, then posted, superseded or set aside; ``body`` is emptied in time."""

    __tablename__ = "outbound"
    __table_args__ = (Index("ix_outbound_state_next_at", "state", "next_at"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    webhook_id: Mapped[str] = mapped_column(String(256), unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id"))
    draft_id: Mapped[int] = mapped_column(ForeignKey("drafts.id"), index=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[datetime] = mapped_column(Moment)
    posted_at: Mapped[datetime | None] = mapped_column(Moment)
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    next_at: Mapped[datetime] = mapped_column(Moment)
    leased_until: Mapped[datetime | None] = mapped_column(Moment)
    lease: Mapped[str | None] = mapped_column(String(32))
    error: Mapped[str | None] = mapped_column(Text)
    site: Mapped[SiteRow] = relationship(lazy="joined", innerjoin=True)
