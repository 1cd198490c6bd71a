"""YAML as a tree of texts with places: what a fact pack is read from.

Every scalar stays the text that was written, so that ``no``, ``1.10`` and ``2026-08`` mean what they say. PyYAML's
libyaml parser does the reading; of its events we take mappings, sequences and scalars, and refuse the rest of the
language (anchors, aliases, tags, several documents), which a pack has no use for and an attacker has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

MAX_DEPTH = 40
MAX_CHARACTERS = 100_000_000

Key = str | int
Path = tuple[Key, ...]
Plain: TypeAlias = 'str | list["Plain"] | dict[str, "Plain"]'


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
        places: where each key of a mapping and each entry of a list stands, by its path.
        problems: what is wrong although the rest could be read: duplicate keys, anchors, tags.
    """

    plain: Plain
    places: dict[Path, Place]
    problems: tuple[TreeProblem, ...]

    def place(self, path: Path) -> Place:
        """Return where ``path`` stands, or the nearest part of it that the text has."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(1, 1))


@dataclass(slots=True)
class _Open:
    """A mapping or a sequence whose end has not come yet. ``key`` is the mapping's key that waits for its value."""

    path: Path
    plain: list[Plain] | dict[str, Plain]
    key: str | None = None
    dropped: bool = False


@dataclass(slots=True)
class _Reader:
    """Builds the tree from events. ``dropped`` values (of a duplicate key) are read and thrown away."""

    places: dict[Path, Place] = field(default_factory=dict)
    problems: list[TreeProblem] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    root: Plain | None = None
    documents: int = 0

    def take(self, event: Any) -> None:
        """Take one event of libyaml.

        Raises:
            TreeError: where nothing sensible can follow.
        """
        match event:
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    self._stop(event, "a pack is one YAML document; put what follows '---' into a file of its own")
            case yaml.AliasEvent():
                self._stop(event, f"an alias ('*{event.anchor}') is not allowed; write the value out")
            case yaml.ScalarEvent():
                self._note_node(event)
                self._scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._note_node(event)
                self._open(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self.stack.pop()

    def _note_node(self, event: Any) -> None:
        if event.anchor is not None:
            self._note(event, f"an anchor ('&{event.anchor}') is not allowed; write the value out where it is needed")
        if event.tag is not None:
            self._note(event, f"a tag ('{event.tag}') is not allowed; every value is text and typed by its key")

    def _scalar(self, event: Any) -> None:
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.plain, dict) and top.key is None:
            self._key(top, event)
        else:
            self._attach(event, str(event.value))

    def _key(self, top: _Open, event: Any) -> None:
        top.key = str(event.value)
        path = (*top.path, top.key)
        top.dropped = path in self.places
        if top.dropped:
            first = self.places[path]
            self._note(event, f"the key '{top.key}' stands here twice (first in line {first.line}); remove one of them")
        else:
            self.places[path] = _place(event)

    def _open(self, event: Any) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._stop(event, f"nested more than {MAX_DEPTH} levels deep; a pack never needs that")
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.plain, dict) and top.key is None:
            self._stop(event, "a key must be plain text, not a list or a mapping")
        plain: list[Plain] | dict[str, Plain] = {} if isinstance(event, yaml.MappingStartEvent) else []
        self.stack.append(_Open(self._attach(event, plain), plain))

    def _attach(self, event: Any, plain: Plain) -> Path:
        """Hang ``plain`` into the tree and return its path."""
        if not self.stack:
            self.root = plain
            return ()
        top = self.stack[-1]
        if isinstance(top.plain, list):
            path = (*top.path, len(top.plain))
            self.places.setdefault(path, _place(event))
            top.plain.append(plain)
            return path
        key, top.key = top.key or "", None
        if not top.dropped:
            top.plain[key] = plain
            return (*top.path, key)
        # A path that no key of the text has, so that a dropped value never looks like a second of the first's keys.
        return (*top.path, key, -len(self.problems))

    def _note(self, event: Any, message: str) -> None:
        self.problems.append(TreeProblem(_place(event), message))

    def _stop(self, event: Any, message: str) -> None:
        self._note(event, message)
        raise TreeError(tuple(self.problems))


def _place(event: Any) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)


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
    reader = _Reader()
    try:
        for event in _events(text):
            reader.take(event)
    except yaml.YAMLError as error:
        raise TreeError((*reader.problems, _syntax(error, text))) from error
    if reader.root is None:
        raise _whole("the file is empty; a pack begins with 'schema: twosource/fact-pack/1'")
    return Tree(reader.root, reader.places, tuple(reader.problems))


def _events(text: str) -> Iterator[Any]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line, column = _line_and_column(text, error.start)
        raise TreeError((TreeProblem(Place(line, column), "a character is half of one (a lone surrogate)"),)) from error
    yield from yaml.parse(text, Loader=yaml.CSafeLoader)


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
    return TreeProblem(place, f"not valid YAML: {f'{context}, ' if context else ''}{said}")


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")
