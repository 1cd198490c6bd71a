"""The order and the places of what lint finds, what it keeps to itself, and the packs that are at hand."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from lint_examples import AT, found, merged, texts

from twosource.facts.yaml_tree import parse
from twosource.lint import lint, placed
from twosource.model import LOCALES
from twosource.packs import read, read_plain

ROOT = Path(__file__).parents[3]
PACKS = ROOT / "fixtures" / "facts"
NO_NEEDS = "no-needs"


def _codes(text: str) -> set[tuple[str, str]]:
    reading = read(text, "pack.yaml")
    assert reading.pack is not None, reading.errors
    return {(each.code, each.where) for each in lint(reading.pack, at=AT, given=reading.given)}


def test_what_is_found_stands_in_the_order_of_the_pack() -> None:
    changes = {
        "facts": {"turbines": {"review_by": "2026-01-01", "support": [{"source": "kustbode"}], "as_of": "2025-01-01"}},
        "units": {"mast": {"en": ["mast"]}},
        "sources": {"press": {"status": "withdrawn"}},
        "claim_types": {"yield": {"needs": None}},
        "entities": {"noordwind": {"aliases": ["Post", "Ring"]}},
    }
    assert [each.where for each in found(changes)] == [
        "units.mast",
        "units.mast",
        "units.mast",
        "entities.noordwind.aliases.0",
        "entities.noordwind.aliases.1",
        "sources.kustbode.relays",
        "claim_types.yield",
        "facts.turbines.review_by",
    ]


def test_found_in_a_file_it_has_line_and_column() -> None:
    text = (Path(__file__).parent / "base.yaml").read_text("utf-8").replace("en: [[sea eagle, died]]", "en: [[life]]")
    reading = read(text, "base.yaml")
    assert reading.pack is not None
    (told,) = placed(lint(reading.pack, at=AT, given=reading.given), parse(text), "base.yaml")
    line = text.splitlines()[told.line - 1]
    assert line[told.column - 1 :] == "[life]]}"
    assert str(told).startswith(
        f"base.yaml:{told.line}:{told.column}: facts.eagles.cues.en.0: “life” stands in about 1 "
    )
    assert str(told).endswith("[common-cue]")


def test_a_part_of_a_pack_that_is_not_written_is_placed_at_the_nearest_that_is() -> None:
    text = (Path(__file__).parent / "base.yaml").read_text("utf-8").replace("name: Noordwind", "name: Stern")
    reading = read(text, "base.yaml")
    assert reading.pack is not None
    (told,) = placed(lint(reading.pack, at=AT), parse(text), "base.yaml")
    assert text.splitlines()[told.line - 1][told.column - 1 :] == "name: Stern"
    assert told.path == "entities.noordwind.name"


def test_without_the_pack_as_it_was_written_nothing_is_said_about_labels() -> None:
    plain = merged(texts("base.yaml"), {"facts": {"turbines": {"label": {"nl": None}}}})
    reading = read_plain(plain, "example")
    assert reading.pack is not None
    assert lint(reading.pack, at=AT) == ()
    assert [each.code for each in lint(reading.pack, at=AT, given=reading.given)] == ["missing-language"]


@pytest.mark.parametrize("status", ["draft", "retired"])
def test_what_is_not_checked_is_not_linted_either(status: str) -> None:
    weak = {"cues": None, "support": None, "review_by": "2020-01-01", "states": {"nl": "Iets."}, "status": status}
    codes = {each.code for each in found({"facts": {"eagles": weak}})}
    assert codes <= {"unused", "missing-language"}  # its report bears nothing else, and its text is still shown


@pytest.fixture(scope="module")
def secretive() -> dict[str, Any]:
    return {
        "entities": {"whisper": {"kind": "person", "name": "Jung", "called": {"en": ["hidden insider"]}}},
        "sources": {
            "letter-of-jung": {"publisher": "whisper", "kind": "news", "language": "en", "relays": ["memo-of-jung"]},
            "memo-of-jung": {"publisher": "whisper", "kind": "interview", "status": "withdrawn"},
        },
        "facts": {
            "eagles": {
                "support": [
                    {
                        "source": "letter-of-jung",
                        "terms": "confidential",
                        "quote": "Not one sea eagle was ever slain by them.",
                    },
                    {"source": "report"},
                ]
            }
        },
        "texts": {"letter-of-jung": "Nothing of the kind."},
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_confidential_names_and_words_stay_out(secretive: dict[str, Any], locale: str) -> None:
    told = found(secretive, locale)
    assert {each.code for each in told} == {"quote-astray", "unmatched"}
    whole = " ".join(map(str, told))
    for secret in ("jung", "whisper", "insider", "slain", "Not one", "memo-of", "letter-of"):
        assert secret.lower() not in whole.lower()


@pytest.mark.parametrize(
    ("name", "weak"),
    [
        (
            "harbour-hospital",
            {
                ("unused", "entities.kestrel"),
                (NO_NEEDS, "claim_types.performance"),
                (NO_NEEDS, "claim_types.scale"),
                (NO_NEEDS, "claim_types.incident"),
                ("unmatched", "facts.building-cost.support.0.quote"),
                ("unmatched", "facts.ambulances.support.0.quote"),
            },
        ),
        ("north-line", {(NO_NEEDS, "claim_types.performance"), ("unmatched", "facts.budget.support.0.quote")}),
    ],
)
def test_of_the_packs_at_hand_only_what_is_weak_is_told(name: str, weak: set[tuple[str, str]]) -> None:
    """The rival hospital is there to be told apart; the quotations use words ("final account") that no cue has."""
    assert _codes((PACKS / f"{name}.yaml").read_text("utf-8")) == weak


def test_the_pack_of_the_seeds_has_no_fact_that_is_missed_or_misfires() -> None:
    told = _codes((PACKS / "glm-5-3-flash.yaml").read_text("utf-8"))
    assert {code for code, _where in told} <= {NO_NEEDS, "unused"}


def test_nothing_is_weak_in_the_pack_of_the_readme() -> None:
    pack = re.search(r"```yaml wind-farm.yaml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert pack is not None
    assert _codes(pack[1]) == set()


def test_the_day_decides_what_is_stale() -> None:
    plain = merged(texts("base.yaml"), {"facts": {"turbines": {"review_by": "2026-12-31"}}})
    reading = read_plain(plain, "example")
    assert reading.pack is not None
    codes = [[each.code for each in lint(reading.pack, at=day)] for day in (date(2026, 12, 31), date(2027, 1, 1))]
    assert codes == [[], ["stale"]]
