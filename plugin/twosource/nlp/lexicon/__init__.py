"""The lexicons: one TOML file per language and subject, read once from the package."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from babel import Locale

from twosource.text.phrases import PhraseIndex


@dataclass(frozen=True)
class Prose:
    """What the words of a language's prose tell. Phrases carry the name of the list that they stand in."""

    language: str
    abbreviations: frozenset[str]
    ordinal_nouns: frozenset[str]
    openers: frozenset[str]
    conjunctions: frozenset[str]
    additive: frozenset[str]
    backdrops: PhraseIndex[str]
    definite: frozenset[str]
    bare_relatives: frozenset[str]
    indefinite: frozenset[str]
    bare_after: frozenset[str]
    pronouns: frozenset[str]
    possessive: frozenset[str]
    neutral: frozenset[str]
    part_nouns: frozenset[str]
    differences: frozenset[str]
    than: frozenset[str]
    additional: frozenset[str]
    relating: frozenset[str]
    heads_link: frozenset[str]
    partitive: frozenset[str]
    relative_pronouns: frozenset[str]
    relative_owners: frozenset[str]
    frames: frozenset[str]
    plural_endings: tuple[str, ...]
    genitives: frozenset[str]
    locative: frozenset[str]
    other_adjectives: frozenset[str]
    makers: frozenset[str]
    owning: frozenset[str]
    destinations: frozenset[str]
    gaps: frozenset[str]
    of_some: frozenset[str]
    compared: PhraseIndex[str]
    after_names: frozenset[str]
    before_names: frozenset[str]
    copulas: frozenset[str]
    adjective_endings: tuple[str, ...]
    participle_starts: tuple[str, ...]
    participle_endings: tuple[str, ...]
    common_capitalised: frozenset[str]
    place_endings: tuple[str, ...]
    generic_modifiers: frozenset[str]
    slot_links: frozenset[str]
    attributing: PhraseIndex[str]
    say_verbs: frozenset[str]
    naming_verbs: frozenset[str]
    split_verbs: dict[str, frozenset[str]]
    say_nouns: frozenset[str]
    bare_nouns: frozenset[str]
    complements: frozenset[str]
    holder_links: frozenset[str]
    documents: frozenset[str]
    credit_lines: frozenset[str]
    hearsay: PhraseIndex[str]
    written_in: PhraseIndex[str]
    its: frozenset[str]
    reported_forms: frozenset[str]
    polarity: PhraseIndex[str]
    certainty: PhraseIndex[str]
    intentions: frozenset[str]
    changes: frozenset[str]
    completions: frozenset[str]
    lingering: frozenset[str]
    lasting: frozenset[str]
    past_forms: frozenset[str]
    past_endings: tuple[str, ...]
    earlier: frozenset[str]
    when: frozenset[str]
    opening_conditions: frozenset[str]
    whoever: frozenset[str]
    denial_splits: dict[str, frozenset[str]]
    disputing: frozenset[str]
    dispute_openers: frozenset[str]
    governing: PhraseIndex[str]
    rates: PhraseIndex[str]
    conditional_before_called: frozenset[str]
    absent: frozenset[str]
    disclosing: PhraseIndex[str]
    generic_evidence: frozenset[str]
    nobody: PhraseIndex[str]
    confirming: frozenset[str]
    as_of: PhraseIndex[str]
    against: PhraseIndex[str]
    universal: frozenset[str]
    partial: PhraseIndex[str]
    price_groups: frozenset[str]
    price_customers: tuple[str, ...]
    price_links: frozenset[str]
    price_plans: tuple[str, ...]
    countries: PhraseIndex[str]


def _index(language: str, lists: dict[str, list[str]]) -> PhraseIndex[str]:
    index: PhraseIndex[str] = PhraseIndex()
    for name, phrases in lists.items():
        for phrase in phrases:
            index.add(phrase, language, name)
    return index


def _pick(table: dict[str, Any], *names: str) -> dict[str, list[str]]:
    return {name: table[name] for name in names}


def _split(pairs: list[list[str]]) -> dict[str, frozenset[str]]:
    """Return the particles of each verb of two words."""
    particles: dict[str, set[str]] = {}
    for verb, particle in pairs:
        particles.setdefault(verb, set()).add(particle)
    return {verb: frozenset(told) for verb, told in particles.items()}


def _territories(language: str) -> list[str]:
    """Return the names of countries and continents in a language (CLDR)."""
    return list(Locale(language).territories.values())


@cache
def prose(language: str) -> Prose:
    """Return the lexicon of a language's prose.

    Args:
        language: ``de``, ``nl`` or ``en``.
    """
    source = resources.files(__package__).joinpath("prose", f"{language}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(source)
    names, attribution, disclosure = table["names"], table["attribution"], table["disclosure"]
    certainty = table["certainty"]
    dependent = frozenset(disclosure["needs_negation"])
    return Prose(
        language=language,
        abbreviations=frozenset(table["sentences"]["abbreviations"]),
        ordinal_nouns=frozenset(table["sentences"]["ordinal_nouns"]),
        openers=frozenset(table["sentences"]["openers"]),
        conjunctions=frozenset(table["clauses"]["conjunctions"]),
        additive=frozenset(table["clauses"]["additive"]),
        backdrops=_index(language, _pick(table["clauses"], "backdrops")),
        definite=frozenset(names["definite"]),
        bare_relatives=frozenset(names["bare_relatives"]),
        indefinite=frozenset(names["indefinite"]),
        bare_after=frozenset(names["bare_after"]),
        pronouns=frozenset(names["pronouns"]),
        possessive=frozenset(names["possessive"]),
        neutral=frozenset(names["neutral"]),
        part_nouns=frozenset(names["part_nouns"]),
        differences=frozenset(names["differences"]),
        than=frozenset(names["than"]),
        additional=frozenset(names["additional"]),
        relating=frozenset(names["relating"]),
        heads_link=frozenset(names["heads_link"]),
        partitive=frozenset(names["partitive"]),
        relative_pronouns=frozenset(names["relative_pronouns"]),
        relative_owners=frozenset(names["relative_owners"]),
        frames=frozenset(names["frames"]),
        plural_endings=tuple(names["plural_endings"]),
        genitives=frozenset(names["genitives"]),
        locative=frozenset(names["locative"]),
        other_adjectives=frozenset(names["other_adjectives"]),
        makers=frozenset(names["makers"]),
        owning=frozenset(names["owning"]),
        destinations=frozenset(names["destinations"]),
        gaps=frozenset(names["gaps"]),
        of_some=frozenset(names["of_some"]),
        compared=_index(language, {"compared": names["compared"]}),
        after_names=frozenset(names["after_names"]),
        before_names=frozenset(names["before_names"]),
        copulas=frozenset(names["copulas"]),
        adjective_endings=tuple(names["adjective_endings"]),
        participle_starts=tuple(names["participle_starts"]),
        participle_endings=tuple(names["participle_endings"]),
        common_capitalised=frozenset(names["common_capitalised"]),
        place_endings=tuple(names["place_endings"]),
        generic_modifiers=frozenset(names["generic_modifiers"]),
        slot_links=frozenset(names["slot_links"]),
        attributing=_index(language, _pick(attribution, "before", "weak_before", "after", "weak_after", "own")),
        say_verbs=frozenset(attribution["verbs"]),
        naming_verbs=frozenset(attribution["naming_verbs"]),
        split_verbs=_split(attribution["split_verbs"]),
        say_nouns=frozenset(attribution["nouns"]),
        bare_nouns=frozenset(attribution["bare_nouns"]),
        complements=frozenset(attribution["complements"]),
        holder_links=frozenset(attribution["holder_links"]),
        documents=frozenset(attribution["documents"]),
        credit_lines=frozenset(attribution["credit_lines"]),
        hearsay=_index(language, {"hearsay": attribution["hearsay"]}),
        written_in=_index(language, {"written_in": attribution["written_in"]}),
        its=frozenset(names["its"]),
        reported_forms=frozenset(attribution["reported_forms"]),
        polarity=_index(
            language, _pick(table["polarity"], "negations", "not_negations", "denials", "corrections", "no_such")
        ),
        certainty=_index(
            language, _pick(certainty, "plain", "hedges", "hypotheticals", "plans", "past_periods", "settings")
        ),
        intentions=frozenset(certainty["intentions"]),
        changes=frozenset(certainty["changes"]),
        completions=frozenset(certainty["completions"]),
        lingering=frozenset(certainty["lingering"]),
        lasting=frozenset(certainty["lasting"]),
        past_forms=frozenset(certainty["past_forms"]),
        past_endings=tuple(certainty["past_endings"]),
        earlier=frozenset(certainty["earlier"]),
        when=frozenset(certainty["when"]),
        opening_conditions=frozenset(certainty["opening_conditions"]),
        whoever=frozenset(certainty["whoever"]),
        denial_splits=_split(table["polarity"]["denial_splits"]),
        disputing=frozenset(table["polarity"]["disputing"]),
        dispute_openers=frozenset(table["polarity"]["dispute_openers"]),
        governing=_index(language, _pick(table["polarity"], "topics", "wants", "needs", "distant")),
        rates=_index(language, table["rates"]),
        conditional_before_called=frozenset(certainty["conditional_before_called"]),
        absent=frozenset(disclosure["absent"]),
        disclosing=_index(
            language,
            {
                "plain": [phrase for phrase in disclosure["phrases"] if phrase not in dependent],
                "negated": disclosure["needs_negation"],
            },
        ),
        generic_evidence=frozenset(disclosure["generic_evidence"]),
        nobody=_index(language, _pick(disclosure, "nobody")),
        confirming=frozenset(disclosure["confirming"]),
        as_of=_index(language, _pick(table["qualifiers"], "as_of")),
        against=_index(language, _pick(table["qualifiers"], "against")),
        universal=frozenset(table["qualifiers"]["universal"]),
        partial=_index(language, _pick(table["qualifiers"], "partial")),
        price_groups=frozenset(table["prices"]["groups"]),
        price_customers=tuple(table["prices"]["customers"]),
        price_links=frozenset(table["prices"]["links"]),
        price_plans=tuple(table["prices"]["plans"]),
        countries=_index(language, {"countries": [*_territories(language), *table["prices"]["countries"]]}),
    )
