"""The catalogues: every message of the rules and of a flag's detail, in German and Dutch, and none beside."""

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import twosource

PACKAGE = Path(twosource.__file__).parent
SOURCES = [*sorted((PACKAGE / "rules").glob("*.py")), PACKAGE / "flags" / "telling.py"]
KEYWORDS = {"text": None, "plural": (1, 2)}
LOCALES = ("de", "nl")


def _used() -> set[str | tuple[str, ...]]:
    """Return the English messages of the sources; one with a plural as a pair."""
    return {
        tuple(message) if isinstance(message, list | tuple) else message
        for source in SOURCES
        for _, message, _, _ in extract_from_file("python", source, keywords=KEYWORDS)
    }


def _catalogue(locale: str) -> Catalog:
    raw = (PACKAGE / "rules" / "locales" / f"{locale}.po").read_bytes()
    return read_po(BytesIO(raw), locale=locale, abort_invalid=True)


def _entries(locale: str) -> list[Message]:
    return [message for message in _catalogue(locale) if message.id]


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_messages_are_found_in_the_sources() -> None:
    used = _used()
    assert {"single-source", "over", "The draft says: “{quote}”."} <= used
    assert any(isinstance(message, tuple) for message in used)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_message_is_there_once_and_no_other(locale: str) -> None:
    ids = [_forms(message.id) for message in _entries(locale)]
    assert set(ids) == {_forms(message) for message in _used()}
    assert len(set(ids)) == len(ids)
    assert not _catalogue(locale).obsolete


@pytest.mark.parametrize("locale", LOCALES)
def test_each_message_is_translated_in_every_form_and_not_fuzzy(locale: str) -> None:
    catalogue = _catalogue(locale)
    assert str(catalogue.locale) == locale
    for message in _entries(locale):
        forms = _forms(message.string)
        assert all(form.strip() for form in forms), message.id
        assert len(forms) == (catalogue.num_plurals if isinstance(message.id, list | tuple) else 1)
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("locale", LOCALES)
def test_translations_have_the_places_of_the_english(locale: str) -> None:
    for message in _entries(locale):
        wanted = {place for form in _forms(message.id) for place in _places(form)}
        assert all(_places(form) == wanted for form in _forms(message.string)), message.id


@pytest.mark.parametrize("locale", LOCALES)
def test_quotation_marks_are_those_of_the_language(locale: str) -> None:
    """German „…“, Dutch ‘…’; English short messages have straight ones, English details curly ones."""
    opening, closing = {"de": "„“", "nl": "‘’"}[locale]
    for message in _entries(locale):
        for english, form in zip(_forms(message.id), _forms(message.string), strict=True):
            pairs = english.count('"') // 2 + english.count("“")
            assert (form.count(opening), form.count(closing)) == (pairs, pairs), message.id
            assert not any(mark in form for mark in ('"', "”"))
