"""The words of lint in a locale; the English text is the key of the catalogues (``locales/*.po``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache

from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal

from twosource.lint.weakness import Estimate
from twosource.text.messages import Messages

_LISTED = 3
"""How many of several names are told."""


@cache
def wording(locale: str) -> Wording:
    """Return the wording of a locale: ``en``, ``de`` or ``nl``."""
    return Wording(locale)


class Wording(Messages):
    """The words of one locale."""

    def __init__(self, locale: str) -> None:
        super().__init__("twosource.lint", locale)

    def language(self, code: str) -> str:
        """Return the name of a language ("Dutch")."""
        return str(self.cldr.languages[code])

    def number(self, number: int) -> str:
        """Return a whole number, grouped."""
        return str(format_decimal(number, locale=self.cldr))

    def day(self, day: date) -> str:
        """Return a day."""
        return str(format_date(day, self.text("d MMMM y"), locale=self.cldr))

    def either(self, names: Sequence[str]) -> str:
        """Return names as a choice ("a, b or c"), the first few of many."""
        return format_list(_few(names), style="or", locale=self.cldr)

    def both(self, names: Sequence[str]) -> str:
        """Return names as a list ("a, b and c"), the first few of many."""
        return self.listed(_few(names))

    def share(self, estimate: Estimate) -> str:
        """Return how often something happens ("1 of 40 sentences")."""
        some, many = estimate.of
        return self.text("{some} of {many} sentences", some=self.number(some), many=self.number(many))


def _few(names: Sequence[str]) -> list[str]:
    shown = list(dict.fromkeys(names))
    return [*shown[:_LISTED], "…"] if len(shown) > _LISTED else shown
