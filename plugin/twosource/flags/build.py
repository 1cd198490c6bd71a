"""From claims to flags: the cases, the rules' findings on them, and the flags that gather those."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from twosource.facts.index import FactBase
from twosource.flags.fingerprint import fingerprint, flag_id
from twosource.flags.telling import chief_of, detail_of, sources_of
from twosource.model import Claim, Entity, Fact, Finding, Flag, Span, Suggestion
from twosource.nlp.pipeline import Reading
from twosource.rules import RULES, Case, Party, Rule
from twosource.rules.wording import Wording, wording
from twosource.text.build import place

SOURCING = frozenset({"disputed", "single-source", "missing-evidence", "unattributed"})
"""The rules that are raised once a fact and draft."""


def build(
    claims: Sequence[Claim],
    reading: Reading,
    base: FactBase,
    locale: str,
    draft: str = "",
    rules: Sequence[Rule] = RULES,
) -> tuple[Flag, ...]:
    """Return the flags of a draft, in text order.

    Args:
        claims: what the draft says of the base's facts.
        reading: the reading of its text.
        base: the fact base.
        locale: ``en``, ``de`` or ``nl``: the language of the messages.
        draft: what names the draft among all (``site/id``); it goes into the flags' ids.
        rules: the rules to ask, in the order of the catalogue.
    """
    builder = _Builder(reading, base, locale, draft, rules)
    flags = [
        flag
        for _, told in groupby(sorted(claims, key=_fact_of), key=_fact_of)
        for flag in builder.flags(sorted(told, key=lambda claim: (claim.start, claim.end)))
    ]
    return tuple(sorted(flags, key=lambda flag: (flag.start, flag.end, flag.pack or "", flag.fact or "")))


def _fact_of(claim: Claim) -> tuple[str, str]:
    return claim.pack, claim.fact


class _Builder:
    """Makes the flags of one draft."""

    def __init__(self, reading: Reading, base: FactBase, locale: str, draft: str, rules: Sequence[Rule]) -> None:
        self.reading = reading
        self.base = base
        self.words = wording(locale)
        self.draft_words = wording(reading.walk.language)
        self.draft = draft
        self.rules = rules
        self.text = reading.walk.text_map.text
        self.named: dict[str, tuple[dict[str, str], dict[str, Party]]] = {}
        self.counts: Counter[tuple[str, str]] = Counter()

    def flags(self, claims: Sequence[Claim]) -> Iterable[Flag]:
        """Yield the flags of one fact's claims, which are in text order."""
        fact = self.base.facts[_fact_of(claims[0])]
        telling = [claim for claim in claims if self._case(claim, fact, chief=False).agrees]
        chief = chief_of(telling)
        for claim in claims:
            case = self._case(claim, fact, chief=claim is chief)
            findings = tuple(found for rule in self.rules if (found := rule.check(case)) is not None)
            if findings:
                others = [other for other in telling if other is not claim] if claim is chief else []
                yield self._flag(case, findings, others)

    def _case(self, claim: Claim, fact: Fact, *, chief: bool) -> Case:
        publishers, parties = self._named(fact.pack)
        return Case(
            claim,
            fact,
            self.base.claim_type(fact),
            self.base.pack_of(fact).sources,
            self.text[claim.start : claim.end],
            self._surroundings(claim),
            chief,
            self.words,
            self.draft_words,
            publishers,
            parties,
            [self.base.facts[fact.pack, other] for other in fact.see_also if (fact.pack, other) in self.base.facts],
        )

    def _named(self, pack: str) -> tuple[dict[str, str], dict[str, Party]]:
        if pack not in self.named:
            self.named[pack] = self._publishers(pack), self._parties(pack)
        return self.named[pack]

    def _publishers(self, pack: str) -> dict[str, str]:
        """Return for each source of a pack its publisher's name in the locale: an entity's, or as written."""
        entities = self.base.packs[pack].entities
        return {
            source.id: self.words.pick(entities[source.publisher].name)
            if source.publisher in entities
            else source.publisher
            for source in self.base.packs[pack].sources.values()
        }

    def _parties(self, pack: str) -> dict[str, Party]:
        """Return the entities of a pack by the name that its sourcing gives them."""
        return {_sourcing_name(each): _party(each, self.words) for each in self.base.packs[pack].entities.values()}

    def _surroundings(self, claim: Claim) -> str:
        sentences = self.reading.walk.sentences
        here = sentences[claim.sentence]
        first, last = max(claim.sentence - 1, 0), min(claim.sentence + 1, len(sentences) - 1)
        near = [each for each in sentences[first : last + 1] if each.segment == here.segment]
        return self.text[near[0].start : near[-1].end]

    def _flag(self, case: Case, findings: tuple[Finding, ...], others: Sequence[Claim]) -> Flag:
        claim, fact, words = case.claim, case.fact, case.wording
        sentence = self.reading.walk.sentences[claim.sentence]
        said = self.text[sentence.start : sentence.end]
        mark = self._mark(fact, said, case.quote)
        sourced = any(finding.rule in SOURCING for finding in findings)
        return Flag(
            id=flag_id(self.draft, fact.pack, fact.id, mark),
            severity=max((finding.severity for finding in findings), key=lambda severity: severity.rank),
            pack=fact.pack,
            fact=fact.id,
            fact_version=fact.version,
            rules=tuple(finding.rule for finding in findings),
            message=f"{words.pick(fact.label)}: {', '.join(finding.message for finding in findings[:2])}",
            detail=detail_of(case, findings),
            start=claim.start,
            end=claim.end,
            quote=case.quote,
            segment=place(self.reading.walk.text_map, claim.start, claim.end),
            also_at=tuple(Span(other.start, other.end) for other in others) if sourced else (),
            findings=findings,
            suggestions=_distinct(findings),
            sources=sources_of(case),
            fingerprint=mark,
        )

    def _mark(self, fact: Fact, sentence: str, quote: str) -> str:
        """Return the fingerprint, counting up where a draft says the very same twice."""
        first = fingerprint(sentence, quote, 0)
        key = (f"{fact.pack}/{fact.id}", first)
        occurrence = self.counts[key]
        self.counts[key] += 1
        return first if occurrence == 0 else fingerprint(sentence, quote, occurrence)


def _sourcing_name(entity: Entity) -> str:
    return entity.name.get("en") or next(iter(entity.name.values()))


def _party(entity: Entity, words: Wording) -> Party:
    # The determiner goes with the case of the sentence ("die Gewerkschaft", "der Gewerkschaft").
    called = (phrase.split(maxsplit=1)[-1] for phrases in entity.called.values() for phrase in phrases)
    forms = (*entity.name.values(), *(alias.text for alias in entity.aliases), *called)
    return Party(words.pick(entity.name), tuple(dict.fromkeys(forms)))


def _distinct(findings: Sequence[Finding]) -> tuple[Suggestion, ...]:
    return tuple(dict.fromkeys(suggestion for finding in findings for suggestion in finding.suggestions))
