"""The six drafts against their golden files, and each mutant of a careful one against the one flag it must draw."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from twosource.model import LANGUAGES
from twosource_schemas.result import as_json

_SPEC = spec_from_file_location("expectations", Path(__file__).with_name("expectations.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
expectations = module_from_spec(_SPEC)
sys.modules[_SPEC.name] = expectations
_SPEC.loader.exec_module(expectations)

DRAFTS = expectations.DRAFTS
GOLDEN = [expectations.Golden.load(path, path.parent) for path in sorted(DRAFTS.glob("*/*/golden.yaml"))]
MUTANTS = list(expectations.mutants(DRAFTS / "mutants.yaml", DRAFTS))
BY_DRAFT = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: "-".join(golden.path.parts[-3:-1]))


def test_there_are_a_careful_and_a_bold_draft_in_each_language() -> None:
    kinds = {golden.path.parts[-3:-1] for golden in GOLDEN}

    assert {(language, kind) for language in LANGUAGES for kind in ("careful", "bold")} <= kinds
    assert len(MUTANTS) >= 24
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS)


@BY_DRAFT
def test_a_draft_draws_its_golden_flags_and_no_other(golden) -> None:
    report = expectations.report_on(golden.draft)

    assert report.language == golden.language
    assert golden.found() == golden.expected(report.text)


@BY_DRAFT
def test_a_flag_stands_where_its_words_stand(golden) -> None:
    report = expectations.report_on(golden.draft)

    for flag in report.flags:
        assert report.text[flag.start : flag.end] == flag.quote
        assert flag.severity == max((finding.severity for finding in flag.findings), key=lambda each: each.rank)


@pytest.mark.parametrize(
    "golden", [each for each in GOLDEN if "careful" in each.path.parts], ids=lambda each: each.language
)
def test_a_careful_draft_draws_notes_alone(golden) -> None:
    assert {flag.severity for flag in expectations.report_on(golden.draft).flags} == {"note"}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_one_change_draws_exactly_its_flag(mutant) -> None:
    assert mutant.new_flags() == [mutant.expected]


@BY_DRAFT
def test_spacys_pipeline_and_the_bare_finders_give_the_same_report(golden) -> None:
    assert expectations.report_on(golden.draft, spacy=True) == expectations.report_on(golden.draft)


@BY_DRAFT
def test_the_same_draft_gives_the_same_report_byte_for_byte(golden) -> None:
    first, second = (
        json.dumps(as_json(expectations.report(golden.draft.name, golden.draft.read_bytes(), spacy=True)))
        for _ in range(2)
    )
    assert first == second
