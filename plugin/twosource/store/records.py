"""The values that the store gives out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from twosource.model import Resolution


@dataclass(frozen=True, slots=True)
class Site:
    """A CMS that drafts come from.

    Attributes:
        name: what it is called in addresses.
        callback_url: where results are posted, or None where nothing is posted back.
        locale: the language of its messages.
        secrets: the live webhook secrets (``whsec_…``), the newest first; never shown.
    """

    name: str
    callback_url: str | None
    locale: str
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token, without the token itself."""

    name: str
    scopes: frozenset[str]
    created_at: datetime
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A verified webhook that a worker holds under ``lease``; ``attempts`` counts this try too."""

    id: int
    site: str
    locale: str
    webhook_id: str
    body: bytes = field(repr=False)
    attempts: int
    lease: str


@dataclass(frozen=True, slots=True)
class Queued:
    """A delivery of the inbox or a result of the outbox, as an operator sees it; ``error`` is that of its last try."""

    id: int
    site: str
    webhook_id: str
    draft: str
    state: str
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class Outbound:
    """A result on its way to the CMS that a worker holds under ``lease``; ``attempts`` counts this try too."""

    id: int
    site: str
    webhook_id: str
    body: bytes = field(repr=False)
    attempts: int
    lease: str


@dataclass(frozen=True, slots=True)
class PlacedSegment:
    """A segment of a draft's visible text: code points ``start`` to ``end`` of it."""

    kind: str
    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A draft's newest checked revision.

    Attributes:
        site: the site's name.
        id: the CMS's identifier.
        revision: the revision that was checked.
        updated_at: when that revision was saved, as the CMS says.
        checked_at: when it was checked.
        title: the text of its title, or None.
        text: the visible text; the offsets of segments, flags and figures count its code points.
        segments: its blocks in reading order.
        checked: the check's result as JSON has it, with the present flags in their states; offsets in code points.
        closed: flags of former revisions that this one no longer draws; their offsets count in a text that is gone.
        resolutions: what editors did with the flags, the oldest first.
        delivered: whether the result has reached the CMS (None where the site has no callback).
    """

    site: str
    id: str
    revision: str
    updated_at: datetime
    checked_at: datetime
    title: str | None
    text: str = field(repr=False)
    segments: tuple[PlacedSegment, ...] = field(repr=False)
    checked: Mapping[str, Any] = field(repr=False)
    closed: tuple[Mapping[str, Any], ...] = field(repr=False)
    resolutions: tuple[Resolution, ...] = ()
    delivered: bool | None = None
