"""The flagship in three languages and many words: one claim, one flag, and in each locale the message of the rules."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import yaml

from twosource.model import LANGUAGES

_SPEC = spec_from_file_location("expectations", Path(__file__).with_name("expectations.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
expectations = module_from_spec(_SPEC)
sys.modules[_SPEC.name] = expectations
_SPEC.loader.exec_module(expectations)

FLAGSHIP = yaml.safe_load(Path(__file__).with_name("flagship.yaml").read_text("utf-8"))


def _each(kind: str) -> list[tuple[str, str]]:
    return [(language, sentence) for language in LANGUAGES for sentence in FLAGSHIP[kind][language]]


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
@pytest.mark.parametrize(("language", "sentence"), _each("sentences"))
def test_the_flagship_draws_one_flag_with_the_locales_message(language: str, sentence: str, locale: str) -> None:
    report = expectations.report("-", sentence.encode(), locale)

    assert report.language == language
    assert [(flag.fact, flag.message) for flag in report.flags] == [("cost-parity", FLAGSHIP["messages"][locale])]
    assert report.flags[0].severity == "warning"
    assert report.flags[0].rules == ("single-source", "missing-evidence", "unattributed")


@pytest.mark.parametrize(("language", "sentence"), _each("silent"))
def test_what_tells_something_else_is_silent(language: str, sentence: str) -> None:
    report = expectations.report("-", sentence.encode(), language=language)

    assert [flag.message for flag in report.flags] == []


def test_each_language_has_the_flagship_and_eight_other_wordings() -> None:
    assert min(len(FLAGSHIP["sentences"][language]) for language in LANGUAGES) >= 9
