"""Links: from words that point to a fact to a claim about it, or to silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from twosource.claims import candidates as pointing
from twosource.claims.attributive import only_attribute
from twosource.claims.candidates import Candidate
from twosource.claims.confidence import BAR, confidence, weigh
from twosource.claims.counts import of_some
from twosource.claims.discourse import Scene, scenes
from twosource.claims.governed import disputed_behind
from twosource.claims.namings import naming
from twosource.claims.prices import for_others, is_price
from twosource.claims.qualifiers import Setting
from twosource.claims.spans import span_of
from twosource.claims.stance import Credit, Stance, credit_of, discloses, stance_of
from twosource.claims.strangers import about_another_thing, of_a_stranger
from twosource.claims.subjects import Subject, subject_of
from twosource.claims.unreal import before_a_change, in_other_period, on_one_day
from twosource.facts.comparison import Comparison, compare
from twosource.facts.dates import days_of
from twosource.facts.index import FactBase
from twosource.model import Claim, Fact, Figure, FigureKind, Source, TextValue, Token, Verdict, When
from twosource.nlp.clauses import part_at
from twosource.nlp.credit_lines import CREDIT
from twosource.nlp.pipeline import Reading


def link(reading: Reading, base: FactBase) -> tuple[Claim, ...]:
    """Return what a text says of the base's facts, in text order.

    Args:
        reading: the text's reading.
        base: the fact base.
    """
    by_sentence = _figures_by_sentence(reading)
    found: list[Claim] = []
    for number, scene in enumerate(scenes(reading, base)):
        found.extend(_Linker(reading, base, scene, number, by_sentence[number]).claims())
    return tuple(sorted(found, key=lambda claim: (claim.start, claim.end, claim.pack, claim.fact)))


def _figures_by_sentence(reading: Reading) -> list[list[Figure]]:
    grouped: list[list[Figure]] = []
    figures, position = reading.figures, 0
    for sentence in reading.walk.sentences:
        here = []
        while position < len(figures) and figures[position].start < sentence.end:
            if figures[position].start >= sentence.start:
                here.append(figures[position])
            position += 1
        grouped.append(here)
    return grouped


class _Linker:
    """The claims of one sentence."""

    def __init__(self, reading: Reading, base: FactBase, scene: Scene, number: int, figures: Sequence[Figure]) -> None:
        self.reading = reading
        self.base = base
        self.scene = scene
        self.number = number
        self.figures = figures
        self.tokens: Sequence[Token] = reading.walk.tokens
        self.setting = Setting(scene, number, figures, reading, base)

    def claims(self) -> Iterator[Claim]:
        found, named = pointing.candidates(self.scene, self.figures, self.reading, self.base)
        # Who is spoken of comes first: another's figure must take neither the fact nor the place.
        for candidate in pointing.settle([each for each in found if self._may_tell(each)]):
            claim = self._figure_claim(candidate) if candidate.figure is not None else self._statement_claim(candidate)
            if claim is not None:
                yield claim
        for pointed in named:
            value = pointed.fact.value
            if not isinstance(value, TextValue):
                continue
            owners = frozenset(self.base.subjects(pointed.fact))
            name = naming(pointed.hit, value, owners, self.scene, self.tokens, self.reading.walk.prose)
            if name is not None:
                verdict = Verdict.SAME if name.same else Verdict.CONFLICT
                candidate = Candidate(pointed.fact, pointed.hit.terms, name.first, name.last, pointed.cues)
                if not name.same and (
                    self._of_a_thing_of_its_own(candidate)
                    or self.setting.under_another(pointed.fact)
                    or self._other_time(pointed.fact, None)
                ):
                    continue
                if self.setting.of_another_time(pointed.fact, None):
                    continue
                claim = self._claim(candidate, verdict, text=name.text)
                if claim is not None and claim.affirmed:
                    yield claim

    def _figure_claim(self, candidate: Candidate) -> Claim | None:
        figure, value = candidate.figure, candidate.fact.value
        if figure is None or value is None or self._other_time(candidate.fact, figure):
            return None
        compared = compare(figure, value)
        apart = self._other_period(candidate.fact) or self._some_of(candidate)
        apart = apart or before_a_change(self.scene.sentence, self.tokens, self.reading.walk.prose)
        apart = apart or self._on_one_day(candidate) or self._of_a_thing_of_its_own(candidate)
        apart = apart or self._of_another_thing(candidate) or self._another_price(candidate)
        if compared.verdict in (Verdict.CONFLICT, Verdict.NARROWER) and apart:
            return None
        return self._claim(candidate, compared.verdict, figure=figure, compared=compared)

    def _statement_claim(self, candidate: Candidate) -> Claim | None:
        if self._other_time(candidate.fact, None):
            return None
        claim = self._claim(candidate, Verdict.STATED)
        if claim is None or claim.affirmed is candidate.fact.holds:
            return claim
        elsewhere = self.setting.not_quite_all(candidate.fact) or self.setting.under_another(candidate.fact)
        return None if elsewhere else claim

    def _may_tell(self, candidate: Candidate) -> bool:
        """Return whether the sentence may speak of a fact: of its subject, of its time, under its conditions."""
        fact, figure = candidate.fact, candidate.figure
        if self._subject(candidate) is None or self.setting.of_another_time(fact, figure):
            return False
        if figure is None or fact.value is None or (fact.condition is None and fact.compared_with is None):
            return True
        agrees = compare(figure, fact.value).verdict in (Verdict.SAME, Verdict.DROPPED)
        return agrees or not self.setting.under_another(fact)

    def _other_time(self, fact: Fact, figure: Figure | None) -> bool:
        """Return whether the sentence speaks of a time long before the fact was told."""
        published = [source.published for source in self._sources(fact) if source.published]
        if not published or fact.period is not None:
            return False
        earliest = min(published)
        return any(
            other.kind is FigureKind.DATE
            and other is not figure
            and other.year_given
            and other.iso is not None
            and other.interval.high is not None
            and int(other.iso[:4]) < int(earliest[:4]) - 1
            and (figure is None or figure.kind is not FigureKind.DATE)
            for other in self.figures
        )

    def _some_of(self, candidate: Candidate) -> bool:
        """Return whether a count is of some of the subject's: those in some state, or those that open the sentence.

        "Vier Bahnen der Nordlinie stehen …".
        """
        prose, after = self.reading.walk.prose, candidate.last
        if not candidate.cues and of_some(candidate.first, candidate.last, self.scene, self.reading):
            return True
        if candidate.first != self.scene.sentence.first or candidate.cues or after >= self.scene.sentence.last:
            return False
        links = prose.heads_link | (prose.definite if prose.language == "de" else frozenset())
        return self.tokens[after].norm in links

    def _another_price(self, candidate: Candidate) -> bool:
        """Return whether a sum is one of a group, a country or a plan that the fact does not speak of."""
        own = self.reading.walk.prose
        return is_price(candidate.fact) and for_others(
            candidate.first, candidate.last, candidate.cues, self.scene, self.tokens, own
        )

    def _of_another_thing(self, candidate: Candidate) -> bool:
        """Return whether the figure is one of a thing that the sentence brings in, or that it is about."""
        part = self.scene.pieces[part_at(self.scene.pieces, candidate.first)]
        told, prose = (candidate.first, candidate.last), self.reading.walk.prose
        if of_a_stranger(told, candidate.cues, self.scene.sentence, part, self.tokens, prose):
            return True
        subject = self._subject(candidate)
        carried = subject is not None and subject.mention is None
        return carried and about_another_thing(self.scene.sentence, told, candidate.cues, self.tokens, prose)

    def _of_a_thing_of_its_own(self, candidate: Candidate) -> bool:
        """Return whether the subject is named only to tell more of another noun ("the tunnel of the North Line")."""
        subject = self._subject(candidate)
        if subject is None or subject.mention is None:
            return False
        part = self.scene.pieces[part_at(self.scene.pieces, candidate.first)]
        told, prose = (candidate.first, candidate.last), self.reading.walk.prose
        wanted = frozenset(self.base.subjects(candidate.fact))
        named = [
            each.mention
            for each in self.scene.placed
            if each.entities & wanted and part.first <= each.mention.first < part.last
        ]
        return bool(named) and all(
            only_attribute(mention, told, candidate.cues, part, self.tokens, prose) for mention in named
        )

    def _on_one_day(self, candidate: Candidate) -> bool:
        """Return whether a figure is one day's, and that day is not the one on which somebody says so."""
        said = any(each.kind != CREDIT for each in self.reading.attributions[self.number])
        if isinstance(candidate.fact.value, When) or said:
            return False
        part = self.scene.pieces[part_at(self.scene.pieces, candidate.first)]
        return on_one_day(candidate.first, candidate.last, part, self.tokens, self.reading.walk.prose)

    def _other_period(self, fact: Fact) -> bool:
        """Return whether the sentence opens with a period in which the fact was not yet told, or no longer."""
        published = (days_of(source.published).low for source in self._sources(fact) if source.published)
        told = min((low for low in published if low is not None), default=None)
        if fact.as_of is not None:
            told = Decimal(fact.as_of.toordinal())
        if told is None or fact.period is not None or isinstance(fact.value, When):
            return False
        walk = self.reading.walk
        day = date.fromordinal(int(told))
        return in_other_period(self.scene.sentence, self.figures, self.tokens, day, walk.language)

    def _sources(self, fact: Fact) -> Iterator[Source]:
        for support in fact.supports:
            yield self.base.source(fact, support.source)

    def _claim(
        self,
        candidate: Candidate,
        verdict: Verdict,
        *,
        figure: Figure | None = None,
        text: str | None = None,
        compared: Comparison | None = None,
    ) -> Claim | None:
        fact, prose = candidate.fact, self.reading.walk.prose
        first, last = candidate.first, candidate.last
        subject = self._subject(candidate)
        if subject is None:
            return None
        features = weigh(subject, candidate, compared)
        if confidence(features) < BAR:
            return None
        stance = stance_of(
            self.scene, first, last, candidate.cues, self.tokens, prose, figure=figure is not None or text is not None
        )
        if stance is None:
            return None
        start, end = span_of(candidate, figure, self.scene.sentence, self.reading, self.base, whole=text is None)
        credit = credit_of(fact, self.scene, self.reading.attributions[self.number], start, self.base, prose)
        return Claim(
            pack=fact.pack,
            fact=fact.id,
            start=start,
            end=end,
            sentence=self.number,
            verdict=verdict if stance.affirmed else Verdict.DENIED,
            figure=figure,
            text=text,
            attributed=None if credit is None else credit.attributed,
            holder_quote=None if credit is None else credit.quote,
            credited=credit is not None and credit.credited,
            certainty=_certainty(stance, credit),
            affirmed=stance.affirmed,
            disclosed=self._disputed(last) or discloses(self.reading, self.number, fact.sourcing.missing),
            headline=self.reading.is_headline(self.scene.sentence),
            confidence=confidence(features),
            reasons=features,
            power=None if compared is None else compared.power,
            trap=None if compared is None else compared.trap,
        )

    def _disputed(self, last: int) -> bool:
        """Return whether the sentence itself tells who disputes what stands before a token."""
        part = self.scene.pieces[part_at(self.scene.pieces, last - 1)]
        return disputed_behind(self.tokens, part, last, self.reading.walk.prose) is not None

    def _subject(self, candidate: Candidate) -> Subject | None:
        """Return whom the sentence tells a candidate of, if that is surely its fact's subject."""
        own = candidate.cues | frozenset(range(candidate.first, candidate.last))
        cued = bool(candidate.cues)
        prose = self.reading.walk.prose
        subject = subject_of(candidate.fact, self.scene, candidate.first, own, self.base, self.tokens, prose, cued=cued)
        return None if subject is None or subject.confidence < BAR else subject


def _certainty(stance: Stance, credit: Credit | None) -> str:
    if stance.certainty != "plain":
        return stance.certainty
    return "plain" if credit is None else "reported"
