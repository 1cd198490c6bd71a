"""The canonical form of a pack: what it says, in one spelling of all that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twosource_schemas.base import ready
from twosource_schemas.pack import FactPackSchema


def canonical(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pack's canonical form: mappings, lists, texts, ``True`` and ``False``, small whole numbers.

    Keys stand in the order of the schema and ids in that of the pack. Numbers are texts that keep their written
    precision (``0.60``) and no ``_`` (``100000``), days are texts, one text is a list of one where a list may stand,
    and what says no more than its absence would is left out. :func:`twosource.packs.read_plain` reads it again.

    Args:
        given: what ``FactPackSchema`` loads; :class:`twosource.packs.PackReading` has it as ``given``.
    """
    schema: FactPackSchema = ready(FactPackSchema)
    return schema.plain(given)
