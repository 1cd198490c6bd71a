import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.cms.files import UnreadableDraftError, draft_from_file
from twosource.model import SegmentKind as Kind
from twosource.text.build import build


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("a.txt", "Titel\n\nEin Satz."),
        ("-", "Titel\n\nEin Satz."),
        ("verhaal.MD", "# Titel\n\nEin Satz."),
        ("a.markdown", "# Titel\n\nEin Satz."),
        ("x/a.html", "<h1>Titel</h1><p>Ein Satz.</p>"),
        ("a.json", '{"title": "Titel", "html": "<p>Ein Satz.</p>"}'),
        ("a.json", '{"type": "draft.saved", "data": {"title": "Titel", "text": "Ein Satz."}}'),
        ("a.htm", "\ufeff<h2>Titel</h2>Ein Satz."),
    ],
)
def test_each_suffix_gives_the_same_draft(name: str, raw: str) -> None:
    draft = draft_from_file(name, raw.encode(), language="de")
    assert [(segment.kind, segment.text) for segment in draft.segments] == [
        (Kind.TITLE, "Titel"),
        (Kind.PARAGRAPH, "Ein Satz."),
    ]
    assert (draft.language, draft.incomplete) == ("de", None)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.json"])
def test_an_empty_file_is_an_empty_draft(name: str) -> None:
    assert draft_from_file(name, b"").segments == ()
    assert draft_from_file(name, b"\xef\xbb\xbf").segments == ()


def test_what_is_not_utf8_is_said_with_place_and_mend() -> None:
    with pytest.raises(UnreadableDraftError) as caught:
        draft_from_file("alt.txt", "Zeile eins.\nÜber uns".encode("cp1252"))
    message = str(caught.value)
    assert "alt.txt: not UTF-8: byte 0xdc at byte offset 12 (line 2)" in message
    assert "iconv" in message


@pytest.mark.parametrize("name", ["a.docx", "a.PDF"])
def test_an_unknown_suffix_names_the_known(name: str) -> None:
    with pytest.raises(UnreadableDraftError, match=r"no known format.*\.txt.*\.md.*\.html"):
        draft_from_file(name, b"")


@pytest.mark.parametrize(
    ("name", "line"), [("a.txt", "Ein Satz mit 100.000 Chips. "), ("a.html", "<p>Een zin. Nog 100.000 chips.</p>")]
)
def test_a_file_over_the_limit_is_read_up_to_a_sentence(name: str, line: str) -> None:
    draft = draft_from_file(name, (line * 1_000).encode(), limit_characters=10_010)
    assert draft.incomplete == "only the first 10,010 characters of the file were read"
    text = build(draft.segments).text
    assert text.endswith(("Chips.", "Een zin.", "chips."))
    assert len(text) <= 10_010


def test_a_cut_inside_the_only_sentence_leaves_nothing() -> None:
    assert draft_from_file("a.txt", b"word " * 10, limit_characters=20).segments == ()
    assert draft_from_file("a.txt", b"word", limit_characters=0).segments == ()


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[1]", "no JSON object"),
        ('{"html": "a", "text": "b"}', "html is given too"),
        ('{"language": "fr"}', "language: 'fr'"),
    ],
)
def test_json_that_is_no_draft(source: str, says: str) -> None:
    with pytest.raises(UnreadableDraftError, match=rf"a\.json: .*{says}"):
        draft_from_file("a.json", source.encode())


def test_json_names_the_language_where_the_caller_does_not() -> None:
    assert draft_from_file("a.json", b'{"language": "nl-BE", "text": "x"}').language == "nl"
    assert draft_from_file("a.json", b'{"language": "nl", "text": "x"}', "de").language == "de"


@given(st.sampled_from(["a.txt", "a.md", "a.html", "-"]), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_as_not_utf8(name: str, raw: bytes) -> None:
    try:
        raw.decode()
    except UnicodeDecodeError:
        with pytest.raises(UnreadableDraftError, match="not UTF-8"):
            draft_from_file(name, raw)
    else:
        assert draft_from_file(name, raw).incomplete is None
