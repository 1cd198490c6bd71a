"""What the HTTP API takes and gives beside a check's result: requests, a draft's state, problem documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from twosource_schemas.base import LANGUAGES
from twosource_schemas.events import DraftText
from twosource_schemas.offsets import CODE_POINTS
from twosource_schemas.result import OFFSETS, STATES, FlagSchema, ResultSchema

DISMISSAL_REASONS = ("wrong match", "source exists", "house decision", "quoted as said", "other")
LONGEST_NOTE = 2000
"""How many characters the note of a resolution may have."""
_NOTE = r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*\Z"


class CheckRequestSchema(DraftText):
    """A text to check at once; nothing of it is stored."""

    locale = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))
    at = fields.Date(load_default=None, allow_none=True, metadata={"description": "The day of the check: YYYY-MM-DD."})
    offsets = fields.String(load_default=CODE_POINTS, validate=validate.OneOf(OFFSETS))
    with_text = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class OffsetsQuerySchema(ma.Schema):
    """How a stored result is shown."""

    offsets = fields.String(load_default=CODE_POINTS, validate=validate.OneOf(OFFSETS))
    with_text = fields.Boolean(load_default=False)


class FlagPatchSchema(ma.Schema):
    """An editor's resolution of a flag."""

    state = fields.String(required=True, validate=validate.OneOf(STATES))
    reason = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(DISMISSAL_REASONS))
    note = fields.String(
        load_default=None,
        allow_none=True,
        validate=[
            validate.Length(max=LONGEST_NOTE),
            validate.Regexp(_NOTE, error="Of control characters, a note may have line breaks and tabs only."),
        ],
    )

    @ma.validates_schema
    def _dismissed_for_a_reason(self, given: Mapping[str, Any], **_: Any) -> None:
        if given["state"] == "dismissed" and given["reason"] is None:
            raise ma.ValidationError(f"A dismissal needs a reason: {', '.join(DISMISSAL_REASONS)}.", "reason")
        if given["state"] != "dismissed" and given["reason"] is not None:
            raise ma.ValidationError("Only a dismissal takes a reason.", "reason")
        if given["reason"] == "other" and not (given["note"] or "").strip():
            raise ma.ValidationError("The reason 'other' needs a note that says which.", "note")


class ResolutionSchema(ma.Schema):
    """Who did what with a flag, and when."""

    flag = fields.String(required=True)
    state = fields.String(required=True)
    by = fields.String(required=True)
    at = fields.AwareDateTime(required=True)
    reason = fields.String(required=True, allow_none=True)
    note = fields.String(required=True, allow_none=True)


class DraftStateSchema(ma.Schema):
    """A draft: its newest checked revision and that check's result."""

    site = fields.String(required=True)
    id = fields.String(required=True)
    revision = fields.String(required=True)
    updated_at = fields.AwareDateTime(required=True)
    checked_at = fields.AwareDateTime(required=True)
    title = fields.String(required=True, allow_none=True)
    review_url = fields.String(
        metadata={
            "description": "The review page, for tokens with flags:write: whoever has this link can resolve the flags."
        }
    )
    result = fields.Nested(ResultSchema, required=True)


class DraftFlagsSchema(ma.Schema):
    """A draft's flags; those that its newest revision no longer draws are ``closed``."""

    offsets = fields.String(required=True, validate=validate.OneOf(OFFSETS))
    flags = fields.List(fields.Nested(FlagSchema), required=True)
    closed = fields.List(fields.Nested(FlagSchema), required=True)
    resolutions = fields.List(fields.Nested(ResolutionSchema), required=True)


class DeliverySchema(ma.Schema):
    """The answer to a webhook: ``accepted`` once it is stored, ``repeated`` where its id was seen before."""

    delivery = fields.String(required=True, validate=validate.OneOf(("accepted", "repeated")))
    hint = fields.String(
        metadata={"description": "What the sender should look into: the id was seen before, with other contents."}
    )


class HealthSchema(ma.Schema):
    """Whether the service lives, or is ready for work, and what is amiss where it is not."""

    status = fields.String(required=True, validate=validate.OneOf(("ok", "unavailable")))
    amiss = fields.List(fields.String())


class FieldProblemSchema(ma.Schema):
    """What is wrong with one field: a JSON Pointer to it, and why; in a text, also where that is, counted from 1."""

    pointer = fields.String(required=True)
    detail = fields.String(required=True)
    line = fields.Integer()
    column = fields.Integer()


class ProblemSchema(ma.Schema):
    """A problem document (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldProblemSchema))
