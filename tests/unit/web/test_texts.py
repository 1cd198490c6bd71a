import re
from datetime import UTC, datetime, timedelta, timezone
from importlib import resources
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from twosource.model import LOCALES
from twosource.web import review, review_view
from twosource.web.texts import texts

WEB = Path(review.__file__).parent
CALLS = re.compile(r"""\b(?:t|words)(?:\.marked)?\(\s*(?:"([^"]+)"|'([^']+)')""")
PLURALS = re.compile(r"""\("([^"]*\{n\}[^"]*)", "[^"]*\{n\}""")


def _used() -> set[str]:
    sources = [path.read_text() for path in [*WEB.glob("review*.py"), *WEB.glob("templates/*.html")]]
    found = {one or other for source in sources for one, other in CALLS.findall(source)}
    found |= {match for source in sources for match in PLURALS.findall(source)}
    return found | set(review_view.REASONS.values())


def _translated(locale: str) -> dict[str, tuple[str, ...]]:
    raw = resources.files("twosource.web").joinpath("locales", f"{locale}.po").read_bytes()
    told = {}
    for message in read_po(BytesIO(raw), locale=locale):
        english = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        assert english == "" or all(forms), english
        told[english] = forms
    del told[""]  # the head of the file
    return told


def test_each_language_has_every_text_and_no_other() -> None:
    assert len(_used()) > 40
    for locale in ("de", "nl"):
        assert set(_translated(locale)) == _used(), locale


@pytest.mark.parametrize("locale", ["de", "nl"])
def test_translations_keep_the_names_in_braces(locale: str) -> None:
    for english, forms in _translated(locale).items():
        for form in forms:
            assert re.findall(r"\{\w+\}", form) == re.findall(r"\{\w+\}", english)


@pytest.mark.parametrize("locale", ["de", "nl"])
def test_catalogues_name_their_language(locale: str) -> None:
    raw = resources.files("twosource.web").joinpath("locales", f"{locale}.po").read_text()
    assert f"Language: {locale}" in raw


@pytest.mark.parametrize(
    ("locale", "dismiss", "one", "many", "day", "moment"),
    [
        ("en", "Dismiss", "1 warning", "2 warnings", "17 September 2026", "30 November 2026, 11:05 UTC"),
        ("de", "Verwerfen", "1 Warnung", "2 Warnungen", "17. September 2026", "30. November 2026, 11:05 UTC"),
        ("nl", "Afwijzen", "1 waarschuwing", "2 waarschuwingen", "17 september 2026", "30 november 2026, 11:05 UTC"),
        ("fr", "Dismiss", "1 warning", "2 warnings", "17 September 2026", "30 November 2026, 11:05 UTC"),
    ],
)
def test_words_numbers_and_dates(locale: str, dismiss: str, one: str, many: str, day: str, moment: str) -> None:
    words = texts(locale)
    assert words("Dismiss") == dismiss
    assert [words.plural("{n} warning", "{n} warnings", n) for n in (1, 2)] == [one, many]
    assert words.day("2026-09-17") == day
    assert words.moment(datetime(2026, 11, 30, 12, 5, tzinfo=timezone(timedelta(hours=1)))) == moment
    assert words.moment(datetime(2026, 11, 30, 11, 5, tzinfo=UTC)) == moment


@pytest.mark.parametrize("published", ["2026", "2026-09", "soon", "2026-13-01"])
def test_what_is_no_day_stands_as_it_is(published: str) -> None:
    assert texts("de").day(published) == published


def test_an_unknown_text_is_its_english() -> None:
    assert texts("nl")("Of {n}", n=3) == "Of 3"
    assert LOCALES == ("en", "de", "nl")
