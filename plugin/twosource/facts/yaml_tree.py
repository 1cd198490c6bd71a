"""YAML as a tree of texts with places: what a fact pack is read from.

Every scalar stays the text that was written, so that ``no``, ``1.10`` and ``2026-08`` mean what they say. PyYAML's
libyaml parser does the reading; of its events we take mappings, sequences and scalars, and refuse the rest of the
language (anchors, aliases, tags, several documents), which a pack has no use for and an attacker has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from sys import intern
from typing import Any, NoReturn, TypeAlias

import yaml

from twosource.facts.yaml_hints import cut_off, hint, may_be_cut_off
from twosource.facts.yaml_plain import plainly

MAX_DEPTH = 40
MAX_CHARACTERS = 100_000_000

_COLUMN_BITS = 32
_COLUMN_MASK = (1 << _COLUMN_BITS) - 1
_DROPPED = object()

Key = str | int
Path = tuple[Key, ...]
Plain: TypeAlias = 'str | list["Plain"] | dict[str, "Plain"]'
Marks: TypeAlias = 'int | tuple[int, list["Marks"] | dict[str, "Marks"]]'


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column of the text, both counted from 1; columns count code points."""

    line: int
    column: int


NOWHERE = Place(0, 0)
"""The place of what stands in no text."""


@dataclass(frozen=True, slots=True)
class TreeProblem:
    """What is wrong with the YAML itself, and where."""

    place: Place
    message: str


class TreeError(Exception):
    """The text is no YAML that a pack can be read from.

    Attributes:
        problems: everything that was found before reading had to stop; never empty.
    """

    def __init__(self, problems: tuple[TreeProblem, ...]) -> None:
        super().__init__("; ".join(f"{each.place.line}:{each.place.column}: {each.message}" for each in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Tree:
    """A YAML document.

    Attributes:
        plain: the document as texts, lists and dictionaries in the order of the text.
        marks: gives where each part of it stands, in the same shape, for :meth:`place` to read.
        problems: what is wrong although the rest could be read: duplicate keys, anchors, tags.
        closer: gives the tree as a closer look has it, which a document in which something is wrong is worth: its
            problems include texts that a comma in { } has cut off, and what was cut off is no key of its plain form.
    """

    plain: Plain
    marks: Callable[[], Marks] = field(repr=False)
    problems: tuple[TreeProblem, ...]
    closer: Callable[[], Tree] = field(repr=False)

    def place(self, path: Path) -> Place:
        """Return where ``path`` stands, or the nearest part of it that the text has."""
        marks = self.marks()
        for key in path:
            inside = _inside(marks, key)
            if inside is None:
                break
            marks = inside
        return _place(marks)


def _inside(marks: Marks, key: Key) -> Marks | None:
    within = None if isinstance(marks, int) else marks[1]
    if isinstance(within, dict):
        return within.get(key) if isinstance(key, str) else None
    return within[key] if isinstance(within, list) and isinstance(key, int) and 0 <= key < len(within) else None


def _place(marks: Marks) -> Place:
    mark = marks if isinstance(marks, int) else marks[0]
    return Place((mark >> _COLUMN_BITS) + 1, (mark & _COLUMN_MASK) + 1)


def _mark(event: Any) -> int:
    """Return where an event begins as one number, since a large pack has millions of them."""
    start = event.start_mark
    mark: int = start.line << _COLUMN_BITS | start.column
    return mark


@dataclass(slots=True)
class _Open:
    """A mapping or a sequence whose end has not come yet; the whole document counts as a sequence of one.

    Attributes:
        plain: what it holds so far.
        marks: where that stands.
        key: the mapping's key that waits for its value; :data:`_DROPPED` for one that was there before.
        mark: where that key stands.
        in_braces: whether it is a mapping in { }.
        last: the last value, where that is a text without quotes: where it stands, and itself.
    """

    plain: Any
    marks: Any
    key: Any = None
    mark: int = 0
    in_braces: bool = False
    last: tuple[int, str] | None = None


class _Reader:
    """Builds the tree from events."""

    def __init__(self) -> None:
        self.problems: list[TreeProblem] = []
        self.cut: dict[int, list[str]] = {}
        self.documents = 0
        self.top = self.root = _Open([], [])
        self.around: list[_Open] = []

    def read(self, loader: Any) -> None:
        """Take all events of libyaml.

        Raises:
            TreeError: where nothing sensible can follow.
            yaml.YAMLError: where the text is no YAML.
        """
        takers: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._mapping,
            yaml.SequenceStartEvent: self._sequence,
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        next_event = loader.get_event
        while (event := next_event()) is not None:
            if (take := takers.get(type(event))) is not None:
                take(event)
        self.problems += [TreeProblem(_place(mark), cut_off(parts)) for mark, parts in self.cut.items()]

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._stop(event, "a pack is one YAML document; put what follows '---' into a file of its own")

    def _alias(self, event: Any) -> None:
        self._stop(event, f"an alias ('*{event.anchor}') is not allowed; write the value out")

    def _mapping(self, event: Any) -> None:
        self._open(event, {}, {}, in_braces=bool(event.flow_style))

    def _sequence(self, event: Any) -> None:
        self._open(event, [], [])

    def _scalar(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            self._note_node(event)
        top, text = self.top, event.value
        if top.key is not None:
            if not (top.in_braces and self._is_cut_off(event)):
                top.plain[top.key], top.marks[top.key] = text, top.mark
                top.last = None if event.style else (_mark(event), text)
            top.key = None
        elif type(top.plain) is list:
            top.plain.append(text)
            top.marks.append(_mark(event))
        else:
            top.key, top.mark = intern(text), _mark(event)
            if text in top.plain:
                self._drop(event, text)

    def _is_cut_off(self, event: Any) -> bool:
        """Return whether the key that waits is the rest of the value before it; if so, note it."""
        top = self.top
        has_none = event.start_mark.index == event.end_mark.index
        if not has_none or top.last is None or top.key is _DROPPED or not may_be_cut_off(top.last[1], top.key):
            return False
        mark, text = top.last
        self.cut.setdefault(mark, [text]).append(top.key)
        return True

    def _drop(self, event: Any, key: str) -> None:
        first = _place(self.top.marks[key])
        self._note(event, f"the key '{key}' stands here twice (first in line {first.line}); remove one of them")
        self.top.key = _DROPPED

    def _open(self, event: Any, plain: Any, marks: Any, *, in_braces: bool = False) -> None:
        if event.anchor is not None or event.tag is not None:
            self._note_node(event)
        if len(self.around) >= MAX_DEPTH:
            self._stop(event, f"nested more than {MAX_DEPTH} levels deep; a pack never needs that")
        top = self.top
        if type(top.plain) is list:
            top.plain.append(plain)
            top.marks.append((_mark(event), marks))
        elif top.key is None:
            self._stop(event, "a key must be plain text, not a list or a mapping")
        else:
            top.plain[top.key], top.marks[top.key] = plain, (top.mark, marks)
            top.key = top.last = None
        self.around.append(top)
        self.top = _Open(plain, marks, in_braces=in_braces)

    def _close(self, _event: Any) -> None:
        if type(self.top.plain) is dict:
            self.top.plain.pop(_DROPPED, None)
        self.top = self.around.pop()

    def _note_node(self, event: Any) -> None:
        if event.anchor is not None:
            self._note(event, f"an anchor ('&{event.anchor}') is not allowed; write the value out where it is needed")
        if event.tag is not None:
            self._note(event, f"a tag ('{event.tag}') is not allowed; every value is text and typed by its key")

    def _note(self, event: Any, message: str) -> None:
        self.problems.append(TreeProblem(_place(_mark(event)), message))

    def _stop(self, event: Any, message: str) -> NoReturn:
        self._note(event, message)
        raise TreeError(tuple(self.problems))


def parse(text: str, limit: int = MAX_CHARACTERS) -> Tree:
    """Return the tree of a YAML document.

    Args:
        text: the YAML; may be anything.
        limit: how many code points it may have.

    Raises:
        TreeError: where it is no YAML, empty, too large, nested too deeply, has more than one document or an alias.
    """
    if len(text) > limit:
        raise _whole(f"the file has {len(text)} characters, more than the {limit} that are read; split the pack")
    _check_characters(text)
    plain = _plain(text)
    if plain is not None:
        # Places are asked for where something is to be told; without them a large pack is read in half the time.
        closer = cache(lambda: _closely(text))
        return Tree(plain, lambda: closer().marks(), (), closer)
    return _closely(text)


def _plain(text: str) -> Plain | None:
    """Return the document, or None where it is not as it should be."""
    try:
        loader = yaml.CSafeLoader(text)
        try:
            plain: Plain | None = plainly(loader, MAX_DEPTH)
        finally:
            loader.dispose()
    except yaml.YAMLError:
        return None
    return plain


def _closely(text: str) -> Tree:
    """Return the tree of a document with the places of all its parts, and all that is wrong."""
    reader = _Reader()
    try:
        loader = yaml.CSafeLoader(text)
        try:
            reader.read(loader)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        raise TreeError((*reader.problems, _syntax(error, text))) from error
    if not reader.root.plain:
        raise _whole("the file is empty; a pack begins with 'schema: twosource/fact-pack/1'")
    root = reader.root.marks[0]
    # What concerns the whole file is told at its beginning.
    marks: Marks = 0 if isinstance(root, int) else (0, root[1])
    tree = Tree(reader.root.plain[0], lambda: marks, tuple(reader.problems), lambda: tree)
    return tree


def _check_characters(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line, column = _line_and_column(text, error.start)
        raise TreeError((TreeProblem(Place(line, column), "a character is half of one (a lone surrogate)"),)) from error


def _whole(message: str) -> TreeError:
    return TreeError((TreeProblem(Place(1, 1), message),))


def _syntax(error: yaml.YAMLError, text: str) -> TreeProblem:
    mark = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
    context = getattr(error, "context", None)
    if mark is not None:
        place = Place(mark.line + 1, mark.column + 1)
    else:
        # libyaml's reader counts bytes of UTF-8, not characters.
        offset = getattr(error, "position", 0) or 0
        before = text.encode("utf-8")[:offset].decode("utf-8", "ignore")
        place = Place(*_line_and_column(before, len(before)))
    told = f"not valid YAML: {f'{context}, ' if context else ''}{said}"
    lines = text.split("\n")
    line = lines[place.line - 1] if mark is not None and place.line <= len(lines) else ""
    mend = hint(said, context or "", line, place.column - 1)
    return TreeProblem(place, f"{told}; {mend}" if mend else told)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")
