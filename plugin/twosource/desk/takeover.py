"""What an older version kept becomes what this one keeps: packs that were texts, and sourcing that it computed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from twosource import __version__
from twosource.desk.errors import PackRefusedError
from twosource.desk.importing import Amendment, ReadPack, compute_anew, read_packs, take_in
from twosource.desk.records import PackText
from twosource.packs import read_plain
from twosource.store import Author, Facts

_LOG = logging.getLogger(__name__)


def take_over(facts: Facts) -> None:
    """Take over what waits. What can no longer be read goes on waiting, and the log says so."""
    with facts.reading() as reader:
        waiting = reader.waiting_texts()
        older = [head.id for head in reader.heads() if head.live and head.computed_by != __version__]
    for each in waiting:
        try:
            packs = read_packs([PackText(each.name, each.text)])
        except PackRefusedError as error:
            _LOG.error("the pack %s that was imported can no longer be read: %s", each.id, error.problems[0])
            continue
        take_in(facts, packs, Author(each.by), at=each.at, only_waiting=True)
        _LOG.info("the pack %s was taken over from an older version of the database", each.id)
    for pack in older:
        _compute_anew(facts, pack)


def _compute_anew(facts: Facts, pack: str) -> None:
    """Bring the kept sourcing and versions of a pack's facts to what this version of Twosource computes.

    Others may edit the pack meanwhile, as servers of one database start one after the other.
    """

    def as_it_is(plain: Mapping[str, Any]) -> ReadPack:
        reading = read_plain(plain, pack)
        if reading.pack is None or reading.canonical is None:
            raise PackRefusedError(reading.errors)
        return ReadPack(reading.pack, reading.canonical)

    try:
        compute_anew(facts, Amendment(pack, as_it_is), Author("twosource", f"computed by version {__version__}"))
    except PackRefusedError as error:
        _LOG.error("the pack %s that is kept can no longer be read: %s", pack, error.problems[0])
        return
    _LOG.info("the sourcing of the pack %s was computed anew by version %s", pack, __version__)
