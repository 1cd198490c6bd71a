"""The store: deliveries, checked drafts, flags and resolutions come in and are kept; plain values go out.

SQLAlchemy stays in here: no session and no row leaves the room. Nothing is checked or posted here.
"""

from twosource.store.drafts import FlagClosedError, Render, Resolve
from twosource.store.fact_records import (
    KINDS,
    SECTIONS,
    SORTS,
    STEPS,
    Author,
    Change,
    CursorError,
    Entry,
    KeptText,
    Page,
    Query,
    Ref,
)
from twosource.store.inbox import Arrival, InboxBusyError
from twosource.store.leases import NotRetriableError
from twosource.store.open import Store, UnusableStoreError
from twosource.store.records import (
    Delivery,
    KeptDraft,
    KeptPack,
    Outbound,
    PlacedSegment,
    Queued,
    Site,
    Token,
)
from twosource.store.sealing import SealBrokenError
from twosource.store.serving_lock import AlreadyServedError
from twosource.store.sites import NameTakenError, UnknownNameError
from twosource.store.tokens import SCOPES
from twosource.store.trouble import StoreTroubleError

__all__ = [
    "KINDS",
    "SCOPES",
    "SECTIONS",
    "SORTS",
    "STEPS",
    "AlreadyServedError",
    "Arrival",
    "Author",
    "Change",
    "CursorError",
    "Delivery",
    "Entry",
    "FlagClosedError",
    "InboxBusyError",
    "KeptDraft",
    "KeptPack",
    "KeptText",
    "NameTakenError",
    "NotRetriableError",
    "Outbound",
    "Page",
    "PlacedSegment",
    "Query",
    "Queued",
    "Ref",
    "Render",
    "Resolve",
    "SealBrokenError",
    "Site",
    "Store",
    "StoreTroubleError",
    "Token",
    "UnknownNameError",
    "UnusableStoreError",
]
