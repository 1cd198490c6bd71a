"""Numbers, dates, units and lists in prose, in each locale."""

from decimal import Decimal
from typing import Any

import pytest

from twosource.facts.symbols import known
from twosource.facts.units import built_in
from twosource.facts.values import value_of
from twosource.model import Comparator, Value
from twosource.rules.wording import wording

LOCALES = ("en", "de", "nl")


NUMBERS = {"is", "over", "at_least", "under", "at_most", "about", "nearly", "up_to", "n", "factor"}


def _typed(given: dict[str, Any]) -> dict[str, Any]:
    """Return a value as the schema types it: numbers as decimals."""
    typed: dict[str, Any] = {}
    for key, part in given.items():
        if isinstance(part, dict):
            typed[key] = _typed(part)
        elif key in NUMBERS:
            typed[key] = Decimal(part)
        else:
            typed[key] = [Decimal(each) for each in part] if key == "between" else part
    return typed


def _value(given: dict[str, Any]) -> Value:
    return value_of(_typed(given))


def _in_each(told: Any) -> list[str]:
    return [told(wording(locale)) for locale in LOCALES]


@pytest.mark.parametrize(
    ("number", "en", "de", "nl"),
    [
        ("0", "0", "0", "0"),
        ("640", "640", "640", "640"),
        ("1500", "1,500", "1.500", "1.500"),
        ("-4", "-4", "-4", "-4"),
        ("0.60", "0.60", "0,60", "0,60"),
        ("100000", "100,000", "100.000", "100.000"),
        ("999999", "999,999", "999.999", "999.999"),
        ("1000000", "1 million", "1 Million", "1 miljoen"),
        ("1234000", "1.234 million", "1,234 Millionen", "1,234 miljoen"),
        ("12345678", "12,345,678", "12.345.678", "12.345.678"),
        ("320000000000", "320 billion", "320 Milliarden", "320 miljard"),
        ("2400000000", "2.4 billion", "2,4 Milliarden", "2,4 miljard"),
        ("1000000000000", "1 trillion", "1 Billion", "1 biljoen"),
    ],
)
def test_numbers(number: str, en: str, de: str, nl: str) -> None:
    assert _in_each(lambda words: words.number(Decimal(number))) == [en, de, nl]


@pytest.mark.parametrize(
    ("iso", "en", "de", "nl"),
    [
        ("2026-08-26", "26 August 2026", "26. August 2026", "26 augustus 2026"),
        ("2026-03-01", "1 March 2026", "1. März 2026", "1 maart 2026"),
        ("2026-08", "August 2026", "August 2026", "augustus 2026"),
        ("2026-Q3", "quarter 3 of 2026", "3. Quartal 2026", "kwartaal 3 van 2026"),
        ("2026", "2026", "2026", "2026"),
    ],
)
def test_days(iso: str, en: str, de: str, nl: str) -> None:
    assert _in_each(lambda words: words.day(iso)) == [en, de, nl]


@pytest.mark.parametrize(
    ("value", "en", "de", "nl"),
    [
        ({"over": "100000", "unit": "accelerator"}, "over 100,000", "über 100.000", "meer dan 100.000"),
        ({"is": "0.15", "unit": "USD"}, "0.15 US dollars", "0,15 US-Dollar", "0,15 Amerikaanse dollar"),
        ({"is": "214000000", "unit": "EUR"}, "214 million euros", "214 Millionen Euro", "214 miljoen euro"),
        ({"nearly": "50", "unit": "percent"}, "nearly 50%", "knapp 50\u00a0%", "bijna 50%"),
        ({"up_to": "1.5", "unit": "points"}, "up to 1.5 points", "bis zu 1,5 Prozentpunkte", "tot 1,5 procentpunt"),
        ({"about": "5", "unit": "times"}, "about 5x", "rund Faktor 5", "ongeveer factor 5"),
        ({"at_least": "12", "unit": "MW"}, "at least 12 MW", "mindestens 12 MW", "minstens 12 MW"),
        ({"at_most": "40", "unit": "t"}, "at most 40 tonnes", "höchstens 40 Tonnen", "hooguit 40 ton"),
        ({"is": "1", "unit": "t"}, "1 tonne", "1 Tonne", "1 ton"),
        ({"is": "5000000", "unit": "t"}, "5 million tonnes", "5 Millionen Tonnen", "5 miljoen ton"),
        ({"is": "12", "unit": "ha"}, "12 hectares", "12 Hektar", "12 hectare"),
        ({"is": "1.5", "unit": "km²"}, "1.5 square kilometres", "1,5 Quadratkilometer", "1,5 vierkante kilometer"),
        ({"about": "90", "unit": "m"}, "about 90 metres", "rund 90 Meter", "ongeveer 90 meter"),
        ({"is": "60", "unit": "m³"}, "60 cubic metres", "60 Kubikmeter", "60 kubieke meter"),
        ({"is": "30", "unit": "l"}, "30 litres", "30 Liter", "30 liter"),
        ({"is": "8", "unit": "mi"}, "8 miles", "8 Meilen", "8 mijl"),
        ({"is": "40", "unit": "millisecond"}, "40 milliseconds", "40 Millisekunden", "40 milliseconden"),
        ({"is": "3", "unit": "quarter"}, "3 quarters", "3 Quartale", "3 kwartalen"),
        ({"is": "5", "unit": "h"}, "5 hours", "5 Stunden", "5 uur"),
        ({"between": ["3", "5"], "unit": "ha"}, "3 to 5 hectares", "3 bis 5 Hektar", "3 tot 5 hectare"),
        (
            {"is": "0.3", "unit": "EUR", "per": {"n": "1", "unit": "kWh"}},
            "0.3 euros per kWh",
            "0,3 Euro pro kWh",
            "0,3 euro per kWh",
        ),
        (
            {"is": "9", "unit": "t", "per": {"n": "1", "unit": "ha"}},
            "9 tonnes per hectare",
            "9 Tonnen pro Hektar",
            "9 ton per hectare",
        ),
        (
            {"is": "7", "unit": "l", "per": {"n": "100", "unit": "km"}},
            "7 litres per 100 km",
            "7 Liter pro 100 km",
            "7 liter per 100 km",
        ),
        ({"is": "12", "unit": "km"}, "12 km", "12 km", "12 km"),
        ({"is": "70", "unit": "kg"}, "70 kg", "70 kg", "70 kg"),
        ({"is": "3", "unit": "GPa"}, "3 GPa", "3 GPa", "3 GPa"),
        ({"is": "4", "unit": "mol"}, "4 mol", "4 mol", "4 mol"),
        ({"is": "410", "unit": "ppm"}, "410 ppm", "410 ppm", "410 ppm"),
        ({"under": "2", "unit": "week"}, "under 2 weeks", "unter 2 Wochen", "minder dan 2 weken"),
        ({"is": "1", "unit": "week"}, "1 week", "1 Woche", "1 week"),
        ({"is": "2.50", "unit": "hour"}, "2.50 hours", "2,50 Stunden", "2,50 uur"),
        ({"is": "1500", "unit": "year"}, "1,500 years", "1.500 Jahre", "1.500 jaar"),
        ({"is": "120", "unit": "km/h"}, "120 km/h", "120 km/h", "120 km/h"),
        ({"is": "37", "unit": "°C"}, "37 °C", "37 °C", "37 °C"),
        ({"is": "640"}, "640", "640", "640"),
        ({"between": ["3", "5"], "unit": "day"}, "3 to 5 days", "3 bis 5 Tage", "3 tot 5 dagen"),
        ({"between": ["10", "20"], "unit": "percent"}, "10 to 20%", "10 bis 20\u00a0%", "10 tot 20%"),
        (
            {"is": "85", "unit": "EUR", "per": {"n": "1", "unit": "day"}},
            "85 euros per day",
            "85 Euro pro Tag",
            "85 euro per dag",
        ),
        (
            {"is": "9", "unit": "bus", "per": {"n": "10", "unit": "minute"}},
            "9 per 10 minutes",
            "9 pro 10 Minuten",
            "9 per 10 minuten",
        ),
        (
            {"is": "0.15", "unit": "EUR", "per": {"n": "1000000", "unit": "token"}},
            "0.15 euros",
            "0,15 Euro",
            "0,15 euro",
        ),
    ],
)
def test_quantities(value: dict[str, Any], en: str, de: str, nl: str) -> None:
    assert _in_each(lambda words: words.value(_value(value))) == [en, de, nl]


@pytest.mark.parametrize(
    ("value", "en", "de", "nl"),
    [
        ({"factor": "3", "direction": "up"}, "3x", "Faktor 3", "factor 3"),
        ({"factor": "4.44", "direction": "down"}, "4.44 times less", "Faktor 4,44 weniger", "factor 4,44 minder"),
        (
            {"change": {"about": "40", "unit": "percent"}, "direction": "down"},
            "down about 40%",
            "rund 40\u00a0% weniger",
            "ongeveer 40% minder",
        ),
        ({"change": {"is": "3", "unit": "percent"}, "direction": "up"}, "up 3%", "3\u00a0% mehr", "3% meer"),
        (
            {"from": {"is": "10", "unit": "percent"}, "to": {"nearly": "50", "unit": "percent"}},
            "from 10% to nearly 50%",
            "von 10\u00a0% auf knapp 50\u00a0%",
            "van 10% naar bijna 50%",
        ),
        ({"date": "2026-08-26"}, "26 August 2026", "26. August 2026", "26 augustus 2026"),
        ({"before": "2026-08-26"}, "before 26 August 2026", "vor dem 26. August 2026", "vóór 26 augustus 2026"),
        ({"before": "2026-08"}, "before August 2026", "vor August 2026", "vóór augustus 2026"),
        ({"after": "2026-08-26"}, "after 26 August 2026", "nach dem 26. August 2026", "na 26 augustus 2026"),
        ({"after": "2026"}, "after 2026", "nach 2026", "na 2026"),
        (
            {"period": ["2026-03", "2026-05-15"]},
            "March 2026 – 15 May 2026",
            "März 2026 – 15. Mai 2026",
            "maart 2026 – 15 mei 2026",
        ),
        ({"text": "MIT", "accept": ["MIT License"]}, "MIT", "MIT", "MIT"),
        ({"undisclosed": True}, "not disclosed", "nicht offengelegt", "niet bekendgemaakt"),
    ],
)
def test_other_values(value: dict[str, Any], en: str, de: str, nl: str) -> None:
    assert _in_each(lambda words: words.value(_value(value))) == [en, de, nl]


def test_a_plain_number_has_no_comparator() -> None:
    assert _in_each(lambda words: words.comparator(Comparator.IS)) == ["", "", ""]


@pytest.mark.parametrize(
    ("parts", "en", "de", "nl"),
    [
        (["a"], "a", "a", "a"),
        (["a", "b"], "a and b", "a und b", "a en b"),
        (["a", "b", "c"], "a, b and c", "a, b und c", "a, b en c"),
    ],
)
def test_lists(parts: list[str], en: str, de: str, nl: str) -> None:
    assert _in_each(lambda words: words.listed(parts)) == [en, de, nl]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ({"de": "Kosten", "nl": "kosten", "en": "cost"}, ["cost", "Kosten", "kosten"]),
        ({"en": "cost"}, ["cost", "cost", "cost"]),
        ({"nl": "kosten"}, ["kosten", "kosten", "kosten"]),
        ({}, ["", "", ""]),
    ],
)
def test_the_text_of_a_locale_or_the_next_best(texts: dict[str, str], told: list[str]) -> None:
    assert _in_each(lambda words: words.pick(texts)) == told


def test_plurals() -> None:
    one = "{number} source on file leads to one origin: {origin}."
    many = "{number} sources on file lead back to one origin: {origin}."
    for locale, singular, plural in (
        ("en", "1 source on file leads", "2 sources on file lead"),
        ("de", "1 vorliegende Quelle führt", "2 vorliegende Quellen führen"),
        ("nl", "1 bron in het dossier leidt", "2 bronnen in het dossier leiden"),
    ):
        words = wording(locale)
        assert words.plural(one, many, 1, origin="Z.ai").startswith(singular)
        assert words.plural(one, many, 2, origin="Z.ai").startswith(plural)


def test_one_wording_a_locale() -> None:
    assert wording("de") is wording("de")


def test_every_built_in_unit_is_told_and_no_word_of_a_pack() -> None:
    built = [*built_in(), *known()]
    for unit in built:
        told = wording("en").value(value_of({"is": Decimal(7), "unit": unit}))
        assert told != "7", unit
    for word in ("accelerator", "token", "bus", "stop", "ms2", "hm-x", "kmol2", "gals", "mile", "tons"):
        assert wording("en").value(value_of({"is": Decimal(7), "unit": word})) == "7"
