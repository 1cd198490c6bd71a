"""The pack on GLM-5.3-Flash: what its supports come to, and which sentences tell each fact in three languages.

Tables and sentences are data: ``pack/sourcing.yaml``, ``pack/<language>.yaml``, and ``pack/held_out*.yaml`` for those
that were written without a look at the cues.
"""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Claim, Pack, Report, Undisclosed, Verdict
from twosource.packs import read

HERE = Path(__file__).parent
PACK = HERE.parents[1] / "fixtures" / "facts" / "glm-5-3-flash.yaml"
AT = date(2026, 11, 30)


@cache
def pack() -> Pack:
    """Return the pack."""
    reading = read(PACK.read_text(encoding="utf-8"), PACK.name)
    assert reading.pack is not None, reading.errors
    return reading.pack


@cache
def base() -> FactBase:
    """Return the pack as a fact base."""
    return FactBase.of([pack()])


def report(text: str, language: str) -> Report:
    """Return the report on a text."""
    return check(draft_from_file("text.md", text.encode(), language), base(), Options(at=AT, spacy=False))


def tells(claim: Claim) -> bool:
    """Return whether a claim tells its fact as the pack has it: its value, or that it holds or does not."""
    fact = pack().facts[claim.fact]
    if fact.value is None:
        return claim.affirmed is fact.holds
    return isinstance(fact.value, Undisclosed) or claim.verdict is Verdict.SAME


SOURCING: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "pack" / "sourcing.yaml").read_text("utf-8"))["facts"]
LISTED = {language: yaml.safe_load((HERE / "pack" / f"{language}.yaml").read_text("utf-8")) for language in LANGUAGES}


HELD_OUT = {
    name: yaml.safe_load((HERE / "pack" / f"{name}.yaml").read_text("utf-8"))
    for name in ("held_out", "held_out_second")
}


def tied(fact: str, language: str, text: str) -> bool:
    """Return whether a sentence is tied to its fact, whatever it says of it."""
    return any(claim.fact == fact for claim in report(text, language).claims)


def sentences(kind: str) -> list[Any]:
    """Return all sentences of a kind as test cases with a name of their own."""
    return [
        pytest.param(language, fact, text, id=f"{language}-{fact}-{number}")
        for language in LANGUAGES
        for fact, kinds in LISTED[language]["facts"].items()
        for number, text in enumerate(kinds[kind], 1)
    ]


def test_the_pack_has_all_that_it_should_and_each_fact_its_line_and_its_sentences() -> None:
    facts = set(pack().facts)

    assert len(facts) >= 40
    assert set(SOURCING) == facts
    for language in LANGUAGES:
        assert LISTED[language]["language"] == language
        assert set(LISTED[language]["facts"]) == facts
        for fact, kinds in LISTED[language]["facts"].items():
            assert len(kinds["fresh"]) >= 2, (language, fact)
            assert len(kinds["near"]) >= 1, (language, fact)


@pytest.mark.parametrize("fact", SOURCING)
def test_what_follows_from_the_supports_is_what_the_table_says(fact: str) -> None:
    known = pack().facts[fact].sourcing
    named = [origin for origin in known.origins if origin.named]

    assert {
        "own": [name for origin in named if origin.own_word for name in origin.publishers],
        "other": [name for origin in named if not origin.own_word for name in origin.publishers],
        "unnamed": any(not origin.named for origin in known.origins),
        "settled": known.settled,
        "missing": [need.id for need in known.missing],
        "disputed": list(known.disputed_by),
    } == {"own": [], "other": [], "unnamed": False, "missing": [], "disputed": [], **SOURCING[fact]}


@pytest.mark.parametrize(("language", "fact", "text"), sentences("fresh"))
def test_a_fresh_sentence_tells_its_fact(language: str, fact: str, text: str) -> None:
    claims = report(text, language).claims
    last = max((claim.sentence for claim in claims), default=0)
    told = [claim for claim in claims if claim.fact == fact and claim.sentence == last]

    assert told, f"not matched to {fact}: {text!r} (claims: {[claim.fact for claim in claims]})"
    assert any(tells(claim) for claim in told), f"matched to {fact} as {told[0].verdict}: {text!r}"


@pytest.mark.parametrize(("language", "fact", "text"), sentences("near"))
def test_what_only_comes_near_does_not_tell_the_fact(language: str, fact: str, text: str) -> None:
    matched = [claim for claim in report(text, language).claims if claim.fact == fact]

    assert not matched, f"matched to {fact} by {matched[0].reasons}: {text!r}"


@pytest.mark.parametrize(("name", "language"), [(name, language) for name in HELD_OUT for language in LANGUAGES])
def test_a_held_out_sentence_is_tied_to_its_fact_or_listed_as_missed(name: str, language: str) -> None:
    listed = HELD_OUT[name]
    told = {fact: texts[language] for fact, texts in listed["facts"].items() if language in texts}
    missed = [fact for fact, text in told.items() if not tied(fact, language, text)]

    assert set(told) <= set(pack().facts)
    assert len(told) >= (20 if name == "held_out_second" else len(pack().facts))
    assert missed == listed["missed"][language]
