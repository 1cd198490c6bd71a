import time
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twosource.cms.formats import html
from twosource.model import SegmentKind as Kind


def _texts(source: str) -> list[str]:
    return [segment.text for segment in html.segments(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h1>Kosten &amp; Nutzen</h1><p>Über 100.000 Chips.</p>", ["Kosten & Nutzen", "Über 100.000 Chips."]),
        ("<p>Ruim <b>honderd</b><i>duizend</i> chips</p>", ["Ruim honderdduizend chips"]),
        ("<p>  over\n\t 100,000 \r\n chips </p>", ["over 100,000 chips"]),
        ("<p>5&nbsp;%</p>", ["5\u00a0%"]),
        ("<p>eins<br>  zwei<br/>drei</p>", ["eins\nzwei\ndrei"]),
        ("<p>a<br></p><p><br></p><p>&nbsp;</p>", ["a"]),
        ("<p>Do&shy;nau&#8203;dampf</p>", ["Do\u00adnau\u200bdampf"]),
        ("<p>&#x1F600; <b>חדשות</b> 😀</p>", ["😀 חדשות 😀"]),
        ("loose <b>text</b><div>block</div>tail", ["loose text", "block", "tail"]),
        ("<ul><li>een<li>twee <p>binnen</p>na</ul>", ["een", "twee", "binnen", "na"]),
        ("<p>a</p><script>evil('<p>b</p>')</script><style>p{}</style><p>c", ["a", "c"]),
        ("<p>a<!-- wp:b --><template><p>b</p></template><noscript>c</noscript></p>", ["a"]),
        ("<p hidden>a</p><p style='color:red; DISPLAY : none'>b</p><p aria-hidden=true>c</p>", ["c"]),
        ("<svg><text>a</text></svg><title>t</title><p>b</p>", ["b"]),
        ("<pre>eins\n  zwei<br>drei</pre>", ["eins\n  zwei\ndrei"]),
        ("<p>unclosed <b>bold <p>next", ["unclosed bold", "next"]),
        ("a\x00b\ud800c", ["a\ufffdb\ufffdc"]),
        ("\ufeff<p>bom</p>", ["bom"]),
        ("", []),
        ("   \n ", []),
        ("<p></p><div><!-- --></div>", []),
        ("&lt;p&gt; &amp;amp;", ["<p> &amp;"]),
    ],
)
def test_visible_text(source: str, expected: list[str]) -> None:
    assert _texts(source) == expected


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("<h1>a</h1><h6>b</h6><p>c</p>", [Kind.HEADING, Kind.HEADING, Kind.PARAGRAPH]),
        ("<blockquote><p>a</p><ul><li>b</ul></blockquote><p>c", [Kind.QUOTATION, Kind.QUOTATION, Kind.PARAGRAPH]),
        ("<figure><img alt=x><figcaption><p>a</p></figcaption></figure>", [Kind.CAPTION]),
        ("<table><caption>a</caption><tr><th>b<td><p>c</p></table>", [Kind.CAPTION, Kind.TABLE_CELL, Kind.TABLE_CELL]),
        ("<pre><code>x = 5</code></pre><pre>vers</pre><p><code>y</code>", [Kind.CODE, Kind.PARAGRAPH, Kind.PARAGRAPH]),
        ("<dl><dt>a<dd>b</dl>", [Kind.LIST_ITEM, Kind.LIST_ITEM]),
    ],
)
def test_kinds(source: str, kinds: list[Kind]) -> None:
    assert [segment.kind for segment in html.segments(source)] == kinds


def test_paths_and_what_stands_between() -> None:
    found = html.segments("<p>a</p><ul><li>b<li>c</ul><table><tr><td>d<td>e<tr><td>f</table>")
    assert [(segment.path, segment.before) for segment in found] == [
        ("body/0", "\n\n"),
        ("body/1", "\n\n"),
        ("body/2", "\n"),
        ("body/3", "\n\n"),
        ("body/4", "\t"),
        ("body/5", "\n"),
    ]


@pytest.mark.parametrize("nest", ["<div>", "<b>", "<blockquote><ul><li>", "<table><tr><td>", "<svg><g>"])
def test_ten_thousand_deep_is_read_in_time(nest: str) -> None:
    before = time.process_time()
    found = html.segments(nest * 10_000 + "Tiefe" + "</div>" * 10_000 + "<p>Ende</p>")
    assert time.process_time() - before < 10
    assert [segment.text for segment in found if "T" in segment.text] == ([] if "svg" in nest else ["Tiefe"])


@pytest.mark.parametrize("tag", ["<div>", "<b><div></b>", "<ul><li>", "<b a=1>"])
def test_even_deeper_nesting_is_flattened_and_its_text_read(tag: str) -> None:
    before = time.process_time()
    found = html.segments(tag * 60_000 + "Tiefe <br>und <b>mehr</b>")
    assert time.process_time() - before < 10
    assert " ".join(found[-1].text.split()) == "Tiefe und mehr"


def test_many_elements_side_by_side_are_no_depth() -> None:
    found = html.segments("<p>Absatz<ul><li>eins<li>zwei</ul>" * 5_000)
    assert len(found) == 15_000


def test_a_megabyte_is_read_in_time() -> None:
    before = time.process_time()
    assert len(html.segments("<p>Lorem <b>ipsum</b> dolor sit amet, 5&nbsp;%.</p>" * 20_000)) == 20_000
    assert time.process_time() - before < 10


@given(st.text(st.sampled_from("<>/&;!-= \n\tabpb\"'\u00a0\u200b😀א") | st.characters()))
def test_never_raises_and_shows_no_blank_segment(source: str) -> None:
    for segment in html.segments(source):
        assert segment.text.strip()
        segment.text.encode()


@given(st.lists(st.text(st.sampled_from("aä😀א\u00ad\u200b&<>\"'"), min_size=1), min_size=1))
def test_escaped_text_comes_back(words: list[str]) -> None:
    assert _texts(f"<p>{'<wbr>'.join(escape(word) for word in words)}</p>") == ["".join(words)]


@pytest.mark.parametrize("tag", ["script", "style", "textarea", "title", "iframe", "noscript"])
@pytest.mark.parametrize("depth", [9_990, 10_000, 10_010])
def test_what_nobody_sees_is_not_read_at_any_depth(tag: str, depth: int) -> None:
    found = html.segments("<div>" * depth + f"seen<{tag}>never seen</{tag}>")

    assert [segment.text for segment in found] == ["seen"]
