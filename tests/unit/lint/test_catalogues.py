"""The catalogues of lint: every message in German and Dutch, and none beside."""

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import twosource

ROOM = Path(twosource.__file__).parent / "lint"
LOCALES = ("de", "nl")


def _used() -> set[tuple[str, ...]]:
    return {
        _forms(message)
        for source in sorted(ROOM.glob("*.py"))
        for _, message, _, _ in extract_from_file("python", source, keywords={"text": None, "plural": (1, 2)})
    }


def _catalogue(locale: str) -> Catalog:
    return read_po(BytesIO((ROOM / "locales" / f"{locale}.po").read_bytes()), locale=locale, abort_invalid=True)


def _entries(locale: str) -> list[Message]:
    return [message for message in _catalogue(locale) if message.id]


def _forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_messages_are_found_in_the_sources() -> None:
    used = _used()
    assert ("nobody on file says so: give a support",) in used
    assert any(len(message) == 2 for message in used)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_message_is_there_once_and_no_other(locale: str) -> None:
    ids = [_forms(message.id) for message in _entries(locale)]
    assert set(ids) == _used()
    assert len(set(ids)) == len(ids)
    assert not _catalogue(locale).obsolete


@pytest.mark.parametrize("locale", LOCALES)
def test_each_message_is_translated_in_every_form_with_the_same_places(locale: str) -> None:
    catalogue = _catalogue(locale)
    for message in _entries(locale):
        forms = _forms(message.string)
        assert len(forms) == (catalogue.num_plurals if isinstance(message.id, list | tuple) else 1)
        assert all(form.strip() for form in forms), message.id
        assert not message.fuzzy, message.id
        for english, form in zip(_forms(message.id), forms, strict=True):
            assert _places(form) == _places(english), message.id


@pytest.mark.parametrize("locale", LOCALES)
def test_quotation_marks_are_those_of_the_language(locale: str) -> None:
    opening, closing = {"de": "„“", "nl": "‘’"}[locale]
    for message in _entries(locale):
        for english, form in zip(_forms(message.id), _forms(message.string), strict=True):
            pairs = english.count("“")
            assert (form.count(opening), form.count(closing)) == (pairs, pairs), message.id
