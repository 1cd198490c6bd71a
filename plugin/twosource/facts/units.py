"""Units: which there are, and which can be held against each other."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files

from babel.core import get_global

from twosource.facts import symbols
from twosource.model import Change, Development, Quantity, Value

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
    return built_in().get(unit) or _further(unit) or Scale(f"pack:{unit}")


def is_built_in(unit: str) -> bool:
    """Return whether a unit needs no pack: it is in the table, or a symbol of the SI beyond it."""
    return unit in built_in() or is_further_symbol(unit)


def is_further_symbol(unit: str) -> bool:
    """Return whether ``unit`` is a symbol of the SI, or accepted beside it, that the table of units has not."""
    return unit in symbols.known() and unit not in built_in()


def is_pack_unit(unit: str | None) -> bool:
    """Return whether ``unit`` is one that a pack declares."""
    return unit is not None and not is_built_in(unit)


def units_of(value: Value | None) -> Iterator[str]:
    """Yield the units of a value, and of what it counts per."""
    match value:
        case Quantity():
            if value.unit is not None:
                yield value.unit
            if value.per is not None:
                yield value.per.unit
        case Change():
            yield from units_of(value.amount)
        case Development():
            yield from units_of(value.start)
            yield from units_of(value.end)


@lru_cache(maxsize=1024)
def _further(unit: str) -> Scale | None:
    """Return the scale of a symbol that the table of units has not, in the base unit of its dimension, or None."""
    symbol = symbols.known().get(unit)
    if symbol is None:
        return None
    base = _bases().get(symbol.dimension) or symbols.first_of(symbol.dimension).base
    return Scale(symbol.dimension, symbols.exact_ratio(symbol, base))


@lru_cache(maxsize=1)
def _bases() -> Mapping[str, str]:
    """Return the unit that each dimension of the table counts in, the first of equals."""
    bases: dict[str, str] = {}
    for unit, each in built_in().items():
        if each.factor == 1:
            bases.setdefault(each.dimension, unit)
    return bases
