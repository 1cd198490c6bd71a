"""A fact's sourcing in words: what supports it, whether that is enough and why, and what would settle it.

Nothing is said here that the sourcing does not bear, and nothing that would tell who a confidential source is: neither
names nor words of it, nor whether it is one of the subject's own people.
"""

from __future__ import annotations

from dataclasses import dataclass

from twosource.facts.explained_gaps import gaps
from twosource.facts.explained_origins import count, origins
from twosource.facts.explained_standing import standing
from twosource.facts.explained_ways import ways
from twosource.facts.telling import Reason, Telling
from twosource.model import Fact, Pack

__all__ = ["Explanation", "Reason", "explain"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a fact stands as it does.

    Attributes:
        steps: one reason after the other, each with what it says in words.
    """

    steps: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """All of it as one paragraph."""
        return " ".join(step.words for step in self.steps)


def explain(fact: Fact, pack: Pack, locale: str) -> Explanation:
    """Return in plain sentences why a fact is settled or only claimed.

    Args:
        fact: a fact of the pack.
        pack: the pack that it stands in.
        locale: the language of the sentences: ``en``, ``de`` or ``nl``.
    """
    telling = Telling(fact, pack, locale)
    return Explanation((count(telling), *standing(telling), *origins(telling), *ways(telling), *gaps(telling)))
