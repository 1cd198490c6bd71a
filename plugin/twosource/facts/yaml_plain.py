"""The quick way through YAML in which nothing is amiss: its texts, lists and dictionaries, and no places."""

from __future__ import annotations

from sys import intern
from typing import Any

import yaml


def plainly(loader: Any, max_depth: int) -> Any:  # noqa: C901, PLR0912  one loop without calls is what makes it quick
    """Return the document that a loader reads, or None where a closer look has to tell what is wrong with it.

    Args:
        loader: gives the events of libyaml.
        max_depth: how many mappings and sequences may stand within each other.

    Raises:
        yaml.YAMLError: where the text is no YAML.
    """
    root: list[Any] = []
    top: Any = root
    key: str | None = None
    around: list[Any] = []
    next_event, scalar, closing, opening = loader.get_event, yaml.ScalarEvent, _CLOSING, _OPENING
    documents = 0
    while (event := next_event()) is not None:
        kind = type(event)
        if kind is scalar:
            fresh = event.value
        elif kind in closing:
            top = around.pop()
            continue
        elif kind in opening:
            fresh = opening[kind]()
        else:
            documents += kind is yaml.DocumentStartEvent
            if kind is yaml.AliasEvent or documents > 1:
                return None
            continue
        if event.anchor is not None or event.tag is not None:
            return None
        if type(top) is list:
            top.append(fresh)
        elif key is not None:
            top[key] = fresh
            key = None
        elif kind is scalar and fresh not in top:
            key = intern(fresh)
            continue
        else:
            return None
        if kind is not scalar:
            if len(around) >= max_depth:
                return None
            around.append(top)
            top = fresh
    return root[0] if root else None


_CLOSING = frozenset({yaml.MappingEndEvent, yaml.SequenceEndEvent})
_OPENING: dict[type, type] = {yaml.MappingStartEvent: dict, yaml.SequenceStartEvent: list}
