"""The table of units against Pint, the symbols beyond it, and what is no unit."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from itertools import product

import pytest

from twosource.check import Options, check
from twosource.facts import symbols
from twosource.facts.index import FactBase
from twosource.facts.units import Scale, built_in, is_built_in, is_further_symbol, is_pack_unit, scale
from twosource.model import LANGUAGES, Draft, Segment, SegmentKind
from twosource.packs import read

D = Decimal

UNLIKE_PINT = {
    "month": "the Gregorian mean, where Pint's year is the Julian one of 365.25 days",
    "quarter": "a quarter of a year, where Pint has the quarter of a hundredweight",
    "year": "the Gregorian mean, where Pint has the Julian year",
    "FLOPS": "unknown to Pint",
    "GFLOPS": "unknown to Pint",
    "TFLOPS": "unknown to Pint",
    "PFLOPS": "unknown to Pint",
    "EFLOPS": "unknown to Pint",
    "kWp": "peak power, which Pint takes for no unit",
    "MWp": "peak power, which Pint takes for no unit",
    "ppb": "unknown to Pint",
    "acre": "an acre of 43,560 square feet, where Pint's is of survey feet",
}
ALONE = {"illuminance", "luminous_flux"}
WORDS = [
    "point", "count", "page", "foot", "pt", "kilogram", "metre", "gpa", "KG", "mpa", "dozen", "kmin", "mh", "kau",
    "KiW", "c", "e", "k", "²", "m⁴", "W/m²", "m**2", "2*m", "__import__", "[length]",
]  # fmt: skip
AS_PINT_WRITES = {"kt": "kilotonne", "Gt": "gigatonne", "Mt": "megatonne", "t": "tonne", "Sv": "sievert"}


def dimensions() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit, each in built_in().items():
        found.setdefault(each.dimension, []).append(unit)
    return {dimension: units for dimension, units in found.items() if len(units) > 1 or dimension in ALONE}


def base_of(dimension: str) -> str:
    table = (unit for unit in dimensions()[dimension] if built_in()[unit].factor == 1)
    return next(table, None) or symbols.first_of(dimension).base


def in_pint(unit: str) -> Decimal:
    return symbols.in_base_units(AS_PINT_WRITES.get(unit, unit))


@pytest.mark.parametrize("dimension", dimensions())
def test_the_table_of_units_agrees_with_pint(dimension: str) -> None:
    units = [unit for unit in dimensions()[dimension] if unit not in UNLIKE_PINT]
    for one, other in product(units, units[:1]):
        # Crosswise, as a third of a unit is no decimal.
        mine, pints = built_in()[one].factor * in_pint(other), built_in()[other].factor * in_pint(one)
        assert abs(mine - pints) <= abs(mine) * D("1e-50"), (one, other)


def test_what_differs_from_pint_really_does() -> None:
    for unit in UNLIKE_PINT:
        try:
            theirs = in_pint(unit) / in_pint(base_of(built_in()[unit].dimension))
        except AttributeError:
            continue  # what Pint does not know
        assert theirs != built_in()[unit].factor, unit


@pytest.mark.parametrize("unit", [each for each in symbols.known() if each in built_in()])
def test_a_symbol_of_the_table_means_what_the_si_says(unit: str) -> None:
    symbol = symbols.known()[unit]
    if unit == "PS":  # horsepower in every newsroom that writes German, and never petasiemens
        assert scale("PS") == Scale("PS")
        return
    assert built_in()[unit] == Scale(symbol.dimension, symbols.exact_ratio(symbol, base_of(symbol.dimension)))


@pytest.mark.parametrize("word", ["dam", "rad", "kat", "cd", "das", "fl"])
def test_a_word_of_small_letters_stays_free_for_what_a_pack_counts(word: str) -> None:
    assert word not in built_in()


def test_every_symbol_of_the_si_has_an_exact_factor() -> None:
    assert len(symbols.known()) > 700
    for unit, symbol in symbols.known().items():
        assert unit == "PS" or scale(unit).dimension == symbol.dimension
        assert scale(unit).factor > 0


@pytest.mark.parametrize(
    ("unit", "dimension", "factor"),
    [
        ("mol", "amount", "1"),
        ("GPa", "pressure", "1000000000"),
        ("mbar", "pressure", "100"),
        ("kA", "current", "1000"),
        ("Mcd", "luminous_intensity", "1000000"),
        ("km³", "volume", "1000000000000"),
        ("dm³", "volume", "1"),
        ("h", "time", "3600"),
        ("mC", "charge", "0.001"),
        ("YiB", "information", "9671406556917033397649408"),
        ("eV", "energy", "1.602176634E-19"),
        ("kDa", "molecular_mass", "1000"),
        ("au", "length", "149597870700"),
    ],
)
def test_a_symbol_beyond_the_table_converts_exactly(unit: str, dimension: str, factor: str) -> None:
    assert is_further_symbol(unit)
    assert is_built_in(unit)
    assert not is_pack_unit(unit)
    assert scale(unit) == Scale(dimension, D(factor))


@pytest.mark.parametrize(
    "word",
    WORDS,
)
def test_a_word_is_no_symbol(word: str) -> None:
    assert not is_further_symbol(word)
    assert scale(word) == Scale(f"pack:{word}")


PACK = """
schema: twosource/fact-pack/1
id: press
title: The press
entities: {{press: {{kind: product, name: Titan}}}}
sources: {{sheet: {{publisher: Titan, kind: official}}}}
claim_types: {{specification: {{standard: authority}}}}
facts:
  pressure:
    label: pressure
    subject: press
    type: specification
    value: {{is: 3, unit: {unit}}}
    cues: {{de: [arbeitet mit], nl: [werkt met], en: [works at]}}
    support: [{{source: sheet}}]
"""
SENTENCES = {
    "de": "Die Presse Titan arbeitet mit {figure}.",
    "nl": "De pers Titan werkt met {figure}.",
    "en": "The press Titan works at {figure}.",
}


def rules_of(unit: str, figure: str, language: str) -> list[str]:
    reading = read(PACK.format(unit=unit), "press.yaml")
    assert reading.pack is not None, reading.errors
    text = SENTENCES[language].format(figure=figure)
    draft = Draft((Segment(SegmentKind.PARAGRAPH, "body/0", text),), language)
    return [
        rule for flag in check(draft, FactBase.of([reading.pack]), Options(spacy=False)).flags for rule in flag.rules
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("unit", "figure", "rules"),
    [
        ("GPa", "3 GPa", []),
        ("GPa", "3000 MPa", []),
        ("GPa", "4 GPa", ["value-conflict"]),
        ("GPa", "3 MPa", ["magnitude-slip"]),
        ("kA", "3 kA", []),
        ("kA", "5 kA", ["value-conflict"]),
        ("mol", "4 mol", ["value-conflict"]),
        ("dm³", "3 l", []),
        ("dm³", "5 dm³", ["value-conflict"]),
    ],
)
def test_a_draft_is_read_for_the_symbols_that_a_pack_uses(
    language: str, unit: str, figure: str, rules: list[str]
) -> None:
    assert rules_of(unit, figure, language) == rules


def test_a_unit_that_only_its_capitals_make_wrong_is_told() -> None:
    (error,) = read(PACK.format(unit="gpa"), "press.yaml").errors
    assert error.message == "unknown unit 'gpa': capitals count in units; did you mean 'GPa'?"
    (error,) = read(PACK.format(unit="mw"), "press.yaml").errors
    assert error.message == "unknown unit 'mw': capitals count in units; did you mean 'mW' or 'MW'?"


def test_pint_is_not_loaded_with_a_pack_or_for_the_table() -> None:
    script = (
        "import sys; from twosource.packs import read; from twosource.facts.index import FactBase;"
        "pack = read(sys.argv[1], 'p.yaml').pack; FactBase.of([pack] if pack else []);"
        "import twosource.check; print('pint' in sys.modules)"
    )
    for unit, loaded in (("MW", "False"), ("week", "False"), ("fortnight", "False"), ("GPa", "False")):
        told = subprocess.run(
            [sys.executable, "-c", script, PACK.format(unit=unit)], capture_output=True, text=True, check=True
        )
        assert told.stdout.strip() == loaded, unit
