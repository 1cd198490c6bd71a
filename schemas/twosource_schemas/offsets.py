"""Turn the offsets of a check's result from code points into UTF-16 units, as JavaScript counts them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

CODE_POINTS = "codepoints"
UTF16 = "utf16"

_LAST_OF_THE_BASIC_PLANE = "\uffff"


def to_utf16(checked: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return a copy of a check's result whose offsets count UTF-16 units.

    Args:
        checked: the result as :class:`~twosource_schemas.result.ResultSchema` gives it, offsets in code points.
        text: the visible text that they count in.
    """
    astral = [index for index, character in enumerate(text) if character > _LAST_OF_THE_BASIC_PLANE]

    def units(code_point: int) -> int:
        return code_point + bisect_left(astral, code_point)

    return {
        **checked,
        "offsets": UTF16,
        "flags": [_flag(flag, units) for flag in checked["flags"]],
        "figures": [_figure(figure, units) for figure in checked["figures"]],
        "entities": [_span(entity, units) for entity in checked["entities"]],
        "claims": [_span(claim, units) for claim in checked["claims"]],
    }


def _span(place: Mapping[str, Any], units: Callable[[int], int]) -> dict[str, Any]:
    return {**place, "start": units(place["start"]), "end": units(place["end"])}


def _flag(flag: Mapping[str, Any], units: Callable[[int], int]) -> dict[str, Any]:
    segment = flag["segment"]
    segment_start = flag["start"] - segment["start"]
    return {
        **_span(flag, units),
        "segment": {
            **segment,
            "start": units(flag["start"]) - units(segment_start),
            "end": units(segment_start + segment["end"]) - units(segment_start),
        },
        "also_at": [_span(place, units) for place in flag["also_at"]],
        "suggestions": [_span(suggestion, units) for suggestion in flag["suggestions"]],
    }


def _figure(figure: Mapping[str, Any], units: Callable[[int], int]) -> dict[str, Any]:
    parts = figure["parts"]
    if parts is None:
        return _span(figure, units)
    return {
        **_span(figure, units),
        "parts": {name: place and [units(place[0]), units(place[1])] for name, place in parts.items()},
    }
