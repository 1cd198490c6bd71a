"""What the schemas share: a schema that refuses unknown keys and says which was meant, and what our fields are made of.

A field takes text (a fact pack's scalars are all text) or the JSON type that fits, and never guesses: what could be
read in two ways is an error that says how to write it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, NoReturn, TypeVar

from marshmallow import RAISE, Schema, ValidationError, fields, missing

from twosource_schemas.hints import cut_off, near_words

LANGUAGES = ("de", "nl", "en")
"""The languages that drafts are read in and messages are written in."""
MAX_TEXT = 20_000
# Likening words is slow; a mapping with more unknown keys than this is no typing error.
MAX_GUESSES = 20

# Line breaks and tabs are text; what else steers a terminal or turns the reading order is not.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_HALF = re.compile(r"[\ud800-\udfff]")

SomeSchema = TypeVar("SomeSchema", bound=Schema)
_Load = Callable[[Any], Any]
_Loading = tuple[dict[str, tuple[str, _Load]], frozenset[str], tuple[tuple[Callable[..., Any], bool], ...]]
FieldPath = tuple[str | int, ...]
"""The keys and positions that lead to a field."""


def nearest(word: str, known: Sequence[str]) -> str:
    """Return ``: did you mean '…'?`` for the known word that is likeliest meant, or an empty text.

    That is one that is spelled alike, whatever its capitals, or what an everyday word stands for here.
    """
    plain = word[:100].strip().lower().replace("_", "-").replace(" ", "-")
    near = [each for each in near_words(plain) if each in known]
    close = near or get_close_matches(word[:100], known, n=1, cutoff=0.6) or get_close_matches(plain, known, n=1)
    return f": did you mean '{close[0]}'?" if close else ""


def kind_of(given: object) -> str:
    """Return what ``given`` is in the words of a pack's writer."""
    if isinstance(given, Mapping):
        return "a mapping"
    if isinstance(given, list | tuple):
        return "a list"
    if given is None:
        return "nothing"
    return "text" if isinstance(given, str) else f"'{shown(given)}'"


def shown(given: object) -> str:
    """Return ``given`` as an error quotes it: its first hundred characters."""
    try:
        return str(given)[:100]
    except ValueError:
        return "a number of thousands of digits"  # Python refuses to write these out.


class StrictSchema(Schema):
    """A schema that refuses keys it does not know and says which key was likely meant.

    Class attribute ``noun`` names in errors what the schema describes ("a fact"); ``is_whole`` is set where a schema
    has few keys and much below them, so that loading it twice costs more than asking for the absent ones.
    """

    noun: ClassVar[str] = "this mapping"
    is_whole: ClassVar[bool] = False

    class Meta:
        """Refuse unknown keys; keep the order of the schema."""

        unknown = RAISE

    def load(self, data: Any, **options: Any) -> Any:
        """Return ``data`` typed, its keys in their own order.

        Most mappings are right, and marshmallow asks each field that is absent too; so what is there is loaded first,
        and only what is wrong, or asked for with options, goes the long way that tells everything about it.

        Raises:
            ValidationError: where it is refused.
        """
        if type(data) is dict and not self.is_whole and not any(options.values()):
            loaded = self._loaded(data)
            if loaded is not None:
                return loaded
        return super().load(data, **options)

    def _loaded(self, data: dict[Any, Any]) -> dict[str, Any] | None:
        """Return ``data`` typed, or None where anything is wrong with it or could be."""
        known, required, checks = self._loading()
        if not required <= data.keys():
            return None
        loaded: dict[str, Any] = {}
        try:
            for key, value in data.items():
                name, load = known[key]
                loaded[name] = load(value)
            for check, pass_original in checks:
                if pass_original:
                    check(loaded, data)
                else:
                    check(loaded)
        except (KeyError, ValidationError):
            return None
        return loaded

    def _loading(self) -> _Loading:
        """Return what :meth:`_loaded` works by; made once."""
        loading: _Loading | None = self.__dict__.get("_loading_plan")
        if loading is None:
            known: dict[str, tuple[str, _Load]] = {
                field.data_key or name: (field.attribute or name, field.deserialize)
                for name, field in self.load_fields.items()
            }
            required = frozenset(field.data_key or name for name, field in self.load_fields.items() if field.required)
            checks = tuple(
                (getattr(self, name), bool(options.get("pass_original")))
                for name, _, options in self._hooks["validates_schema"]
            )
            loading = (known, required, checks)
            self.__dict__["_loading_plan"] = loading
        return loading

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:  # noqa: ARG002
        """Give marshmallow's own fields our words for what is missing."""
        if not isinstance(field_obj, OwnField):
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
            tail = close or f"; known are: {', '.join(known)}{cut_off(str(key))}"
            messages[key] = [f"unknown key '{str(key)[:100]}'{tail}"]

    def plain(self, loaded: Mapping[str, Any]) -> dict[str, Any]:
        """Return a loaded mapping as canonical JSON: keys in the schema's order, and none that says the default."""
        written: dict[str, Any] = {}
        for name, key, write, default in self._plan():
            if name in loaded:
                value = write(loaded[name])
                if value != default and value not in ([], {}):
                    written[key] = value
        return written

    def _plan(self) -> list[tuple[str, str, Callable[[Any], Any], Any]]:
        """Return for each field its name when loaded, its key, what writes it and its default; made once."""
        plan: list[tuple[str, str, Callable[[Any], Any], Any]] | None = self.__dict__.get("_plain_plan")
        if plan is None:
            plan = [
                (field.attribute or name, field.data_key or name, _plain_of(field), getattr(field, "default", None))
                for name, field in self.fields.items()
            ]
            self.__dict__["_plain_plan"] = plan
        return plan


def _plain_of(field: fields.Field[Any]) -> Callable[[Any], Any]:
    """Return what turns a loaded value of ``field`` into canonical JSON.

    Raises:
        TypeError: the field is none that a pack is made of.
    """
    if isinstance(field, OwnField):
        return field.plain
    if isinstance(field, fields.Nested) and isinstance(field.schema, StrictSchema):
        return field.schema.plain
    if isinstance(field, fields.List):
        inner = _plain_of(field.inner)
        return lambda entries: [inner(entry) for entry in entries]
    raise TypeError(f"{type(field).__name__} has no canonical form; make it a field of our own")


@cache
def ready(schema: type[SomeSchema]) -> SomeSchema:
    """Return the one instance of a schema; making one is slow, and loading changes nothing in it."""
    return schema()


class OwnField(fields.Field[Any]):
    """A field with our words for what is missing, that knows itself as JSON Schema.

    Args:
        default: what its absence means, in canonical JSON, where that is one value; who writes it says nothing new.
    """

    nested: tuple[type[Schema], ...] = ()

    def __init__(self, *, default: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.default = default

    default_error_messages: dict[str, Any] = {  # noqa: RUF012  # marshmallow merges it over the classes
        "required": "this key is missing",
        "null": "a value is missing",
    }

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **options: Any) -> Any:
        """Return ``value`` typed; what is there, and is checked by the field alone, needs no more of marshmallow."""
        if value is None or value is missing or self.validators:
            return super().deserialize(value, attr, data, **options)
        return self.take(value)

    def take(self, value: Any) -> Any:
        """Return ``value`` typed.

        Raises:
            ValidationError: where it is refused.
        """
        raise NotImplementedError

    def plain(self, loaded: Any) -> Any:
        """Return what :meth:`take` returned as canonical JSON, which :meth:`take` reads as the same."""
        return loaded

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
        if not given.isprintable():
            self._check_characters(given)
        return given.strip()

    def _check_characters(self, given: str) -> None:
        if _CONTROL.search(given):
            self.refuse("has a control character; remove it")
        if _HALF.search(given):
            self.refuse("has a character that is half of one (a lone surrogate); remove it")

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "minLength": 1}


def reference(schema: type[Schema]) -> dict[str, Any]:
    """Return the JSON Schema that refers to a schema's definition."""
    return {"$ref": f"#/$defs/{schema.__name__.removesuffix('Schema')}"}


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


def flatten(messages: Any) -> Iterator[tuple[FieldPath, str]]:
    """Yield marshmallow's nested messages as (path, message), in their order; what concerns a mapping has its path."""
    waiting: list[tuple[FieldPath, Any]] = [((), messages)]
    while waiting:
        path, said = waiting.pop()
        if isinstance(said, dict):
            waiting.extend((path if key == "_schema" else (*path, key), inner) for key, inner in reversed(said.items()))
        elif isinstance(said, list):
            waiting.extend((path, inner) for inner in reversed(said))
        else:
            yield path, str(said)
