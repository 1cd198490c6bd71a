"""Wording: messages, numbers, dates and units in the locale that a flag is shown in.

The messages are those of ``locales/*.po``; Babel gives numbers, dates and unit names (CLDR).
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import cache

from babel.dates import format_date
from babel.numbers import format_compact_decimal, format_decimal, get_currency_name, list_currencies
from babel.units import format_unit

from twosource.model import (
    Change,
    Comparator,
    Development,
    Per,
    Quantity,
    TextValue,
    Undisclosed,
    Value,
    When,
)
from twosource.text.messages import Messages

DURATIONS = ("second", "minute", "hour", "day", "week", "month", "year")
_SCALE = Decimal(1_000_000)
_SIGNIFICANT = 4
_ID = re.compile(r"[a-z0-9.-]+")
# The symbols that could as well be a pack's own word, which is an id: those of the SI that have no capital, and others.
_PLAIN_SYMBOLS = re.compile(
    r"(?:[qryzafpnmcdhk]|da)?(?:m|g|s|l|mol|cd|rad|sr|lm|lx|kat|bar)|k?(?:t|bit)|au|d|h|ha|min"
    r"|dpi|fps|gal|hp|kcal|mph|ppb|ppm|px|ton"
)
# Units that prose spells out, as CLDR names them; of the others (km, kg, MW) it writes the symbol. Dutch has its ton.
_SPELLED = {
    "millisecond": "duration-millisecond",
    "ms": "duration-millisecond",
    "quarter": "duration-quarter",
    "s": "duration-second",
    "min": "duration-minute",
    "h": "duration-hour",
    "d": "duration-day",
    "m": "length-meter",
    "mi": "length-mile",
    "ft": "length-foot",
    "yd": "length-yard",
    "inch": "length-inch",
    "m²": "area-square-meter",
    "km²": "area-square-kilometer",
    "ha": "area-hectare",
    "acre": "area-acre",
    "ft²": "area-square-foot",
    "mi²": "area-square-mile",
    "m³": "volume-cubic-meter",
    "l": "volume-liter",
    "L": "volume-liter",
    "hl": "volume-hectoliter",
    "bbl": "volume-barrel",
    "t": "mass-tonne",
    "lb": "mass-pound",
    "oz": "mass-ounce",
}
_DUTCH = {"mass-tonne": "mass-ton"}


@cache
def wording(locale: str) -> Wording:
    """Return the wording of a locale: ``en``, ``de`` or ``nl``."""
    return Wording(locale)


class Wording(Messages):
    """The words of one locale."""

    def __init__(self, locale: str) -> None:
        super().__init__("twosource.rules", locale)

    def number(self, number: Decimal) -> str:
        """Return a number in prose: "320 billion" from a million on where four digits tell it, else "100,000"."""
        if abs(number) >= _SCALE and len(number.normalize().as_tuple().digits) <= _SIGNIFICANT:
            return format_compact_decimal(number, format_type="long", locale=self.cldr, fraction_digits=3)
        exponent = number.as_tuple().exponent
        places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        return format_decimal(number, format="#,##0." + "0" * places if places else "#,##0", locale=self.cldr)

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
        return format_date(moment, pattern, locale=self.cldr)

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
                told = self._quantity(value)
            case Change():
                told = self._change(value)
            case Development(start=start, end=end):
                told = self.text("from {start} to {end}", start=self._quantity(start), end=self._quantity(end))
            case When():
                told = self._when(value)
            case TextValue(text=text):
                told = text
            case Undisclosed():
                told = self.text("not disclosed")
        return told

    def _change(self, change: Change) -> str:
        if change.factor is not None:
            return self._factor(change.direction, change.factor)
        amount = "" if change.amount is None else self._quantity(change.amount)
        if change.direction == "up":
            return self.text("up {amount}", amount=amount)
        return self.text("down {amount}", amount=amount)

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
        """Return a quantity with the time or the measure that it is counted per; what a pack counts is left out."""
        if per is None:
            return told
        named = self._cldr_unit(per.unit)
        if named is None and not _is_symbol(per.unit):
            return told
        span = f"{self.number(per.n)} {per.unit}" if named is None else format_unit(per.n, named, locale=self.cldr)
        return self.text("{value} per {time}", value=told, time=span.removeprefix("1").strip() if per.n == 1 else span)

    def _cldr_unit(self, unit: str) -> str | None:
        """Return what CLDR calls a unit that prose spells out, or None of others."""
        named = f"duration-{unit}" if unit in DURATIONS else _SPELLED.get(unit)
        return _DUTCH.get(named, named) if named is not None and self.locale == "nl" else named

    def _with_unit(self, told: str, number: Decimal, quantity: Quantity) -> str:
        """Return a number that is told already with its unit; what a pack counts is left out ("over 100,000")."""
        unit = quantity.unit or ""
        named = self._cldr_unit(unit)
        if named is not None:
            # A plain space, as the number's own may be one that does not break.
            whole = format_unit(number, named, locale=self.cldr).replace("\N{NO-BREAK SPACE}", " ")
            told = whole.replace(format_decimal(number, locale=self.cldr), told, 1)
        elif unit == "percent":
            told = self.text("{number}%", number=told)
        elif unit == "points":
            told = self.text("{number} points", number=told)
        elif unit == "times":
            told = self.text("{number}x", number=told)
        elif unit in list_currencies():
            told = f"{told} {get_currency_name(unit, count=number, locale=self.cldr)}"
        elif _is_symbol(unit):
            told = f"{told} {unit}"
        return told


def _is_symbol(unit: str) -> bool:
    """Return whether a unit's id is a symbol ("MW", "°C", "km/h") and not a pack's own word, which is an id."""
    return _PLAIN_SYMBOLS.fullmatch(unit) is not None or (unit != "" and _ID.fullmatch(unit) is None)
