"""The fields of our formats: what each takes, from a pack's text or from JSON, and how it refuses the rest."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError, fields

from twosource.model import LANGUAGES, LOCALES, Terms
from twosource_schemas import base
from twosource_schemas.base import OwnField, flatten
from twosource_schemas.cues import Cues, Gender, Term, Texts, Words
from twosource_schemas.jsonschema import json_schema
from twosource_schemas.localized import Localized
from twosource_schemas.pack import TERMS, FactPackSchema, FactSchema
from twosource_schemas.scalars import (
    Choice,
    Day,
    FileBeside,
    Identifier,
    Moment,
    Number,
    Text,
    WebAddress,
    Whole,
    YesNo,
)
from twosource_schemas.values import Value


def test_the_schemas_and_the_model_know_the_same_words() -> None:
    assert base.LANGUAGES == LANGUAGES
    assert set(LOCALES) == set(LANGUAGES)
    assert set(TERMS) == set(Terms)


def test_nested_messages_are_flattened_in_their_order() -> None:
    messages = {"a": {0: {"b": ["x", "y"]}, "_schema": ["whole"]}, "_schema": ["top"]}
    assert list(flatten(messages)) == [(("a", 0, "b"), "x"), (("a", 0, "b"), "y"), (("a",), "whole"), ((), "top")]
    assert list(flatten(["alone"])) == [((), "alone")]


def refusal(field: OwnField, given_value: object) -> Any:
    with pytest.raises(ValidationError) as caught:
        field.deserialize(given_value)
    messages = caught.value.messages
    return messages[0] if isinstance(messages, list) else messages


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("5", "5"),
        ("100_000", "100000"),
        ("1_2", "12"),
        ("4.44", "4.44"),
        ("0.15", "0.15"),
        ("2.5", "2.5"),
        ("0.605", "0.605"),
        ("1234.567", "1234.567"),
        ("1_234.567", "1234.567"),
        ("100.0", "100.0"),
        ("-3", "-3"),
        ("+3", "3"),
        (7, "7"),
        (0.15, "0.15"),
        (1e6, "1000000"),
        (Decimal("2.50"), "2.50"),
    ],
)
def test_numbers_are_taken_as_precisely_as_they_are_written(written: object, number: str) -> None:
    assert str(Number().deserialize(written)) in {number, f"{number}.0"}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("100,000", "has a comma"),
        ("2,5", "has a comma"),
        ("1.250,50", "has a comma"),
        ("100.000", "write 100_000 if the point groups thousands, or 100.0 if you mean the decimal"),
        ("4.125", "write 4_125 if the point groups thousands, or 4.1250 if you mean the decimal"),
        ("1.250.000", "write 1_250_000 if the point groups thousands"),
        ("6.2e13", "write all digits"),
        ("5 percent", "is no number"),
        ("1__0", "is no number"),
        ("_1", "is no number"),
        (".5", "is no number"),
        ("5.", "is no number"),
        ("٥", "is no number"),
        ("3:1", "is no number"),
        ("0x10", "is no number"),
        ("~", "is no number"),
        ("", "expected a number, found nothing"),
        ("9" * 25, "24 digits"),
        (True, "expected a number, found 'True'"),
        ([1], "expected a number, found a list"),
        ({"is": 1}, "expected a number, found a mapping"),
        (float("nan"), "no finite number"),
        (float("inf"), "no finite number"),
        (1e30, "no finite number"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_with_advice(written: object, said: str) -> None:
    assert said in refusal(Number(), written)


@given(st.text(max_size=30))
def test_a_number_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        number = Number().deserialize(text)
    except ValidationError:
        return
    assert number.is_finite()


@pytest.mark.parametrize("word", ["yes", "no", "on", "off", "True", "1", ""])
def test_only_two_words_say_yes_or_no(word: str) -> None:
    assert refusal(YesNo(), word)
    assert YesNo().deserialize("true") is True
    assert YesNo().deserialize("false") is False
    assert YesNo().deserialize(False) is False


def test_dates() -> None:
    assert Day().deserialize("2026-08-26") == date(2026, 8, 26)
    for good in ("2026-08-26", "2026-08", "2026-Q3", "2026"):
        assert Moment().deserialize(good) == good
    assert Moment().deserialize(2026) == "2026"
    assert "there is no such date as 2026-02-30" in refusal(Day(), "2026-02-30")
    assert "there is no such date as 2026-13" in refusal(Moment(), "2026-13")
    assert "there is no such date as 0000" in refusal(Moment(), "0000")
    assert "is no date" in refusal(Moment(), "26.08.2026")
    assert "is no day" in refusal(Day(), "2026-08")
    assert refusal(Moment(), True)
    assert "is no day" in refusal(Day(), "２０２６-08-26")


def test_words_and_ids() -> None:
    assert Text().deserialize(" a ") == "a"
    assert "longer than" in refusal(Text(), "a" * 20_001)
    assert Identifier().deserialize("glm-5.3-flash") == "glm-5.3-flash"
    for bad in ("A", "-a", "a-", "a b", "é", "a" * 101, ""):
        assert refusal(Identifier(), bad)
    assert "did you mean 'news'" in refusal(Choice("news", "official"), "nwes")
    assert Whole().deserialize("3") == 3
    for bad_count in ("0", "101", "1.5", "-1"):
        assert "from 1 to 100" in refusal(Whole(), bad_count)


def test_maps_by_language() -> None:
    assert Localized().deserialize("x") == "x"
    assert Localized().deserialize({"de": "x"}) == {"de": "x"}
    assert list(refusal(Localized(), {"fr": "x"})) == ["fr"]
    assert Words().deserialize({"de": "Chip", "en": ["chip", "accelerator"]}) == {
        "de": ["Chip"],
        "en": ["chip", "accelerator"],
    }
    assert "found a list" in refusal(Words(), ["chip"])
    assert Gender().deserialize({"de": "n"}) == {"de": "n"}
    assert list(refusal(Gender(), {"de": "x"})) == ["de"]
    assert Texts().deserialize([]) == []
    assert Texts().deserialize("a") == ["a"]
    assert refusal(Texts(), {"a": "b"})


def test_cues() -> None:
    assert Cues().deserialize({"de": ["Kosten", ["a/b", "on  a par"]]}) == {"de": [["Kosten"], ["a/b", "on a par"]]}
    assert Term().deserialize(" a / b ") == "a/b"
    for bad in ("a//b", "/", "~", "a~b", "~a~", "~~a", "--", "~-", "/".join("abcdefghij" * 6)):
        assert refusal(Term(), bad)


def test_what_is_required_is_said_in_our_words() -> None:
    with pytest.raises(ValidationError) as caught:
        FactSchema().load({"subject": None})
    assert caught.value.messages == {"subject": ["a value is missing"], "type": ["this key is missing"]}


@pytest.mark.parametrize("given_value", [None, 5, "text", ["a"], True])
def test_what_is_no_mapping_is_refused(given_value: Any) -> None:
    with pytest.raises(ValidationError, match="expected a fact pack as a mapping"):
        FactPackSchema().load(given_value)


@pytest.mark.parametrize("given_value", [None, 5, ["a"], {}, {"a": 1}, {1: 2}])
def test_what_is_no_value_is_refused(given_value: object) -> None:
    assert refusal(Value(), given_value)


def test_a_pack_may_come_as_json_with_its_own_types() -> None:
    fact = FactSchema().load(
        {"subject": "e", "type": "t", "value": {"over": 100000, "unit": "EUR"}, "holds": False, "support": []}
    )
    assert fact["value"] == {"over": Decimal(100000), "unit": "EUR"}
    assert fact["holds"] is False


class Odd(fields.Field[Any]):
    """A field that no JSON Schema is known for."""


class OddSchema(Schema):
    odd = Odd()


class ToldSchema(Schema):
    odd = Odd(metadata={"json_schema": {"type": "null"}, "description": "Nothing."})
    many = fields.Nested(FactSchema, many=True, allow_none=True)
    free = fields.Dict()
    numbers = fields.Dict(keys=fields.String(), values=fields.Integer())


def test_a_field_without_a_json_schema_is_refused_and_may_be_given_one() -> None:
    with pytest.raises(TypeError, match="no JSON Schema is known for Odd"):
        json_schema(OddSchema, "odd")
    told = json_schema(ToldSchema, "told")
    assert told["properties"]["odd"] == {"type": "null", "description": "Nothing."}
    assert told["properties"]["many"]["anyOf"][1] == {"type": "null"}
    assert told["properties"]["free"] == {"type": "object", "additionalProperties": True}
    assert told["properties"]["numbers"]["additionalProperties"] == {"type": "integer"}
    assert "Quantity" in told["$defs"]


@pytest.mark.parametrize("good", ["https://example.org", "http://example.org/a?b=c#d"])
def test_web_addresses(good: str) -> None:
    assert WebAddress().deserialize(good) == good


@pytest.mark.parametrize(
    "bad", ["example.org", "javascript:alert(1)", "ftp://a", "https:///x", "https://a b", "data:x"]
)
def test_what_is_no_web_address(bad: str) -> None:
    assert "is no web address" in refusal(WebAddress(), bad)


@pytest.mark.parametrize("good", ["a.txt", "sources/a.txt", "sources/a..b.txt", "..a/b"])
def test_files_beside_the_pack(good: str) -> None:
    assert FileBeside().deserialize(good) == good


@pytest.mark.parametrize("bad", ["/a", "..", "../a", "a/..", "a/../../b", "C:/a", "a\\b"])
def test_files_elsewhere(bad: str) -> None:
    assert "is no path beside the pack" in refusal(FileBeside(), bad)
