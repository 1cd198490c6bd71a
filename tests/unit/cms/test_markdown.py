import time

import pytest

from twosource.cms.formats import markdown
from twosource.model import SegmentKind as Kind


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "# Kosten\n\nÜber **100.000**\nChips &amp; mehr.",
            [(Kind.HEADING, "Kosten"), (Kind.PARAGRAPH, "Über 100.000 Chips & mehr.")],
        ),
        ("> Ruim *honderd*", [(Kind.QUOTATION, "Ruim honderd")]),
        ("- one\n- two\n\n1. three", [(Kind.LIST_ITEM, "one"), (Kind.LIST_ITEM, "two"), (Kind.LIST_ITEM, "three")]),
        ("```\nx = 1\n```", [(Kind.CODE, "x = 1")]),
        ("|a|b|\n|-|-|\n|1|2|", [(Kind.TABLE_CELL, text) for text in "ab12"]),
        ("a [link](https://example.org 'title') ![alt](x.png)", [(Kind.PARAGRAPH, "a link")]),
        ("a<script>b</script> <b>c</b>\n\n<div hidden>d</div>", [(Kind.PARAGRAPH, "a c")]),
        ("hard  \nbreak", [(Kind.PARAGRAPH, "hard\nbreak")]),
        ("---\ntitle: 100\n---\ntext", [(Kind.PARAGRAPH, "text")]),
        ("text\n\n---\n\nmore", [(Kind.PARAGRAPH, "text"), (Kind.PARAGRAPH, "more")]),
        ("\ufeff# Titel", [(Kind.HEADING, "Titel")]),
        ("", []),
    ],
)
def test_visible_text(source: str, expected: list[tuple[Kind, str]]) -> None:
    assert [(segment.kind, segment.text) for segment in markdown.segments(source)] == expected


@pytest.mark.parametrize("hostile", ["[", "*a ", "`", "<", "![[", "[a](", "<!--", "_", "&", "(", "| a"])
def test_hostile_runs_are_read_in_time(hostile: str) -> None:
    before = time.process_time()
    markdown.segments(hostile * 2_000)
    assert time.process_time() - before < 10


@pytest.mark.parametrize("nest", ["> ", "- "])
def test_nesting_is_read_as_deep_as_anybody_writes(nest: str) -> None:
    assert [segment.text for segment in markdown.segments(nest * 40 + "tief")] == ["tief"]


@pytest.mark.parametrize("nest", [">", "- ", "> - "])
def test_absurd_nesting_is_survived(nest: str) -> None:
    assert markdown.segments(nest * 10_000 + "tief\n\nEnde")[-1].text == "Ende"
