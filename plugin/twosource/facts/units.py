"""Units: which there are, and which can be held against each other."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files

from babel.core import get_global

CALENDAR_UNITS = frozenset({"month", "quarter", "year"})


@dataclass(frozen=True, slots=True)
class Scale:
    """What a unit measures and how many of the base unit it is.

    Attributes:
        dimension: units of one dimension convert into each other. Each currency and each unit of a pack is one alone.
        factor: exact; one of the unit is ``factor`` of the base unit.
    """

    dimension: str
    factor: Decimal = Decimal(1)


@lru_cache(maxsize=1)
def built_in() -> Mapping[str, Scale]:
    """Return every unit that needs no pack, by symbol or id: durations, SI, percent, and the currencies of ISO 4217.

    Source of the currencies: Unicode CLDR, through Babel; past ones are among them, as old money is written about too.
    """
    table = tomllib.loads(files("twosource.facts").joinpath("units.toml").read_text("utf-8"))
    alone = {symbol: Scale(symbol) for symbol in table.pop("alone")}
    scales = {
        symbol: Scale(dimension, Decimal(factor))
        for dimension, symbols in table.items()
        for symbol, factor in symbols.items()
    }
    return alone | scales | {code: Scale(code) for code in sorted(get_global("all_currencies"))}


def scale(unit: str | None) -> Scale:
    """Return a unit's scale; a unit that is not built in is a pack's and converts into nothing else."""
    if unit is None:
        return Scale("")
    return built_in().get(unit) or Scale(f"pack:{unit}")


def is_pack_unit(unit: str | None) -> bool:
    """Return whether ``unit`` is one that a pack declares."""
    return unit is not None and unit not in built_in()
