"""What a fact holds of: its period, its day, its condition, its comparison; and whether a sentence tells of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property

from twosource.claims.counts import index_at
from twosource.claims.discourse import Scene
from twosource.facts.days import told_days
from twosource.facts.index import FactBase
from twosource.model import Condition, Fact, Figure, FigureKind, Interval, Token, When
from twosource.nlp.figures.lexicon import lexicon
from twosource.nlp.lexicon import Prose
from twosource.nlp.pipeline import Reading

_PARTIAL = frozenset({"some", "many", "most"})
_TO_DATE = 3
"""How many tokens may stand between words of an as-of date and the date ("Stand: Ende März 2026")."""
_BEFORE = 8
"""How many sentences before a claim may name the condition that it holds under."""


@dataclass(frozen=True)
class Setting:
    """A sentence, with what it says of times and comparisons; each is read once, however many facts ask for it.

    Attributes:
        scene: the sentence.
        number: the number of the sentence in the text.
        figures: the figures in it.
        reading: the whole text's reading.
        base: the fact base.
    """

    scene: Scene
    number: int
    figures: Sequence[Figure]
    reading: Reading
    base: FactBase

    def of_another_time(self, fact: Fact, told: Figure | None) -> bool:
        """Return whether the sentence gives another time than the fact's.

        Of a fact with a period: where it names dates or months, and none of them touches the period. Of a fact that
        holds as of a day: where it says as of which other day it speaks.

        Args:
            fact: the fact.
            told: the figure that is told of it, or None.
        """
        if isinstance(fact.value, When):
            return False
        if fact.period is not None:
            days = fact.period.interval
            touched = [_touches(each, days) for each in self._dates if each is not told]
            touched += [month in _months_of(days) for month in self._bare_months]
            return bool(touched) and not any(touched)
        if fact.as_of is not None:
            day = Interval.point(Decimal(fact.as_of.toordinal()))
            return any(not _touches(each, day) for each in self._as_of if each is not told)
        return False

    def under_another(self, fact: Fact) -> bool:
        """Return whether what differs from a fact may well be told under another condition, or against something else.

        A fact's condition has to be named: by a cue line, in the sentence or shortly before it in its paragraph, or in
        the sentence by the entity. A comparison may go unsaid; what counts is that the sentence compares with something
        that the fact's cues do not name.
        """
        if fact.condition is not None and not self._names(fact, "condition", fact.condition):
            return True
        compared = fact.compared_with
        if compared is None or self._names(fact, "compared_with", compared):
            return False
        return self._compares

    def not_quite_all(self, fact: Fact) -> bool:
        """Return whether the sentence says "not all" of what the fact says of some, many or most: it denies nothing."""
        return fact.extent in _PARTIAL and self._not_all

    @property
    def _tokens(self) -> Sequence[Token]:
        return self.reading.walk.tokens

    @property
    def _prose(self) -> Prose:
        return self.reading.walk.prose

    @property
    def _indexes(self) -> range:
        return range(self.scene.sentence.first, self.scene.sentence.last)

    @cached_property
    def _dates(self) -> list[Figure]:
        return [each for each in self.figures if each.kind is FigureKind.DATE]

    @cached_property
    def _as_of(self) -> list[Figure]:
        """The dates that the sentence says something holds as of ("Stand 1. März", "as of March")."""
        return [each for each in self._dates if self._is_as_of(each)]

    def _is_as_of(self, figure: Figure) -> bool:
        first = index_at(self._tokens, figure.start)
        return any(
            end <= first <= end + _TO_DATE
            for start in range(max(self.scene.sentence.first, first - 2 * _TO_DATE), first)
            for end, _ in self._prose.as_of.at(self._tokens, start, first)
        )

    @cached_property
    def _bare_months(self) -> list[int]:
        """The months that the sentence names without a year; where months are capitals, "may" is none."""
        within = self._within(self._dates)
        months, lower = lexicon(self._prose.language).months, self._prose.language == "nl"
        named = (
            months.at([token.norm], 0)
            for index in self._indexes
            if index not in within and (token := self._tokens[index]).is_word and (lower or token.text[0].isupper())
        )
        return [month[1] for month in named if month is not None]

    @cached_property
    def _compares(self) -> bool:
        """Whether words of comparison lead to something that is no number ("… als ein H100", not "mehr als 5")."""
        numbers, last = self._within(self.figures), self.scene.sentence.last
        return any(
            end < last and start not in numbers and end not in numbers and self._tokens[end].is_word
            for start in self._indexes
            for end, _ in self._prose.against.at(self._tokens, start, last)
        )

    @cached_property
    def _not_all(self) -> bool:
        last = self.scene.sentence.last
        return any(
            "negations" in kinds and end < last and self._tokens[end].norm in self._prose.universal
            for start in self._indexes
            for end, kinds in self._prose.polarity.at(self._tokens, start, last)
        )

    def _within(self, figures: Sequence[Figure]) -> set[int]:
        """Return the tokens of figures."""
        return {
            index
            for each in figures
            for index in range(index_at(self._tokens, each.start), index_at(self._tokens, each.end - 1) + 1)
        }

    def _names(self, fact: Fact, name: str, what: Condition) -> bool:
        if what.entity is not None and any(f"{fact.pack}/{what.entity}" in each.entities for each in self.scene.placed):
            return True
        cues = self.base.qualifying(fact, name, self._prose.language)
        if cues is None:
            return False
        near = self.reading.walk.sentences[max(self.number - _BEFORE, 0) : self.number + 1]
        return any(
            cues.hits(self._tokens, each.first, each.last)
            for each in near
            if each.segment == self.scene.sentence.segment
        )


def _touches(figure: Figure, days: Interval) -> bool:
    return any(told.overlaps(days) for told in told_days(figure, days))


def _months_of(days: Interval) -> frozenset[int]:
    """Return the months that a period touches."""
    if days.low is None or days.high is None or days.high - days.low >= 366:
        return frozenset(range(1, 13))
    return frozenset(date.fromordinal(day).month for day in range(int(days.low), int(days.high) + 1))
