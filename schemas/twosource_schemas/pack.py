"""The fact pack, format 1: every key that a pack may have.

Shapes only. What needs the whole pack (that an id leads somewhere, cycles, one name for two things) is checked by
whoever has the whole pack, since the fact base checks it for changes of a single fact too.
"""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validates_schema

from twosource_schemas.base import LANGUAGES, OwnField, StrictSchema, kind_of, ready, reference
from twosource_schemas.cues import Aliases, ConditionSchema, Cues, Gender, Texts, Words
from twosource_schemas.localized import Localized
from twosource_schemas.scalars import (
    Choice,
    Day,
    FileBeside,
    Identifier,
    Moment,
    Reference,
    Text,
    WebAddress,
    Whole,
    YesNo,
)
from twosource_schemas.values import Period, Value

FORMAT = "twosource/fact-pack/1"
ENTITY_KINDS = ("organisation", "person", "product", "place", "work", "event", "other")
SOURCE_KINDS = ("self-published", "official", "dataset", "artefact", "interview", "news", "analysis")
TERMS = ("on-record", "background", "confidential")
STANDARDS = ("subject", "authority", "observed", "independent", "allegation", "estimate")


_ID = Identifier()
_LIST: dict[str, Any] = {"invalid": "expected a list; put '-' before each entry, or [ ] around them"}


class ById(OwnField):
    """A mapping of ids to what one schema or field loads. May be empty."""

    def __init__(self, of: type[StrictSchema] | OwnField, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.of = of
        self.nested = () if isinstance(of, OwnField) else (of,)

    def take(self, value: Any) -> dict[str, Any]:
        """Return the typed value, or refuse it."""
        if isinstance(value, str) and not value.strip():
            what = "an entry" if isinstance(self.of, OwnField) else self.of.noun
            raise ValidationError(f"nothing stands below this key: give ids, each with {what}, or leave the key out")
        if not isinstance(value, dict):
            raise ValidationError(f"expected a mapping of ids, found {kind_of(value)}")
        load = self.of.deserialize if isinstance(self.of, OwnField) else ready(self.of).load
        loaded: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for key, each_one in value.items():
            try:
                loaded[_ID.take(key)] = load(each_one)
            except ValidationError as error:
                errors[key] = error.messages
        if errors:
            raise ValidationError(errors)
        return loaded

    def plain(self, loaded: Any) -> Any:
        """Return the typed value as canonical JSON, the ids in their order."""
        write = self.of.plain if isinstance(self.of, OwnField) else ready(self.of).plain
        return {key: write(each_one) for key, each_one in loaded.items()}

    def json_schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema."""
        inner = self.of.json_schema() if isinstance(self.of, OwnField) else reference(self.of)
        return {"type": "object", "propertyNames": Identifier().json_schema(), "additionalProperties": inner}


class EntitySchema(StrictSchema):
    """Who or what facts are about."""

    noun: ClassVar[str] = "an entity"

    kind = Choice(*ENTITY_KINDS, required=True)
    name = Localized(required=True)
    aliases = Aliases()
    called = Words()
    gender = Gender()
    of = Reference()
    affiliates = Texts()
    confusable = Texts()


class SourceSchema(StrictSchema):
    """A document or a person that says something."""

    noun: ClassVar[str] = "a source"

    publisher = Text(required=True)
    kind = Choice(*SOURCE_KINDS, required=True)
    title = Text()
    url = WebAddress()
    published = Moment()
    language = Choice(*LANGUAGES)
    relays = Texts()
    translation_of = Reference()
    text = FileBeside()
    status = Choice("live", "corrected", "withdrawn", default="live")


class ClaimTypeSchema(StrictSchema):
    """A kind of claim, with the standard that settles it."""

    noun: ClassVar[str] = "a claim type"

    standard = Choice(*STANDARDS, required=True)
    label = Localized()
    cues = Cues()
    needs = ById(Localized())
    origins = Whole(default=2)


class SupportSchema(StrictSchema):
    """That a source bears a fact."""

    noun: ClassVar[str] = "a support"

    source = Reference(required=True)
    basis = Choice("own", "relay", "unknown")
    of = Texts()
    speaker = Reference()
    capacity = Choice("statement", "finding", "allegation", "estimate", "admission", default="statement")
    terms = Choice(*TERMS, default="on-record")
    paid_by = Text()
    value = Value()
    quote = Text()
    shows = Texts()

    @validates_schema
    def _relay_only(self, loaded: dict[str, Any], **_kwargs: Any) -> None:
        if loaded.get("of") and loaded.get("basis", "relay") != "relay":
            raise ValidationError("'of' says what is relayed and goes with 'basis: relay' alone", "of")


class DisputeSchema(StrictSchema):
    """That a source says otherwise."""

    noun: ClassVar[str] = "a dispute"

    source = Reference(required=True)
    quote = Text()
    value = Value()
    terms = Choice(*TERMS, default="on-record")


class FactSchema(StrictSchema):
    """One checkable statement."""

    noun: ClassVar[str] = "a fact"

    label = Localized()
    subject = Reference(required=True)
    type = Reference(required=True)
    value = Value()
    states = Localized()
    holds = YesNo(default=True)
    extent = Choice("some", "many", "most", "all")
    cues = Cues()
    not_cues = Cues()
    support = fields.List(fields.Nested(SupportSchema), error_messages=_LIST)
    disputes = fields.List(fields.Nested(DisputeSchema), error_messages=_LIST)
    see_also = Texts()
    supersedes = Texts()
    period = Period()
    as_of = Day()
    condition = fields.Nested(ConditionSchema)
    compared_with = fields.Nested(ConditionSchema)
    review_by = Day()
    status = Choice("approved", "draft", "retired", default="approved")
    note = Text()


class FactPackSchema(StrictSchema):
    """A fact pack: one YAML file that an admin writes by hand, reviews in git, imports and exports."""

    noun: ClassVar[str] = "a fact pack"
    is_whole: ClassVar[bool] = True

    schema = Choice(FORMAT, required=True)
    id = Identifier(required=True)
    title = Text(required=True)
    units = ById(Words())
    entities = ById(EntitySchema)
    sources = ById(SourceSchema)
    claim_types = ById(ClaimTypeSchema)
    facts = ById(FactSchema)
