"""What every rule is made of: the case that it looks at, and the finding that it may raise."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from twosource.model import (
    Claim,
    ClaimType,
    Comparator,
    Fact,
    Figure,
    Finding,
    Severity,
    Source,
    Standard,
    Suggestion,
    Verdict,
)
from twosource.rules.wording import Wording, wording

__all__ = ["Case", "Party", "Rule", "wording"]


_DIFFERS = frozenset({Verdict.NARROWER, Verdict.WIDER, Verdict.DROPPED, Verdict.CONFLICT})
"""What makes a figure that is credited to somebody else that party's own, and no retelling of the fact's."""


@dataclass(frozen=True, slots=True)
class Party:
    """A publisher or whoever else is named: ``name`` to show in the locale, ``forms`` that a text may name it by."""

    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One claim, with all that a rule may look at.

    Attributes:
        claim: what the draft says.
        fact: what the file says.
        claim_type: the fact's type.
        sources: the sources of the fact's pack.
        quote: the words of the claim.
        surroundings: the text of its sentence and of the sentences beside it.
        chief: whether this is the mention that the sourcing findings of the fact are raised at.
        wording: the words of the locale that flags are shown in.
        draft_wording: the words of the draft's language, for suggestions.
        publishers: for each source of the pack its publisher's name to show.
        parties: who is behind a name that the fact's sourcing gives; a name without a party stands for itself.
        related: the facts that belong in this one's detail (its ``see_also``).
    """

    claim: Claim
    fact: Fact
    claim_type: ClaimType
    sources: Mapping[str, Source]
    quote: str
    surroundings: str
    chief: bool
    wording: Wording
    draft_wording: Wording
    publishers: Mapping[str, str]
    parties: Mapping[str, Party]
    related: Sequence[Fact] = ()

    @property
    def origin_name(self) -> str | None:
        """Whose word the fact is, to be shown: the first origin's publisher whose name may be told, or None."""
        return self.origin_of(self.fact)

    @property
    def publisher(self) -> str:
        """Whose word the fact is, to be shown, or "the file" where that may not be told or nobody knows."""
        return self.origin_name or self.wording.text("the file")

    def origin_of(self, fact: Fact) -> str | None:
        """Return whose word a fact of the pack is, to be shown, or None where that may not be told or nobody knows."""
        names = (origin.publishers[0] for origin in fact.sourcing.origins if origin.publishers)
        return next(map(self.shown, names), None)

    def shown(self, name: str) -> str:
        """Return a name of the sourcing as the locale has it."""
        return self.parties[name].name if name in self.parties else name

    def names_nearby(self, name: str) -> bool:
        """Return whether the text around the claim names somebody, by any name and in any case ("Z.ais")."""
        forms = self.parties[name].forms if name in self.parties else (name,)
        one = "|".join(map(re.escape, forms))
        return re.search(rf"(?<!\w)(?:{one})(?:['’]?s|es|e?n)?(?!\w)", self.surroundings, re.IGNORECASE) is not None

    @property
    def elsewhere(self) -> bool:
        """Whether the sentence credits the claim to somebody to whom no source on file leads."""
        return self.claim.attributed is not None and self.claim.holder_quote is not None and not self.claim.credited

    @property
    def told_as_fact(self) -> bool:
        """Whether the claim is told as plain fact: nobody is credited, it is not hedged nor told as hearsay."""
        return self.elsewhere or (self.claim.attributed is None and self.claim.certainty == "plain")

    @property
    def agrees(self) -> bool:
        """Whether the claim tells the fact (however exactly), and does not deny it or report another's figure."""
        if self.elsewhere and self.claim.verdict in _DIFFERS:
            return False
        return self.claim.affirmed is self.fact.holds

    @property
    def sourcing_counts(self) -> bool:
        """Whether sourcing findings may be raised here.

        None are where the claim type's own word, authority or reading settles the fact.
        """
        if not (self.chief and self.agrees):
            return False
        own_ways = (Standard.SUBJECT, Standard.AUTHORITY, Standard.OBSERVED)
        return not (self.fact.sourcing.settled and self.claim_type.standard in own_ways)

    @property
    def sourcing_severity(self) -> Severity:
        """A note where the claim is credited to where it comes from, or the text names the gap; else a warning."""
        return Severity.NOTE if self.claim.credited or self.claim.disclosed else Severity.WARNING

    @property
    def conflict_severity(self) -> Severity:
        """An error against a settled fact; else a warning, or a note where somebody else is credited (that is news)."""
        if self.fact.sourcing.settled:
            return Severity.ERROR
        return Severity.NOTE if self.elsewhere else Severity.WARNING

    def says(self) -> str:
        """Return the short message that the origin says something else ("Z.ai says 320 billion")."""
        told = "" if self.fact.value is None else self.wording.value(self.fact.value)
        return self.wording.text("{publisher} says {value}", publisher=self.publisher, value=told)

    def file_says(self) -> str:
        """Return a sentence that gives the file's value with its publisher."""
        told = "" if self.fact.value is None else self.wording.value(self.fact.value)
        return self.wording.text(
            "The draft says “{quote}”; according to {publisher} it is {value}.",
            quote=self.quote, publisher=self.publisher, value=told,
        )  # fmt: skip

    def finding(
        self, rule: Rule, severity: Severity, message: str, detail: str, suggestions: tuple[Suggestion, ...] = ()
    ) -> Finding:
        """Return a finding of a rule on this claim's words."""
        return Finding(rule.id, severity, message, detail, self.claim.start, self.claim.end, suggestions)

    def with_comparator(self, figure: Figure, comparator: Comparator) -> tuple[Suggestion, ...]:
        """Return the suggestion that gives a figure a comparator, in the draft's language, or takes it away.

        There is none where the draft's own comparator follows the number ("100,000 and counting").
        """
        if figure.parts is None:
            return ()
        start, end = figure.parts.number
        number = figure.quote[start - figure.start : end - figure.start]
        if figure.parts.comparator is not None:
            if figure.parts.comparator[0] > start:
                return ()
            start = figure.parts.comparator[0]
        replacement = f"{self.draft_wording.comparator(comparator)} {number}".strip()
        return (Suggestion(start, end, replacement, self.wording.text("the comparator on file")),)


class Rule(ABC):
    """A rule of the catalogue.

    Attributes:
        id: its stable name.
        severity: its severity when nothing softens it.
        title: what it is called in the docs.
        explanation: what it means, for an editor.
    """

    id: ClassVar[str]
    severity: ClassVar[Severity]
    title: ClassVar[str]
    explanation: ClassVar[str]

    @abstractmethod
    def check(self, case: Case) -> Finding | None:
        """Return what the rule finds in a case, or None where it has nothing to say."""
