"""A check's result as JSON: the same from the command line, the HTTP API and to a webhook.

Offsets count code points of the visible text; :func:`twosource_schemas.offsets.to_utf16` turns them into UTF-16 units.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from twosource_schemas.offsets import CODE_POINTS, UTF16, to_utf16

STATES = ("open", "fixed", "dismissed", "snoozed")
SEVERITIES = ("note", "warning", "error")
OFFSETS = (CODE_POINTS, UTF16)


class Exact(fields.Decimal):
    """A decimal as a string in plain digits (never ``1E+5``)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(as_string=True, allow_nan=False, **kwargs)


class _Bound(fields.String):
    """A number of a figure: plain digits as a string; of a date, the day (``2026-08-26``)."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        if isinstance(obj, _Dated) or getattr(obj, "kind", None) == "date":
            return _day(value)
        return format(value, "f")


class _Open(fields.Boolean):
    """Whether a bound is excluded; where there is no bound, it is open."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> bool:  # noqa: ARG002
        bound = obj.interval.low if attr == "low_open" else obj.interval.high
        return bound is None or bool(value)


class _OneEntity(fields.String):
    """The entity that a name means, or null where it could mean several or none."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:  # noqa: ARG002
        return value[0] if len(value) == 1 else None


def _day(ordinal: Decimal) -> str:
    within_the_calendar = min(max(int(ordinal), date.min.toordinal()), date.max.toordinal())
    return date.fromordinal(within_the_calendar).isoformat()


class _Dated:
    """A reading of a figure that is a date."""

    def __init__(self, reading: Any) -> None:
        self.value = reading.value
        self.interval = reading.interval


class _Readings(fields.List[Any]):
    """The readings of a figure, which alone knows whether their numbers are days."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> list[Any] | None:
        if obj.kind == "date":
            value = [_Dated(reading) for reading in value]
        return super()._serialize(value, attr, obj, **kwargs)


class SpanSchema(ma.Schema):
    """Offsets ``start`` to ``end`` (exclusive)."""

    start = fields.Integer(required=True)
    end = fields.Integer(required=True)


class SegmentSpanSchema(SpanSchema):
    """A place in one segment of the draft, counted in the segment's own text."""

    path = fields.String(required=True)


class SuggestionSchema(SpanSchema):
    """A replacement that is certain."""

    replacement = fields.String(required=True)
    why = fields.String(required=True)


class FindingSchema(ma.Schema):
    """What one rule says."""

    rule = fields.String(required=True)
    severity = fields.String(required=True, validate=validate.OneOf(SEVERITIES))
    message = fields.String(required=True)
    detail = fields.String(required=True)


class FlagSourceSchema(ma.Schema):
    """A source as a flag shows it."""

    id = fields.String(required=True)
    title = fields.String(required=True, allow_none=True)
    publisher = fields.String(required=True)
    url = fields.String(required=True, allow_none=True)
    published = fields.String(required=True, allow_none=True)
    quote = fields.String(required=True, allow_none=True)
    origin = fields.Boolean(required=True)
    own_word = fields.Boolean(required=True)


class FlagSchema(SpanSchema):
    """The findings on one span about one fact, with one message."""

    id = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(STATES))
    severity = fields.String(required=True, validate=validate.OneOf(SEVERITIES))
    pack = fields.String(required=True, allow_none=True)
    fact = fields.String(required=True, allow_none=True)
    fact_version = fields.String(required=True, allow_none=True)
    rules = fields.List(fields.String(), required=True)
    message = fields.String(required=True)
    detail = fields.String(required=True)
    quote = fields.String(required=True)
    segment = fields.Nested(SegmentSpanSchema, required=True)
    also_at = fields.List(fields.Nested(SpanSchema), required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    suggestions = fields.List(fields.Nested(SuggestionSchema), required=True)
    sources = fields.List(fields.Nested(FlagSourceSchema), required=True)
    fingerprint = fields.String(required=True)


class PerSchema(ma.Schema):
    """What a rate is counted per."""

    n = Exact(required=True)
    unit = fields.String(required=True)


class PartsSchema(ma.Schema):
    """Where the parts of a figure stand: ``[start, end]`` or null."""

    comparator = fields.List(fields.Integer(), required=True, allow_none=True)
    number = fields.List(fields.Integer(), required=True)
    unit = fields.List(fields.Integer(), required=True, allow_none=True)


class ReadingSchema(ma.Schema):
    """One way to read a figure."""

    value = _Bound(required=True, allow_none=True)
    low = _Bound(required=True, allow_none=True, attribute="interval.low")
    high = _Bound(required=True, allow_none=True, attribute="interval.high")


class FigureSchema(SpanSchema):
    """A figure of the text; its numbers are strings, those of a date are days."""

    quote = fields.String(required=True)
    kind = fields.String(required=True)
    value = _Bound(required=True, allow_none=True)
    low = _Bound(required=True, allow_none=True, attribute="interval.low")
    low_open = _Open(required=True, attribute="interval.low_open")
    high = _Bound(required=True, allow_none=True, attribute="interval.high")
    high_open = _Open(required=True, attribute="interval.high_open")
    comparator = fields.String(required=True)
    unit = fields.String(required=True, allow_none=True)
    per = fields.Nested(PerSchema, required=True, allow_none=True)
    precision = Exact(required=True, allow_none=True)
    parts = fields.Nested(PartsSchema, required=True, allow_none=True)
    readings = _Readings(fields.Nested(ReadingSchema), required=True)


class EntitySchema(SpanSchema):
    """A name found in the text; ``entity`` is null where the base does not know it or could mean several."""

    quote = fields.String(required=True)
    label = fields.String(required=True)
    entity = _OneEntity(required=True, allow_none=True, attribute="entities")
    by = fields.String(required=True)


class ClaimSchema(SpanSchema):
    """What a sentence says that the fact base knows of."""

    pack = fields.String(required=True)
    fact = fields.String(required=True)
    verdict = fields.String(required=True)
    attributed = fields.String(required=True, allow_none=True)
    certainty = fields.String(required=True)
    confidence = fields.Float(required=True)


class ResultSchema(ma.Schema):
    """A check's result."""

    language = fields.String(required=True)
    text = fields.String(metadata={"description": "The visible text that offsets count in; only when asked for."})
    offsets = fields.String(required=True, validate=validate.OneOf(OFFSETS), dump_default=CODE_POINTS)
    incomplete = fields.String(required=True, allow_none=True)
    flags = fields.List(fields.Nested(FlagSchema), required=True)
    figures = fields.List(fields.Nested(FigureSchema), required=True)
    entities = fields.List(fields.Nested(EntitySchema), required=True, attribute="mentions")
    claims = fields.List(fields.Nested(ClaimSchema), required=True)


_SCHEMA = ResultSchema()


def as_json(report: Any, *, with_text: bool = False, offsets: str = CODE_POINTS) -> dict[str, Any]:
    """Return a report as the plain values of a check's result, ready for ``json.dumps``.

    Args:
        report: the report of a check (``twosource.model.Report``).
        with_text: whether the visible text comes with it.
        offsets: ``codepoints`` or ``utf16``; the result says which.
    """
    checked: dict[str, Any] = _SCHEMA.dump(report)
    return shown(checked, report.text, with_text=with_text, offsets=offsets)


def shown(checked: dict[str, Any], text: str, *, with_text: bool = False, offsets: str = CODE_POINTS) -> dict[str, Any]:
    """Return a result in code points as it was asked for: with or without its text, in either unit."""
    chosen = {key: value for key, value in checked.items() if key != "text"}
    if with_text:
        chosen["text"] = text
    return to_utf16(chosen, text) if offsets == UTF16 else chosen
