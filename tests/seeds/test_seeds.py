"""The real articles against their golden files, and each mutant of a careful one against the one flag it must draw."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from twosource_schemas.result import as_json

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEEDS = ROOT.parent / "shared" / "seeds"

_SPEC = spec_from_file_location("expectations", HERE.with_name("golden") / "expectations.py")
assert _SPEC is not None
assert _SPEC.loader is not None
expectations = module_from_spec(_SPEC)
sys.modules[_SPEC.name] = expectations
_SPEC.loader.exec_module(expectations)

GOLDEN = [expectations.Golden.load(path, SEEDS) for path in sorted(HERE.glob("golden/*.yaml"))]
MUTANTS = list(expectations.mutants(HERE / "mutants.yaml", SEEDS))
BY_ARTICLE = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)


@BY_ARTICLE
def test_an_article_draws_its_golden_flags_and_no_other(golden, seeds: Path) -> None:
    report = expectations.report_on(golden.draft)

    assert report.language == golden.language
    assert golden.found() == golden.expected(report.text)


@pytest.mark.parametrize("stem", ["000_8cfc34f441cc26cf.txt", "002_c66bda43e5337389.txt"])
def test_a_careful_article_draws_notes_alone(stem: str, seeds: Path) -> None:
    assert {flag.severity for flag in expectations.report_on(seeds / stem).flags} == {"note"}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_one_change_draws_exactly_its_flag(mutant, seeds: Path) -> None:
    assert mutant.new_flags() == [mutant.expected]


@BY_ARTICLE
def test_spacys_pipeline_and_the_bare_finders_give_the_same_report(golden, seeds: Path) -> None:
    assert expectations.report_on(golden.draft, spacy=True) == expectations.report_on(golden.draft)


@BY_ARTICLE
def test_the_same_article_gives_the_same_report_byte_for_byte(golden, seeds: Path) -> None:
    raw = golden.draft.read_bytes()
    first, second = (json.dumps(as_json(expectations.report(golden.draft.name, raw, spacy=True))) for _ in range(2))

    assert first == second
