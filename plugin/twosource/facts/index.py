"""The fact base as a check needs it: names, ways to refer back, cues and units, ready to be looked up by token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy

from twosource.facts.cues import CueIndex, Owner
from twosource.facts.draft_sources import DraftSources
from twosource.facts.parties import Parties
from twosource.facts.sourcing import without
from twosource.facts.units import is_further_symbol, units_of
from twosource.model import (
    LANGUAGES,
    Alias,
    ClaimType,
    Condition,
    CueLine,
    Draft,
    Entity,
    Fact,
    KnownName,
    Pack,
    Source,
    Token,
)
from twosource.text.phrases import PhraseIndex, by_stem
from twosource.text.tokens import stem, tokenise

LABELS = {"organisation": "ORG", "person": "PER", "place": "LOC"}
"""spaCy's coarse labels for the kinds of entity; every other kind is MISC."""


class FactBase:
    """Several packs, ready for checks. Never changed once made; shared between threads."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self.packs: Mapping[str, Pack] = {pack.id: pack for pack in packs}
        self.entities: dict[str, Entity] = {}
        self._approved: dict[tuple[str, str], Fact] = {}
        self.facts: Mapping[tuple[str, str], Fact] = self._approved
        self.names: PhraseIndex[KnownName] = PhraseIndex()
        self.called: dict[str, PhraseIndex[str]] = {language: PhraseIndex(by_stem) for language in LANGUAGES}
        self.cues: dict[str, CueIndex] = {language: CueIndex(language) for language in LANGUAGES}
        self.nouns: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        self.symbols: set[str] = set()
        self._units: dict[str, dict[str, set[tuple[str, str]]]] = {language: {} for language in LANGUAGES}
        self._by_unit: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._makers: dict[str, set[str]] = {}
        self._told_of: set[str] = set()
        self._qualifying: dict[tuple[str, str, str, str], CueIndex] = {}
        for pack in self.packs.values():
            self._add(pack)
        self._draft_sources = DraftSources(self.packs.values())

    @classmethod
    def of(cls, packs: Iterable[Pack]) -> FactBase:
        """Return the base of these packs; of two with one id the later one counts."""
        return cls(packs)

    def for_draft(self, draft: Draft) -> FactBase:
        """Return the base as it is for one draft: where the draft is a source itself, that source bears nothing.

        The sourcing of a fact is computed anew when the check first asks for it. For a draft that is no source, which
        is nearly every one, this is the same base.
        """
        own = self._draft_sources.of(draft)
        if not own:
            return self
        view = copy(self)
        view.facts = _WithoutOwn(self.facts, self.packs, own)
        return view

    def pack_of(self, fact: Fact) -> Pack:
        """Return the pack that a fact stands in."""
        return self.packs[fact.pack]

    def claim_type(self, fact: Fact) -> ClaimType:
        """Return the claim type of a fact."""
        return self.packs[fact.pack].claim_types[fact.type]

    def source(self, fact: Fact, identifier: str) -> Source:
        """Return a source of the pack that a fact stands in."""
        return self.packs[fact.pack].sources[identifier]

    def subjects(self, fact: Fact) -> tuple[str, ...]:
        """Return whom the fact may be told of, as ``pack/id``: its subject, then whose product that is."""
        subject = f"{fact.pack}/{fact.subject}"
        maker = self.entities[subject].of
        return (subject,) if maker is None else (subject, f"{fact.pack}/{maker}")

    def tells_of(self, ref: str) -> bool:
        """Return whether some fact may be told of an entity: it is one's subject, or whose product that is."""
        return ref in self._told_of

    def kin(self, ref: str) -> frozenset[str]:
        """Return an entity with its maker and its products, as ``pack/id``."""
        return frozenset({ref, *self._makers.get(ref, ())})

    def units_named(self, token: Token, language: str) -> set[tuple[str, str]]:
        """Return the (pack, unit id) pairs that a noun names."""
        return self._units[language].get(token.stem, set())

    def unit_opens(self, token: Token, pack: str, unit: str, language: str) -> bool:
        """Return whether a noun is a pack's unit, or a compound that begins with it ("Token", "Tokenaufrufe")."""
        named = self.packs[pack].units.get(unit)
        nouns = () if named is None else tuple(noun.lower() for noun in named.nouns.get(language, ()))
        return (pack, unit) in self.units_named(token, language) or token.norm.startswith(nouns)

    def facts_by_unit(self, pack: str, unit: str) -> list[Fact]:
        """Return the facts that their unit alone ties: those without cues of their own or of their type."""
        return [self.facts[key] for key in self._by_unit.get((pack, unit), ())]

    def qualifying(self, fact: Fact, name: str, language: str) -> CueIndex | None:
        """Return the cues of a fact's ``condition`` or ``compared_with``, or None where the language has none."""
        return self._qualifying.get((fact.pack, fact.id, name, language))

    def _add(self, pack: Pack) -> None:
        for entity in pack.entities.values():
            self._add_entity(entity)
        for unit in pack.units.values():
            for language in LANGUAGES:
                for noun in unit.nouns.get(language, ()):
                    key = stem(noun.lower(), language)
                    self.nouns[language].setdefault(key, unit.id)
                    self._units[language].setdefault(key, set()).add((pack.id, unit.id))
        shared: dict[str, list[Fact]] = {}
        replaced = _superseded(pack)
        for fact in pack.facts.values():
            if fact.status != "approved" or fact.id in replaced:
                continue
            self._approved[fact.pack, fact.id] = fact
            self._told_of.update(self.subjects(fact))
            self.symbols.update(filter(is_further_symbol, units_of(fact.value)))
            self._add_cues(fact, pack, shared)
            self._add_qualifying(fact, "condition", fact.condition)
            self._add_qualifying(fact, "compared_with", fact.compared_with)
        for type_id, facts in shared.items():
            owner = Owner(tuple((fact.pack, fact.id) for fact in facts))
            for language, lines in pack.claim_types[type_id].cues.items():
                for line in lines:
                    self.cues[language].add(line, owner)

    def _add_cues(self, fact: Fact, pack: Pack, shared: dict[str, list[Fact]]) -> None:
        owner = ((fact.pack, fact.id),)
        if _any(fact.cues):
            self._add_lines(fact.cues, Owner(owner))
        elif _any(pack.claim_types[fact.type].cues):
            shared.setdefault(fact.type, []).append(fact)
        else:
            unit = getattr(fact.value, "unit", None)
            if unit is not None:
                self._by_unit.setdefault((fact.pack, unit), []).append((fact.pack, fact.id))
        self._add_lines(fact.not_cues, Owner(owner, excludes=True))

    def _add_qualifying(self, fact: Fact, name: str, condition: Condition | None) -> None:
        for language, lines in (condition.cues if condition is not None else {}).items():
            index = self._qualifying[fact.pack, fact.id, name, language] = CueIndex(language)
            for line in lines:
                index.add(line, Owner(((fact.pack, fact.id),)))

    def _add_lines(self, cues: Mapping[str, tuple[CueLine, ...]], owner: Owner) -> None:
        for language, lines in cues.items():
            for line in lines:
                self.cues[language].add(line, owner)

    def _add_entity(self, entity: Entity) -> None:
        self.entities[entity.ref] = entity
        if entity.of is not None:
            maker = f"{entity.pack}/{entity.of}"
            self._makers.setdefault(entity.ref, set()).add(maker)
            self._makers.setdefault(maker, set()).add(entity.ref)
        label = LABELS.get(entity.kind, "MISC")
        aliases = [*(Alias(name) for name in dict.fromkeys(entity.name.values())), *entity.aliases]
        for alias in aliases:
            name = KnownName(entity.ref, label, entity.kind, alias.text, alias.exact, alias.language)
            self.names.add(alias.text, alias.language or "en", name)
        for text in entity.confusable:
            self.names.add(text, "en", KnownName(None, label, entity.kind, text))
        for language, phrases in entity.called.items():
            for phrase in phrases:
                # The determiner goes with the case of the sentence ("das Unternehmen", "des Unternehmens").
                words = [token for token in tokenise(phrase, language) if token.is_word]
                self.called[language].add_keys([token.stem for token in words[1:] or words], entity.ref)


class _WithoutOwn(Mapping[tuple[str, str], Fact]):
    """Facts as they are for a draft that is itself a source in some of their packs."""

    def __init__(
        self,
        facts: Mapping[tuple[str, str], Fact],
        packs: Mapping[str, Pack],
        own: Mapping[str, frozenset[str]],
    ) -> None:
        self._facts = facts
        self._packs = packs
        self._own = own
        self._parties = {pack: Parties(packs[pack].entities) for pack in own}
        self._computed: dict[tuple[str, str], Fact] = {}

    def __getitem__(self, key: tuple[str, str]) -> Fact:
        if key not in self._computed:
            self._computed[key] = self._anew(self._facts[key])
        return self._computed[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def _anew(self, fact: Fact) -> Fact:
        if fact.pack not in self._own:
            return fact
        return without(fact, self._packs[fact.pack], self._own[fact.pack], self._parties[fact.pack])


def _superseded(pack: Pack) -> set[str]:
    """Return the facts that an approved one has taken the place of, and those before them."""
    waiting = [old for fact in pack.facts.values() if fact.status == "approved" for old in fact.supersedes]
    found: set[str] = set()
    while waiting:
        old = waiting.pop()
        if old not in found:
            found.add(old)
            waiting.extend(pack.facts[old].supersedes)
    return found


def _any(cues: Mapping[str, tuple[CueLine, ...]]) -> bool:
    return any(cues.values())
