"""The catalogues: every message of a package, in German and Dutch, and none beside."""

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import twosource

PACKAGE = Path(twosource.__file__).parent
SOURCES = {
    "rules": [*sorted((PACKAGE / "rules").glob("*.py")), PACKAGE / "flags" / "telling.py"],
    "facts": sorted((PACKAGE / "facts").glob("*.py")),
}
KEYWORDS = {"text": None, "plural": (1, 2)}
LOCALES = ("de", "nl")

each_catalogue = pytest.mark.parametrize(("room", "locale"), [(room, locale) for room in SOURCES for locale in LOCALES])


def _used(room: str) -> set[str | tuple[str, ...]]:
    """Return the English messages of a room's sources; one with a plural as a pair."""
    return {
        tuple(message) if isinstance(message, list | tuple) else message
        for source in SOURCES[room]
        for _, message, _, _ in extract_from_file("python", source, keywords=KEYWORDS)
    }


def _catalogue(room: str, locale: str) -> Catalog:
    raw = (PACKAGE / room / "locales" / f"{locale}.po").read_bytes()
    return read_po(BytesIO(raw), locale=locale, abort_invalid=True)


def _entries(room: str, locale: str) -> list[Message]:
    return [message for message in _catalogue(room, locale) if message.id]


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(
    ("room", "some"),
    [
        ("rules", {"single-source", "over", "The draft says: “{quote}”."}),
        ("facts", {"two", "No support is on file.", "So it is settled."}),
    ],
)
def test_messages_are_found_in_the_sources(room: str, some: set[str]) -> None:
    used = _used(room)
    assert some <= used
    assert any(isinstance(message, tuple) for message in used)


@each_catalogue
def test_each_message_is_there_once_and_no_other(room: str, locale: str) -> None:
    ids = [_forms(message.id) for message in _entries(room, locale)]
    assert set(ids) == {_forms(message) for message in _used(room)}
    assert len(set(ids)) == len(ids)
    assert not _catalogue(room, locale).obsolete


@each_catalogue
def test_each_message_is_translated_in_every_form_and_not_fuzzy(room: str, locale: str) -> None:
    catalogue = _catalogue(room, locale)
    assert str(catalogue.locale) == locale
    for message in _entries(room, locale):
        forms = _forms(message.string)
        assert all(form.strip() for form in forms), message.id
        assert len(forms) == (catalogue.num_plurals if isinstance(message.id, list | tuple) else 1)
        assert not message.fuzzy, message.id


@each_catalogue
def test_translations_have_the_places_of_the_english(room: str, locale: str) -> None:
    for message in _entries(room, locale):
        for english, form in zip(_forms(message.id), _forms(message.string), strict=True):
            # A singular may tell its number as a word ("ein Ursprung") where English has a figure, or the other way.
            allowed = {place for each in _forms(message.id) for place in _places(each)}
            assert _places(english) - {"number"} == _places(form) - {"number"}, message.id
            assert _places(form) <= allowed, message.id
        assert "number" not in allowed or "number" in _places(_forms(message.string)[-1]), message.id


@each_catalogue
def test_quotation_marks_are_those_of_the_language(room: str, locale: str) -> None:
    """German „…“, Dutch ‘…’; English short messages have straight ones, English details curly ones."""
    opening, closing = {"de": "„“", "nl": "‘’"}[locale]
    for message in _entries(room, locale):
        for english, form in zip(_forms(message.id), _forms(message.string), strict=True):
            pairs = english.count('"') // 2 + english.count("“")
            assert (form.count(opening), form.count(closing)) == (pairs, pairs), message.id
            assert not any(mark in form for mark in ('"', "”"))
