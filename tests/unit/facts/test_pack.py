from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twosource.facts.dates import days_of
from twosource.facts.pack import cue_term, localized
from twosource.model import Alias, Basis, Capacity, Interval, Pack, Per, Quantity, Terms, TextValue
from twosource.packs import read

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = (ROOT / "fixtures/schemas/valid/fact-pack/every-key.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pack() -> Pack:
    found = read(EXAMPLE, "every-key.yaml").pack
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (None, {"de": "x", "nl": "x", "en": "x"}),
        ("A", {"de": "A", "nl": "A", "en": "A"}),
        ({"de": "A", "nl": "B", "en": "C"}, {"de": "A", "nl": "B", "en": "C"}),
        ({"en": "C"}, {"de": "C", "nl": "C", "en": "C"}),
        ({"nl": "B", "en": "C"}, {"de": "C", "nl": "B", "en": "C"}),
        ({"nl": "B"}, {"de": "B", "nl": "B", "en": "B"}),
        ({"de": "A", "nl": "B"}, {"de": "A", "nl": "B", "en": "A"}),
    ],
)
def test_a_text_has_every_language(given: dict[str, str] | str | None, wanted: dict[str, str]) -> None:
    assert localized(given, "x") == wanted


@pytest.mark.parametrize(
    ("written", "alternatives"),
    [
        ("Kosten", (("kosten",),)),
        ("Kosten/Ausgaben", (("kosten",), ("ausgaben",))),
        ("comparable/on a par", (("comparable",), ("on", "a", "par"))),
        ("Strom~/~kosten", (("strom~",), ("~kosten",))),
    ],
)
def test_a_cue_term_is_alternatives_of_words(written: str, alternatives: tuple[tuple[str, ...], ...]) -> None:
    assert cue_term(written).alternatives == alternatives


def test_a_text_among_cues_is_a_line_of_its_own(pack: Pack) -> None:
    lines = pack.claim_types["cost"].cues["de"]
    assert [[term.alternatives for term in line.terms] for line in lines] == [
        [(("kosten",),)],
        [(("bau~",),), (("~summe",),)],
    ]
    assert pack.facts["cost"].not_cues["en"][0].terms[0].alternatives == (("running", "cost"),)


def test_entities_sources_and_types_are_as_written(pack: Pack) -> None:
    council = pack.entities["council"]
    assert council.ref == "harbour/council"
    assert council.name == {"de": "Stadtrat", "nl": "gemeenteraad", "en": "City Council"}
    assert council.aliases == (
        Alias("The Council"),
        Alias("CC", language="en", exact=True),
        Alias("town hall", style="avoid"),
    )
    assert council.called == {"de": ("die Stadt",), "nl": ("de gemeente",), "en": ("the city",)}
    assert council.gender == {"de": "f"}
    assert council.affiliates == ("works",)
    assert pack.entities["bridge"].of == "council"
    assert pack.entities["bridge"].confusable == ("Harbour Tunnel",)
    minutes = pack.sources["minutes"]
    assert (minutes.title, minutes.published, minutes.status) == ("Minutes no. 7 # final", "2026-08-26", "live")
    assert pack.sources["daily-de"].translation_of == "daily"
    assert pack.claim_types["cost"].origins == 3
    assert [(need.id, need.phrase["nl"]) for need in pack.claim_types["cost"].needs] == [("invoices", "geen facturen")]
    assert pack.units["lorry"].nouns["de"] == ("Lastwagen", "Lkw")


def test_a_fact_is_as_written(pack: Pack) -> None:
    fact = pack.facts["cost"]
    assert fact.label == dict.fromkeys(("de", "nl", "en"), "cost of the bridge")
    assert isinstance(fact.value, Quantity)
    assert fact.value.number == Decimal("2.5")
    assert fact.states["nl"] == "The bridge costs this much."
    (support,) = fact.supports
    assert (support.basis, support.of, support.speaker) == (Basis.RELAY, ("minutes",), "mayor")
    assert (support.capacity, support.terms, support.paid_by) == (Capacity.FINDING, Terms.BACKGROUND, "works")
    assert (support.quote, support.shows) == ("It is within the budget.", ("invoices",))
    assert fact.disputes[0].source == "daily-de"
    assert (fact.see_also, fact.supersedes, fact.extent) == (("traffic",), ("budget",), "most")
    assert fact.period is not None
    assert (fact.period.iso, fact.period.bound) == ("2026-08/2026-Q4", "period")
    assert fact.period.interval == Interval(days_of("2026-08").low, days_of("2026-12").high)
    month = pack.facts["budget"].period
    assert month is not None
    assert (month.iso, month.bound, month.interval) == ("2026-08", "date", days_of("2026-08"))
    assert (fact.as_of, fact.review_by, fact.status) == (date(2026, 9, 1), date(2027, 3, 1), "approved")
    assert fact.condition is not None
    assert fact.condition.label["de"] == "with the ramps"
    assert fact.compared_with is not None
    assert (fact.compared_with.entity, fact.compared_with.label["en"]) == ("tunnel", "Harbour Tunnel")
    assert fact.note == "Counted by hand."
    assert fact.sourcing.missing == ()


def test_what_is_left_out_has_its_default(pack: Pack) -> None:
    fact = pack.facts["budget"]
    assert (fact.label["en"], fact.states, fact.holds, fact.cues) == ("budget", {}, True, {})
    assert (fact.condition, fact.compared_with, fact.review_by) == (None, None, None)
    assert pack.facts["traffic"].status == "draft"


def test_the_same_pack_written_otherwise_has_the_same_versions() -> None:
    one = read(EXAMPLE, "a.yaml").pack
    other = read(EXAMPLE.replace("100_000", "100000").replace("{at_least: 1", "{ at_least:  1"), "b.yaml").pack
    assert one is not None
    assert other is not None
    assert {key: fact.version for key, fact in one.facts.items()} == {k: f.version for k, f in other.facts.items()}


def test_a_changed_source_changes_the_versions_of_the_facts_it_bears() -> None:
    one = read(EXAMPLE, "a.yaml").pack
    other = read(EXAMPLE.replace("kind: official", "kind: news"), "b.yaml").pack
    assert one is not None
    assert other is not None
    assert one.facts["cost"].version != other.facts["cost"].version
    assert one.facts["traffic"].version == other.facts["traffic"].version


def test_a_chain_of_references_as_long_as_the_pack_is_no_trouble() -> None:
    count = 5000
    sources = "\n".join(f"  s{n}: {{publisher: P{n}, kind: news, relays: [s{n + 1}]}}" for n in range(count))
    head = "schema: twosource/fact-pack/1\nid: x\ntitle: X\nentities: {e: {kind: other, name: E}}\n"
    text = (
        f"{head}sources:\n{sources}\n  s{count}: {{publisher: Q, kind: official}}\n"
        "claim_types: {t: {standard: authority}}\nfacts: {f: {subject: e, type: t, support: [{source: s0}]}}\n"
    )
    found = read(text, "long.yaml")
    assert found.errors == ()
    assert found.pack is not None
    assert found.pack.facts["f"].sourcing.settled


PIECES = st.sampled_from([line for line in EXAMPLE.splitlines() if line.strip()])
MARKS = st.text(alphabet="{}[]:,-#&*!|>'\"~ ab0\n", max_size=8)


@settings(max_examples=150)
@given(st.lists(PIECES | MARKS, max_size=40))
def test_no_text_however_broken_raises(lines: list[str]) -> None:
    reading = read("\n".join(lines), "broken.yaml")
    assert (reading.pack is None) == bool(reading.errors)
    assert all(each.line >= 1 and each.column >= 1 for each in (*reading.errors, *reading.warnings))


@settings(max_examples=150)
@given(st.data())
def test_no_change_of_a_good_pack_raises(data: st.DataObject) -> None:
    lines = EXAMPLE.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "twice", "cut", "swap"]))
    if change == "drop":
        del lines[at]
    elif change == "twice":
        lines.insert(at, lines[at])
    elif change == "cut":
        lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
    else:
        lines[at] = lines[at].replace(":", ": [", 1)
    reading = read("\n".join(lines), "changed.yaml")
    assert (reading.pack is None) == bool(reading.errors)


@settings(max_examples=100)
@given(
    st.recursive(
        st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["facts", "sources", "support", "value", "source", "relays", "of", "name", "a"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=25,
    )
)
def test_no_shape_of_mappings_raises(shape: object) -> None:
    reading = read(json.dumps(shape), "shape.yaml")
    assert reading.pack is None
    assert reading.errors


def test_only_so_many_guesses_are_made_at_what_was_meant() -> None:
    count = 3000
    sources = "\n".join(f"  source-{n}: {{publisher: P, kind: news, relays: [sourec-{n}]}}" for n in range(count))
    text = f"schema: twosource/fact-pack/1\nid: x\ntitle: X\nsources:\n{sources}\n"
    errors = read(text, "many.yaml").errors
    assert len(errors) == count
    assert sum("did you mean" in each.message for each in errors) == 20
    keys = "\n".join(f"titel{n}: x" for n in range(count))
    errors = read(f"schema: twosource/fact-pack/1\nid: x\ntitle: X\n{keys}\n", "keys.yaml").errors
    assert sum("did you mean 'title'" in each.message for each in errors) == 20


def test_what_yaml_would_retype_stays_as_written() -> None:
    path = ROOT / "fixtures/schemas/valid/fact-pack/yaml-traps.yaml"
    traps = read(path.read_text(encoding="utf-8"), path.name).pack
    assert traps is not None
    assert traps.title == "no"
    assert traps.units["yes"].nouns["en"] == ("on",)
    assert [alias.text for alias in traps.entities["on"].aliases] == [
        *("yes", "1.10", "3:1", "2026-08", "0x10", "0o17", "a # b", "a#b", "null", "1_000", ".5", "+1", "12:30:45"),
        *("a=b", "x<<"),
    ]
    assert traps.entities["no"].name["de"] == "y"
    assert (traps.sources["off"].title, traps.sources["off"].publisher) == ("6.2e13", "1.0")
    assert (traps.sources["none"].publisher, traps.sources["none"].title) == ("~", "100.000")
    assert (traps.sources["true"].publisher, traps.sources["true"].url) == ("TRUE", "https://example.org/a#b")
    version, month, counted = (traps.facts[key] for key in ("1.10", "2026-08", "n"))
    assert isinstance(version.value, Quantity)
    assert (str(version.value.number), version.value.unit) == ("1.10", "yes")
    assert month.value == TextValue("3:1", ("012", "1e3", "2026-08-26"))
    assert month.note == "# no comment, but text\n100.000"
    assert isinstance(counted.value, Quantity)
    assert (counted.value.number, counted.value.per) == (1000, Per(Decimal(10), "day"))
    assert counted.as_of == date(2026, 8, 26)
