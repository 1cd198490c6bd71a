"""A fact's sourcing in words: exact texts, and that nothing is said which the sourcing does not bear."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from graphs import SPEAKERS, Scene, scenes
from hypothesis import assume, given
from hypothesis import strategies as st
from sourcing_world import CASES, fact, pack_of, world

from twosource.facts.explaining import Explanation, Reason, explain
from twosource.facts.yaml_tree import parse
from twosource.model import LOCALES, Basis, Capacity, Source, Standard, Support, Terms

TEXTS: Any = parse((Path(__file__).parent / "explaining.yaml").read_text(encoding="utf-8")).plain
NUMBERS = {
    "en": ["One", "Two", "Three", "Four", "Five", "Six"],
    "de": ["Ein", "Zwei", "Drei", "Vier", "Fünf", "Sechs"],
    "nl": ["Eén", "Twee", "Drie", "Vier", "Vijf", "Zes"],
}
NONE = {"en": "No", "de": "Es liegt kein", "nl": "Er is geen"}
each_locale = pytest.mark.parametrize("locale", LOCALES)
in_any_locale = st.sampled_from(LOCALES)


def only(explanation: Explanation, kind: str) -> Reason | None:
    found = [step for step in explanation.steps if step.kind == kind]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(("name", "locale"), [(name, locale) for name in TEXTS for locale in LOCALES])
def test_the_whole_text(name: str, locale: str) -> None:
    assert explain(fact(name), world(), locale).text == TEXTS[name][locale]


@each_locale
@pytest.mark.parametrize("name", CASES)
def test_every_case_has_its_count_first_and_its_verdict(name: str, locale: str) -> None:
    explanation = explain(fact(name), world(), locale)
    assert explanation.steps[0].kind == "count"
    verdict = only(explanation, "verdict")
    assert verdict is not None
    assert verdict.values == {"settled": CASES[name]["settled"] == "true"}
    assert explanation.text == " ".join(step.words for step in explanation.steps)


def test_the_example_of_the_issue() -> None:
    supports = [{"source": "press-release"}, {"source": "daily"}, {"source": "chain"}]
    pack = pack_of({"case": {"type": "cost", "support": supports}})
    text = explain(pack.facts["case"], pack, "en").text
    assert text.startswith(
        "Three supports, one origin: City Council's own report. The standard asks for two independent ones."
    )


def test_the_steps_give_programs_what_the_words_say() -> None:
    explanation = explain(fact("relays and origin are one origin"), world(), "de")
    assert [step.kind for step in explanation.steps] == [
        "count", "standard", "verdict", "relay", "relay", "missing", "to-settle",
    ]  # fmt: skip
    assert explanation.steps[0].values == {"supports": 3, "origins": 1, "publishers": ["City Council"]}
    assert explanation.steps[1].values == {"standard": "independent", "wanted": 2, "independent": 0}
    assert explanation.steps[3].values == {"relays": ["The Daily"], "of": ["City Council"]}
    assert explanation.steps[5].values["needs"] == ["invoices", "wages"]
    assert explanation.steps[6].values == {"origins": 2}


@each_locale
def test_names_are_those_of_the_locale(locale: str) -> None:
    name = {"en": "Dockers' Union", "de": "Gewerkschaft", "nl": "vakbond"}[locale]
    assert name in explain(fact("two independent origins settle it"), world(), locale).text


@pytest.mark.parametrize(
    ("supports", "locale", "told"),
    [
        ([{"source": "survey"}, {"source": "survey", "terms": "background"}], "en", "Two supports, one origin"),
        (
            [{"source": "press-release"}, {"source": "website"}],
            "en",
            "Two sources are published by City Council and count as one origin.",
        ),
        (
            [{"source": "survey", "speaker": "engineer"}, {"source": "study", "paid_by": "engineer"}],
            "nl",
            "Twee bronnen hangen samen (Jo Brandt) en tellen als één oorsprong.",
        ),
        (
            [{"source": "website"}, {"source": "interview", "speaker": "council"}],
            "de",
            "Was City Council sagt, gilt als Angabe in eigener Sache.",
        ),
        ([{"source": "works-blog"}], "en", "One support, one origin: Harbour Works' own report."),
        (
            [{"source": "weekly", "terms": "confidential"}, {"source": "monthly"}],
            "en",
            "Origin not on file: The Monthly and a confidential source; together they count as one unnamed origin.",
        ),
        (
            [{"source": "survey", "terms": "confidential"}, {"source": "study", "terms": "confidential"}],
            "de",
            "Zwei Belege, zwei Ursprünge: zwei vertrauliche Quellen.",
        ),
        (
            [{"source": "gone", "terms": "confidential"}],
            "nl",
            "Een vertrouwelijke bron is ingetrokken en telt niet meer mee.",
        ),
        (
            [{"source": "weekly", "of": ["register", "survey"]}, {"source": "monthly", "of": ["survey", "register"]}],
            "en",
            "The Weekly retells what comes from Land Registry and Dockers' Union.",
        ),
        (
            [
                {"source": "weekly", "basis": "own", "speaker": "engineer"},
                {"source": "monthly", "basis": "own", "speaker": "engineer"},
                {"source": "register"},
            ],
            "en",
            "two origins: The Weekly together with The Monthly; Land Registry.",
        ),
        (
            [{"source": "weekly", "of": ["daily", "chain"]}],
            "en",
            "The Weekly retells what comes from The Daily and The Evening.",
        ),
        (
            [{"source": "daily"}, {"source": "weekly", "of": ["press-release"]}],
            "de",
            "The Daily und The Weekly geben die Angabe wieder; Quelle: City Council.",
        ),
    ],
)
def test_what_is_told_of_the_ways(supports: list[dict[str, Any]], locale: str, told: str) -> None:
    pack = pack_of({"case": {"type": "cost", "support": supports}})
    assert told in explain(pack.facts["case"], pack, locale).text


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (
            {"type": "blame", "support": [{"source": "survey"}]},
            "One more independent origin and the subject's response",
        ),
        ({"type": "blame"}, "Two independent origins and the subject's response would settle it."),
        ({"type": "blame", "support": [{"source": "website"}]}, "Two independent origins would settle it."),
        (
            {"type": "blame", "support": [{"source": "survey"}, {"source": "website"}]},
            "One more independent origin would settle it.",
        ),
        ({"type": "guess"}, "Naming its author and showing its method would settle it."),
        ({"type": "spec"}, "The subject's own word would settle it."),
        (
            {"type": "spec", "support": [{"source": "weekly", "basis": "own"}, {"source": "monthly", "basis": "own"}]},
            "Independent origins stand in for it. So it is settled.",
        ),
    ],
)
def test_what_would_settle_it(case: dict[str, Any], told: str) -> None:
    pack = pack_of({"case": case})
    assert told in explain(pack.facts["case"], pack, "en").text


def test_of_an_allegation_with_confidential_sources_nobody_is_told_what_is_missing() -> None:
    pack = pack_of({"case": {"type": "blame", "support": [{"source": "survey", "terms": "confidential"}]}})
    explanation = explain(pack.facts["case"], pack, "en")
    assert only(explanation, "to-settle") is None
    assert "on file" not in explanation.text


def test_a_confidential_admission_settles_without_a_word_of_it() -> None:
    support = {"source": "press-release", "capacity": "admission", "terms": "confidential"}
    pack = pack_of({"case": {"type": "rank", "support": [support]}})
    text = explain(pack.facts["case"], pack, "en").text
    assert text == "One support, one origin: a confidential source. So it is settled."


@given(scenes(), in_any_locale)
def test_the_numbers_that_are_said_are_those_computed(scene: Scene, locale: str) -> None:
    known = scene.fact()
    explanation = explain(known, scene.pack(), locale)
    count, verdict = only(explanation, "count"), only(explanation, "verdict")
    assert count is not None
    assert verdict is not None
    assert (count.values["supports"], count.values["origins"]) == (len(known.supports), len(known.sourcing.origins))
    assert verdict.values["settled"] is known.sourcing.settled
    number = NUMBERS[locale][len(known.supports) - 1] if known.supports else NONE[locale]
    assert count.words.startswith(f"{number} ")
    standard = only(explanation, "standard")
    if standard is not None and standard.values["independent"] is not None:
        independent = sum(each.named and not each.own_word for each in known.sourcing.origins)
        assert standard.values["independent"] == independent
    disputing = {name for step in explanation.steps if step.kind == "disputed" for name in step.values["publishers"]}  # type: ignore[union-attr]
    assert len(disputing) == len([name for name in known.sourcing.disputed_by if name])
    missing = only(explanation, "missing")
    assert (list(missing.values["needs"]) if missing else []) == [need.id for need in known.sourcing.missing]  # type: ignore[arg-type]


@given(scenes(), in_any_locale)
def test_an_explanation_is_plain_text_and_json(scene: Scene, locale: str) -> None:
    explanation = explain(scene.fact(), scene.pack(), locale)
    assert json.loads(json.dumps([step.values for step in explanation.steps]))
    assert all(step.words.strip() == step.words and step.words for step in explanation.steps)
    assert "{" not in explanation.text
    assert "  " not in explanation.text


@given(scenes(standards=(Standard.INDEPENDENT,)))
def test_what_would_settle_it_does_and_less_does_not(scene: Scene) -> None:
    step = only(explain(scene.fact(), scene.pack(), "en"), "to-settle")
    assume(step is not None and step.values["origins"] is not None)
    wanting = step.values["origins"]  # type: ignore[union-attr]
    assert isinstance(wanting, int)
    assert scene.independents(wanting).sourcing().settled
    assert not scene.independents(wanting - 1).sourcing().settled


SECRETS = ("Secret Paper", "Secret Office", "Secret Deep", "Pat Secret", "Secret Payer", "SECRET WORDS", "secret-")


@given(scenes(), in_any_locale, st.data())
def test_nothing_tells_who_a_confidential_source_is(scene: Scene, locale: str, data: st.DataObject) -> None:
    """Sources that are confidential, what only they lead to, who speaks or pays in them, and their words."""
    draw = data.draw
    deep = Source("secret-deep", "Secret Deep", draw(st.sampled_from(["official", "news"])))
    secrets = [
        Source("secret-paper", "Secret Paper", draw(st.sampled_from(["news", "interview"]))),
        Source("secret-office", "Secret Office", "official", status=draw(st.sampled_from(["live", "withdrawn"]))),
    ]
    entity = replace(scene.entities["critic"], id="secret-person", name=dict.fromkeys(LOCALES, "Pat Secret"))
    hidden = [
        Support(
            source.id,
            basis=draw(st.sampled_from([None, Basis.OWN, Basis.UNKNOWN])),
            speaker=draw(st.sampled_from(["secret-person", *SPEAKERS])),
            paid_by=draw(st.sampled_from([None, "Secret Payer"])),
            terms=Terms.CONFIDENTIAL,
            capacity=draw(st.sampled_from(Capacity)),
            quote="SECRET WORDS",
        )
        for source in secrets
    ]
    hidden.append(Support("secret-paper", of=("secret-deep",), terms=Terms.CONFIDENTIAL))
    retelling = Support("open", of=(draw(st.sampled_from(secrets)).id,), quote="open words")
    scene = replace(scene, entities={**scene.entities, entity.id: entity})
    for source in (deep, *secrets, Source("open", "Open Paper", "news")):
        scene = scene.with_source(source)
    scene = replace(scene, supports=(*scene.supports, *hidden, retelling))
    explanation = explain(scene.fact(), scene.pack(), locale)
    told = explanation.text + json.dumps([step.values for step in explanation.steps])
    assert [secret for secret in SECRETS if secret in told] == [], told
