"""Languages that are missing: in cues and nouns, which drafts are held against, and in what messages show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twosource.facts.yaml_tree import Path
from twosource.lint.case import Case, lacking
from twosource.lint.weakness import Weakness

_CODE = "missing-language"


def check(case: Case) -> Iterator[Weakness]:
    """Yield the languages that the pack serves in one place and not in another."""
    yield from _cues(case)
    yield from _nouns(case)
    yield from _called(case)
    yield from _shown(case)


def _cues(case: Case) -> Iterator[Weakness]:
    asked: dict[str, None] = {}
    for fact in case.checked:
        if not any(fact.cues.values()):
            asked.setdefault(fact.type)
        for language in lacking(fact.cues):
            message = case.wording.text(
                "no cues in {language}: drafts in {language} are not held against this fact",
                language=case.wording.language(language),
            )
            yield case.weak(_CODE, ("facts", fact.id, "cues"), message)
    for key in asked:
        for language in lacking(case.pack.claim_types[key].cues):
            message = case.wording.text(
                "no cues in {language}: drafts in {language} are not held against the facts of this type that have "
                "no cues of their own",
                language=case.wording.language(language),
            )
            yield case.weak(_CODE, ("claim_types", key, "cues"), message)


def _nouns(case: Case) -> Iterator[Weakness]:
    for key, unit in case.pack.units.items():
        for language in lacking(unit.nouns):
            message = case.wording.text(
                "no noun in {language}: what drafts in {language} count is not known as this unit",
                language=case.wording.language(language),
            )
            yield case.weak(_CODE, ("units", key), message)


def _called(case: Case) -> Iterator[Weakness]:
    subjects = {subject for fact in case.checked for subject in case.base.subjects(fact)}
    for key, entity in case.pack.entities.items():
        if entity.ref not in subjects:
            continue
        for language in lacking(entity.called):
            message = case.wording.text(
                "nothing in {language}: where drafts in {language} refer back to {entity}, they are not followed",
                language=case.wording.language(language), entity=case.name(entity),
            )  # fmt: skip
            yield case.weak(_CODE, ("entities", key, "called"), message)


def _shown(case: Case) -> Iterator[Weakness]:
    """Yield what messages show in another language; that is known only of a pack as it was written."""
    facts = case.written("facts")
    for key in facts if isinstance(facts, Mapping) else ():
        for name in ("label", "states"):
            yield from _text(case, ("facts", key, name), case.written("facts", key, name))
    for key, claim_type in case.pack.claim_types.items():
        for need in claim_type.needs:
            path = ("claim_types", key, "needs", need.id)
            yield from _text(case, path, case.written(*path))


def _text(case: Case, path: Path, given: object) -> Iterator[Weakness]:
    for language in lacking(given):
        message = case.wording.text(
            "no text in {language}: messages in {language} show that of another language",
            language=case.wording.language(language),
        )
        yield case.weak(_CODE, path, message)
