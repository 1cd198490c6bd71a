"""Attribution: which stretch of a text is told as whose word."""

from collections.abc import Callable

import pytest

from twosource.model import LANGUAGES, Attribution, SegmentKind
from twosource.nlp.pipeline import Reading

ReadText = Callable[..., Reading]
ZAI = ("names/zai",)


def _read(
    read_text: ReadText, text: str, language: str, kind: SegmentKind = SegmentKind.PARAGRAPH
) -> list[Attribution]:
    return [each for sentence in read_text(text, language, kind).attributions for each in sentence]


@pytest.mark.parametrize(
    ("language", "text", "kind", "holder", "quote"),
    [
        # phrases before the holder
        ("de", "Nach Angaben von Z.ai läuft es.", "phrase", ZAI, "Z.ai"),
        ("nl", "Volgens Z.ai loopt het.", "phrase", ZAI, "Z.ai"),
        ("en", "According to Z.ai it runs.", "phrase", ZAI, "Z.ai"),
        ("de", "Nach Angaben des Unternehmens läuft es.", "phrase", ZAI, "des Unternehmens"),
        ("nl", "Volgens het bedrijf loopt het.", "phrase", ZAI, "het bedrijf"),
        ("en", "According to the company it runs.", "phrase", ZAI, "the company"),
        # … a holder whom nobody knows, by the shape of the name or by the words that follow
        ("de", "Laut DeepSeek läuft es.", "phrase", (), "DeepSeek"),
        ("nl", "Volgens DeepSeek loopt het.", "phrase", (), "DeepSeek"),
        ("en", "According to DeepSeek it runs.", "phrase", (), "DeepSeek"),
        ("de", "Laut einer Analystin, läuft es.", "phrase", (), "einer Analystin"),
        ("nl", "Volgens een analist, loopt het.", "phrase", (), "een analist"),
        ("en", "According to an analyst, it runs.", "phrase", (), "an analyst"),
        # … a document is the word of whom the text is about
        ("de", "Laut dem Bericht läuft es.", "own", (), None),
        ("nl", "Volgens het verslag loopt het.", "own", (), None),
        ("en", "According to the report it runs.", "own", (), None),
        # … nobody at all
        ("de", "Das gilt laut 5 Leuten.", "own", (), None),
        # inside and behind
        ("de", "Es läuft laut Z.ai gut.", "phrase", ZAI, "Z.ai"),
        ("nl", "Het loopt volgens Z.ai goed.", "phrase", ZAI, "Z.ai"),
        ("en", "It runs, according to Z.ai, well.", "phrase", ZAI, "Z.ai"),
        ("de", "Es läuft gut, so Z.ai.", "phrase", ZAI, "Z.ai"),
        ("nl", "Het loopt goed, aldus Z.ai.", "phrase", ZAI, "Z.ai"),
        ("de", "Z.ai zufolge läuft es.", "phrase", ZAI, "Z.ai"),
        ("de", "Kennern zufolge läuft es.", "phrase", (), "Kennern"),
        ("de", "Dem Bericht zufolge läuft es.", "own", (), None),
        # its own account
        ("de", "Es läuft nach eigenen Angaben gut.", "own", (), None),
        ("nl", "Het loopt naar eigen zeggen goed.", "own", (), None),
        ("en", "By its own account it runs well.", "own", (), None),
        # verbs
        ("de", "Z.ai sagt, es laufe.", "verb", ZAI, "Z.ai"),
        ("nl", "Z.ai zegt dat het loopt.", "verb", ZAI, "Z.ai"),
        ("en", "Z.ai says it runs.", "verb", ZAI, "Z.ai"),
        ("de", "Es läuft, sagt Z.ai.", "verb", ZAI, "Z.ai"),
        ("nl", "Het loopt, zegt Z.ai.", "verb", ZAI, "Z.ai"),
        ("en", "It runs, said Z.ai.", "verb", ZAI, "Z.ai"),
        ("de", "Es läuft, sagt sie.", "own", (), None),
        ("nl", "Het loopt, zegt ze.", "own", (), None),
        ("en", "It runs, she says.", "own", (), None),
        ("de", "Der Bericht sagt es.", "own", (), None),
        ("nl", "Het verslag zegt het.", "own", (), None),
        ("en", "The report says so.", "own", (), None),
        ("de", "Kenner sagen es, meldete jemand.", "verb", (), None),
        ("nl", "Kenners zeggen dat het loopt.", "verb", (), "Kenners"),
        ("en", "Analysts say that it runs.", "verb", (), "Analysts"),
        ("de", "Der Bericht der Firma sagt es.", "own", (), None),
        ("nl", "Het verslag van gisteren zegt het.", "own", (), None),
        ("en", "The report of yesterday says so.", "own", (), None),
        ("de", "Kenner sagen über Z.ai nichts.", "verb", (), "Kenner"),
        ("nl", "Kenners zeggen over Z.ai niets.", "verb", (), "Kenners"),
        ("en", "Analysts say on Z.ai nothing.", "verb", (), "Analysts"),
        # a speaker before a colon
        ("de", "Z.ai: Es läuft.", "phrase", ZAI, "Z.ai"),
        ("nl", "Z.ai: Het loopt.", "phrase", ZAI, "Z.ai"),
        ("en", "Z.ai: It runs.", "phrase", ZAI, "Z.ai"),
        # split verbs
        ("de", "Z.ai gibt das heute an.", "verb", ZAI, "Z.ai"),
        ("nl", "Z.ai geeft dat vandaag aan.", "verb", ZAI, "Z.ai"),
        # nouns
        ("de", "Z.ais Darstellung ist neu.", "noun", ZAI, "Z.ais"),
        ("nl", "Z.ai's bewering is nieuw.", "noun", ZAI, "Z.ai"),
        ("en", "Z.ai's claim is new.", "noun", ZAI, "Z.ai"),
        ("de", "Z.ais eigene Darstellung ist neu.", "noun", ZAI, "Z.ais"),
        ("en", "Z.ai's own claim is new.", "noun", ZAI, "Z.ai"),
        ("de", "Die Behauptung des Unternehmens ist neu.", "noun", ZAI, "des Unternehmens"),
        ("nl", "De bewering van Z.ai is nieuw.", "noun", ZAI, "Z.ai"),
        ("en", "The claim of Z.ai is new.", "noun", ZAI, "Z.ai"),
        ("de", "Die Behauptung, dass es läuft, ist neu.", "reported", (), None),
        ("nl", "De bewering dat het loopt, is nieuw.", "reported", (), None),
        ("en", "The claim that it runs is new.", "reported", (), None),
        # hearsay and reported speech
        ("de", "Es soll laufen.", "reported", (), None),
        ("nl", "Het zou lopen.", "reported", (), None),
        ("en", "It reportedly runs.", "reported", (), None),
        ("de", "Es sei neu.", "reported", (), None),
    ],
)
def test_words_attribute_to_their_holder(
    read_text: ReadText, language: str, text: str, kind: str, holder: tuple[str, ...], quote: str | None
) -> None:
    found = _read(read_text, text, language)

    if text == "Kenner sagen es, meldete jemand.":
        found, quote = found[-1:], None
    assert [(each.kind, each.holders, each.holder_quote) for each in found[:1]] == [(kind, holder, quote)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Es läuft gut."),
        ("nl", "Het loopt goed."),
        ("en", "It runs well."),
        ("de", "Er gibt viel."),
        ("nl", "Hij geeft veel."),
        ("de", "So läuft es."),
        ("de", "Die Angabe ist neu."),
        ("nl", "De bewering is nieuw."),
        ("en", "The claim is new."),
        ("de", "Zufolge"),
        ("en", "The claim"),
        ("de", "Der Bericht von Z.ai ist neu."),
    ],
)
def test_other_words_attribute_nothing(read_text: ReadText, language: str, text: str) -> None:
    assert _read(read_text, text, language) == []


@pytest.mark.parametrize(
    ("language", "text", "scope"),
    [
        ("de", "Laut Z.ai läuft es, aber langsam.", "Laut Z.ai läuft es, aber langsam."),
        ("nl", "Volgens Z.ai loopt het, maar langzaam.", "Volgens Z.ai loopt het, maar langzaam."),
        ("en", "According to Z.ai it runs, but slowly.", "According to Z.ai it runs, but slowly."),
        ("de", "Z.ai sagt es, aber es ist neu.", "Z.ai sagt es"),
        ("nl", "Z.ai zegt het, maar het is nieuw.", "Z.ai zegt het"),
        ("en", "Z.ai says so, but it is new.", "Z.ai says so"),
        ("de", "Z.ai sagt es, und es ist neu.", "Z.ai sagt es, und es ist neu."),
        ("nl", "Z.ai zegt het, en het is nieuw.", "Z.ai zegt het, en het is nieuw."),
        ("en", "Z.ai says so, and it is new.", "Z.ai says so, and it is new."),
        ("de", "Z.ai sagt es; es ist neu.", "Z.ai sagt es"),
        ("nl", "Z.ai zegt: het is nieuw.", "Z.ai zegt: het is nieuw."),
        ("en", "Z.ai says: it is new.", "Z.ai says: it is new."),
        ("de", "Es soll laufen, und es ist neu.", "Es soll laufen"),
    ],
)
def test_what_is_attributed(read_text: ReadText, language: str, text: str, scope: str) -> None:
    (found, *_) = _read(read_text, text, language)

    assert text[found.start : found.end] == scope


@pytest.mark.parametrize("kind", [SegmentKind.TITLE, SegmentKind.HEADING])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Es ist neu: Z.ai sagt es"),
        ("nl", "Het is nieuw: Z.ai zegt het"),
        ("en", "It is new: Z.ai says so"),
    ],
)
def test_in_a_headline_an_attribution_covers_all(
    read_text: ReadText, language: str, text: str, kind: SegmentKind
) -> None:
    (found,) = _read(read_text, text, language, kind)

    assert (found.start, found.end) == (0, len(text))


@pytest.mark.parametrize(
    ("language", "text", "holders", "kind"),
    [
        ("de", "Z.ai sagt viel. Es soll laufen.", ZAI, "reported"),
        ("nl", "Z.ai zegt veel. Het zou lopen.", ZAI, "reported"),
        ("en", "Z.ai says a lot. It reportedly runs.", ZAI, "reported"),
        ("de", "Das gilt nach eigenen Angaben. Es soll laufen.", (), "own"),
        ("nl", "Dat geldt naar eigen zeggen. Het zou lopen.", (), "own"),
        ("de", "Z.ai sagt viel. Es ist neu. Es soll laufen.", (), "reported"),
        ("nl", "Z.ai zegt veel. Het is nieuw. Het zou lopen.", (), "reported"),
        ("en", "Z.ai says a lot. It is new. It reportedly runs.", (), "reported"),
        ("de", "Z.ai sagt viel.\n\nEs soll laufen.", (), "reported"),
        ("nl", "Z.ai zegt veel.\n\nHet zou lopen.", (), "reported"),
        ("en", "Z.ai says a lot.\n\nIt reportedly runs.", (), "reported"),
    ],
)
def test_reported_speech_carries_its_holder_on(
    read_text: ReadText, language: str, text: str, holders: tuple[str, ...], kind: str
) -> None:
    *_, last = _read(read_text, text, language)

    assert (last.holders, last.kind) == (holders, kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_marker_stands_within_what_it_attributes(read_text: ReadText, language: str) -> None:
    text = {"de": "Es läuft, sagt Z.ai.", "nl": "Het loopt, zegt Z.ai.", "en": "It runs, says Z.ai."}[language]
    (found,) = _read(read_text, text, language)

    assert found.start <= found.marker[0] < found.marker[1] <= found.end
    assert text[slice(*found.marker)] in ("sagt", "zegt", "says")
