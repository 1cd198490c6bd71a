"""Messages in the locale that they are shown in, from the catalogues (``locales/<locale>.po``) of a package.

The English text is the key of the catalogues; Babel gives plurals and lists (CLDR).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from importlib import resources

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from twosource.model import Localized


@cache
def translations(package: str, locale: str) -> NullTranslations:
    """Return a package's messages in a locale, from its ``locales/<locale>.po`` as it is, so that nothing is compiled.

    English, which the messages are written in, has no catalogue.

    Args:
        package: the package that holds the folder ``locales``.
        locale: ``en``, ``de`` or ``nl``.
    """
    if locale == "en":
        return NullTranslations()
    source = resources.files(package).joinpath("locales", f"{locale}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=locale))
    compiled.seek(0)
    return Translations(compiled)


class Messages:
    """A package's messages in one locale.

    Args:
        package: the package that holds the catalogues.
        locale: ``en``, ``de`` or ``nl``.
    """

    def __init__(self, package: str, locale: str) -> None:
        self.locale = locale
        self.cldr = Locale.parse("en_GB" if locale == "en" else locale)
        self._texts = translations(package, locale)

    def text(self, message: str, **values: object) -> str:
        """Return a message in this locale, with its places filled."""
        return str(self._texts.gettext(message)).format(**values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return a message in this locale, in the plural form that ``number`` takes; it fills ``{number}`` as well."""
        return str(self._texts.ngettext(one, many, number)).format(**{"number": number, **values})

    def pick(self, texts: Localized) -> str:
        """Return the text of this locale, or the English one, or any."""
        return texts.get(self.locale) or texts.get("en") or next(iter(texts.values()), "")

    def listed(self, parts: Sequence[str]) -> str:
        """Return several parts as a list in prose ("a, b and c")."""
        return format_list(list(parts), locale=self.cldr)
