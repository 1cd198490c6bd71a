"""What an older version kept becomes what this one keeps: packs that were texts, and sourcing that it computed."""

from __future__ import annotations

import logging

from twosource import __version__
from twosource.desk.errors import PackRefusedError
from twosource.desk.importing import ReadPack, read_packs, take_in
from twosource.desk.records import PackText
from twosource.packs import read_plain
from twosource.store import Author, Facts

_LOG = logging.getLogger(__name__)

_RECOMPUTE = "recompute"


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
    """Bring the kept sourcing and versions of a pack's facts to what this version of Twosource computes."""
    with facts.reading() as reader:
        reading = read_plain(reader.plain(pack), pack)
    if reading.pack is None or reading.canonical is None:
        _LOG.error("the pack %s that is kept can no longer be read: %s", pack, reading.errors[0])
        return
    why = f"computed by version {__version__}"
    take_in(facts, [ReadPack(reading.pack, reading.canonical)], Author("twosource", why), action=_RECOMPUTE)
    with facts.writing([pack]) as writer:
        writer.computed(pack, __version__)
    _LOG.info("the sourcing of the pack %s was computed anew by version %s", pack, __version__)
