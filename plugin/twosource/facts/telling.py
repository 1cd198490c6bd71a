"""How a fact's sourcing is put into words: names, numbers and messages in one locale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

from twosource.facts.graph import Step
from twosource.facts.parties import Parties
from twosource.facts.sourcing import evidence
from twosource.model import Fact, Pack
from twosource.text.messages import Messages

Plain = str | int | bool | None | Sequence[str]
"""What a reason holds: nothing that JSON does not have."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is said of a fact's sourcing.

    Attributes:
        kind: which, of those that plugin/docs/sourcing.md lists.
        values: what is said, for programs: numbers, and names as the locale has them.
        words: the same as a sentence or two.
    """

    kind: str
    values: Mapping[str, Plain]
    words: str


class Telling:
    """A fact with what its sourcing is computed from, and the words for it.

    Attributes:
        fact: the fact.
        found: what its sourcing is computed from.
        parties: the pack's entities, as those who speak.
        words: the messages of the locale.
    """

    def __init__(self, fact: Fact, pack: Pack, locale: str) -> None:
        self.fact = fact
        self.parties = Parties(pack.entities)
        self.found = evidence(fact, pack, self.parties)
        self.words = Messages("twosource.facts", locale)
        self._entities = pack.entities

    @property
    def open(self) -> bool:
        """Whether it may be told which origins are the subject's own: no confidential source is behind any."""
        named = (group for group in self.found.groups if group.named)
        return all(end.step.on_record for group in named for end in (*group.ends, *group.others))

    def name(self, party: str) -> str:
        """Return the name of a party (an entity's id or name, or a plain name) as the locale has it."""
        entity = self.parties.entity(party)
        return self.words.pick(self._entities[entity].name) if entity is not None else party

    def publisher(self, source: str) -> str:
        """Return the name of who published a source, of a translation who published the original."""
        return self.name(self.found.graph.sources[self.found.graph.original(source)].publisher)

    def publishers(self, steps: Iterable[Step]) -> list[str]:
        """Return the names of who published what is on record among some steps, each once."""
        return list(dict.fromkeys(self.publisher(step.source) for step in steps if step.on_record))

    def confidential(self, number: int) -> str:
        """Return the words for so many confidential sources."""
        return self.words.plural(
            "a confidential source", "{number} confidential sources", number, number=self.number(number)
        )

    def number(self, number: int) -> str:
        """Return a number as it stands within a sentence: up to twelve in letters."""
        spelled = {
            2: self.words.text("two"),
            3: self.words.text("three"),
            4: self.words.text("four"),
            5: self.words.text("five"),
            6: self.words.text("six"),
            7: self.words.text("seven"),
            8: self.words.text("eight"),
            9: self.words.text("nine"),
            10: self.words.text("ten"),
            11: self.words.text("eleven"),
            12: self.words.text("twelve"),
        }
        return spelled.get(number) or format_decimal(number, locale=self.words.cldr)

    def first(self, number: int) -> str:
        """Return a number as it stands at the beginning of a sentence."""
        spelled = self.number(number)
        return spelled[0].upper() + spelled[1:]
