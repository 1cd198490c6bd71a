"""Cue lines: those that are too common, and those with which two facts say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from twosource.facts.yaml_tree import Path
from twosource.lint.case import Case, Cues
from twosource.lint.vocabulary import Commonness
from twosource.lint.weakness import Estimate, Weakness
from twosource.model import (
    LANGUAGES,
    Change,
    CueLine,
    CueTerm,
    Development,
    Fact,
    Quantity,
    TextValue,
    Undisclosed,
    When,
)

ALONE = 1 / 250
"""From this share of sentences on a line is common for a statement, which it ties alone."""
WITH_FIGURE = 1 / 40
"""… for a value, which a figure has to stand beside."""
_SHOWN = 4
"""How many alternatives of a term are shown, and how many characters of a line."""
_LONGEST = 80
_MANY_TERMS = 5
"""Lines of more terms are held against each other in their order alone."""


def check(case: Case) -> Iterator[Weakness]:
    """Yield cue lines that will misfire, facts that are tied by a common unit alone, and facts that always tie."""
    yield from _common_lines(case)
    yield from _by_unit_alone(case)
    yield from _tied(case)


def _common_lines(case: Case) -> Iterator[Weakness]:
    lines = [*_lines(case)]
    for language in LANGUAGES:
        here = [each for each in lines if each[1] == language]
        common = Commonness([line for _, _, line, _ in here], language) if here else None
        for path, _, line, facts in here:
            if common is not None:
                yield from _common(case, path, language, line, facts, common.share(line))


def _lines(case: Case) -> Iterator[tuple[Path, str, CueLine, list[Fact]]]:
    """Yield each cue line with its path, its language, and the facts that it ties sentences to."""
    shared: dict[str, list[Fact]] = {}
    for fact in case.checked:
        if any(fact.cues.values()):
            yield from _of(fact.cues, ("facts", fact.id, "cues"), [fact])
        else:
            shared.setdefault(fact.type, []).append(fact)
    for type_id, facts in shared.items():
        yield from _of(case.pack.claim_types[type_id].cues, ("claim_types", type_id, "cues"), facts)


def _of(cues: Cues, path: Path, facts: list[Fact]) -> Iterator[tuple[Path, str, CueLine, list[Fact]]]:
    for language, lines in cues.items():
        for position, line in enumerate(lines):
            yield (*path, language, position), language, line, facts


def _common(
    case: Case, path: Path, language: str, line: CueLine, facts: Sequence[Fact], share: float
) -> Iterator[Weakness]:
    statements = [fact for fact in facts if fact.value is None]
    if share < (ALONE if statements else WITH_FIGURE):
        return
    estimate, words = Estimate(share), case.wording
    told = {
        "line": _written(case, path, line),
        "share": words.share(estimate),
        "words": estimate.words,
        "language": words.language(language),
        "subject": words.either([case.name(case.subject(fact)) for fact in statements or facts]),
    }
    if statements:
        message = words.text(
            "“{line}” stands in about {share} of {words} words in ordinary {language} prose, whatever it is about, and "
            "in more of those on this subject; each one about {subject} counts as this statement. Add a term that "
            "nothing else needs.",
            **told,
        )
    else:
        message = words.text(
            "“{line}” stands in about {share} of {words} words in ordinary {language} prose, whatever it is about, and "
            "in more of those on this subject; in each one about {subject} a figure of the same kind counts as this "
            "value. Add a term that nothing else needs.",
            **told,
        )
    yield case.weak("common-cue", path, message, estimate)


def _written(case: Case, path: Path, line: CueLine) -> str:
    """Return a line as the pack has it, the first few alternatives of each term; its capitals where they are known."""
    given = case.written(*path)
    terms = [[" ".join(words) for words in term.alternatives] for term in line.terms]
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        terms = [each.split("/") for each in given]
    return ", ".join("/".join(alternatives[:_SHOWN]) for alternatives in terms)[:_LONGEST]


def _by_unit_alone(case: Case) -> Iterator[Weakness]:
    for fact in case.checked:
        unit = getattr(fact.value, "unit", None)
        if unit is None or any(case.cues(fact).values()) or unit in case.pack.units:
            continue
        message = case.wording.text(
            "without cues, any figure in the unit “{unit}” in a sentence about {subject} counts as this value: give it "
            "cues",
            unit=unit, subject=case.name(case.subject(fact)),
        )  # fmt: skip
        yield case.weak("unit-alone", ("facts", fact.id), message)


def _tied(case: Case) -> Iterator[Weakness]:
    groups: dict[tuple[object, ...], list[Fact]] = {}
    for fact in case.checked:
        kind = _kind(fact)
        if kind is not None and not _told_apart(fact):
            for subject in case.base.subjects(fact):
                groups.setdefault((subject, *kind), []).append(fact)
    told: set[str] = set()
    for facts in groups.values():
        for position, fact in enumerate(facts):
            rival = None if fact.id in told else _rival(case, fact, facts, position)
            if rival is not None:
                told.add(fact.id)
                message = case.wording.text(
                    "a figure that fits neither this fact nor “{other}” is never flagged: both have the subject and "
                    "the kind of value, and the cues of this one say nothing that the other's do not; give it a term "
                    "of its own",
                    other=rival.id,
                )
                yield case.weak("tie", ("facts", fact.id), message)


def _kind(fact: Fact) -> tuple[object, ...] | None:
    """Return what two values have in common that one figure could be either of, or None where a figure is none."""
    match fact.value:
        case Quantity(unit=unit, per=per):
            return ("count", unit, None if per is None else (per.n, per.unit))
        case Change(amount=amount):
            return ("change", None if amount is None else amount.unit)
        case Development(start=start):
            return ("development", start.unit)
        case When():
            return ("date",)
        case TextValue() | Undisclosed() | None:
            return None


def _told_apart(fact: Fact) -> bool:
    """Return whether a fact has more than cues that sentences are told apart by."""
    qualifiers = (fact.condition, fact.compared_with, fact.period, fact.as_of)
    return any(fact.not_cues.values()) or any(each is not None for each in qualifiers)


_MANY_RIVALS = 200


def _rival(case: Case, fact: Fact, facts: Sequence[Fact], position: int) -> Fact | None:
    """Return a fact whose cues cover all of another's; of two that say the same the second is told of."""
    for other_position, other in enumerate(facts[:_MANY_RIVALS]):
        if other is fact or not _covers(case.cues(other), case.cues(fact)):
            continue
        if other_position < position or not _covers(case.cues(fact), case.cues(other)):
            return other
    return None


def _covers(wide: Cues, narrow: Cues) -> bool:
    """Return whether every line of ``narrow`` says nothing but what some line of ``wide`` does, in each language."""
    if not any(narrow.values()) or not any(wide.values()):
        return not any(narrow.values()) and not any(wide.values())
    return all(
        any(_line_covers(other, line) for other in wide.get(language, ()))
        for language, lines in narrow.items()
        for line in lines
    )


def _line_covers(wide: CueLine, narrow: CueLine) -> bool:
    if len(wide.terms) != len(narrow.terms):
        return False
    orders = permutations(wide.terms) if len(wide.terms) < _MANY_TERMS else iter([wide.terms])
    return any(all(map(_term_covers, order, narrow.terms)) for order in orders)


def _term_covers(wide: CueTerm, narrow: CueTerm) -> bool:
    return set(narrow.alternatives) <= set(wide.alternatives)
