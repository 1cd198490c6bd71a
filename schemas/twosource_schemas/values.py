"""The shapes that a fact's value can have. Each is a schema of its own; a key that only it has picks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validates_schema

from twosource_schemas.base import OwnField, Scalar, StrictSchema, each, kind_of, nearest, ready, reference
from twosource_schemas.cues import Texts
from twosource_schemas.scalars import Choice, Moment, Number, Text, YesNo

COMPARATORS = ("is", "over", "at_least", "under", "at_most", "about", "nearly", "up_to")


class Pair(OwnField):
    """A list of two, each loaded by the given field."""

    def __init__(self, of: Scalar, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.of = of

    def take(self, value: Any) -> list[Any]:
        """Return the typed value, or refuse it."""
        loaded = each(value, self.of.deserialize, "two")
        if len(loaded) != 2:
            comma = "; a comma in [ ] ends the entry: write numbers as 1.5 or 1_500" if len(loaded) > 2 else ""
            raise ValidationError(f"expected a list of two, found {len(loaded)}{comma}")
        return loaded

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return [self.of.plain(entry) for entry in loaded]

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "array", "items": self.of.json_schema(), "minItems": 2, "maxItems": 2}


class Dates(Pair):
    """From one date to another, both included."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Moment(), **kwargs)

    def take(self, value: Any) -> list[str]:
        """Return the typed value, or refuse it."""
        first, last = super().take(value)
        if _sortable(first) > _sortable(last):
            raise ValidationError("the period ends before it begins; swap the two dates")
        return [first, last]


class Period(Dates):
    """A date as far as it is known, or a list of two."""

    def take(self, value: Any) -> Any:
        """Return the typed value, or refuse it."""
        return super().take(value) if isinstance(value, list) else self.of.deserialize(value)

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return super().plain(loaded) if isinstance(loaded, list) else self.of.plain(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"anyOf": [self.of.json_schema(), super().json_schema()]}


class PerSchema(StrictSchema):
    """What a rate counts per: ``{n: 1_000_000, unit: token}``."""

    noun: ClassVar[str] = "'per'"

    n = Number(default="1")
    unit = Text(required=True)

    @validates_schema
    def _above_zero(self, loaded: Mapping[str, Any], **_kwargs: Any) -> None:
        if loaded.get("n", 1) <= 0:
            raise ValidationError("a rate counts per a number above zero", "n")


class QuantitySchema(StrictSchema):
    """A number with one comparator, and a unit: ``{over: 100000, unit: accelerator}``."""

    noun: ClassVar[str] = "a quantity"

    is_ = Number(data_key="is", attribute="is")
    over = Number()
    at_least = Number()
    under = Number()
    at_most = Number()
    about = Number()
    nearly = Number()
    up_to = Number()
    between = Pair(Number())
    unit = Text()
    per = fields.Nested(PerSchema)
    tolerance = Number()

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def _one_comparator(self, _loaded: Mapping[str, Any], original: Any, **_kwargs: Any) -> None:
        given = [key for key in (*COMPARATORS, "between") if key in original] if isinstance(original, Mapping) else []
        if not given:
            raise ValidationError(f"a quantity needs one of {', '.join(COMPARATORS)} or between")
        if len(given) > 1:
            raise ValidationError(f"'{given[0]}' and '{given[1]}' cannot stand together; keep one, or use between")

    @validates_schema
    def _numbers_fit(self, loaded: Mapping[str, Any], **_kwargs: Any) -> None:
        low, high = loaded.get("between", (0, 0))
        if low > high:
            raise ValidationError("the first number is above the second; swap them", "between")
        if "tolerance" in loaded and "about" not in loaded and "is" not in loaded:
            raise ValidationError("a tolerance goes with 'about' or 'is'", "tolerance")
        if loaded.get("tolerance", 0) < 0:
            raise ValidationError("a tolerance is not below zero", "tolerance")
        if loaded.get("nearly", 1) <= 0:
            raise ValidationError("'nearly' needs a number above zero", "nearly")


class FactorSchema(StrictSchema):
    """How many times as much or as little: ``{factor: 3, direction: up}``."""

    noun: ClassVar[str] = "a factor"

    factor = Number(required=True)
    direction = Choice("up", "down", required=True)

    @validates_schema
    def _above_zero(self, loaded: Mapping[str, Any], **_kwargs: Any) -> None:
        if loaded["factor"] <= 0:
            raise ValidationError("a factor is above zero; say 'direction: down' for a fall", "factor")


class ChangeSchema(StrictSchema):
    """By how much something rose or fell: ``{change: {about: 40, unit: percent}, direction: down}``."""

    noun: ClassVar[str] = "a change"

    change = fields.Nested(QuantitySchema, required=True)
    direction = Choice("up", "down", required=True)


class DevelopmentSchema(StrictSchema):
    """From one quantity to another."""

    noun: ClassVar[str] = "a development"

    from_ = fields.Nested(QuantitySchema, required=True, data_key="from", attribute="from")
    to = fields.Nested(QuantitySchema, required=True)


class DateSchema(StrictSchema):
    """A date as far as it is known."""

    noun: ClassVar[str] = "a date"

    date = Moment(required=True)


class BeforeSchema(StrictSchema):
    """Some day before a date."""

    noun: ClassVar[str] = "a date"

    before = Moment(required=True)


class AfterSchema(StrictSchema):
    """Some day after a date."""

    noun: ClassVar[str] = "a date"

    after = Moment(required=True)


class PeriodSchema(StrictSchema):
    """From one date to another, both included."""

    noun: ClassVar[str] = "a period"

    period = Dates(required=True)


def _sortable(moment: str) -> str:
    year, _, rest = moment.partition("-")
    month = {"Q1": "01", "Q2": "04", "Q3": "07", "Q4": "10"}.get(rest, rest or "01")
    # A coarse end reaches to its last day, so only what begins later than its own name is out of order.
    return f"{year}-{month}"[: 7 if len(month) < 4 else 10]


class TextSchema(StrictSchema):
    """A name: ``{text: MIT, accept: [MIT License]}``."""

    noun: ClassVar[str] = "a name"

    text = Text(required=True)
    accept = Texts()


class UndisclosedSchema(StrictSchema):
    """Nobody has said: ``{undisclosed: true}``."""

    noun: ClassVar[str] = "'undisclosed'"

    undisclosed = YesNo(required=True)

    @validates_schema
    def _is_true(self, loaded: Mapping[str, Any], **_kwargs: Any) -> None:
        if not loaded["undisclosed"]:
            raise ValidationError("write the value itself where it is known, and 'undisclosed: true' where not")


_SHAPES: tuple[tuple[tuple[str, ...], type[StrictSchema]], ...] = (
    ((*COMPARATORS, "between"), QuantitySchema),
    (("factor",), FactorSchema),
    (("change",), ChangeSchema),
    (("from", "to"), DevelopmentSchema),
    (("date",), DateSchema),
    (("before",), BeforeSchema),
    (("after",), AfterSchema),
    (("period",), PeriodSchema),
    (("text",), TextSchema),
    (("undisclosed",), UndisclosedSchema),
)


_BY_KEY = {key: schema for keys, schema in _SHAPES for key in keys}


def shape_of(valid: Mapping[str, Any]) -> type[StrictSchema]:
    """Return the schema of a valid value's shape."""
    return next(_BY_KEY[key] for key in valid if key in _BY_KEY)


class Value(OwnField):
    """A value of any shape. Loads to what the shape's schema loads to."""

    nested = tuple(schema for _, schema in _SHAPES)

    def take(self, value: Any) -> dict[str, Any]:
        """Return the typed value, or refuse it."""
        if not isinstance(value, Mapping):
            raise ValidationError(
                f"expected a value as a mapping, as in {{is: 5, unit: percent}} or {{date: 2026-08-26}}, "
                f"found {kind_of(value)}"
            )
        found = [(key, schema) for keys, schema in _SHAPES for key in keys if key in value]
        if not found:
            raise ValidationError(self._no_shape(value))
        schemas = list(dict.fromkeys(schema for _, schema in found))
        if len(schemas) > 1:
            raise ValidationError(f"'{found[0][0]}' and '{found[-1][0]}' are two shapes of a value; keep one")
        return dict(ready(schemas[0]).load(value))

    @staticmethod
    def _no_shape(value: Mapping[Any, Any]) -> str:
        heads = [key for keys, _ in _SHAPES for key in keys]
        guess = next((tail for key in value if (tail := nearest(str(key), heads))), "")
        return f"this is no shape of a value; it needs one of {', '.join(heads)}{guess}"

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON."""
        return ready(shape_of(loaded)).plain(loaded)

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"oneOf": [reference(schema) for schema in self.nested]}
