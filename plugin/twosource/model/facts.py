"""The fact base's model: entities, sources, claim types, facts, and what is computed of their sourcing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from twosource.model.values import Value, When

Localized = Mapping[str, str]
"""Text by language: ``{"de": …, "nl": …, "en": …}``; a text that is the same in all stands under each."""


class Standard(StrEnum):
    """What a claim type asks before a fact of it is settled."""

    SUBJECT = "subject"
    AUTHORITY = "authority"
    OBSERVED = "observed"
    INDEPENDENT = "independent"
    ALLEGATION = "allegation"
    ESTIMATE = "estimate"


class Basis(StrEnum):
    """Whether a support rests on its own knowledge."""

    __hash__ = str.__hash__  # supports are looked up by the million, and enum's own is written in Python

    OWN = "own"
    RELAY = "relay"
    UNKNOWN = "unknown"


class Capacity(StrEnum):
    """In what capacity a source says something."""

    __hash__ = str.__hash__  # supports are looked up by the million, and enum's own is written in Python

    STATEMENT = "statement"
    FINDING = "finding"
    ALLEGATION = "allegation"
    ESTIMATE = "estimate"
    ADMISSION = "admission"


class Terms(StrEnum):
    """On what terms a source may be told."""

    __hash__ = str.__hash__  # supports are looked up by the million, and enum's own is written in Python

    ON_RECORD = "on-record"
    BACKGROUND = "background"
    CONFIDENTIAL = "confidential"


@dataclass(frozen=True, slots=True)
class CueTerm:
    """One term of a cue line: any of its alternatives, each a sequence of words.

    Attributes:
        alternatives: each a tuple of words, lower case. A word ``strom~`` is the beginning of a word, ``~kosten`` its
            end; any other matches by Snowball stem.
    """

    alternatives: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CueLine:
    """A line of cue terms, all of which must stand in the sentence."""

    terms: tuple[CueTerm, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """What a pack counts: its id and its nouns by language."""

    id: str
    nouns: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity.

    Attributes:
        text: the name.
        language: the language that it is limited to, or None.
        exact: whether upper and lower case must agree.
        style: ``avoid`` for a spelling that the house does not want, else ``ok``.
    """

    text: str
    language: str | None = None
    exact: bool = False
    style: str = "ok"


@dataclass(frozen=True, slots=True)
class Entity:
    """Who or what facts are about. ``ref`` (``pack/id``) is unique over all packs."""

    pack: str
    id: str
    kind: str
    name: Localized
    aliases: tuple[Alias, ...] = ()
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gender: Mapping[str, str] = field(default_factory=dict)
    of: str | None = None
    affiliates: tuple[str, ...] = ()
    confusable: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        """``pack/id``."""
        return f"{self.pack}/{self.id}"


@dataclass(frozen=True, slots=True)
class Source:
    """A document or a person that says something.

    Attributes:
        publisher: an entity's id in the pack, or a plain name.
        relays: ids of the sources that it retells.
        translation_of: the source that it is a translation of, or None.
    """

    id: str
    publisher: str
    kind: str
    title: str | None = None
    url: str | None = None
    published: str | None = None
    language: str | None = None
    relays: tuple[str, ...] = ()
    translation_of: str | None = None
    text: str | None = None
    status: str = "live"


@dataclass(frozen=True, slots=True)
class Need:
    """What an outsider would have to see, and the whole phrase that says it is absent."""

    id: str
    phrase: Localized


@dataclass(frozen=True, slots=True)
class ClaimType:
    """A kind of claim, with the standard that settles it."""

    id: str
    standard: Standard
    label: Localized
    cues: Mapping[str, tuple[CueLine, ...]] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    origins: int = 2


@dataclass(frozen=True, slots=True)
class Support:
    """That a source bears a fact."""

    source: str
    basis: Basis | None = None
    of: tuple[str, ...] = ()
    speaker: str | None = None
    capacity: Capacity = Capacity.STATEMENT
    terms: Terms = Terms.ON_RECORD
    paid_by: str | None = None
    value: Value | None = None
    quote: str | None = None
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """That a source says otherwise."""

    source: str
    quote: str | None = None
    value: Value | None = None
    terms: Terms = Terms.ON_RECORD


@dataclass(frozen=True, slots=True)
class Origin:
    """Where knowledge of a fact comes from.

    Attributes:
        key: what makes it one origin.
        sources: the ids of the sources that lead to it, the originating ones first; empty for the unnamed one.
        publishers: names to show ("Z.ai"); empty where they are confidential or unnamed.
        holders: entities that an attribution may credit, as ids of the pack.
        own_word: whether it is the subject's own word.
        named: False for the one unnamed origin of unknown supports.
    """

    key: str
    sources: tuple[str, ...]
    publishers: tuple[str, ...]
    holders: tuple[str, ...]
    own_word: bool
    named: bool = True


@dataclass(frozen=True, slots=True)
class Sourcing:
    """What is computed of a fact's supports.

    Attributes:
        origins: the origins, in the order in which the pack first leads to them.
        settled: whether the claim type's standard is met (else the fact is claimed).
        disputed_by: the publishers that say otherwise; one empty name where only confidential sources do.
        missing: the needs that no support shows, in the pack's order.
        credits: ids of entities and names of publishers, that a draft may rightly credit: those of the origins, and
            those of the relays.
    """

    origins: tuple[Origin, ...]
    settled: bool
    disputed_by: tuple[str, ...]
    missing: tuple[Need, ...]
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """What a fact holds under or is compared with: an entity or a label, and cues."""

    label: Localized
    entity: str | None = None
    cues: Mapping[str, tuple[CueLine, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fact:
    """One checkable statement. ``version`` is the hash of its canonical form with its computed sourcing."""

    pack: str
    id: str
    label: Localized
    subject: str
    type: str
    sourcing: Sourcing
    version: str
    value: Value | None = None
    states: Localized = field(default_factory=dict)
    holds: bool = True
    extent: str | None = None
    cues: Mapping[str, tuple[CueLine, ...]] = field(default_factory=dict)
    not_cues: Mapping[str, tuple[CueLine, ...]] = field(default_factory=dict)
    supports: tuple[Support, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    see_also: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    period: When | None = None
    as_of: date | None = None
    condition: Condition | None = None
    compared_with: Condition | None = None
    review_by: date | None = None
    status: str = "approved"
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """A fact pack: what one file holds, with everything computed."""

    id: str
    title: str
    units: Mapping[str, Unit]
    entities: Mapping[str, Entity]
    sources: Mapping[str, Source]
    claim_types: Mapping[str, ClaimType]
    facts: Mapping[str, Fact]
