"""What lint finds: a weakness, and how often something is estimated to happen."""

from __future__ import annotations

from dataclasses import dataclass

from twosource.facts.yaml_tree import Path

SENTENCE = 18
"""Words of the sentence that estimates speak of: about what one in a newspaper has."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How often words come in ordinary prose, about any subject.

    Attributes:
        share: the share of sentences that have them, above 0 and up to 1.
        words: how many words such a sentence has.
    """

    share: float
    words: int = SENTENCE

    @property
    def of(self) -> tuple[int, int]:
        """The share as (some, of how many) sentences, rounded as an estimate deserves: (1, 40), (3, 10)."""
        if self.share >= 0.1:
            return max(1, round(self.share * 10)), 10
        many = 1 / self.share
        step = 5 if many < 100 else 10 if many < 200 else 50
        return 1, round(many / step) * step


@dataclass(frozen=True, slots=True)
class Weakness:
    """What is legal in a pack, but weak.

    Attributes:
        code: which of :data:`twosource.lint.CODES`.
        path: the keys of the pack that lead to it; a number is a position in a list.
        message: what is weak and what would mend it, in the language that was asked for.
        estimate: how often it is likely to happen, where that can be said.
    """

    code: str
    path: Path
    message: str
    estimate: Estimate | None = None

    @property
    def where(self) -> str:
        """The keys joined by dots: ``facts.turbines.cues.de.0``."""
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        return f"{self.where}: {self.message} [{self.code}]"
