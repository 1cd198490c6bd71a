"""Facts: what nothing ties or bears, what asks for no evidence, what grows old, what refers to what is not checked."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.lint.case import Case
from twosource.lint.weakness import Weakness
from twosource.model import Fact, Quantity, Standard, TextValue, Undisclosed
from twosource.rules.wording import wording as told

_ASKS_FOR_EVIDENCE = frozenset({Standard.INDEPENDENT, Standard.ESTIMATE, Standard.ALLEGATION})
_SPEAKS = frozenset({"organisation", "person"})


def check(case: Case) -> Iterator[Weakness]:
    """Yield what is weak in the facts, and in the types and subjects that they have in common."""
    for fact in case.checked:
        yield from _untied(case, fact)
        if not fact.supports:
            yield case.weak(
                "no-support", ("facts", fact.id), case.wording.text("nobody on file says so: give a support")
            )
        yield from _old(case, fact)
        yield from _references(case, fact)
    yield from _no_needs(case)
    yield from _no_word(case)


def _untied(case: Case, fact: Fact) -> Iterator[Weakness]:
    if any(case.cues(fact).values()) or getattr(fact.value, "unit", None) is not None:
        return
    if fact.value is None:
        message = case.wording.text(
            "no draft is held against this statement: neither it nor its type has cues; give it some"
        )
    else:
        message = case.wording.text(
            "no draft is held against this value: neither the fact nor its type has cues, and it has no unit that "
            "could lead to it; give it cues"
        )
    yield case.weak("untied", ("facts", fact.id), message)


def _old(case: Case, fact: Fact) -> Iterator[Weakness]:
    path, words = ("facts", fact.id), case.wording
    if fact.review_by is not None:
        if fact.review_by < case.at:
            message = words.text(
                "was to be reviewed by {day}: read the sources again, then set a later review_by",
                day=words.day(fact.review_by),
            )
            yield case.weak("stale", (*path, "review_by"), message)
    elif isinstance(fact.value, Undisclosed):
        message = words.text("anybody may disclose this any day, and nothing reminds of it: give it review_by")
        yield case.weak("no-review", path, message)
    elif fact.period is not None:
        last = fact.period.interval.high
        if last is not None and last >= case.at.toordinal():
            message = words.text(
                "the period {period} is not over on {day}, and nothing reminds of it: give it review_by",
                period=told(words.locale).value(fact.period), day=words.day(case.at),
            )  # fmt: skip
            yield case.weak("no-review", (*path, "period"), message)
    elif fact.as_of is not None and _changes(case, fact):
        message = words.text(
            "holds as of {day} and may have changed since, and nothing reminds of it: give it review_by",
            day=words.day(fact.as_of),
        )
        yield case.weak("no-review", (*path, "as_of"), message)


def _changes(case: Case, fact: Fact) -> bool:
    """Return whether a fact as of a day may be otherwise on another: a figure or a name is, a day or a deed is not.

    Neither is what a dated document says or leaves out.
    """
    lasting = case.claim_type(fact).standard is Standard.OBSERVED
    return isinstance(fact.value, Quantity | TextValue) and not lasting


def _references(case: Case, fact: Fact) -> Iterator[Weakness]:
    for position, other in enumerate(fact.see_also):
        status = case.pack.facts[other].status
        if (fact.pack, other) in case.base.facts:
            continue
        if status == "draft":
            message = case.wording.text("“{other}” is a draft, so that no flag shows it: approve it", other=other)
        elif status == "retired":
            message = case.wording.text(
                "“{other}” is retired, so that no flag shows it: take the reference away", other=other
            )
        else:
            message = case.wording.text(
                "“{other}” is superseded, so that no flag shows it: refer to the fact that took its place", other=other
            )
        yield case.weak("dead-reference", ("facts", fact.id, "see_also", position), message)
    for position, other in enumerate(fact.supersedes):
        if case.pack.facts[other].status == "draft":
            message = case.wording.text(
                "“{other}” is a draft and was never told, so that there is nothing to supersede", other=other
            )
            yield case.weak("dead-reference", ("facts", fact.id, "supersedes", position), message)


def _no_needs(case: Case) -> Iterator[Weakness]:
    counts: dict[str, int] = {}
    for fact in case.checked:
        counts[fact.type] = counts.get(fact.type, 0) + 1
    for key, claim_type in case.pack.claim_types.items():
        if key in counts and claim_type.standard in _ASKS_FOR_EVIDENCE and not claim_type.needs:
            message = case.wording.plural(
                "no needs: a flag on the fact of this type cannot say what evidence is missing; name what an outsider "
                "would have to see",
                "no needs: flags on the {number} facts of this type cannot say what evidence is missing; name what an "
                "outsider would have to see",
                counts[key],
            )
            yield case.weak("no-needs", ("claim_types", key), message)


def _no_word(case: Case) -> Iterator[Weakness]:
    facts: dict[str, list[str]] = {}
    for fact in case.checked:
        settled_otherwise = fact.sourcing.settled
        if case.claim_type(fact).standard is Standard.SUBJECT and not settled_otherwise:
            facts.setdefault(fact.subject, []).append(fact.id)
    for key, ids in facts.items():
        entity = case.pack.entities[key]
        speaking = {each for each in case.parties.family(key) if case.pack.entities[each].kind in _SPEAKS}
        if entity.kind in _SPEAKS or speaking:
            continue
        message = case.wording.text(
            "{entity} does not speak, and facts about it ({facts}) ask for the subject's own word: say by of: who "
            "answers for it",
            entity=case.name(entity), facts=case.wording.both(ids),
        )  # fmt: skip
        yield case.weak("no-word", ("entities", key), message)
