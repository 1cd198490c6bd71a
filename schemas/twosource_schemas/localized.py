"""Text by language: the field, and what other fields by language are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from twosource_schemas.base import LANGUAGES, OwnField, kind_of, nearest
from twosource_schemas.hints import cut_off
from twosource_schemas.scalars import Text

_TEXT = Text()


class Localized(OwnField):
    """Text that is the same everywhere, or a map of ``de``, ``nl`` and ``en``. Loads to a map or a text."""

    def take(self, value: Any) -> Any:
        """Return the typed value, or refuse it."""
        if not isinstance(value, Mapping):
            return _TEXT.deserialize(value)
        return by_language(value, _TEXT.deserialize)

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return loaded if isinstance(loaded, str) else in_order(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        text = Text().json_schema()
        return {"anyOf": [text, language_map(text)]}


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
            tail = nearest(str(language), LANGUAGES) or cut_off(str(language))
            errors[language] = [f"unknown language '{str(language)[:100]}'; known are {', '.join(LANGUAGES)}{tail}"]
            continue
        try:
            loaded[language] = load(value)
        except ValidationError as error:
            errors[language] = error.messages
    if errors:
        raise ValidationError(errors)
    return loaded


def in_order(loaded: Mapping[str, Any]) -> dict[str, Any]:
    """Return a map by language in the order of :data:`LANGUAGES`."""
    return {language: loaded[language] for language in LANGUAGES if language in loaded}


def language_map(of: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a map by language."""
    return {
        "type": "object",
        "properties": {language: dict(of) for language in LANGUAGES},
        "additionalProperties": False,
        "minProperties": 1,
    }
