"""A check's result as JSON: numbers as strings, days as days, offsets in either unit, and our payloads strict."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from twosource.cms.generic import outbound
from twosource.model import (
    Claim,
    Comparator,
    Figure,
    FigureKind,
    FigureReading,
    Finding,
    Flag,
    FlagSource,
    Interval,
    Mention,
    Parts,
    Per,
    Report,
    SegmentSpan,
    Severity,
    Span,
    Suggestion,
    Verdict,
)
from twosource_schemas.events import DraftEventSchema, FlagsEventSchema
from twosource_schemas.offsets import to_utf16
from twosource_schemas.result import ResultSchema, as_json

TEXT = "😀 Die Kosten 😀 liegen bei über hunderttausend 😀."


def _span(words: str) -> tuple[int, int]:
    start = TEXT.index(words)
    return start, start + len(words)


def _figure(kind: FigureKind = FigureKind.COUNT, **changed: Any) -> Figure:
    start, end = _span("über hunderttausend")
    number = _span("hunderttausend")
    made: dict[str, Any] = {
        "start": start,
        "end": end,
        "quote": TEXT[start:end],
        "kind": kind,
        "value": Decimal("1E+5"),
        "interval": Interval(low=Decimal("1E+5"), low_open=True),
        "comparator": Comparator.OVER,
        "precision": Decimal(1),
        "parts": Parts(comparator=(start, start + 4), number=number, unit=None),
        **changed,
    }
    return Figure(**made)


def _flag() -> Flag:
    start, end = _span("Kosten 😀 liegen")
    return Flag(
        id="f1",
        severity=Severity.WARNING,
        pack="p",
        fact="cost-parity",
        fact_version="v",
        rules=("single-source",),
        message="cost parity: single-source",
        detail="…",
        start=start,
        end=end,
        quote=TEXT[start:end],
        segment=SegmentSpan("body/0", start, end),
        also_at=(Span(end, end + 1),),
        findings=(Finding("single-source", Severity.WARNING, "single-source", "…", start, end),),
        suggestions=(Suggestion(start, end, "x", "why"),),
        sources=(FlagSource("s", None, "Z.ai", None, "2026-09-17", None, origin=True, own_word=True),),
        fingerprint="fp",
    )


def _report(*figures: Figure) -> Report:
    mentions = (
        Mention(0, 1, "😀", "ORG", ("p/zai",), "index", 0, 1),
        Mention(0, 1, "😀", "ORG", ("p/a", "p/b"), "index", 0, 1),
    )
    claims = (Claim("p", "cost-parity", 2, 5, 0, Verdict.STATED, confidence=0.93),)
    return Report("de", TEXT, (_flag(),), figures, mentions, claims)


def test_a_figure_is_told_as_the_contract_has_it() -> None:
    (figure,) = as_json(_report(_figure()))["figures"]

    start, end = _span("über hunderttausend")
    assert figure == {
        "start": start,
        "end": end,
        "quote": "über hunderttausend",
        "kind": "count",
        "value": "100000",
        "low": "100000",
        "low_open": True,
        "high": None,
        "high_open": True,
        "comparator": "over",
        "unit": None,
        "per": None,
        "precision": "1",
        "parts": {"comparator": [start, start + 4], "number": [start + 5, end], "unit": None},
        "readings": [],
    }


def test_every_reading_is_told_and_a_rate_with_what_it_counts_per() -> None:
    readings = (
        FigureReading(Decimal("2.4"), Interval.point(Decimal("2.4"))),
        FigureReading(None, Interval(Decimal(2), Decimal(3))),
    )

    (figure,) = as_json(_report(_figure(readings=readings, per=Per(Decimal(1_000_000), "token"), parts=None)))[
        "figures"
    ]

    assert figure["readings"] == [
        {"value": "2.4", "low": "2.4", "high": "2.4"},
        {"value": None, "low": "2", "high": "3"},
    ]
    assert figure["per"] == {"n": "1000000", "unit": "token"}
    assert figure["parts"] is None


def test_a_date_is_told_in_days() -> None:
    day = Decimal(date(2026, 8, 26).toordinal())
    reading = FigureReading(day, Interval.point(day))
    far = Interval(low=day, high=Decimal(10**9))

    (figure,) = as_json(_report(_figure(FigureKind.DATE, value=day, interval=far, readings=(reading,))))["figures"]

    assert (figure["value"], figure["low"], figure["high"]) == ("2026-08-26", "2026-08-26", "9999-12-31")
    assert figure["readings"] == [{"value": "2026-08-26", "low": "2026-08-26", "high": "2026-08-26"}]


def test_a_name_that_could_mean_several_means_none() -> None:
    assert [entity["entity"] for entity in as_json(_report())["entities"]] == ["p/zai", None]


def test_a_result_is_json_that_its_own_schema_describes() -> None:
    told = as_json(_report(_figure()), with_text=True)

    assert json.loads(json.dumps(told)) == told
    assert set(told) == set(ResultSchema().fields)
    assert "text" not in as_json(_report())
    assert told["claims"][0]["verdict"] == "stated"
    assert told["flags"][0]["state"] == "open"


def test_utf_16_offsets_lead_to_the_same_words() -> None:
    told = as_json(_report(_figure()), offsets="utf16")
    encoded = TEXT.encode("utf-16-le")

    def words(place: dict[str, int] | list[int]) -> str:
        start, end = place if isinstance(place, list) else (place["start"], place["end"])
        return encoded[2 * start : 2 * end].decode("utf-16-le")

    flag, figure = told["flags"][0], told["figures"][0]
    assert told["offsets"] == "utf16"
    assert words(flag) == words(flag["segment"]) == words(flag["suggestions"][0]) == flag["quote"] == "Kosten 😀 liegen"
    assert words(flag["also_at"][0]) == " "
    assert words(figure) == figure["quote"]
    assert words(figure["parts"]["number"]) == "hunderttausend"
    assert figure["parts"]["unit"] is None
    assert words(told["entities"][0]) == "😀"


@given(st.text(), st.data())
def test_any_place_of_any_text_is_led_to_in_utf_16(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    checked = {"flags": [], "figures": [], "claims": [], "entities": [{"start": start, "end": end}]}

    (place,) = to_utf16(checked, text)["entities"]

    encoded = text.encode("utf-16-le", "surrogatepass")
    assert encoded[2 * place["start"] : 2 * place["end"]].decode("utf-16-le", "surrogatepass") == text[start:end]


def test_a_flags_place_in_a_later_segment_counts_from_that_segment() -> None:
    text = "😀😀\n\n😀 cost"
    start = text.index("cost")
    flag = {
        "start": start,
        "end": start + 4,
        "segment": {"path": "body/1", "start": 2, "end": 6},
        "also_at": [],
        "suggestions": [],
    }
    checked = {"flags": [flag], "figures": [], "claims": [], "entities": []}

    (told,) = to_utf16(checked, text)["flags"]

    assert told["segment"] == {"path": "body/1", "start": 3, "end": 7}


def test_the_outgoing_event_is_what_its_schema_describes() -> None:
    told = outbound.render("story", "1", as_json(_report(_figure())), "2026-11-30T12:00:00+00:00")

    described = FlagsEventSchema()
    assert set(told) == set(described.fields)
    assert set(told["data"]) == set(described.fields["data"].schema.fields) - {"text"}  # type: ignore[attr-defined]  # a nested field


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"surprise": 1}, "surprise"), ({"data": None}, "data"), ({"timestamp": "2026-11-30"}, "timestamp")],
)
def test_the_incoming_event_refuses_what_it_does_not_know(changed: dict[str, Any], field: str) -> None:
    told = {
        "type": "draft.saved",
        "timestamp": "2026-11-30T12:00:00Z",
        "data": {"id": "a", "revision": "1", "updated_at": "2026-11-30T12:00:00Z", "text": "x", "language": "de-AT"},
    }
    assert DraftEventSchema().load(told)["data"]["language"] == "de"

    with pytest.raises(ValidationError) as refused:
        DraftEventSchema().load({**told, **changed})

    assert field in refused.value.messages
