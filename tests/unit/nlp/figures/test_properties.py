"""What holds for every text: numbers come back exactly, quotes are exact, nothing raises, the work is linear."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twosource.model import Figure
from twosource.nlp.figures import find

LANGUAGES = ("de", "nl", "en")
AT = date(2026, 9, 20)
GROUP = {"de": ".", "nl": ".", "en": ","}
DECIMAL = {"de": ",", "nl": ",", "en": "."}
AROUND = {"de": "Das sind {} Kilogramm.", "nl": "Dat is {} kilogram.", "en": "That is {} kilograms."}
MILLIONS = {"de": "{} Millionen Kilogramm", "nl": "{} miljoen kilogram", "en": "{} million kilograms"}
PIECES = (
    "1", "100.000", "1.5", "2026", "30.", "Februar", "August", "über", "over", "zwei", "hundert", "eine", "Million",
    "miljoen", "a", "half", "of", "€", "%", "-", "–", "−", ":", "/", ",", "Chips", "chips", "dreimal", "so", "um",
    "das", "Dreifache", "zwischen", "und", "en", "between", "and", "to", "bis", "tot", "½", "²", "٣", "\n", "(", ")",
    "Wochen", "weken", "years", "old", "H100", "GLM-5.3", "Q3", "1990s", "uur", "pm", "jeder", "dritte", "x",
)  # fmt: skip

FEW = settings(settings.get_profile("ci"), max_examples=25)
MANY = settings(FEW, max_examples=75)

languages = st.sampled_from(LANGUAGES)
whole_numbers = st.integers(min_value=2, max_value=10**15)


def only(figures: tuple[Figure, ...]) -> Figure:
    assert len(figures) == 1, [figure.quote for figure in figures]
    return figures[0]


def grouped(number: int, mark: str) -> str:
    return f"{number:,}".replace(",", mark)


def spelled_de(number: int) -> str:
    ones = ["", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
    ones += ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
    tens = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]

    def below_thousand(part: int) -> str:
        hundreds, rest = divmod(part, 100)
        word = f"{ones[hundreds]}hundert" if hundreds else ""
        if rest < 20:
            return word + ones[rest]
        ten, one = divmod(rest, 10)
        return word + (f"{ones[one]}und" if one else "") + tens[ten]

    thousands, rest = divmod(number, 1000)
    return (f"{below_thousand(thousands)}tausend" if thousands else "") + below_thousand(rest)


def spelled_nl(number: int) -> str:
    ones = ["", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf"]
    ones += ["dertien", "veertien", "vijftien", "zestien", "zeventien", "achttien", "negentien"]
    tens = ["", "", "twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"]

    def below_thousand(part: int) -> str:
        hundreds, rest = divmod(part, 100)
        word = (ones[hundreds] if hundreds > 1 else "") + "honderd" if hundreds else ""
        if rest < 20:
            return word + ones[rest]
        ten, one = divmod(rest, 10)
        link = "ën" if one in {2, 3} else "en"
        return word + (f"{ones[one]}{link}" if one else "") + tens[ten]

    thousands, rest = divmod(number, 1000)
    head = below_thousand(thousands) if thousands > 1 else ""
    return (f"{head}duizend" if thousands else "") + below_thousand(rest)


def spelled_en(number: int) -> str:
    ones = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    ones += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
    tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    def below_thousand(part: int) -> str:
        hundreds, rest = divmod(part, 100)
        small = ones[rest] if rest < 20 else tens[rest // 10] + (f"-{ones[rest % 10]}" if rest % 10 else "")
        if not hundreds:
            return small
        return f"{ones[hundreds]} hundred" + (f" and {small}" if rest else "")

    thousands, rest = divmod(number, 1000)
    tail = below_thousand(rest)
    link = " and " if thousands and 0 < rest < 100 else " "
    return f"{below_thousand(thousands)} thousand{link if tail else ''}{tail}" if thousands else tail


SPELLED: dict[str, Callable[[int], str]] = {"de": spelled_de, "nl": spelled_nl, "en": spelled_en}


@FEW
@given(languages, whole_numbers, st.sampled_from(("", "own", "\u00a0", "\u202f", "'", "’")))
def test_a_whole_number_comes_back_from_every_grouping(language: str, number: int, mark: str) -> None:
    written = str(number) if not mark else grouped(number, GROUP[language] if mark == "own" else mark)
    figure = only(find(AROUND[language].format(written), language))
    assert figure.value == number
    assert figure.interval.is_point
    assert figure.unit == "kg"


@FEW
@given(languages, whole_numbers, st.integers(min_value=1, max_value=4), st.integers(min_value=0, max_value=9999))
def test_decimals_come_back_with_their_precision(language: str, whole: int, places: int, digits: int) -> None:
    fraction = f"{digits:04}"[:places]
    written = f"{grouped(whole, GROUP[language])}{DECIMAL[language]}{fraction}"
    figure = only(find(AROUND[language].format(written), language))
    assert figure.value == Decimal(f"{whole}.{fraction}")
    assert figure.precision == Decimal(1).scaleb(-places)
    assert figure.value is not None
    assert figure.interval.holds(figure.value)
    assert not figure.interval.holds(figure.value + figure.precision)


@FEW
@given(languages, st.integers(min_value=2, max_value=999), st.integers(min_value=0, max_value=9))
def test_a_magnitude_multiplies(language: str, whole: int, tenth: int) -> None:
    figure = only(find(MILLIONS[language].format(f"{whole}{DECIMAL[language]}{tenth}"), language))
    assert figure.value == Decimal(f"{whole}.{tenth}") * 10**6
    assert figure.precision == 10**5


@FEW
@given(languages, st.integers(min_value=2, max_value=999_999))
def test_a_spelled_number_comes_back(language: str, number: int) -> None:
    figure = only(find(AROUND[language].format(SPELLED[language](number)), language))
    assert figure.value == number
    assert figure.interval.is_point


@FEW
@given(languages, st.dates(min_value=date(1000, 1, 1)))
def test_an_iso_date_comes_back(language: str, day: date) -> None:
    figure = only(find(f"({day.isoformat()})", language))
    assert figure.iso == day.isoformat()
    assert figure.value == day.toordinal()


texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
)


@MANY
@given(texts, languages)
def test_nothing_raises_and_every_place_is_exact(text: str, language: str) -> None:
    end = 0
    for figure in find(text, language, AT, {"chip": "chip", "chips": "chip"}):
        assert end <= figure.start < figure.end <= len(text)
        end = figure.end
        assert text[figure.start : figure.end] == figure.quote
        assert figure.parts is not None
        for part in (figure.parts.comparator, figure.parts.number, figure.parts.unit):
            assert part is None or 0 <= part[0] < part[1] <= len(text)
        assert figure.readings == () or len(figure.readings) > 1


def steps(text: str, language: str) -> int:
    """Count the calls of functions, which no other load on the machine changes."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        find(text, language, AT, {"chip": "chip"})
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "piece",
    ["1", "1.", "1,", "100 ", "100 000 ", "zwei ", "hunderttausend", "a million ", "1-", "a-", "10 to ", "zwischen ",
     "one hundred and ", "½", "€", "5, ", "3:", "5 % ", "van de ", "\n", "a'", "10 new ", "een ", "1/", "\u0301a"],
)  # fmt: skip
def test_the_work_grows_with_the_text(language: str, piece: str) -> None:
    find(piece * 10, language, AT)  # fills what is cached once for all texts
    short, long = steps(piece * 50, language), steps(piece * 200, language)
    assert long <= 4.4 * short + 200


@pytest.mark.parametrize(
    ("language", "piece"),
    [("en", "5, "), ("de", "5€"), ("nl", "(5"), ("de", "zwei "), ("en", "half a "), ("de", "26. August "),
     ("en", "A "), ("nl", "a-"), ("nl", "10 to ")],
)  # fmt: skip
def test_of_a_text_of_numbers_alone_no_more_is_read_than_of_the_densest_prose(language: str, piece: str) -> None:
    text = piece * 9_000
    assert len(find(text, language, AT)) <= 3000 + len(text) // 40 + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_prose_behind_a_text_of_numbers_is_read_again(language: str) -> None:
    prose = ". " + "xyz " * 200 + ". " + AROUND[language].format("7")
    assert find("5, " * 4_000 + prose, language)[-1].unit == "kg"


def test_a_number_of_a_million_digits_is_no_figure() -> None:
    assert find("7" * 1_000_000, "en") == ()


def test_another_language_is_refused() -> None:
    with pytest.raises(KeyError, match="de, nl and en"):
        find("deux cents", "fr")
