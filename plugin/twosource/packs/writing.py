"""The canonical text of a pack: YAML that a person reads, git compares line by line, and every YAML reader takes alike.

PyYAML's emitter writes it; here stands only what it cannot know: which keys hold numbers, and what goes on one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import yaml
from marshmallow import fields
from yaml.resolver import Resolver

from twosource.packs.uncollected import uncollected
from twosource_schemas.base import OwnField, StrictSchema, ready
from twosource_schemas.cues import Cues
from twosource_schemas.pack import ById, FactPackSchema
from twosource_schemas.scalars import Number, YesNo
from twosource_schemas.values import Pair, Value, shape_of

MAX_WIDTH = 110
"""A mapping or a list stands on one line where its texts, with two more for each, are not longer than this."""

Events = Iterator[yaml.Event]

_SHORT = 100
_UNBROKEN = 2**31 - 1
_TEXT_TAG = "tag:yaml.org,2002:str"
_RESOLVER = Resolver()
# What is no text to readers of YAML 1.2, or to those of YAML 1.1 that go beyond PyYAML's own: all that begins like a
# number or a date and has nothing but their characters.
_NO_TEXT = re.compile(r"[yYnN]|[-+]?\.?\d[\da-fA-FxoTZ_.,:+-]*|[-+]?\.[\w.]*|[-+]?0[xob][\da-fA-F_]+")
_BEYOND_LIBYAML = re.compile("[\U00010000-\U0010ffff]")


def write(canonical: Mapping[str, Any]) -> str:
    """Return the canonical YAML of a pack in canonical form.

    Reading it gives the same canonical form, and writing that the same text, byte for byte. Ids and what they hold
    stand one below the other, each cue line and each support begins a line, and no line is broken within a text.

    Args:
        canonical: what :func:`twosource.packs.canonical` returns. Where its keys stand in another order, as some
            databases leave them, the schema's order is written; the order of ids is that of ``canonical``.
    """
    with uncollected():
        return _emitted(_mapping(ready(FactPackSchema), canonical, flow=False))


def inline(value: Any) -> str:
    """Return any part of a canonical form on one line, to be shown to people."""
    if isinstance(value, str):
        return value
    return _emitted(_tree(value, flow=True, text=_shown)).strip()


def _emitted(events: Iterable[yaml.Event]) -> str:
    whole = [
        yaml.StreamStartEvent(),
        yaml.DocumentStartEvent(explicit=False),
        *events,
        yaml.DocumentEndEvent(explicit=False),
        yaml.StreamEndEvent(),
    ]
    # libyaml's emitter is ten times as fast, and writes what lies beyond the first plane (an emoji) as \U0001F600.
    readable = any(_BEYOND_LIBYAML.search(each.value) for each in whole if isinstance(each, yaml.ScalarEvent))
    dumper = yaml.SafeDumper if readable else yaml.CSafeDumper
    written: str = yaml.emit(whole, Dumper=dumper, allow_unicode=True, width=_UNBROKEN)
    return written


def _mapping(schema: StrictSchema, given: Mapping[str, Any], *, flow: bool) -> Events:
    """Yield a mapping of a schema's keys, in their order."""
    yield yaml.MappingStartEvent(None, None, implicit=True, flow_style=flow)
    for key, field in _fields(type(schema)).items():
        if key in given:
            yield _bare(key)
            yield from _field(field, given[key])
    yield yaml.MappingEndEvent()


@cache
def _fields(schema: type[StrictSchema]) -> dict[str, fields.Field[Any]]:
    return {field.data_key or name: field for name, field in ready(schema).fields.items()}


def _field(field: fields.Field[Any], value: Any) -> Events:
    """Yield what a field holds."""
    match field:
        case Number() | YesNo():
            yield _bare(value)
        case Pair() if isinstance(value, list):
            yield from _list((_field(field.of, each) for each in value), flow=True)
        case Value():
            yield from _mapping(ready(shape_of(value)), value, flow=_fits(value))
        case Cues():
            yield from _pairs(value, lambda lines: _list((_tree(line, flow=True) for line in lines), flow=False))
        case ById():
            yield from _pairs(value, _entry(field.of))
        case fields.List():
            yield from _list((_field(field.inner, each) for each in value), flow=False)
        case fields.Nested() if isinstance(field.schema, StrictSchema):
            yield from _mapping(field.schema, value, flow=_fits(value))
        case _:
            yield from _tree(value, flow=_fits(value))


def _entry(of: type[StrictSchema] | OwnField) -> Callable[[Any], Events]:
    if isinstance(of, OwnField):
        return lambda value: _field(of, value)
    schema = ready(of)
    return lambda value: _mapping(schema, value, flow=False)


def _pairs(given: Mapping[str, Any], node: Callable[[Any], Events]) -> Events:
    """Yield a mapping whose keys stand one below the other."""
    yield yaml.MappingStartEvent(None, None, implicit=True, flow_style=False)
    for key, value in given.items():
        yield _text(key)
        yield from node(value)
    yield yaml.MappingEndEvent()


def _list(entries: Iterable[Events], *, flow: bool) -> Events:
    yield yaml.SequenceStartEvent(None, None, implicit=True, flow_style=flow)
    for entry in entries:
        yield from entry
    yield yaml.SequenceEndEvent()


def _tree(value: Any, *, flow: bool, text: Callable[[str], yaml.Event] | None = None) -> Events:
    """Yield texts in any nesting of lists and mappings."""
    scalar = text or _text
    if isinstance(value, Mapping):
        yield yaml.MappingStartEvent(None, None, implicit=True, flow_style=flow)
        for key, inner in value.items():
            yield scalar(key)
            yield from _tree(inner, flow=flow, text=text)
        yield yaml.MappingEndEvent()
    elif isinstance(value, list):
        yield from _list((_tree(inner, flow=flow, text=text) for inner in value), flow=flow)
    elif isinstance(value, str):
        yield scalar(value)
    else:
        yield _bare(value)


def _fits(value: Any) -> bool:
    """Return whether a mapping or a list goes on one line: it is short, and no text in it has lines of its own."""
    return _width(value) <= MAX_WIDTH


def _width(value: Any) -> int:
    if isinstance(value, str):
        return len(value) + 2 if "\n" not in value else MAX_WIDTH + 1
    if isinstance(value, Mapping):
        return sum(len(key) + 2 + _width(inner) for key, inner in value.items()) + 2
    if isinstance(value, list):
        return sum(map(_width, value)) + 2
    return 6


def _bare(value: Any) -> yaml.ScalarEvent:
    """Return a number or a truth value, which stands without quotes."""
    written = value if isinstance(value, str) else str(value).lower()
    return yaml.ScalarEvent(None, None, (True, True), written)


def _shown(text: str) -> yaml.ScalarEvent:
    return yaml.ScalarEvent(None, None, (True, True), text, style='"' if "\n" in text else None)


def _text(text: str) -> yaml.ScalarEvent:
    """Return a text, in quotes wherever any reader of YAML might take it for something else."""
    return _short_text(text) if len(text) <= _SHORT else _any_text(text)


def _any_text(text: str) -> yaml.ScalarEvent:
    lines = text.split("\n")
    if len(lines) > 1:
        clean = all(line.isprintable() and not line.endswith(" ") for line in lines)
        return yaml.ScalarEvent(None, None, (False, True), text, style="|" if clean else '"')
    if not text.isprintable():
        return yaml.ScalarEvent(None, None, (False, True), text, style='"')
    return yaml.ScalarEvent(None, None, (_is_text_to_all(text), True), text)


# Words, ids and names come again and again in a large pack.
_short_text = lru_cache(maxsize=20_000)(_any_text)


def _is_text_to_all(text: str) -> bool:
    """Return whether every reader of YAML takes ``text`` for text where it stands without quotes."""
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]  # PyYAML's stubs
    return bool(tag == _TEXT_TAG) and not _NO_TEXT.fullmatch(text)
