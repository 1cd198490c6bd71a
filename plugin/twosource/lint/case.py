"""What every check of lint looks at: the pack, ready to be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from twosource.facts.index import FactBase
from twosource.facts.pack import printable
from twosource.facts.parties import Parties
from twosource.facts.yaml_tree import Path
from twosource.lint.weakness import Estimate, Weakness
from twosource.lint.wording import Wording
from twosource.model import LANGUAGES, ClaimType, CueLine, Dispute, Entity, Fact, Pack, Support, Terms

Cues = Mapping[str, tuple[CueLine, ...]]


@dataclass(frozen=True)
class Case:
    """A pack to be linted.

    Attributes:
        pack: the pack.
        at: the day of the check.
        texts: kept texts by the id of their source.
        given: the pack as it was written, in so far as it is known.
        wording: the words of the locale.
    """

    pack: Pack
    at: date
    texts: Mapping[str, str]
    given: Mapping[str, Any]
    wording: Wording

    @cached_property
    def base(self) -> FactBase:
        """The pack as checks look into it."""
        return FactBase.of([self.pack])

    @cached_property
    def parties(self) -> Parties:
        """Who is who among the names of the pack."""
        return Parties(self.pack.entities)

    @cached_property
    def checked(self) -> tuple[Fact, ...]:
        """The facts that drafts are held against."""
        return tuple(fact for fact in self.pack.facts.values() if (fact.pack, fact.id) in self.base.facts)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The sources that some fact may not tell of; no path names one of them."""
        return frozenset(
            each.source for fact in self.pack.facts.values() for each in said(fact) if each.terms is Terms.CONFIDENTIAL
        )

    @cached_property
    def veiled(self) -> frozenset[str]:
        """The entities that stand behind such sources; no message names one of them."""
        behind = [
            name
            for fact in self.pack.facts.values()
            for each in fact.supports
            if each.terms is Terms.CONFIDENTIAL
            for name in (each.speaker, each.paid_by)
        ]
        names = [*behind, *(self.pack.sources[source].publisher for source in self.hidden)]
        return frozenset(filter(None, (self.parties.entity(name) for name in names if name)))

    def claim_type(self, fact: Fact) -> ClaimType:
        """Return the claim type of a fact."""
        return self.pack.claim_types[fact.type]

    def subject(self, fact: Fact) -> Entity:
        """Return the entity that a fact is about."""
        return self.pack.entities[fact.subject]

    def name(self, entity: Entity) -> str:
        """Return the name of an entity in the locale."""
        return self.wording.pick(entity.name)

    def cues(self, fact: Fact) -> Cues:
        """Return the lines that tie sentences to a fact: its own, else its type's."""
        return fact.cues if any(fact.cues.values()) else self.claim_type(fact).cues

    def weak(self, code: str, path: Path, message: str, estimate: Estimate | None = None) -> Weakness:
        """Return a weakness; what the pack's own texts have that a terminal would act on is written out."""
        return Weakness(code, path, printable(message), estimate)

    def written(self, *path: str | int) -> Any:
        """Return what the pack says at a path of keys, as it was written, or None where that is not known."""
        found: Any = self.given
        for key in path:
            if isinstance(key, int):
                found = found[key] if isinstance(found, list) and key < len(found) else None
            else:
                found = found.get(key) if isinstance(found, Mapping) else None
        return found


def said(fact: Fact) -> tuple[Support | Dispute, ...]:
    """Return what sources say of a fact, for it and against it."""
    return (*fact.supports, *fact.disputes)


def lacking(given: Any) -> Iterator[str]:
    """Yield the languages that a map by language lacks; none for one text, or where nothing is given at all."""
    if isinstance(given, Mapping) and any(given.get(language) for language in LANGUAGES):
        yield from (language for language in LANGUAGES if not given.get(language))
