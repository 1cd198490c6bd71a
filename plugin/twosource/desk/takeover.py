"""Packs that an older version kept as texts become objects, with the author and the time of their import."""

from __future__ import annotations

import logging

from twosource.desk.errors import PackRefusedError
from twosource.desk.importing import read_packs, take_in
from twosource.desk.records import PackText
from twosource.store import Author, Facts

_LOG = logging.getLogger(__name__)


def take_over(facts: Facts) -> None:
    """Take over what waits. A text that can no longer be read goes on waiting, and the log says so."""
    with facts.reading() as reader:
        waiting = reader.waiting_texts()
    for each in waiting:
        try:
            packs = read_packs([PackText(each.name, each.text)])
        except PackRefusedError as error:
            _LOG.error("the pack %s that was imported can no longer be read: %s", each.id, error.problems[0])
            continue
        take_in(facts, packs, Author(each.by), at=each.at, only_waiting=True)
        _LOG.info("the pack %s was taken over from an older version of the database", each.id)
