"""The fields of one text each: words, addresses, ids, numbers and dates, as a fact pack writes them."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from twosource_schemas.base import Scalar, nearest, shown
from twosource_schemas.hints import iso_dates, iso_days

_NUMBER = re.compile(r"[+-]?\d+(?:_\d+)*(?:\.\d+)?")
_POINT_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+")
_COMMA = re.compile(r"[+-]?\d[\d.,]*,[\d.,]*\d")
_EXPONENT = re.compile(r"[+-]?\d+(?:\.\d+)?[eE][+-]?\d+")
_WEB_ADDRESS = re.compile(r"https?://[^\s/]+[^\s]*")
_FILE = re.compile(r"(?!/)(?!(?:.*/)?\.\.(?:/|$))[^\\:]+")
_LONGEST_PATH = 500
_LONGEST_NAME = 255
"""Bytes of a name that the usual file systems can keep."""
_MAX_DIGITS = 24
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MOMENT = re.compile(r"(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2}))?)?")
_IDENTIFIER = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")


def is_identifier(text: str) -> bool:
    """Return whether a text may be the id of a pack or of something in one."""
    return _IDENTIFIER.fullmatch(text) is not None


class Text(Scalar):
    """Text that is not empty. As JSON Schema any scalar: an editor may take ``1.10`` for a number."""

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        return self.text(value)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": ["string", "number", "boolean"], "minLength": 1}


class WebAddress(Scalar):
    """A web address, ``http`` or ``https`` and nothing else, as it becomes a link on a page."""

    expects: ClassVar[str] = "a web address"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        address = self.text(value)
        if not _WEB_ADDRESS.fullmatch(address):
            self.refuse(f"'{address[:100]}' is no web address: write it whole, beginning with https:// or http://")
        return address

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "pattern": f"^{_WEB_ADDRESS.pattern}$"}


class FileBeside(Scalar):
    """The path of a file beside the pack: relative, and never out of the pack's folder."""

    expects: ClassVar[str] = "a file's path"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        path = self.text(value)
        if len(path) > _LONGEST_PATH or any(len(name.encode()) > _LONGEST_NAME for name in path.split("/")):
            self.refuse(
                f"'{path[:40]}…' is too long for a file's path: at most {_LONGEST_PATH} characters, and "
                f"{_LONGEST_NAME} bytes for each name in it"
            )
        if not _FILE.fullmatch(path):
            self.refuse(
                f"'{path[:100]}' is no path beside the pack: write it relative and without '..', as in sources/a.txt"
            )
        return path

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "pattern": f"^{_FILE.pattern}$", "maxLength": _LONGEST_PATH}


class Choice(Scalar):
    """One of a few words."""

    def __init__(self, *choices: str, **kwargs: Any) -> None:
        what = f"write one of {', '.join(choices)}" if len(choices) > 1 else f"write '{choices[0]}'"
        missing = {"required": f"this key is missing: {what}", "null": f"a value is missing: {what}"}
        super().__init__(error_messages=missing, **kwargs)
        self.choices = choices

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        if isinstance(value, str) and not value.strip():
            self.refuse(str(self.error_messages["null"]))
        word = self.text(value)
        if word not in self.choices:
            self.refuse(f"'{word[:100]}' is not one of {', '.join(self.choices)}{nearest(word, self.choices)}")
        return word

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"enum": list(self.choices)}


class Identifier(Scalar):
    """An id: lower-case letters, digits, ``.``, ``-`` and ``_``, of at most 100 characters."""

    expects: ClassVar[str] = "an id"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        word = self.text(value)
        if not _IDENTIFIER.fullmatch(value):
            self.refuse(
                f"'{word[:100]}' is no id: use lower-case letters, digits, '.', '-' and '_' (as in glm-5.3-flash)"
            )
        return word

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": ["string", "number"], "pattern": f"^{_IDENTIFIER.pattern}$"}


class Reference(Text):
    """The id of something else in the pack. That it leads somewhere is checked over the whole pack, not here."""

    expects: ClassVar[str] = "an id"


class Number(Scalar):
    """A decimal number, exactly as precise as it was written.

    Plain digits with a decimal point; ``_`` may group. ``100,000`` and ``100.000`` are refused: one country's hundred
    thousand is another's hundred.
    """

    expects: ClassVar[str] = "a number"

    def take(self, value: Any) -> Decimal:
        """Return the typed value, or refuse it."""
        if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            written = format(Decimal(str(value)), "f") if abs(value) < 10**_MAX_DIGITS else "too large"
            if not _NUMBER.fullmatch(written):
                self.refuse(f"'{shown(value)}' is no finite number of at most {_MAX_DIGITS} digits")
            return Decimal(written)
        written = self.text(value)
        self._refuse_ambiguous(written)
        if not written.isascii() or not _NUMBER.fullmatch(written):
            self.refuse(
                f"'{written[:100]}' is no number: write plain digits with a decimal point, as in 100_000 or 4.44"
            )
        if sum(character.isdigit() for character in written) > _MAX_DIGITS:
            self.refuse(f"a number may have {_MAX_DIGITS} digits, and this has more")
        return Decimal(written.replace("_", ""))

    def plain(self, loaded: Any) -> Any:
        """Return the number's digits as text, as precise as it was written; JSON's own numbers forget that."""
        written = format(loaded or abs(loaded), "f")
        if _POINT_GROUPS.fullmatch(written):
            # JSON's 1.125 is no thousand; with a zero before it, its text is none either.
            return f"-0{written[1:]}" if loaded < 0 else f"0{written}"
        return written

    def _refuse_ambiguous(self, written: str) -> None:
        shown = written[:100]
        if _POINT_GROUPS.fullmatch(written):
            digits = written.replace(".", "_")
            decimal = f", or {_as_decimal(written)[:100]} if you mean the decimal" if written.count(".") == 1 else ""
            self.refuse(
                f"'{shown}' can be read in two ways: write {digits[:100]} if the point groups thousands{decimal}"
            )
        if _COMMA.fullmatch(written):
            self.refuse(
                f"'{shown}' has a comma, which groups thousands in English and marks decimals elsewhere: "
                "write plain digits with a decimal point and '_' to group, as in 100_000 or 2.5"
            )
        if _EXPONENT.fullmatch(written):
            self.refuse(f"'{shown}' has an exponent: write all digits, as in 62_000_000_000_000")

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{_NUMBER.pattern}$"}]}


class Whole(Number):
    """A whole number from 1 to 100."""

    expects: ClassVar[str] = "a whole number"

    def take(self, value: Any) -> Any:
        """Return the typed value, or refuse it."""
        number = super().take(value)
        if number != int(number) or not 1 <= number <= 100:
            self.refuse(f"'{value}' is no whole number from 1 to 100")
        return int(number)

    def plain(self, loaded: Any) -> Any:
        """Return the number."""
        return loaded

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 100}, {"type": "string", "pattern": r"^\d+$"}]}


class YesNo(Scalar):
    """``true`` or ``false``, and no other word for them."""

    expects: ClassVar[str] = "true or false"

    def take(self, value: Any) -> bool:
        """Return the typed value, or refuse it."""
        if isinstance(value, bool):
            return value
        word = self.text(value)
        if word not in {"true", "false"}:
            self.refuse(f"'{word[:100]}' is neither true nor false: write one of these two words")
        return word == "true"

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"enum": [True, False, "true", "false"]}


class Day(Scalar):
    """A day, ``2026-08-26``."""

    expects: ClassVar[str] = "a day as in 2026-08-26"

    def take(self, value: Any) -> date:
        """Return the typed value, or refuse it."""
        written = self.text(value)
        match = _DAY.fullmatch(written) if written.isascii() else None
        if match is None:
            self.refuse(
                f"'{written[:100]}' is no day: write year-month-day, as in {_either(iso_days(written)) or '2026-08-26'}"
            )
        return _day(self, written, *map(int, match.groups()))

    def plain(self, loaded: Any) -> Any:
        """Return the day as it is written."""
        return loaded.isoformat()

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "pattern": f"^{_DAY.pattern}$"}


class Moment(Scalar):
    """A date as far as it is known: ``2026-08-26``, ``2026-08``, ``2026-Q3`` or ``2026``. Stays text."""

    expects: ClassVar[str] = "a date as in 2026-08-26, 2026-08, 2026-Q3 or 2026"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        written = shown(value) if isinstance(value, int) and not isinstance(value, bool) else self.text(value)
        match = _MOMENT.fullmatch(written) if written.isascii() else None
        if match is None:
            meant = _either(iso_dates(written)) or "2026-08-26, 2026-08, 2026-Q3 or 2026"
            self.refuse(f"'{written[:100]}' is no date: write {meant}")
        year, _quarter, month, day = match.groups()
        _day(self, written, int(year), int(month or 1), int(day or 1))
        return written

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {
            "anyOf": [
                {"type": "string", "pattern": f"^{_MOMENT.pattern}$"},
                {"type": "integer", "minimum": 1, "maximum": 9999},
            ]
        }


def _as_decimal(written: str) -> str:
    """Return a number with three decimals so that no three are left, which could group thousands."""
    shortest = written.rstrip("0")
    shortest = f"{shortest}0" if shortest.endswith(".") else shortest
    return f"{written}0" if shortest == written else shortest


def _either(dates: tuple[str, ...]) -> str:
    return " or ".join(dates)


def _day(field: Scalar, written: str, year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        field.refuse(f"there is no such date as {written}")
