from typing import Any

import pytest

from twosource.cms.generic import inbound, outbound
from twosource.cms.generic.segments import UnreadableEventError, segments
from twosource.model import SegmentKind as Kind


def _event(**fields: Any) -> dict[str, Any]:
    return {"type": "draft.saved", "timestamp": "2026-11-30T10:00:00Z", "data": {"id": "4711", "revision": 7, **fields}}


def test_title_lead_and_body_have_their_paths() -> None:
    draft = inbound.parse(
        _event(title="Titel", lead="Vorspann.", html="<p>eins</p><p>zwei</p>", language="de-AT"), "desk"
    )
    assert (draft.id, draft.revision, draft.site, draft.language) == ("4711", "7", "desk", "de")
    assert [(segment.path, segment.kind, segment.text) for segment in draft.segments] == [
        ("title", Kind.TITLE, "Titel"),
        ("lead", Kind.LEAD, "Vorspann."),
        ("body/0", Kind.PARAGRAPH, "eins"),
        ("body/1", Kind.PARAGRAPH, "zwei"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        {"text": "Kop\n\nEen zin."},
        {"markdown": "## Kop\n\nEen zin."},
        {"html": "<h2>Kop</h2><p>Een zin.</p>"},
        {
            "format": "twosource",
            "blocks": [{"kind": "heading", "text": "Kop"}, {"text": "  "}, {"html": "<p>Een zin.</p>"}],
        },
    ],
)
def test_each_body_gives_the_same_segments(body: dict[str, Any]) -> None:
    found = segments({"title": "T", **body})
    assert [(segment.path, segment.kind, segment.text) for segment in found] == [
        ("title", Kind.TITLE, "T"),
        ("body/0", Kind.HEADING, "Kop"),
        ("body/1", Kind.PARAGRAPH, "Een zin."),
    ]


@pytest.mark.parametrize(
    "body", [{"text": "Headline\n\nA."}, {"html": "<h1>Headline</h1>A."}, {"markdown": "# Headline\n\nA."}]
)
def test_a_body_without_a_title_has_its_own(body: dict[str, Any]) -> None:
    assert [segment.kind for segment in segments(body)] == [Kind.TITLE, Kind.PARAGRAPH]


@pytest.mark.parametrize("fields", [{}, {"title": "", "lead": None, "html": ""}, {"text": ""}, {"title": " "}])
def test_an_empty_draft_has_no_segments(fields: dict[str, Any]) -> None:
    assert inbound.parse(_event(**fields)).segments == ()


@pytest.mark.parametrize(
    ("fields", "path", "says"),
    [
        ({"html": "a", "text": "b"}, "text", "html is given too"),
        ({"blocks": []}, "format", "no known format"),
        ({"format": "slate", "blocks": []}, "format", "'slate'"),
        ({"format": "twosource", "blocks": {"a": 1}}, "blocks", "not a list"),
        ({"format": "twosource", "blocks": 5}, "blocks", "not a list"),
        ({"format": "twosource", "blocks": [{"text": "a"}, 5]}, "blocks.1", "not an object"),
        ({"format": "twosource", "blocks": [{}]}, "blocks.0", "neither text nor html"),
        ({"format": "twosource", "blocks": [{"text": "a", "kind": "title"}]}, "blocks.0.kind", "paragraph"),
        ({"format": "twosource", "blocks": [{"text": "a", "kind": ["x"]}]}, "blocks.0.kind", "no kind"),
        ({"language": "fr"}, "language", "de, nl, en"),
    ],
)
def test_what_cannot_be_read_names_its_field(fields: dict[str, Any], path: str, says: str) -> None:
    with pytest.raises(UnreadableEventError, match=says) as caught:
        inbound.parse(_event(**fields))
    assert caught.value.path == path


def test_an_event_without_data_is_refused() -> None:
    with pytest.raises(UnreadableEventError, match="data"):
        inbound.parse({"type": "draft.saved"})


@pytest.mark.parametrize(
    ("tag", "language"), [(None, None), ("", None), ("nl_BE", "nl"), ("EN-gb", "en"), ("de", "de")]
)
def test_language_tags(tag: str | None, language: str | None) -> None:
    assert inbound.parse_draft({"language": tag}).language == language


def test_flags_updated() -> None:
    result = {"language": "de", "incomplete": None, "flags": [{"id": "f"}]}
    assert outbound.render("4711", "7", result, "2026-11-30T10:00:00Z") == {
        "type": "flags.updated",
        "timestamp": "2026-11-30T10:00:00Z",
        "data": {"id": "4711", "revision": "7", "language": "de", "incomplete": None, "flags": [{"id": "f"}]},
    }
