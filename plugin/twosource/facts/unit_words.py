"""Which unit somebody means who writes its name or its sign: euro, €, weeks, Woche, jaar, Prozent, Megawatt.

The names and signs are those of Unicode CLDR, through Babel, in the three languages; what it has no name for is in
``unit_words.toml``. It takes a moment to collect them, which only a pack with an unknown unit pays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from babel import Locale, localedata
from babel.numbers import get_currency_name
from babel.units import format_unit

from twosource.facts.units import built_in, is_built_in
from twosource.model import LANGUAGES

_NUMBER = re.compile(r"^[\d\s]+|[\d\s]+$")
_OWN_IDS = {"concentr-percent": "percent"}
_MOST = 3
# Of currencies that share a name's last word ("dollar"), those that many write about come first.
_FIRST = ("EUR", "USD", "GBP", "CHF", "JPY", "CNY", "AUD", "CAD", "SEK", "NOK", "DKK", "RUB", "INR")


def meant(word: str) -> tuple[str, ...]:
    """Return the built-in units that a name or a sign stands for, the likeliest first, at most three; or none."""
    found = _words().get(_plain(word), ())
    return tuple(sorted(found, key=_rank)[:_MOST])


def _rank(unit: str) -> tuple[int, str]:
    return (_FIRST.index(unit) if unit in _FIRST else len(_FIRST), unit)


def _plain(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").split())


@lru_cache(maxsize=1)
def _words() -> Mapping[str, tuple[str, ...]]:
    units: dict[str, set[str]] = {}
    for word, unit in (*_listed(), *_measures(), *_currencies(), *_last_words()):
        units.setdefault(_plain(word), set()).add(unit)
    return {word: tuple(each) for word, each in units.items()}


def _listed() -> Iterator[tuple[str, str]]:
    table = tomllib.loads(files("twosource.facts").joinpath("unit_words.toml").read_text("utf-8"))
    for unit, words in table.items():
        yield from ((word, unit) for word in words)


def _measures() -> Iterator[tuple[str, str]]:
    """Yield the names of durations, of percent, and of units whose short form is their symbol here."""
    for name in localedata.load("en")["unit_patterns"]:
        unit = _unit(name)
        if unit is None:
            continue
        yield from ((word, unit) for language in LANGUAGES for word in _forms(name, language) if word != unit)


def _unit(name: str) -> str | None:
    """Return the unit that a name of CLDR's (``duration-week``, ``length-kilometer``) stands for here, or None."""
    if name in _OWN_IDS:
        return _OWN_IDS[name]
    own = name.partition("-")[2]
    if name.startswith("duration-") and own in built_in():
        return own
    short = next(iter(_forms(name, "en", ("short",))), "")
    return short if is_built_in(short) else None


def _forms(name: str, language: str, lengths: tuple[str, ...] = ("long", "short", "narrow")) -> Iterator[str]:
    for length in lengths:
        for count in (1, 2):
            text = format_unit(count, name, length=length, locale=language)  # type: ignore[arg-type]  # one of three
            if word := _NUMBER.sub("", text.replace("\u202f", " ").replace("\xa0", " ")).strip():
                yield word


def _currencies() -> Iterator[tuple[str, str]]:
    """Yield the names and the signs of currencies."""
    for language in LANGUAGES:
        locale = Locale(language)
        for code in locale.currencies:
            if code in built_in():
                yield from ((name, str(code)) for name in _names(str(code), language))
        yield from ((str(sign), str(code)) for code, sign in locale.currency_symbols.items() if sign != code)


def _last_words() -> Iterator[tuple[str, str]]:
    """Yield what currencies are called for short: dollar, Pfund, kroon."""
    for code in _FIRST:
        yield from ((name.split()[-1].rpartition("-")[2], code) for each in LANGUAGES for name in _names(code, each))


def _names(code: str, language: str) -> tuple[str, ...]:
    return (str(Locale(language).currencies[code]), *(get_currency_name(code, count, language) for count in (1, 2)))
