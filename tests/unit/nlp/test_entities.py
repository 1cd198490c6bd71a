"""Names: what is one, what is none, where it ends, and whom it can mean."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from twosource.model import LANGUAGES, Mention, SegmentKind
from twosource.nlp.entities import is_faint
from twosource.nlp.pipeline import Reading

ReadText = Callable[..., Reading]
ZAI, GLM = ("names/zai",), ("names/glm",)


def _mentions(read_text: ReadText, text: str, language: str, by: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.quote, each.entities) for each in read_text(text, language).mentions if each.by == by]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "quote", "entities"),
    [
        ("Z.ai", "Z.ai", ZAI),
        ("z.ai", "z.ai", ZAI),
        ("(Z.ai)", "Z.ai", ZAI),
        ("“Z.ai”", "Z.ai", ZAI),
        ("Z.ais", "Z.ais", ZAI),
        ("Zhipus", "Zhipus", ZAI),
        ("Z.ai's", "Z.ai", ZAI),
        ("Z.ai’s", "Z.ai", ZAI),
        ("Z.ai-Cluster", "Z.ai", ZAI),
        ("Z.ai.", "Z.ai", ZAI),
        ("Z.ai, …", "Z.ai", ZAI),
        ("ZAI", "ZAI", ZAI),
        ("ZAIs", "ZAIs", ZAI),
        ("Zhi\u00adpu", "Zhi\u00adpu", ZAI),
        ("ibs", None, ()),
        ("Zai", None, ()),
        ("IBS", "IBS", ZAI),
        ("GLM-5.3-Flash", "GLM-5.3-Flash", GLM),
        ("glm‑5.3‑flash", "glm‑5.3‑flash", GLM),
        ("GLM-5.3-Flash-cluster", "GLM-5.3-Flash", GLM),
        ("GLM-5.3-Flash-", "GLM-5.3-Flash", GLM),
        ("GLM-5.3.", "GLM-5.3", ()),
        ("GLM-5.3", "GLM-5.3", ()),
        ("GLM-5.3-Flash-Air", None, ()),
        ("GLM-5.3-Flash-Kite", None, ()),
        ("GLM-5.3-Flash-FP8", None, ()),
        ("GLM-5.3-Flash-2", None, ()),
        ("GLM-5.3-Flash2", None, ()),
        ("GLM 5.3 Flash", None, ()),
        ("Z. ai", None, ()),
        ("info@z.ai", None, ()),
        ("https://z.ai/blog", None, ()),
        ("chat.z.ai", None, ()),
        ("z.ai@example.org", None, ()),
        ("xZ.ai", None, ()),
        ("5Z.ai", None, ()),
        ("Zhipu.com", None, ()),
    ],
)
def test_a_known_name_is_found_as_it_is_written(
    read_text: ReadText, language: str, text: str, quote: str | None, entities: tuple[str, ...]
) -> None:
    assert _mentions(read_text, text, language, "index") == ([] if quote is None else [(quote, entities)])


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Der GLM-5.3-Flash-Cluster läuft.", ["GLM-5.3-Flash"]),
        ("Ein GLM-5.3-Flash-Cluster läuft.", ["GLM-5.3-Flash"]),
        ("GLM-5.3-Flash-Modelle laufen.", ["GLM-5.3-Flash"]),
        ("GLM-5.3-Flash-Thinking läuft.", []),
        ("Das GLM-5.3-Flash-Air-Paket läuft.", []),
    ],
)
def test_a_german_compound_with_a_product_needs_a_determiner_or_a_noun_of_the_pack(
    read_text: ReadText, text: str, quotes: list[str]
) -> None:
    assert [quote for quote, _ in _mentions(read_text, text, "de", "index")] == quotes


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Zhipu AI", "Zhipu AI"),
        ("de", "Zhipu AI", "Zhipu"),
        ("nl", "Zhipu AI", "Zhipu"),
        ("nl", "Knowledge Atlas", "Knowledge Atlas"),
        ("de", "Knowledge Atlas", None),
        ("en", "Knowledge Atlas", None),
    ],
)
def test_an_alias_may_be_limited_to_a_language(
    read_text: ReadText, language: str, text: str, found: str | None
) -> None:
    assert [quote for quote, _ in _mentions(read_text, text, language, "index")] == ([found] if found else [])


def test_kinds_give_their_labels(read_text: ReadText) -> None:
    reading = read_text("Anna Vellmer met Z.ai and GLM-5.3-Flash.", "en")

    assert [(each.quote, each.label) for each in reading.mentions] == [
        ("Anna Vellmer", "PER"),
        ("Z.ai", "ORG"),
        ("GLM-5.3-Flash", "MISC"),
    ]


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("de", "Die Chips des Unternehmens laufen.", "des Unternehmens"),
        ("nl", "De chips van het bedrijf draaien.", "het bedrijf"),
        ("en", "The chips of the company run.", "the company"),
        ("de", "Das Pekinger Unternehmen schweigt.", "Das Pekinger Unternehmen"),
        ("nl", "Het Pekinese bedrijf zwijgt.", "Het Pekinese bedrijf"),
        ("en", "The Beijing company is silent.", "The Beijing company"),
        ("de", "Laut Unternehmen läuft es.", "Unternehmen"),
        ("nl", "Volgens bedrijf loopt het.", "bedrijf"),
        ("de", "Ein Unternehmen schweigt.", None),
        ("nl", "Een bedrijf zwijgt.", None),
        ("en", "A company is silent.", None),
        ("de", "Das Unternehmen-Logo ist neu.", None),
        ("nl", "Het bedrijf-logo is nieuw.", None),
        ("en", "The company-wide rule is new.", None),
        ("de", "Das ist von dem Unternehmen.", "dem Unternehmen"),
        ("nl", "Het is het.", None),
        ("en", "It is the", None),
        ("en", "The and company", None),
    ],
)
def test_ways_to_refer_back(read_text: ReadText, language: str, text: str, quote: str | None) -> None:
    assert _mentions(read_text, text, language, "called") == ([] if quote is None else [(quote, ZAI)])


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("de", "Auch DeepSeek rechnet.", ["DeepSeek"]),
        ("nl", "Ook DeepSeek rekent.", ["DeepSeek"]),
        ("en", "Even DeepSeek reckons.", ["DeepSeek"]),
        ("de", "Mit GPT-6 geht das.", ["GPT-6"]),
        ("nl", "Met GPT-6 kan dat.", ["GPT-6"]),
        ("en", "With GPT-6 it works.", ["GPT-6"]),
        ("de", "Laut SilverLine geht das.", ["SilverLine"]),
        ("nl", "Volgens SilverLine kan dat.", ["SilverLine"]),
        ("en", "Unlike SilverLine it works.", ["SilverLine"]),
        ("de", "Das sagt Mistral Large heute.", ["Mistral Large"]),
        ("nl", "Dat zegt Mistral vandaag.", ["Mistral"]),
        ("en", "So says Mistral today.", ["Mistral"]),
        ("de", "Mistral hat 100 Leute.", ["Mistral"]),
        ("nl", "Mistral heeft 100 mensen.", ["Mistral"]),
        ("en", "Mistral has 100 people.", ["Mistral"]),
        ("de", "Heikler ist die Frage.", []),
        ("de", "Verglichen wird das nicht.", []),
        ("de", "Nachzulesen ist das im Netz.", []),
        ("de", "Enthalten ist auch ein Modell.", []),
        ("de", "Betroffen war nur das Haus.", []),
        ("de", "Bekannt ist auch das Modell.", []),
        ("nl", "Vergeleken is dat niet.", []),
        ("nl", "Belangrijk is de prijs.", []),
        ("nl", "Bekend is ook dat model.", []),
        ("de", "Erlangen ist der Sitz.", ["Erlangen"]),
        ("de", "Verden wurde 2019 größer.", ["Verden"]),
        ("de", "Bergen ist teurer.", ["Bergen"]),
        ("de", "Frankfurt wird größer.", ["Frankfurt"]),
        ("de", "Leipzig ist mit 40 dabei.", ["Leipzig"]),
        ("nl", "Bergen is duurder.", ["Bergen"]),
        ("nl", "Utrecht wordt groter.", ["Utrecht"]),
        ("nl", "Dordrecht is in 2019 gegroeid.", ["Dordrecht"]),
        ("en", "Bergen is dearer.", ["Bergen"]),
        ("de", "Qwen 4 kommt auf vieles.", ["Qwen 4"]),
        ("nl", "Qwen 4 valt daaronder.", ["Qwen 4"]),
        ("en", "Qwen 4 comes with it.", ["Qwen 4"]),
        ("de", "Die Kosten steigen.", []),
        ("nl", "De kosten stijgen.", []),
        ("en", "The costs rise.", []),
        ("de", "Viele Kosten steigen am Montag.", []),
        ("nl", "Veel kosten stijgen op maandag in China.", []),
        ("en", "Many costs rise on Monday in China.", []),
        ("de", "Das sind NVIDIA-GPUs.", ["NVIDIA"]),
        ("en", "These are NVIDIA-GPUs.", ["NVIDIA"]),
        ("de", "Das sind LLMs.", []),
        ("nl", "Dat zijn LLMs.", []),
        ("en", "These are LLMs.", []),
        ("en", "Even London-listed firms wait.", []),
        ("nl", "Ook NVIDIA-chips wachten.", ["NVIDIA"]),
        ("nl", "Daar zwijgt het Delftse lab.", []),
        ("nl", "Daar zwijgt Hesse nog.", ["Hesse"]),
        ("de", "Mail an Info@DeepSeek geht.", []),
        ("de", "Die IT-Abteilung wartet.", []),
    ],
)
def test_names_that_their_shape_gives_away(read_text: ReadText, language: str, text: str, names: list[str]) -> None:
    assert [quote for quote, _ in _mentions(read_text, text, language, "rule")] == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_is_no_name(read_text: ReadText, language: str) -> None:
    text = {"de": "am 17. September 2026", "nl": "op 17 september 2026", "en": "on 17 September 2026"}[language]

    assert read_text(f"Z.ai … {text}", language).mentions[1:] == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_code_are_none(read_text: ReadText, language: str) -> None:
    reading = read_text("Z.ai DeepSeek", language, SegmentKind.CODE)

    assert reading.mentions == ()
    assert reading.figures == ()


@pytest.mark.parametrize(
    ("language", "text", "faint"),
    [
        ("de", "Mistral hat 100 Leute.", True),
        ("nl", "Mistral heeft 100 mensen.", True),
        ("en", "Mistral has 100 people.", True),
        ("de", "DeepSeek hat 100 Leute.", False),
        ("nl", "DeepSeek heeft 100 mensen.", False),
        ("en", "DeepSeek has 100 people.", False),
    ],
)
def test_a_name_that_only_its_place_gives_away_is_faint(
    read_text: ReadText, language: str, text: str, *, faint: bool
) -> None:
    reading = read_text(text, language)
    (name,) = reading.mentions

    assert is_faint(name, reading.walk.tokens, reading.walk.sentences[0]) is faint


@pytest.mark.parametrize("language", LANGUAGES)
def test_mentions_stand_in_order_and_do_not_overlap(read_text: ReadText, language: str) -> None:
    text = "Z.ai, GLM-5.3-Flash, DeepSeek V4, Zhipu AI, GLM-5.3"
    mentions: tuple[Mention, ...] = read_text(text, language).mentions

    assert [text[each.start : each.end] for each in mentions] == [each.quote for each in mentions]
    assert all(one.end <= other.start for one, other in pairwise(mentions))
