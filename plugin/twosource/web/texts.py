"""The words of the pages in the languages that they are shown in, from gettext catalogues read once.

A message id is the English text; ``locales/de.po`` and ``locales/nl.po`` hold the others. They are read as they are,
by Babel, so that there is nothing to compile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from importlib import resources
from io import BytesIO

from babel.dates import format_date
from babel.messages.pofile import read_po

from twosource.model import LOCALES


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one locale."""

    locale: str
    translated: dict[str, tuple[str, ...]] = field(repr=False)

    def __call__(self, english: str, **values: object) -> str:
        """Return a text in this locale, its ``{names}`` replaced."""
        return self.translated.get(english, (english,))[0].format(**values)

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the text for a number of things; ``{n}`` is the number. One is singular, all others are plural."""
        forms = self.translated.get(one, (one, many))
        return forms[0 if number == 1 else 1].format(n=number)

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


@lru_cache(maxsize=len(LOCALES))
def texts(locale: str) -> Texts:
    """Return the words of ``en``, ``de`` or ``nl``; English for any other."""
    if locale not in LOCALES or locale == "en":
        return Texts("en", {})
    raw = resources.files("twosource.web").joinpath("locales", f"{locale}.po").read_bytes()
    translated: dict[str, tuple[str, ...]] = {}
    for message in read_po(BytesIO(raw), locale=locale):
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        english = message.id if isinstance(message.id, str) else message.id[0]
        # The head of the file is a message without an id.
        if english:
            translated[english] = tuple(form or english for form in forms)
    return Texts(locale, translated)


def _cldr(locale: str) -> str:
    return "en_GB" if locale == "en" else locale
