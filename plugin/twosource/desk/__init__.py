"""The documentation desk: packs and edits come in and are kept; objects, lists, past states and pack texts go out.

Nothing is ever deleted here, and no draft is checked.
"""

from twosource.desk.desk import Desk
from twosource.desk.errors import (
    DeskError,
    EntryTakenError,
    PackRefusedError,
    RetiredEntryError,
    StaleChangeError,
    StaleVersionError,
    StillMarkedError,
    StillUsedError,
    UnknownChangeError,
    UnknownEntryError,
)
from twosource.desk.history import Moment
from twosource.desk.importing import Amendment, ReadPack, read_packs
from twosource.desk.records import Outcome, PackText, Step, Stories, Story

__all__ = [
    "Amendment",
    "Desk",
    "DeskError",
    "EntryTakenError",
    "Moment",
    "Outcome",
    "PackRefusedError",
    "PackText",
    "ReadPack",
    "RetiredEntryError",
    "StaleChangeError",
    "StaleVersionError",
    "Step",
    "StillMarkedError",
    "StillUsedError",
    "Stories",
    "Story",
    "UnknownChangeError",
    "UnknownEntryError",
    "read_packs",
]
