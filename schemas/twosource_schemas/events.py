"""The events of the webhooks: ``draft.saved`` comes in, ``flags.updated`` goes out.

Both are our own payloads: they refuse unknown fields, and they are flat, for marshmallow is slow on nested ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from twosource_schemas.base import LANGUAGES
from twosource_schemas.result import ResultSchema

DRAFT_SAVED = "draft.saved"
FLAGS_UPDATED = "flags.updated"
PING = "ping"
TEXT_KEYS = ("html", "text", "markdown", "blocks")

# "." and ".." are folded away in addresses, and so is a slash; a control character has no place in a line.
DRAFT_ID = r"^(?!\.{1,2}\Z)[^/\x00-\x1f\x7f-\x9f\u2028\u2029]{1,200}\Z"
_LANGUAGE_TAG = rf"^(?:{'|'.join(LANGUAGES)})(?:-[A-Za-z0-9]{{1,8}})*\Z"


class Moment(fields.AwareDateTime):
    """A moment with its offset from UTC that is also one of the years 1 to 9999 in UTC."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> datetime:
        moment: datetime = super()._deserialize(value, attr, data, **kwargs)
        try:
            return moment.astimezone(UTC)
        except OverflowError as error:
            raise ma.ValidationError("In UTC, this is not within the years 1 to 9999.") from error


class DraftText(ma.Schema):
    """The text of a draft, given in exactly one way, with what stands above it."""

    title = fields.String(load_default=None, allow_none=True)
    lead = fields.String(load_default=None, allow_none=True)
    html = fields.String()
    text = fields.String()
    markdown = fields.String()
    format = fields.String(metadata={"description": "What the blocks are: twosource."})
    blocks = fields.List(
        fields.Dict(keys=fields.String()),
        metadata={"description": "A list of {kind, text} or {html}; read by the adapter, which names what it cannot."},
    )
    language = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(_LANGUAGE_TAG, error="The language must be de, nl or en, with a region or without."),
        metadata={"description": "de, nl or en, also with a region (de-AT); detected where it is left out."},
    )

    @ma.validates_schema(skip_on_field_errors=False)
    def _one_text(self, given: Mapping[str, Any], **_: Any) -> None:
        count = sum(key in given for key in TEXT_KEYS)
        if count != 1:
            raise ma.ValidationError(f"Give exactly one of {', '.join(TEXT_KEYS)}; here are {count}.", "text")
        if ("format" in given) != ("blocks" in given):
            raise ma.ValidationError("Blocks and their format come together.", "format")

    @ma.post_load
    def _primary_language(self, given: dict[str, Any], **_: Any) -> dict[str, Any]:
        if given["language"]:
            given["language"] = given["language"].split("-")[0]
        return given


class SavedDraftSchema(DraftText):
    """A draft as a CMS saved it."""

    id = fields.String(
        required=True,
        validate=validate.Regexp(
            DRAFT_ID, error="1 to 200 characters, without slashes and control characters, and neither '.' nor '..'."
        ),
    )
    revision = fields.String(required=True, validate=validate.Length(min=1, max=200))
    updated_at = Moment(
        required=True,
        metadata={"description": "RFC 3339, with an offset; orders the revisions of a draft; at most a day ahead."},
    )
    status = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=100))
    story = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=200))
    url = fields.Url(load_default=None, allow_none=True, schemes={"http", "https"}, require_tld=False)
    edit_url = fields.Url(load_default=None, allow_none=True, schemes={"http", "https"}, require_tld=False)
    author = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=200))


class DraftEventSchema(ma.Schema):
    """The event ``draft.saved``."""

    type = fields.String(required=True, validate=validate.Equal(DRAFT_SAVED, error="The type must be draft.saved."))
    timestamp = Moment(required=True)
    data = fields.Nested(SavedDraftSchema, required=True)


class UpdatedFlagsSchema(ResultSchema):
    """A draft's id and revision beside the result of its check."""

    id = fields.String(required=True)
    revision = fields.String(required=True)


class FlagsEventSchema(ma.Schema):
    """The event ``flags.updated``."""

    type = fields.String(required=True, validate=validate.Equal(FLAGS_UPDATED))
    timestamp = fields.AwareDateTime(required=True)
    data = fields.Nested(UpdatedFlagsSchema, required=True)
