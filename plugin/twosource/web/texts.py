"""The words of the pages in the languages that they are shown in, from gettext catalogues read once.

A message id is the English text; ``locales/de.po`` and ``locales/nl.po`` hold the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache

from babel.dates import format_date
from babel.support import NullTranslations
from markupsafe import Markup, escape

from twosource.model import LOCALES
from twosource.text.messages import translations


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one locale."""

    locale: str
    catalogue: NullTranslations = field(repr=False)

    def __call__(self, english: str, **values: object) -> str:
        """Return a text in this locale, its ``{names}`` replaced."""
        return str(self.catalogue.gettext(english)).format(**values)

    def marked(self, english: str, **values: object) -> Markup:
        """Return a text in this locale as markup; of its values, only what is markup already stays so."""
        return escape(self.catalogue.gettext(english)).format(**values)

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the text for a number of things; ``{n}`` is the number. One is singular, all others are plural."""
        return str(self.catalogue.ngettext(one, many, number)).format(n=number)

    def moment(self, moment: datetime) -> str:
        """Return date and time as this locale writes them, in UTC."""
        in_utc = moment.astimezone(UTC)
        return f"{format_date(in_utc, 'long', locale=_cldr(self.locale))}, {in_utc:%H:%M} UTC"

    def day(self, iso: str) -> str:
        """Return an ISO date as this locale writes it; a month, a year or what is no date as it stands."""
        try:
            return format_date(date.fromisoformat(iso), "long", locale=_cldr(self.locale))
        except ValueError:
            return iso


def isolated(text: str) -> Markup:
    """Return a text that somebody wrote as markup that keeps its direction to itself, whatever script it is in."""
    return Markup("<bdi>{}</bdi>").format(text)


@lru_cache(maxsize=len(LOCALES))
def texts(locale: str) -> Texts:
    """Return the words of ``en``, ``de`` or ``nl``; English for any other."""
    known = locale if locale in LOCALES else "en"
    return Texts(known, translations("twosource.web", known))


def _cldr(locale: str) -> str:
    return "en_GB" if locale == "en" else locale
