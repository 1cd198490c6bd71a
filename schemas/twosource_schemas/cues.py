"""Fields for the words of a pack: cue lines, nouns, names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError, validates_schema

from twosource_schemas.base import LANGUAGES, OwnField, Scalar, StrictSchema, each, ready, reference
from twosource_schemas.localized import Localized, by_language, in_order, language_map
from twosource_schemas.scalars import Choice, Text

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_MAX_ALTERNATIVES = 50
_SHORT = 100
# Nearly every term is one that needs no second look: words with single blanks or one "/" between them.
_PLAIN_WORD = r"(?:[^\W_][\w'-]*~?|~[^\W_][\w'-]*)"
_PLAIN_TERM = re.compile(f"{_PLAIN_WORD}(?:[ /]{_PLAIN_WORD}){{0,{_MAX_ALTERNATIVES - 1}}}")
_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"], "minLength": 1}


class Term(Scalar):
    """One term of a cue line: ``Kosten/Ausgaben``, ``on a par``, ``Strom~``, ``~kosten``."""

    expects: ClassVar[str] = "a cue term"

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        if isinstance(value, str) and len(value) <= _SHORT and _PLAIN_TERM.fullmatch(value):
            return value
        term = self.text(value)
        alternatives = [each_one.strip() for each_one in term.split("/")]
        if len(alternatives) > _MAX_ALTERNATIVES:
            self.refuse(f"more than {_MAX_ALTERNATIVES} alternatives in one term; use several lines")
        for alternative in alternatives:
            if not alternative:
                self.refuse(f"'{term[:100]}' has an empty alternative: write words on both sides of '/'")
            self._check_words(alternative)
        return "/".join(" ".join(alternative.split()) for alternative in alternatives)

    def _check_words(self, alternative: str) -> None:
        for word in alternative.split():
            bare = word.removesuffix("~") if word.endswith("~") else word.removeprefix("~")
            if "~" in bare:
                self.refuse(
                    f"'{word[:100]}': '~' stands at the end (Strom~) or at the beginning (~kosten) of a word, once"
                )
            if not bare or (word != bare and not _LETTER_OR_DIGIT.search(bare)):
                self.refuse(f"'{word[:100]}': '~' needs letters to stand beside, as in Strom~ or ~kosten")
        if not _LETTER_OR_DIGIT.search(alternative):
            self.refuse(f"'{alternative[:100]}' has no letter and no digit, so it would never match")


_TERM = Term()
_ONE = Text()


class Cues(OwnField):
    """Cue lines by language. Loads to ``{language: [[term, …], …]}``; a text is a line of its own."""

    def take(self, value: Any) -> dict[str, list[list[str]]]:
        """Return the typed value, or refuse it."""
        return by_language(value, lambda lines: each(lines, self._line, "cue lines"))

    @staticmethod
    def _line(given: Any) -> list[str]:
        if isinstance(given, list):
            return each(given, _TERM.deserialize, "cue terms")
        return [_TERM.deserialize(given)]

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return in_order(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        line = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}
        return language_map({"type": "array", "items": line, "minItems": 1})


class Words(OwnField):
    """Words by language. Loads to ``{language: [text, …]}``; one text is a list of one."""

    def take(self, value: Any) -> dict[str, list[str]]:
        """Return the typed value, or refuse it."""
        return by_language(value, texts)

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return in_order(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return language_map({"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]})


def texts(given: Any) -> list[str]:
    """Return a list of texts from one text or a list of them.

    Raises:
        ValidationError: where it is neither.
    """
    return each(given, _ONE.deserialize, "texts") if isinstance(given, list) else [_ONE.deserialize(given)]


class Texts(OwnField):
    """A list of texts; one text is a list of one, and the list may be empty."""

    def take(self, value: Any) -> list[str]:
        """Return the typed value, or refuse it."""
        return [] if value == [] else texts(value)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}


class Gender(OwnField):
    """A grammatical gender by language: m, f, n, c (common) or pl (plural)."""

    def take(self, value: Any) -> dict[str, str]:
        """Return the typed value, or refuse it."""
        choice = Choice("m", "f", "n", "c", "pl")
        return by_language(value, choice.deserialize)

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return in_order(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return language_map(Choice("m", "f", "n", "c", "pl").json_schema())


class AliasSchema(StrictSchema):
    """A name with what limits it."""

    noun: ClassVar[str] = "an alias"

    text = Text(required=True)
    lang = Choice(*LANGUAGES)
    case = Choice("exact", "any", default="any")
    style = Choice("ok", "avoid", default="ok")


class Aliases(OwnField):
    """Other names. Loads to a list of mappings as :class:`AliasSchema` has them."""

    def take(self, value: Any) -> list[dict[str, Any]]:
        """Return the typed value, or refuse it."""
        return each(value, self._alias, "names")

    @staticmethod
    def _alias(given: Any) -> dict[str, Any]:
        if isinstance(given, Mapping):
            return dict(ready(AliasSchema).load(given))
        return {"text": _ONE.deserialize(given)}

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON; a name that nothing limits is a text."""
        written = [ready(AliasSchema).plain(alias) for alias in loaded]
        return [alias if len(alias) > 1 else alias["text"] for alias in written]

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "array", "minItems": 1, "items": {"anyOf": [_TEXT, reference(AliasSchema)]}}

    nested = (AliasSchema,)


class ConditionSchema(StrictSchema):
    """What a fact holds under: a label, and cues that name it."""

    noun: ClassVar[str] = "a condition"

    label = Localized()
    entity = Text()
    cues = Cues()

    @validates_schema
    def _names_something(self, loaded: Mapping[str, Any], **_kwargs: Any) -> None:
        if "label" not in loaded and "entity" not in loaded:
            raise ValidationError("name what is meant: an entity or a label")
