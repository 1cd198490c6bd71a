"""What the schemas share: a schema that refuses unknown keys and says which was meant, and the fields of our formats.

A field takes text (a fact pack's scalars are all text) or the JSON type that fits, and never guesses: what could be
read in two ways is an error that says how to write it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, NoReturn

from marshmallow import RAISE, Schema, ValidationError, fields

LANGUAGES = ("de", "nl", "en")
MAX_TEXT = 20_000
# Likening words is slow; a mapping with more unknown keys than this is no typing error.
MAX_GUESSES = 20

_NUMBER = re.compile(r"[+-]?\d+(?:_\d+)*(?:\.\d+)?")
_POINT_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+")
_COMMA = re.compile(r"[+-]?\d[\d.,]*,[\d.,]*\d")
_EXPONENT = re.compile(r"[+-]?\d+(?:\.\d+)?[eE][+-]?\d+")
# Line breaks and tabs are text; what else steers a terminal or turns the reading order is not.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_WEB_ADDRESS = re.compile(r"https?://[^\s/]+[^\s]*")
_FILE = re.compile(r"(?!/)(?!(?:.*/)?\.\.(?:/|$))[^\\:]+")
_MAX_DIGITS = 24
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MOMENT = re.compile(r"(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2}))?)?")
_IDENTIFIER = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")


def nearest(word: str, known: Sequence[str]) -> str:
    """Return ``: did you mean '…'?`` for the known word that is likeliest meant, or an empty text."""
    close = get_close_matches(word[:100], known, n=1, cutoff=0.6)
    return f": did you mean '{close[0]}'?" if close else ""


def kind_of(given: object) -> str:
    """Return what ``given`` is in the words of a pack's writer."""
    if isinstance(given, Mapping):
        return "a mapping"
    if isinstance(given, list | tuple):
        return "a list"
    if given is None:
        return "nothing"
    return "text" if isinstance(given, str) else f"'{given}'"


class StrictSchema(Schema):
    """A schema that refuses keys it does not know and says which key was likely meant.

    Class attribute ``noun`` names in errors what the schema describes ("a fact").
    """

    noun: ClassVar[str] = "this mapping"

    class Meta:
        """Refuse unknown keys; keep the order of the schema."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:  # noqa: ARG002
        """Give marshmallow's own fields our words for what is missing."""
        field_obj.error_messages = {**field_obj.error_messages, **OwnField.default_error_messages}

    def handle_error(self, error: ValidationError, data: Any, **_kwargs: Any) -> None:
        """Put our words in the place of marshmallow's for unknown keys and what is no mapping."""
        messages = error.messages
        if not isinstance(messages, dict):
            return
        if not isinstance(data, Mapping):
            messages.clear()
            messages["_schema"] = [f"expected {self.noun} as a mapping of keys, found {kind_of(data)}"]
            return
        known = [field.data_key or name for name, field in self.load_fields.items()]
        unknown = [key for key in data if key not in known]
        for position, key in enumerate(unknown):
            close = nearest(str(key), known) if position < MAX_GUESSES else ""
            tail = close or f"; known are: {', '.join(known)}"
            messages[key] = [f"unknown key '{str(key)[:100]}'{tail}"]


@cache
def ready(schema: type[Schema]) -> Schema:
    """Return the one instance of a schema; making one is slow, and loading changes nothing in it."""
    return schema()


class OwnField(fields.Field[Any]):
    """A field with our words for what is missing, that knows itself as JSON Schema."""

    nested: tuple[type[Schema], ...] = ()
    default_error_messages: dict[str, Any] = {  # noqa: RUF012  # marshmallow merges it over the classes
        "required": "this key is missing",
        "null": "a value is missing",
    }

    def take(self, value: Any) -> Any:
        """Return ``value`` typed.

        Raises:
            ValidationError: where it is refused.
        """
        raise NotImplementedError

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema; ``nested`` names the schemas that it refers to under ``$defs``."""
        raise NotImplementedError

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        return self.take(value)


class Scalar(OwnField):
    """A field of one text; subclasses type it. A list or a mapping is refused."""

    expects: ClassVar[str] = "text"

    def refuse(self, message: str) -> NoReturn:
        """Raise ``message`` as this field's error."""
        raise ValidationError(message)

    def text(self, given: object) -> str:
        """Return ``given`` as stripped text, or refuse it."""
        if not isinstance(given, str):
            self.refuse(f"expected {self.expects}, found {kind_of(given)}")
        if not given.strip():
            self.refuse(f"expected {self.expects}, found nothing")
        if len(given) > MAX_TEXT:
            self.refuse(f"longer than {MAX_TEXT} characters")
        if _CONTROL.search(given):
            self.refuse("has a control character; remove it")
        return given.strip()

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "minLength": 1}


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
        if not _FILE.fullmatch(path):
            self.refuse(
                f"'{path[:100]}' is no path beside the pack: write it relative and without '..', as in sources/a.txt"
            )
        return path

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "pattern": f"^{_FILE.pattern}$"}


class Choice(Scalar):
    """One of a few words."""

    def __init__(self, *choices: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
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
                self.refuse(f"'{value}' is no finite number of at most {_MAX_DIGITS} digits")
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

    def _refuse_ambiguous(self, written: str) -> None:
        shown = written[:100]
        if _POINT_GROUPS.fullmatch(written):
            digits = written.replace(".", "_")
            decimal = f", or {shown}0 if you mean the decimal" if written.count(".") == 1 else ""
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
            self.refuse(f"'{written[:100]}' is no day: write year-month-day, as in 2026-08-26")
        return _day(self, written, *map(int, match.groups()))

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "pattern": f"^{_DAY.pattern}$"}


class Moment(Scalar):
    """A date as far as it is known: ``2026-08-26``, ``2026-08``, ``2026-Q3`` or ``2026``. Stays text."""

    expects: ClassVar[str] = "a date as in 2026-08-26, 2026-08, 2026-Q3 or 2026"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        written = str(value) if isinstance(value, int) and not isinstance(value, bool) else self.text(value)
        match = _MOMENT.fullmatch(written) if written.isascii() else None
        if match is None:
            self.refuse(f"'{written[:100]}' is no date: write 2026-08-26, 2026-08, 2026-Q3 or 2026")
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


def _day(field: Scalar, written: str, year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        field.refuse(f"there is no such date as {written}")


_TEXT = Text()


class Localized(OwnField):
    """Text that is the same everywhere, or a map of ``de``, ``nl`` and ``en``. Loads to a map or a text."""

    def take(self, value: Any) -> Any:
        """Return the typed value, or refuse it."""
        if not isinstance(value, Mapping):
            return _TEXT.deserialize(value)
        return by_language(value, _TEXT.deserialize)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        text = Text().json_schema()
        return {"anyOf": [text, language_map(text)]}


def reference(schema: type[Schema]) -> dict[str, Any]:
    """Return the JSON Schema that refers to a schema's definition."""
    return {"$ref": f"#/$defs/{schema.__name__.removesuffix('Schema')}"}


def by_language(given: object, load: Any) -> dict[str, Any]:
    """Return a map by language with each value loaded by ``load``.

    Raises:
        ValidationError: with the languages as keys, where one is unknown or its value is refused.
    """
    if not isinstance(given, Mapping):
        raise ValidationError(f"expected a map of {', '.join(LANGUAGES)}, found {kind_of(given)}")
    if not given:
        raise ValidationError(f"expected a map of {', '.join(LANGUAGES)}, found an empty one")
    loaded: dict[str, Any] = {}
    errors: dict[Any, Any] = {}
    for language, value in given.items():
        if language not in LANGUAGES:
            tail = nearest(str(language), LANGUAGES)
            errors[language] = [f"unknown language '{str(language)[:100]}'; known are {', '.join(LANGUAGES)}{tail}"]
            continue
        try:
            loaded[language] = load(value)
        except ValidationError as error:
            errors[language] = error.messages
    if errors:
        raise ValidationError(errors)
    return loaded


def language_map(of: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a map by language."""
    return {
        "type": "object",
        "properties": {language: dict(of) for language in LANGUAGES},
        "additionalProperties": False,
        "minProperties": 1,
    }


def each(given: object, load: Any, noun: str) -> list[Any]:
    """Return a list with each entry loaded; errors carry the entries' positions.

    Raises:
        ValidationError: where ``given`` is no list or an empty one, or an entry is refused.
    """
    if not isinstance(given, list):
        raise ValidationError(f"expected a list of {noun}, found {kind_of(given)}")
    if not given:
        raise ValidationError(f"expected a list of {noun}, found an empty one; leave the key out if there is none")
    loaded: list[Any] = []
    errors: dict[int, Any] = {}
    for position, entry in enumerate(given):
        try:
            loaded.append(load(entry))
        except ValidationError as error:
            errors[position] = error.messages
    if errors:
        raise ValidationError(errors)
    return loaded
