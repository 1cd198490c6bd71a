"""What the HTTP interface of the fact base takes and gives: objects, lists, histories, packs.

An object's own body is given as a pack has it; the desk validates it with the pack around it, so that here only its
place is looked at. Whatever is refused is told in the pack's words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import ValidationError, fields, validate

from twosource_schemas.base import LANGUAGES, OwnField, StrictSchema, kind_of
from twosource_schemas.pack import (
    ClaimTypeSchema,
    EntitySchema,
    FactSchema,
    SourceSchema,
)
from twosource_schemas.scalars import Identifier, Text

LONGEST_REASON = 2000
LONGEST_SEARCH = 500
LONGEST_CURSOR = 2000
MOST_LISTED = 200
_LONGEST_ID = 100


class Body(OwnField):
    """An object's body; anything but a mapping is refused here, and what is in it by the desk."""

    def __init__(self, noun: str, reference: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.noun = noun
        self.reference = reference

    def take(self, value: Any) -> dict[str, Any]:
        """Return the mapping, or refuse it."""
        if not isinstance(value, dict):
            raise ValidationError(f"expected {self.noun} as a mapping of keys, found {kind_of(value)}")
        return value

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"$ref": f"#/$defs/{self.reference}"}


class Reason(Text):
    """Why something is changed."""

    def take(self, value: Any) -> str:
        """Return the typed value, or refuse it."""
        reason = super().take(value)
        if len(reason) > LONGEST_REASON:
            self.refuse(f"longer than {LONGEST_REASON} characters")
        return reason

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_REASON}


class _Query(ma.Schema):
    """Arguments of an address; one that is not known is refused, so that no slip of the pen widens a list."""

    class Meta:
        """Refuse unknown arguments."""

        unknown = ma.RAISE


class OnlyTrue(fields.Boolean):
    """``true``: what can be asked for, and its opposite cannot."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(truthy={"true"}, falsy=set(), **kwargs)


def _yes_or_no(**kwargs: Any) -> fields.Boolean:
    return fields.Boolean(load_default=None, truthy={"true"}, falsy={"false"}, **kwargs)


def _named(description: str) -> fields.String:
    return fields.String(
        load_default=None, validate=validate.Length(1, _LONGEST_ID), metadata={"description": description}
    )


class _ReasonQuery(_Query):
    reason = Reason(load_default=None)


class ReasonQuerySchema(_ReasonQuery):
    """Why something is changed, where the request has no body for it."""


class AtQuerySchema(_Query):
    """Which state of an object is asked for, and in which language it is explained."""

    at = fields.String(
        load_default=None,
        validate=validate.Length(1, 64),
        metadata={
            "description": "A moment of the past (RFC 3339 with its zone, or a day: its end in UTC), "
            "or the number of a change (right after it)."
        },
    )
    locale = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))


class MomentQuerySchema(AtQuerySchema):
    """Which state is asked for."""

    class Meta(_Query.Meta):
        """Nothing is explained."""

        exclude = ("locale",)


class ListQuerySchema(_Query):
    """What a list shall have."""

    pack = _named("The pack's id.")
    q = fields.String(
        load_default=None,
        validate=validate.Length(1, LONGEST_SEARCH),
        metadata={"description": "Words, or beginnings of words, all of which must stand in the object."},
    )
    retired = fields.String(
        load_default="false",
        validate=validate.OneOf(("false", "true", "any")),
        metadata={"description": "Whether retired objects are listed: not, alone, or with the others."},
    )
    sort = fields.String(
        load_default="label",
        validate=validate.OneOf(("label", "position", "change")),
        metadata={
            "description": "By label, as the pack has them, or by the last change, the newest first; a search "
            "is always given in the order in which the objects came into the base."
        },
    )
    limit = fields.Integer(load_default=50, strict=False, validate=validate.Range(1, MOST_LISTED))
    after = fields.String(
        load_default=None,
        validate=validate.Length(1, LONGEST_CURSOR),
        metadata={"description": "Where the page before ended; the header Link has the address of the next page."},
    )


class FactListQuerySchema(ListQuerySchema):
    """What a list of facts shall have. Ids are those of one pack, so a source is asked for with its pack."""

    subject = _named("The entity that the facts are about.")
    type = _named("The claim type.")
    status = fields.String(load_default=None, validate=validate.OneOf(("approved", "draft", "retired")))
    settled = _yes_or_no()
    disputed = _yes_or_no()
    stale = OnlyTrue(load_default=False, metadata={"description": "Facts whose review is due."})
    source = _named("A source that supports or disputes the facts; goes with pack.")

    @ma.validates_schema
    def _source_of_a_pack(self, given: Mapping[str, Any], **_: Any) -> None:
        if given["source"] is not None and given["pack"] is None:
            raise ValidationError("ids of sources are those of one pack; say which, with pack=…", "source")


class HistoryQuerySchema(_Query):
    """Which part of a history is asked for."""

    limit = fields.Integer(load_default=20, validate=validate.Range(1, 50))
    before = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 2**62),
        metadata={"description": "Only changes below this number; the header Link has the address of the older ones."},
    )


class ChangedSchema(ma.Schema):
    """The change that made something what it is here."""

    change = fields.Integer(required=True)
    at = fields.AwareDateTime(required=True)
    by = fields.String(required=True)
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Not told of packs with confidential sources to tokens without facts:confidential."},
    )
    action = fields.String(required=True)


class DifferenceSchema(ma.Schema):
    """One thing that differs between two states of an object."""

    path = fields.List(fields.String(), required=True)
    op = fields.String(required=True, validate=validate.OneOf(("add", "remove", "replace")))
    old = fields.Raw(required=True, allow_none=True)
    new = fields.Raw(required=True, allow_none=True)


class StepSchema(ma.Schema):
    """What a change did to one object."""

    kind = fields.String(required=True)
    id = fields.String(required=True)
    what = fields.String(required=True)
    differences = fields.List(fields.Nested(DifferenceSchema), required=True)


class PastChangeSchema(ChangedSchema):
    """A change with what it did; beside ``steps`` it touched ``more`` objects."""

    steps = fields.List(fields.Nested(StepSchema), required=True)
    more = fields.Integer(required=True)


class HistorySchema(ma.Schema):
    """Changes, the newest first; ``next`` is what ``before`` asks for the older ones with."""

    changes = fields.List(fields.Nested(PastChangeSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class OriginSchema(ma.Schema):
    """Where knowledge of a fact comes from; names of confidential sources are never told here."""

    publishers = fields.List(fields.String(), required=True)
    sources = fields.List(fields.String(), required=True)
    own_word = fields.Boolean(required=True)
    named = fields.Boolean(required=True)


class MissingSchema(ma.Schema):
    """What an outsider would have to see and no source shows."""

    id = fields.String(required=True)
    phrase = fields.String(required=True)


class ReasonedSchema(ma.Schema):
    """One reason why a fact stands as it does."""

    kind = fields.String(required=True)
    values = fields.Dict(keys=fields.String(), required=True)
    words = fields.String(required=True)


class ExplanationSchema(ma.Schema):
    """Why a fact stands as it does, in words."""

    locale = fields.String(required=True)
    text = fields.String(required=True)
    steps = fields.List(fields.Nested(ReasonedSchema), required=True)


class SourcingSchema(ma.Schema):
    """What is computed of a fact's supports."""

    settled = fields.Boolean(required=True)
    disputed = fields.Boolean(required=True)
    disputed_by = fields.List(fields.String(), required=True)
    origins = fields.List(fields.Nested(OriginSchema), required=True)
    missing = fields.List(fields.Nested(MissingSchema), required=True)
    explanation = fields.Nested(ExplanationSchema, required=True)


class PackSchema(ma.Schema):
    """A pack itself."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    version = fields.String(required=True)
    retired = fields.Boolean(required=True)
    changed = fields.Nested(ChangedSchema, required=True)


class PackListSchema(ma.Schema):
    """A page of the packs."""

    total = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)
    packs = fields.List(fields.Nested(PackSchema), required=True)


class PackTitleSchema(StrictSchema):
    """A pack's new title."""

    noun: ClassVar[str] = "a pack's title"

    title = Text(required=True)
    reason = Reason(load_default=None)


class ImportedSchema(ma.Schema):
    """What an import did: how many objects were created, changed, retired, restored, or stayed as they were."""

    pack = fields.String(required=True)
    change = fields.Integer(required=True, allow_none=True)
    facts = fields.Integer(required=True)
    created = fields.Integer(required=True)
    changed = fields.Integer(required=True)
    retired = fields.Integer(required=True)
    restored = fields.Integer(required=True)
    unchanged = fields.Integer(required=True)
    doubts = fields.List(fields.String(), required=True)


class _Shown(ma.Schema):
    pack = fields.String(required=True)
    id = fields.String(required=True)
    version = fields.String(required=True)
    retired = fields.Boolean(required=True)
    changed = fields.Nested(ChangedSchema, required=True)


class _Listed(ma.Schema):
    total = fields.Integer(required=True)
    next = fields.String(required=True, allow_none=True)


class _Create(StrictSchema):
    pack = Identifier(required=True)
    id = Identifier(required=True)
    reason = Reason(load_default=None)


class _Change(StrictSchema):
    reason = Reason(load_default=None)


@dataclass(frozen=True, slots=True)
class KindSchemas:
    """The schemas of one kind of object.

    Attributes:
        create: the body of a POST.
        change: the body of a PUT.
        shown: an object as it is given.
        listed: a page of a list.
    """

    create: type[StrictSchema]
    change: type[StrictSchema]
    shown: type[ma.Schema]
    listed: type[ma.Schema]


def _schemas(key: str, plural: str, noun: str, reference: str) -> KindSchemas:
    """Return the schemas of a kind of object, whose body stands under ``key``."""

    def body() -> Body:
        return Body(noun, reference, required=True)

    name = "".join(word.capitalize() for word in key.split("_"))
    fact = key == "fact"
    computed: dict[str, Any] = {
        "settled": fields.Boolean(metadata={"description": "In lists."}),
        "disputed": fields.Boolean(metadata={"description": "In lists."}),
        "origins": fields.Integer(metadata={"description": "In lists."}),
        "sourcing": fields.Nested(
            SourcingSchema, allow_none=True, metadata={"description": "Of a live fact as it is now."}
        ),
    }
    shown = _Shown.from_dict({key: body(), **(computed if fact else {})}, name=f"Kept{name}Schema")
    create = _Create.from_dict({key: body()}, name=f"{name}CreateSchema")
    change = _Change.from_dict({key: body()}, name=f"{name}ChangeSchema")
    create.noun, change.noun = f"{noun} to create", f"a change of {noun}"  # type: ignore[attr-defined]  # StrictSchema's
    listed = _Listed.from_dict({plural: fields.List(fields.Nested(shown), required=True)}, name=f"Kept{name}ListSchema")
    return KindSchemas(create, change, shown, listed)  # type: ignore[arg-type]  # from_dict keeps the base


SCHEMAS: Mapping[str, KindSchemas] = {
    "fact": _schemas("fact", "facts", FactSchema.noun, "Fact"),
    "entity": _schemas("entity", "entities", EntitySchema.noun, "Entity"),
    "source": _schemas("source", "sources", SourceSchema.noun, "Source"),
    "claim_type": _schemas("claim_type", "claim_types", ClaimTypeSchema.noun, "ClaimType"),
    "unit": _schemas("unit", "units", "a unit's nouns", "Unit"),
}
"""The schemas by kind of object."""
