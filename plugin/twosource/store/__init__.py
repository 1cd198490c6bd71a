"""The store: deliveries, checked drafts, flags and resolutions come in and are kept; plain values go out.

SQLAlchemy stays in here: no session and no row leaves the room. Nothing is checked or posted here.
"""

from twosource.store.drafts import FlagClosedError, Render, Resolve
from twosource.store.fact_reader import FactReader
from twosource.store.fact_records import (
    CHANGED,
    CLAIM_TYPE,
    CREATED,
    ENTITY,
    FACT,
    KINDS,
    MOVED,
    PACK,
    RECOMPUTED,
    RESTORED,
    RETIRED,
    SECTIONS,
    SORTS,
    SOURCE,
    STEPS,
    UNIT,
    Author,
    Change,
    CursorError,
    Entry,
    Facets,
    Filing,
    Head,
    Held,
    KeptStep,
    KeptText,
    Page,
    Query,
    Ref,
    Shift,
    WaitingText,
)
from twosource.store.fact_uses import HIDDEN, NAMED, OPEN, PARTY
from twosource.store.fact_writer import FactWriter
from twosource.store.facts import Facts
from twosource.store.inbox import Arrival, InboxBusyError
from twosource.store.leases import NotRetriableError
from twosource.store.open import Store, UnusableStoreError
from twosource.store.records import (
    Delivery,
    KeptDraft,
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
from twosource.store.words import folded, words

__all__ = [
    "CHANGED",
    "CLAIM_TYPE",
    "CREATED",
    "ENTITY",
    "FACT",
    "HIDDEN",
    "KINDS",
    "MOVED",
    "NAMED",
    "OPEN",
    "PACK",
    "PARTY",
    "RECOMPUTED",
    "RESTORED",
    "RETIRED",
    "SCOPES",
    "SECTIONS",
    "SORTS",
    "SOURCE",
    "STEPS",
    "UNIT",
    "AlreadyServedError",
    "Arrival",
    "Author",
    "Change",
    "CursorError",
    "Delivery",
    "Entry",
    "Facets",
    "FactReader",
    "FactWriter",
    "Facts",
    "Filing",
    "FlagClosedError",
    "Head",
    "Held",
    "InboxBusyError",
    "KeptDraft",
    "KeptStep",
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
    "Shift",
    "Site",
    "Store",
    "StoreTroubleError",
    "Token",
    "UnknownNameError",
    "UnusableStoreError",
    "WaitingText",
    "folded",
    "words",
]
