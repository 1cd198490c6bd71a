"""A draft: one article version, as segments of visible text, and the text map that its offsets count in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LANGUAGES = ("de", "nl", "en")
"""The languages that drafts are read in; the schemas have their own list, and a test holds that they agree."""
LOCALES = ("en", "de", "nl")
"""The languages that messages are written in; the first where nobody says."""


class SegmentKind(StrEnum):
    """What a piece of a draft is to its reader."""

    TITLE = "title"
    LEAD = "lead"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    QUOTATION = "quotation"
    CAPTION = "caption"
    TABLE_CELL = "table_cell"
    CODE = "code"

    @property
    def is_headline(self) -> bool:
        """True for the parts that are set in large type: title and headings."""
        return self in (SegmentKind.TITLE, SegmentKind.HEADING)


@dataclass(frozen=True, slots=True)
class Segment:
    """One block of visible text.

    Attributes:
        kind: what the block is.
        path: where it stands in the draft: ``title``, ``lead``, ``body/0``, ``body/1``, …
        text: its visible text, entities decoded.
        before: the characters that stand between the block before and this one in the visible text.
    """

    kind: SegmentKind
    path: str
    text: str
    before: str = "\n\n"


@dataclass(frozen=True, slots=True)
class TextMap:
    """The visible text of a draft and where each segment stands in it.

    Attributes:
        text: the visible text; every offset of a check counts its code points.
        segments: the segments in reading order.
        starts: for each segment the code point at which it starts in ``text``.
        incomplete: why the text is not the whole draft, or None.
    """

    text: str
    segments: tuple[Segment, ...]
    starts: tuple[int, ...]
    incomplete: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One article version from a CMS or a file.

    Attributes:
        segments: its visible text.
        language: ``de``, ``nl`` or ``en``, or None where it has to be detected.
        site: the site that it came from; empty for a file or a plain API call.
        id: the CMS's identifier of the draft.
        revision: the CMS's name of this version.
        incomplete: why it is not the whole draft (a size limit, say), or None.
        url: the address that it is published at, or will be; None where that is not known.
        edit_url: the address that it is edited at, or None.
    """

    segments: tuple[Segment, ...]
    language: str | None = None
    site: str = ""
    id: str = ""
    revision: str = ""
    incomplete: str | None = None
    url: str | None = None
    edit_url: str | None = None
