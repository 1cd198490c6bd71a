"""Whether a source still stands."""

from __future__ import annotations

from collections.abc import Mapping

from twosource.model.facts import Source


def stands(source: str, sources: Mapping[str, Source]) -> bool:
    """Return whether a source was not withdrawn, nor any that it is a translation of.

    Args:
        source: its id.
        sources: the sources of its pack by their ids.
    """
    seen: set[str] = set()
    step: str | None = source
    while step is not None and step not in seen:
        if sources[step].status == "withdrawn":
            return False
        seen.add(step)
        step = sources[step].translation_of
    return True
