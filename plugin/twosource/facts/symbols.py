"""Symbols of the SI beyond the table of units, with their exact factors from Pint.

Pint takes a third of a second to load, which a check that needs none of them does not pay: what a symbol is made of is
told without it, and only the factor of one that is used asks it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, localcontext
from functools import lru_cache
from importlib.resources import files
from typing import Any

_DIGITS = 60
# What could be the id of a pack's own unit.
_WORD = re.compile("[a-z]{2,}")
_POWERS = {"squared": 2, "cubed": 3}
_MARKS = {1: "", 2: "²", 3: "³"}
_PREFIXED = {"decimal": "decimal", "squared": "decimal", "cubed": "decimal", "multiple": "multiple", "binary": "binary"}
# What each kind of prefix is measured by; a base of one, so that its factor is the prefix's own.
_BARE = {"decimal": "m", "multiple": "m", "binary": "bit"}


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a symbol is made of.

    Attributes:
        dimension: what it measures, as in the table of units.
        prefix: its prefix, or an empty text.
        base: the symbol without prefix and power.
        power: 1, 2 (``km²``) or 3.
        prefixed: which prefixes its base takes: ``decimal``, ``multiple``, ``binary`` or none.
    """

    dimension: str
    prefix: str
    base: str
    power: int = 1
    prefixed: str = ""


@lru_cache(maxsize=1)
def known() -> Mapping[str, Symbol]:
    """Return every symbol by how it is written."""
    table = tomllib.loads(files("twosource.facts").joinpath("symbols.toml").read_text("utf-8"))
    prefixes, small = table.pop("prefixes"), frozenset(table.pop("small"))
    symbols = {
        f"{each.prefix}{each.base}{_MARKS[each.power]}": each
        for kind, dimensions in table.items()
        for each in _of(kind, dimensions, ["", *prefixes.get(_PREFIXED.get(kind), ())])
    }
    return {written: each for written, each in symbols.items() if written in small or not _WORD.fullmatch(written)}


def _of(kind: str, dimensions: Mapping[str, list[str]], prefixes: list[str]) -> Iterator[Symbol]:
    for dimension, bases in dimensions.items():
        for base in bases:
            for prefix in prefixes:
                yield Symbol(dimension, prefix, base, _POWERS.get(kind, 1), _PREFIXED.get(kind, "") if prefix else "")


def first_of(dimension: str) -> Symbol:
    """Return the symbol that the others of a dimension are told in, where the table of units has none."""
    return next(each for each in known().values() if each.dimension == dimension)


def exact_ratio(symbol: Symbol, base: str) -> Decimal:
    """Return how many ``base`` one of a symbol is, exactly.

    Raises:
        ArithmeticError: where no finite decimal of 60 digits says so.
    """
    prefix = in_base_units(symbol.prefix + _BARE[symbol.prefixed]) if symbol.prefix else Decimal(1)
    own, others = in_base_units(symbol.base), in_base_units(base)
    with localcontext(Context(_DIGITS, traps=[Inexact])):
        return (prefix * own) ** symbol.power / others


@lru_cache(maxsize=1024)
def in_base_units(unit: str) -> Decimal:
    """Return how many of Pint's base unit one ``unit`` is; ``²`` and ``³`` are powers."""
    # Whoever asks first may have a context of digits and traps of his own, which Pint's reading must not meet.
    with localcontext(Context(_DIGITS)):
        return Decimal(_registry().get_base_units(unit.replace("²", "**2").replace("³", "**3"))[0])


@lru_cache(maxsize=1)
def _registry() -> Any:
    """Return Pint's units with decimals throughout. Made when first needed; no cache is kept on disk."""
    import pint  # noqa: PLC0415  # a third of a second that most packs never need

    return pint.UnitRegistry(non_int_type=Decimal, cache_folder=None)
