"""Wording: messages, numbers, dates and units in the locale that a flag is shown in.

The English text is the key of the catalogues (``locales/*.po``); Babel gives plurals, numbers, dates and unit names
(CLDR).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from importlib import resources

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_compact_decimal, format_decimal, get_currency_name, list_currencies
from babel.support import NullTranslations, Translations
from babel.units import UnknownUnitError, format_unit

from twosource.model import (
    Change,
    Comparator,
    Development,
    Localized,
    Per,
    Quantity,
    TextValue,
    Undisclosed,
    Value,
    When,
)

DURATIONS = ("second", "minute", "hour", "day", "week", "month", "year")
_SCALE = Decimal(1_000_000)
_SIGNIFICANT = 4


@cache
def _translations(locale: str) -> NullTranslations:
    if locale == "en":
        return NullTranslations()
    source = resources.files(__package__).joinpath("locales", f"{locale}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=locale))
    compiled.seek(0)
    return Translations(compiled)


@cache
def wording(locale: str) -> Wording:
    """Return the wording of a locale: ``en``, ``de`` or ``nl``."""
    return Wording(locale)


class Wording:
    """The words of one locale."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._cldr = Locale.parse("en_GB" if locale == "en" else locale)
        self._texts = _translations(locale)

    def text(self, message: str, **values: object) -> str:
        """Return a message in this locale, with its places filled."""
        return str(self._texts.gettext(message)).format(**values)

    def plural(self, one: str, many: str, number: int, **values: object) -> str:
        """Return a message in this locale and in the plural form that ``number`` takes."""
        return str(self._texts.ngettext(one, many, number)).format(number=number, **values)

    def pick(self, texts: Localized) -> str:
        """Return the text of this locale, or the English one, or any."""
        return texts.get(self.locale) or texts.get("en") or next(iter(texts.values()), "")

    def listed(self, parts: Sequence[str]) -> str:
        """Return several parts as a list in prose ("a, b and c")."""
        return format_list(list(parts), locale=self._cldr)

    def number(self, number: Decimal) -> str:
        """Return a number in prose: "320 billion" from a million on where four digits tell it, else "100,000"."""
        if abs(number) >= _SCALE and len(str(number.normalize().as_tuple().digits).split(",")) <= _SIGNIFICANT + 1:
            digits = "".join(map(str, number.normalize().as_tuple().digits))
            if len(digits) <= _SIGNIFICANT:
                return format_compact_decimal(number, format_type="long", locale=self._cldr, fraction_digits=3)
        exponent = number.as_tuple().exponent
        places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        return format_decimal(number, format="#,##0." + "0" * places if places else "#,##0", locale=self._cldr)

    def day(self, iso: str) -> str:
        """Return a date as far as it is given: ``2026-08-26``, ``2026-08``, ``2026-Q3`` or ``2026``."""
        if "Q" in iso:
            year, quarter = iso.split("-Q")
            return self.text("quarter {quarter} of {year}", quarter=quarter, year=year)
        parts = [int(part) for part in iso.split("-")]
        if len(parts) == 1:
            return iso
        moment = date(parts[0], parts[1], parts[2] if len(parts) > 2 else 1)
        pattern = self.text("d MMMM y") if len(parts) > 2 else "MMMM y"
        return format_date(moment, pattern, locale=self._cldr)

    def comparator(self, comparator: Comparator) -> str:
        """Return the word for a comparator ("over"), empty for a plain number."""
        words = {
            Comparator.OVER: self.text("over"),
            Comparator.AT_LEAST: self.text("at least"),
            Comparator.UNDER: self.text("under"),
            Comparator.AT_MOST: self.text("at most"),
            Comparator.ABOUT: self.text("about"),
            Comparator.NEARLY: self.text("nearly"),
            Comparator.UP_TO: self.text("up to"),
        }
        return words.get(comparator, "")

    def value(self, value: Value) -> str:
        """Return a fact's value in prose; the noun of what a pack counts is left out."""
        match value:
            case Quantity():
                return self._quantity(value)
            case Change(direction=direction, factor=factor, amount=amount):
                if factor is not None:
                    return self._factor(direction, factor)
                told = "" if amount is None else self._quantity(amount)
                if direction == "up":
                    return self.text("up {amount}", amount=told)
                return self.text("down {amount}", amount=told)
            case Development(start=start, end=end):
                return self.text("from {start} to {end}", start=self._quantity(start), end=self._quantity(end))
            case When():
                return self._when(value)
            case TextValue(text=text):
                return text
            case Undisclosed():
                return self.text("not disclosed")

    def _factor(self, direction: str, factor: Decimal) -> str:
        if direction == "up":
            return self.text("{number}x", number=self.number(factor))
        return self.text("{number} times less", number=self.number(factor))

    def _when(self, when: When) -> str:
        days = " – ".join(self.day(iso) for iso in when.iso.split("/"))
        exact = when.iso.count("-") == 2  # languages put an article before a day that they leave out before a month
        if when.bound == "before":
            return self.text("before {day}", day=days) if exact else self.text("before {month}", month=days)
        if when.bound == "after":
            return self.text("after {day}", day=days) if exact else self.text("after {month}", month=days)
        return days

    def _quantity(self, quantity: Quantity) -> str:
        if quantity.upper is not None:
            both = self.text("{low} to {high}", low=self.number(quantity.number), high=self.number(quantity.upper))
            return self._per(self._with_unit(both, quantity.upper, quantity), quantity.per)
        told = self._per(self._with_unit(self.number(quantity.number), quantity.number, quantity), quantity.per)
        word = self.comparator(quantity.comparator)
        return f"{word} {told}" if word else told

    def _per(self, told: str, per: Per | None) -> str:
        """Return a quantity with the time that it is counted per; what a pack counts is left out."""
        if per is None or per.unit not in DURATIONS:
            return told
        span = format_unit(per.n, f"duration-{per.unit}", locale=self._cldr)
        return self.text("{value} per {time}", value=told, time=span.removeprefix("1").strip() if per.n == 1 else span)

    def _with_unit(self, told: str, number: Decimal, quantity: Quantity) -> str:
        unit = quantity.unit
        if unit is None:
            return told
        if unit == "percent":
            return self.text("{number}%", number=told)
        if unit == "points":
            return self.text("{number} points", number=told)
        if unit == "times":
            return self.text("{number}x", number=told)
        if unit in DURATIONS:
            return self._duration(told, number, unit)
        if unit in list_currencies():
            return f"{told} {get_currency_name(unit, count=number, locale=self._cldr)}"
        # What a pack counts is left out ("over 100,000"); an SI unit is its own symbol.
        return f"{told} {unit}" if _is_symbol(unit) else told

    def _duration(self, told: str, number: Decimal, unit: str) -> str:
        try:
            whole = format_unit(number, f"duration-{unit}", locale=self._cldr)
        except UnknownUnitError:
            return f"{told} {unit}"
        return whole.replace(format_decimal(number, locale=self._cldr), told, 1)


def _is_symbol(unit: str) -> bool:
    """Return whether a unit's id is an SI symbol ("MW", "°C") and not a pack's own word."""
    return len(unit) <= 3 and (not unit.islower() or unit in {"m", "g", "t", "s", "kg", "km", "cm", "mm"})
