"""What has to hold over a whole pack: every id leads somewhere, nothing goes in a circle, no name is given twice.

It works on the plain mappings as they were written, so that these problems are told beside those of shape, all at
once. Whatever has not the expected shape is passed over here; the schemas tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import islice

from twosource.facts import symbols, unit_words
from twosource.facts.units import built_in, is_built_in
from twosource.facts.yaml_tree import Path, Plain

Problem = tuple[Path, str]

# Likening words is slow; a pack with more dangling references than this has other troubles than typing errors.
MAX_GUESSES = 20
MAX_LIKENED = 1_000
_UNTIED = (
    "no draft is held against this fact: it has no cues, its type has none, and no value whose unit could lead to it; "
    "give it cues"
)
_UNIT_ADVICE = "declare it under 'units', use percent, times, a duration (week), an SI unit (kWh) or a currency (EUR)"


def problems(pack: Plain) -> Iterator[Problem]:
    """Yield the errors of a pack that no single mapping shows, as (path, message)."""
    whole = _Whole(pack)
    yield from _units(whole)
    yield from _entities(whole)
    yield from _sources(whole)
    yield from _facts(whole)


def doubts(pack: Plain) -> Iterator[Problem]:
    """Yield what is legal but doubtful: no facts at all, one that nothing can tie, a name that two entities share."""
    whole = _Whole(pack)
    if isinstance(pack, dict) and not pack.get("facts"):
        yield ("facts",) if "facts" in pack else (), "the pack has no facts, so that no draft is flagged for it"
    replaced = {old for fact in whole.facts.values() for _, old in _texts(_mapping(fact).get("supersedes"))}
    for key, fact in whole.facts.items():
        if key not in replaced and isinstance(fact, dict) and _is_untied(fact, whole):
            yield ("facts", key), _UNTIED
    owners: dict[str, str] = {}
    for key, entity in whole.entities.items():
        for name, path in _names(entity):
            owner = owners.setdefault(" ".join(name.casefold().split()), key)
            if owner != key:
                yield (
                    ("entities", key, *path),
                    f"'{name[:100]}' also names '{owner}'; where both could be meant, nothing is said about either",
                )


def _is_untied(fact: Mapping[str, Plain], whole: _Whole) -> bool:
    """Return whether no sentence can lead to a fact that drafts are to be held against; lint has it as ``untied``."""
    type_name = fact.get("type")
    claim_type = whole.claim_types.get(type_name.strip()) if isinstance(type_name, str) else None
    is_checked = fact.get("status", "approved") == "approved" and isinstance(claim_type, dict)
    has_unit = "unit" in _mapping(fact.get("value"))
    return is_checked and not (fact.get("cues") or _mapping(claim_type).get("cues") or has_unit)


class _Whole:
    """The sections of a pack; what is no mapping counts as empty."""

    def __init__(self, pack: Plain) -> None:
        sections = pack if isinstance(pack, dict) else {}
        self.units = _mapping(sections.get("units"))
        self.entities = _mapping(sections.get("entities"))
        self.sources = _mapping(sections.get("sources"))
        self.claim_types = _mapping(sections.get("claim_types"))
        self.facts = _mapping(sections.get("facts"))
        self._guesses_left = MAX_GUESSES

    @cached_property
    def spellings(self) -> Mapping[str, list[str]]:
        """The pack's units by how they are written in lower case."""
        return _by_lower_case(self.units)

    @cached_property
    def nouns(self) -> Mapping[str, list[str]]:
        """The pack's units by their nouns."""
        units: dict[str, list[str]] = {}
        for unit, languages in self.units.items():
            words = {word.casefold() for given in _mapping(languages).values() for _, word in _texts(given)}
            for word in words:
                units.setdefault(word, []).append(unit)
        return units

    def unknown(self, noun: str, word: str, known: Iterable[str], advice: str = "declare it first") -> str:
        """Return the message for an id that leads nowhere, with the one that was likely meant."""
        close: list[str] = []
        if self._guesses_left > 0:
            self._guesses_left -= 1
            close = get_close_matches(word[:100], _alike(word, known), n=1, cutoff=0.6)
        tail = f"did you mean '{close[0]}'?" if close else f"{advice}, or mend the spelling"
        return f"unknown {noun} '{word[:100]}': {tail}"


def _alike(word: str, known: Iterable[str]) -> list[str]:
    """Return the ids that ``word`` may be a slip for, by its length and its ends; a bounded number of them."""
    near = (each for each in known if isinstance(each, str) and abs(len(each) - len(word)) <= len(word) // 2 + 1)
    return list(islice((each for each in near if each[:1] == word[:1] or each[-1:] == word[-1:]), MAX_LIKENED))


def _mapping(given: object) -> Mapping[str, Plain]:
    return given if isinstance(given, dict) else {}


def _texts(given: object) -> Iterator[tuple[int | None, str]]:
    """Yield the texts of a list with their positions, or a lone text with None."""
    if isinstance(given, str):
        yield None, given.strip()
    elif isinstance(given, list):
        for position, each in enumerate(given):
            if isinstance(each, str):
                yield position, each.strip()


def _dangling(whole: _Whole, given: object, path: Path, known: Mapping[str, Plain], noun: str) -> Iterator[Problem]:
    """Yield a problem for each id in ``given`` (one or a list) that is not in ``known``."""
    for position, word in _texts(given):
        if word and word not in known:
            where = path if position is None else (*path, position)
            yield where, whole.unknown(noun, word, known)


def _astray(whole: _Whole, given: object, path: Path, known: Mapping[str, Plain], noun: str) -> Iterator[Problem]:
    """Yield a problem where ``given`` is one id, as the schema asks, and not in ``known``."""
    if isinstance(given, str):
        yield from _dangling(whole, given, path, known, noun)


def _units(whole: _Whole) -> Iterator[Problem]:
    for key in whole.units:
        if is_built_in(key):
            yield ("units", key), f"the unit '{key}' is built in; leave it out, or give yours another id"


def _entities(whole: _Whole) -> Iterator[Problem]:
    for key, entity in whole.entities.items():
        path: Path = ("entities", key)
        fields = _mapping(entity)
        yield from _astray(whole, fields.get("of"), (*path, "of"), whole.entities, "entity")
        yield from _dangling(whole, fields.get("affiliates"), (*path, "affiliates"), whole.entities, "entity")
        for name, within in _names(entity):
            if name.strip() and not any(character.isalnum() for character in name):
                yield (*path, *within), f"the name '{name.strip()[:100]}' has no letter and no digit; write it out"
        yield from _twice(entity, path)
    yield from _circles(whole.entities, "entities", ("of",))


def _names(entity: Plain) -> Iterator[tuple[str, Path]]:
    """Yield an entity's names in all languages and its aliases, with their paths within it."""
    fields = _mapping(entity)
    name = fields.get("name")
    if isinstance(name, str):
        yield name, ("name",)
    for language, localized in _mapping(name).items():
        if isinstance(localized, str):
            yield localized, ("name", language)
    aliases = fields.get("aliases")
    for position, alias in enumerate(aliases if isinstance(aliases, list) else ()):
        text = alias if isinstance(alias, str) else _mapping(alias).get("text")
        if isinstance(text, str):
            yield text, ("aliases", position)


def _twice(entity: Plain, path: Path) -> Iterator[Problem]:
    fields = _mapping(entity)
    aliases = fields.get("aliases")
    seen: dict[tuple[str, str], int] = {}
    for position, alias in enumerate(aliases if isinstance(aliases, list) else ()):
        text = alias if isinstance(alias, str) else _mapping(alias).get("text")
        language = _mapping(alias).get("lang", "")
        if not isinstance(text, str) or not isinstance(language, str):
            continue
        first = seen.setdefault((" ".join(text.split()), language), position)
        if first != position:
            yield (*path, "aliases", position), f"the alias '{text[:100]}' is given twice; remove one of them"


def _sources(whole: _Whole) -> Iterator[Problem]:
    for key, source in whole.sources.items():
        fields = _mapping(source)
        yield from _dangling(whole, fields.get("relays"), ("sources", key, "relays"), whole.sources, "source")
        original = fields.get("translation_of")
        yield from _astray(whole, original, ("sources", key, "translation_of"), whole.sources, "source")
    yield from _circles(whole.sources, "sources", ("relays", "translation_of"))


def _circles(nodes: Mapping[str, Plain], section: str, names: tuple[str, ...]) -> Iterator[Problem]:
    """Yield one problem for each circle that the references ``names`` close."""
    leads = {
        key: [(name, word) for name in names for _, word in _texts(_mapping(node).get(name)) if word in nodes]
        for key, node in nodes.items()
    }
    done: set[str] = set()
    for start in nodes:
        yield from _circles_from(start, leads, done, section)


def _circles_from(
    start: str, leads: Mapping[str, list[tuple[str, str]]], done: set[str], section: str
) -> Iterator[Problem]:
    """Walk down from ``start`` without recursion, as a chain of references may be as long as the pack."""
    trail: list[str] = []
    on_trail: set[str] = set()
    waiting: list[tuple[str, int]] = [(start, 0)]
    while waiting:
        node, step = waiting.pop()
        if step == 0:
            if node in done:
                continue
            trail.append(node)
            on_trail.add(node)
        if step == len(leads[node]):
            done.add(node)
            on_trail.discard(trail.pop())
            continue
        waiting.append((node, step + 1))
        name, lead = leads[node][step]
        if lead in on_trail:
            circle = " -> ".join([*trail[trail.index(lead) :], lead])
            yield (section, node, name), f"goes in a circle ({circle[:300]}): something has to come first"
        elif lead not in done:
            waiting.append((lead, 0))


def _facts(whole: _Whole) -> Iterator[Problem]:
    for key, fact in whole.facts.items():
        path: Path = ("facts", key)
        fields = _mapping(fact)
        yield from _astray(whole, fields.get("subject"), (*path, "subject"), whole.entities, "entity")
        yield from _astray(whole, fields.get("type"), (*path, "type"), whole.claim_types, "claim type")
        for name in ("see_also", "supersedes"):
            yield from _dangling(whole, fields.get(name), (*path, name), whole.facts, "fact")
        for name in ("condition", "compared_with"):
            entity = _mapping(fields.get(name)).get("entity")
            yield from _astray(whole, entity, (*path, name, "entity"), whole.entities, "entity")
        yield from _value(fields.get("value"), (*path, "value"), whole)
        yield from _supports(fields, path, whole)
        yield from _listed(fields.get("disputes"), (*path, "disputes"), whole)
    yield from _circles(whole.facts, "facts", ("supersedes",))


def _supports(fact: Mapping[str, Plain], path: Path, whole: _Whole) -> Iterator[Problem]:
    supports = fact.get("support")
    yield from _listed(supports, (*path, "support"), whole)
    type_name = fact.get("type")
    claim_type = whole.claim_types.get(type_name.strip()) if isinstance(type_name, str) else None
    needs = _mapping(_mapping(claim_type).get("needs"))
    for position, support in enumerate(supports if isinstance(supports, list) else ()):
        fields = _mapping(support)
        here = (*path, "support", position)
        yield from _dangling(whole, fields.get("of"), (*here, "of"), whole.sources, "source")
        yield from _astray(whole, fields.get("speaker"), (*here, "speaker"), whole.entities, "entity")
        if claim_type is not None:
            yield from _dangling(whole, fields.get("shows"), (*here, "shows"), needs, f"need of '{type_name}'")


def _listed(given: object, path: Path, whole: _Whole) -> Iterator[Problem]:
    """Yield the problems that supports and disputes have in common."""
    for position, each in enumerate(given if isinstance(given, list) else ()):
        fields = _mapping(each)
        yield from _astray(whole, fields.get("source"), (*path, position, "source"), whole.sources, "source")
        yield from _value(fields.get("value"), (*path, position, "value"), whole)


def _value(given: object, path: Path, whole: _Whole) -> Iterator[Problem]:
    fields = _mapping(given)
    for name in ("change", "from", "to"):
        if name in fields:
            yield from _value(fields[name], (*path, name), whole)
    for within in ((), ("per",)):
        unit = (_mapping(fields.get("per")) if within else fields).get("unit")
        if isinstance(unit, str) and unit.strip() and unit.strip() not in whole.units and not is_built_in(unit.strip()):
            yield (*path, *within, "unit"), _unknown_unit(unit.strip(), whole)


def _unknown_unit(unit: str, whole: _Whole) -> str:
    """Return the message for a unit that there is none of, with the one whose name, sign or capitals it may be."""
    spelled = [*whole.spellings.get(unit.lower(), ()), *_spellings().get(unit.lower(), ())]
    if spelled:
        return f"unknown unit '{unit}': capitals count in units; did you mean {_either(spelled)}?"
    named = [*whole.nouns.get(unit.casefold(), ()), *unit_words.meant(unit)]
    if named:
        return f"unknown unit '{unit[:100]}': a unit is given by its id or symbol; did you mean {_either(named)}?"
    return whole.unknown("unit", unit, [*whole.units, *built_in()], _UNIT_ADVICE)


def _either(ids: Iterable[str]) -> str:
    return " or ".join(f"'{each}'" for each in ids)


@lru_cache(maxsize=1)
def _spellings() -> Mapping[str, list[str]]:
    return _by_lower_case({**built_in(), **symbols.known()})


def _by_lower_case(units: Iterable[str]) -> Mapping[str, list[str]]:
    """Return units by how they are written in lower case ("mw": mW, MW)."""
    spelled: dict[str, list[str]] = {}
    for unit in units:
        spelled.setdefault(unit.lower(), []).append(unit)
    return spelled
