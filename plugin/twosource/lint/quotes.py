"""Quotations: whether the kept texts have them, and whether a draft with their words would be tied to their fact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from twosource.check import Options
from twosource.check import check as check_draft
from twosource.facts.index import FactBase
from twosource.lint.case import Case
from twosource.lint.quoting import is_sentence, stands_in
from twosource.lint.weakness import Weakness
from twosource.model import (
    LANGUAGES,
    Claim,
    Dispute,
    Draft,
    Fact,
    Per,
    Quantity,
    Segment,
    SegmentKind,
    Support,
    Undisclosed,
    Verdict,
)
from twosource.nlp.language import detect
from twosource.text.tokens import tokenise

_STRETCHES = ("year", "month", "week", "day", "hour")
_ANOTHER = frozenset({Verdict.CONFLICT, Verdict.NARROWER, Verdict.WIDER})
_BLANK = re.compile(r"\n\s*\n")


def check(case: Case) -> Iterator[Weakness]:
    """Yield what is weak in the quotations and what they show of their facts' cues."""
    reader = _Reader(case)
    for fact in case.checked:
        yield from _astray(case, fact)
        yield from _tied(case, fact, reader)


def _astray(case: Case, fact: Fact) -> Iterator[Weakness]:
    sections: dict[str, Sequence[Support | Dispute]] = {"support": fact.supports, "disputes": fact.disputes}
    for section, said in sections.items():
        for position, each in enumerate(said):
            text = case.texts.get(each.source)
            if each.quote and text is not None and not stands_in(each.quote, text):
                message = case.wording.text(
                    "these words do not stand in the kept text of the source: quote it word for word, and mark what is "
                    "left out by …"
                )
                yield case.weak("quote-astray", ("facts", fact.id, section, position, "quote"), message)


class _Reader:
    """Reads sources as drafts about a subject."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._texts: dict[tuple[str, str], frozenset[str]] = {}

    def claims(self, words: str, language: str, fact: Fact, base: FactBase | None = None) -> list[Claim]:
        """Return what a sentence says of a fact, where the text is about the fact's subject already."""
        name = self._case.subject(fact).name[language]
        topic = Segment(SegmentKind.TITLE, "title", name)
        for text in (words, f"{name}. {words}"):
            segments = (topic, Segment(SegmentKind.PARAGRAPH, "body/0", text))
            found = [claim for claim in self._read(segments, language, base) if claim.fact == fact.id]
            if found:
                return found
        return []

    def told(self, source: str, fact: Fact) -> bool | None:
        """Return whether the kept text of a source tells a fact, or None where no text is kept."""
        text = self._case.texts.get(source)
        if text is None or not text.strip():
            return None
        key = (source, fact.subject)
        if key not in self._texts:
            language = self.language(source, text)
            topic = Segment(SegmentKind.TITLE, "title", self._case.subject(fact).name[language])
            body = (Segment(SegmentKind.PARAGRAPH, f"body/{n}", part) for n, part in enumerate(_BLANK.split(text)))
            self._texts[key] = frozenset(claim.fact for claim in self._read((topic, *body), language, None))
        return fact.id in self._texts[key]

    def alone(self, fact: Fact, instead: Fact) -> FactBase:
        """Return a base of one fact, ``instead`` in the place of ``fact``, and of whom it is told."""
        pack = self._case.pack
        kin = [ref.removeprefix(f"{pack.id}/") for ref in self._case.base.kin(f"{pack.id}/{fact.subject}")]
        subjects = {key: replace(pack.entities[key], of=None, affiliates=()) for key in kin}
        subjects[fact.subject] = replace(pack.entities[fact.subject], affiliates=())
        free = replace(instead, see_also=(), supersedes=(), condition=None, compared_with=None)
        return FactBase.of([replace(pack, entities=subjects, facts={fact.id: free})])

    def language(self, source: str, words: str) -> str:
        """Return the language of a source's words: what the pack says, or what they look like."""
        said = self._case.pack.sources[source].language
        return said if said in LANGUAGES else detect(words) or "en"

    def _read(self, segments: tuple[Segment, ...], language: str, base: FactBase | None) -> tuple[Claim, ...]:
        options = Options(at=self._case.at, spacy=False, rules=())
        return check_draft(Draft(segments=segments, language=language), base or self._case.base, options).claims


def _tied(case: Case, fact: Fact, reader: _Reader) -> Iterator[Weakness]:
    # Whoever denies a statement does so in other words than a draft that makes it.
    if isinstance(fact.value, Undisclosed) or not fact.holds:
        return
    matched = False
    missed: list[Weakness] = []
    for position, support in enumerate(fact.supports):
        words = support.quote or ""
        language = reader.language(support.source, words)
        if not words or not _speaks(case, fact, language):
            continue
        pointed = _pointed(case, fact, words, language)
        if pointed is not False:
            claims = reader.claims(words, language, fact)
            matched = matched or bool(claims)
            if claims:
                yield from _differing(case, fact, position, support, claims)
                continue
            if _ruled_out(fact, words, language, reader):
                yield _ruling_out(case, fact, position, language)
                matched = True
                continue
            if (why := _why_missed(case, fact, position, words, language, reader)) is not None:
                missed.append(why)
                continue
        if is_sentence(words) and not pointed:
            missed.append(_without_words(case, fact, position))
    if not matched:
        yield from _unmatched(case, fact, missed, reader)


def _unmatched(case: Case, fact: Fact, missed: list[Weakness], reader: _Reader) -> Iterator[Weakness]:
    """Yield the first quotation that was missed, or that the kept texts are, unless one of these tells the fact."""
    kept = [reader.told(support.source, fact) for support in fact.supports if _kept(case, fact, support, reader)]
    read = [each for each in kept if each is not None]
    if any(read):
        return
    if missed:
        yield missed[0]
    elif read:
        message = case.wording.plural(
            "no sentence in the kept text of its source would be tied to this fact: give its cues the words that it "
            "uses",
            "no sentence in the kept texts of its {number} sources would be tied to this fact: give its cues the words "
            "that they use",
            len(read),
        )
        yield case.weak("unmatched", ("facts", fact.id), message)


def _why_missed(case: Case, fact: Fact, position: int, words: str, language: str, reader: _Reader) -> Weakness | None:
    """Return why words that a fact's cues or its unit point to are not tied to it, where that is known."""
    if reader.claims(words, language, fact, reader.alone(fact, fact)):
        return _taken_by_others(case, fact, position)
    unit = _counted_per(fact, words, language, reader)
    return None if unit is None else _without_rate(case, fact, position, unit)


def _without_words(case: Case, fact: Fact, position: int) -> Weakness:
    message = case.wording.text(
        "a draft with these words would not be held against the fact, nor would any other sentence on file: give its "
        "cues the words that its sources use"
    )
    return case.weak("unmatched", ("facts", fact.id, "support", position, "quote"), message)


def _taken_by_others(case: Case, fact: Fact, position: int) -> Weakness:
    message = case.wording.text(
        "a draft with these words would be held against another fact of the pack, or against none as several claim it: "
        "give the cues of this fact a term more"
    )
    return case.weak("unmatched", ("facts", fact.id, "support", position, "quote"), message)


def _without_rate(case: Case, fact: Fact, position: int, unit: str) -> Weakness:
    message = case.wording.text(
        "these words tell of a rate, which is not held against a value without one: give the value per: {rate}",
        rate=f"{{n: 1, unit: {unit}}}",
    )
    return case.weak("unmatched", ("facts", fact.id, "support", position, "quote"), message)


def _ruling_out(case: Case, fact: Fact, position: int, language: str) -> Weakness:
    message = case.wording.text(
        "these lines rule out the fact's own quotation (number {position} of its supports): take away the one that "
        "does, or make it longer",
        position=position + 1,
    )
    return case.weak("self-excluding", ("facts", fact.id, "not_cues", language), message)


def _kept(case: Case, fact: Fact, support: Support, reader: _Reader) -> bool:
    text = case.texts.get(support.source)
    return text is not None and _speaks(case, fact, reader.language(support.source, text))


def _speaks(case: Case, fact: Fact, language: str) -> bool:
    """Return whether anything ties sentences in a language to a fact; what is missing is told elsewhere."""
    cues = case.cues(fact)
    if any(cues.values()):
        return bool(cues.get(language))
    unit = getattr(fact.value, "unit", None)
    return unit is not None and (unit not in case.pack.units or bool(case.pack.units[unit].nouns.get(language)))


def _differing(case: Case, fact: Fact, position: int, support: Support, claims: list[Claim]) -> Iterator[Weakness]:
    if support.value is not None:
        return
    if all(claim.verdict is Verdict.CONFLICT for claim in claims):
        message = case.wording.text(
            "a draft with these words would be flagged, as they give another value than the fact: correct one of them, "
            "or give the support a value of its own"
        )
        yield case.weak("quote-differs", ("facts", fact.id, "support", position, "quote"), message)
    elif all(claim.verdict in _ANOTHER for claim in claims):
        message = case.wording.text(
            "the figure in these words says less, or more, than the fact's value: correct one of them, or give the "
            "support a value of its own"
        )
        yield case.weak("quote-differs", ("facts", fact.id, "support", position, "quote"), message)


def _counted_per(fact: Fact, words: str, language: str, reader: _Reader) -> str | None:
    """Return the stretch of time per which some words count what a fact's value counts without one, or None."""
    value = fact.value
    if not isinstance(value, Quantity) or value.per is not None:
        return None
    for unit in _STRETCHES:
        rate = replace(fact, value=replace(value, per=Per(Decimal(1), unit)))
        if reader.claims(words, language, fact, reader.alone(fact, rate)):
            return unit
    return None


def _ruled_out(fact: Fact, words: str, language: str, reader: _Reader) -> bool:
    """Return whether only its ``not_cues`` keep a sentence from being tied to a fact."""
    if not fact.not_cues.get(language):
        return False
    free = reader.alone(fact, replace(fact, not_cues={}))
    return bool(reader.claims(words, language, fact, free))


def _pointed(case: Case, fact: Fact, words: str, language: str) -> bool | None:
    """Return whether cues of a fact stand in some words, or None where its unit alone leads to it.

    Where they do and nothing is tied, the words tell it in a way that a check passes over; it lacks no cue.
    """
    if not any(case.cues(fact).values()):
        return None
    tokens = tokenise(words, language)
    key = (fact.pack, fact.id)
    hits = case.base.cues[language].hits(tokens, 0, len(tokens))
    return any(key in hit.owner.facts for hit in hits if not hit.owner.excludes)
