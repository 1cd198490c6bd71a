"""What is read in a text: tokens, sentences, mentions of names, attributions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(slots=True)
class Token:
    """A run of letters, a run of digits, or one other mark. Not frozen, for speed; nobody changes one.

    Attributes:
        start: first code point in the text.
        end: code point after the last.
        text: the characters as written.
        norm: lower case, marks unified (curly to straight apostrophes, hyphen kinds to ``-``).
        stem: the Snowball stem of ``norm`` in the text's language (``norm`` itself for marks and digits).
        spaced: whether white space stands before it.
        is_word: whether it is a run of letters.
    """

    start: int
    end: int
    text: str
    norm: str
    stem: str
    spaced: bool
    is_word: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: code points ``start`` to ``end``, tokens ``first`` to ``last`` (exclusive), in a segment."""

    start: int
    end: int
    first: int
    last: int
    segment: int


class Role(StrEnum):
    """What part a name plays in its clause, as far as the words around it tell."""

    CORE = "core"
    POSSESSOR = "possessor"
    OBLIQUE = "oblique"
    COMPARED = "compared"
    HOLDER = "holder"


@dataclass(frozen=True, slots=True)
class KnownName:
    """What a name in the index stands for.

    Attributes:
        entity: the entity as ``pack/id``, or None for a confusable name, which is something else.
        label: ORG, PER, LOC or MISC.
        kind: the entity's kind.
        text: the name as the pack writes it.
        exact: whether upper and lower case must agree.
        language: the language that it is limited to, or None.
    """

    entity: str | None
    label: str
    kind: str
    text: str
    exact: bool = False
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in a text.

    Attributes:
        start: first code point.
        end: code point after the last.
        quote: the text from start to end.
        label: ORG, PER, LOC or MISC.
        entities: the entities that it can mean, as ``pack/entity``; empty where the base does not know the name.
        by: ``index`` (an alias), ``called`` (a way to refer back), ``rule`` (the shape of a name), ``model``.
        first: the index of its first token.
        last: the index after its last token.
    """

    start: int
    end: int
    quote: str
    label: str
    entities: tuple[str, ...]
    by: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Attribution:
    """A stretch of text that is told as somebody's word.

    Attributes:
        start: first code point of what is attributed.
        end: code point after its last.
        marker: (start, end) of the words that attribute ("nach Angaben des Unternehmens").
        holders: the entities that it can be credited to, as ``pack/entity``; empty where nobody is named or known.
        holder_quote: the words that name the holder, or None where nobody is named.
        kind: ``phrase``, ``verb``, ``reported`` (a verb form that reports), ``noun`` ("Z.ais Darstellung"), ``own``
            ("by its own account"), or ``credit`` (a credit line, which may stand in the sentence after).
    """

    start: int
    end: int
    marker: tuple[int, int]
    holders: tuple[str, ...]
    holder_quote: str | None
    kind: str
