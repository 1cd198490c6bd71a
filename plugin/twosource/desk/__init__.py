"""The documentation desk: packs and single edits come in and are kept with their history; objects, lists, past states
and pack texts go out. Nothing is ever deleted here, and nothing is checked against drafts.
"""

from twosource.desk.desk import Desk, Moment
from twosource.desk.errors import (
    DeskError,
    EntryTakenError,
    PackRefusedError,
    RetiredEntryError,
    StaleVersionError,
    StillUsedError,
    UnknownEntryError,
)
from twosource.desk.records import Outcome, PackText, Step, Stories, Story

__all__ = [
    "Desk",
    "DeskError",
    "EntryTakenError",
    "Moment",
    "Outcome",
    "PackRefusedError",
    "PackText",
    "RetiredEntryError",
    "StaleVersionError",
    "Step",
    "StillUsedError",
    "Stories",
    "Story",
    "UnknownEntryError",
]
