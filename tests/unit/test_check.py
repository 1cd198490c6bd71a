"""A check as a whole: what it gives out, that it is the same each time, and that no text breaks it."""

import json
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from twosource.check import DEFAULT_LANGUAGE, Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES, Draft, Pack, Report, Segment, SegmentKind
from twosource.nlp.lexicon import prose
from twosource.packs import read
from twosource.rules import RULES
from twosource_schemas.result import as_json

ROOT = Path(__file__).parents[2]
FLAGSHIP = {
    "de": "Die Kosten pro Token von GLM-5.3-Flash liegen auf dem Niveau gängiger NVIDIA-GPUs.",
    "nl": "De kosten per token van GLM-5.3-Flash liggen op het niveau van gangbare NVIDIA-GPU's.",
    "en": "The cost per token of GLM-5.3-Flash is on the level of mainstream NVIDIA GPUs.",
}
AT = date(2026, 11, 30)


@cache
def pack(name: str) -> Pack:
    reading = read((ROOT / f"fixtures/facts/{name}.yaml").read_text("utf-8"), name)
    assert reading.pack is not None, reading.errors
    return reading.pack


@cache
def base(name: str = "glm-5-3-flash") -> FactBase:
    return FactBase.of([pack(name)])


def _check(text: str, language: str | None = None, **options: object) -> Report:
    draft = Draft((Segment(SegmentKind.PARAGRAPH, "body/0", text),), language)
    return check(draft, base(), Options(at=AT, **{"spacy": False, **options}))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_holds_what_was_found(language: str) -> None:
    report = _check(FLAGSHIP[language])

    assert (report.language, report.text, report.incomplete) == (language, FLAGSHIP[language], None)
    assert [flag.fact for flag in report.flags] == [claim.fact for claim in report.claims] == ["cost-parity"]
    assert "GLM-5.3-Flash" in [mention.quote for mention in report.mentions]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_named_is_not_detected(language: str) -> None:
    assert _check(FLAGSHIP["de"], language).language == language


@pytest.mark.parametrize("named", ["fr", "", "DE", None])
def test_any_other_language_is_detected(named: str | None) -> None:
    assert _check(FLAGSHIP["nl"], named).language == "nl"


def test_a_text_without_words_is_read_as_the_default() -> None:
    assert _check("2026 …").language == DEFAULT_LANGUAGE


def test_a_draft_without_segments_has_no_flags() -> None:
    report = check(Draft(()), base())

    assert (report.text, report.flags, report.claims) == ("", (), ())


def test_the_options_decide_the_rules_and_the_locale() -> None:
    alone = [rule for rule in RULES if rule.id == "missing-evidence"]

    (flag,) = _check(FLAGSHIP["en"], rules=alone, locale="nl").flags

    assert flag.rules == ("missing-evidence",)
    assert flag.message == "kostenpariteit: geen stroomcijfers"
    assert _check(FLAGSHIP["en"], rules=[]).flags == ()


def test_beyond_the_limit_nothing_is_checked_and_the_report_says_so() -> None:
    text = "Nothing here. " * 20 + FLAGSHIP["en"]

    report = _check(text, limit=100)

    assert report.flags == ()
    assert len(report.text) <= 100
    assert report.incomplete is not None
    assert "characters were checked" in report.incomplete
    assert len(_check(text, limit=1_000).flags) == 1


def test_why_a_draft_is_incomplete_is_told() -> None:
    draft = Draft((Segment(SegmentKind.PARAGRAPH, "body/0", "One."),), incomplete="cut by the CMS")

    assert check(draft, base(), Options(spacy=False)).incomplete == "cut by the CMS"


def test_flags_are_known_again_by_site_and_draft() -> None:
    segments = (Segment(SegmentKind.PARAGRAPH, "body/0", FLAGSHIP["en"]),)
    drafts = [Draft(segments, "en", site, identifier) for site, identifier in (("a", "1"), ("a", "2"), ("b", "1"))]
    drafts += [drafts[0]]

    ids = [check(draft, base(), Options(spacy=False)).flags[0].id for draft in drafts]

    assert len(set(ids)) == 3
    assert ids[0] == ids[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_and_without_spacys_pipeline_the_report_is_the_same_byte_for_byte(language: str) -> None:
    told = [json.dumps(as_json(_check(FLAGSHIP[language], spacy=spacy))) for spacy in (True, False, True)]

    assert told[0] == told[1] == told[2]


# Words that the finders look for, between any others: what is found must never break the check.
_NAMES = "Z.ai|GLM-5.3-Flash|GLM-5.3|das Unternehmen|het bedrijf|the company|NVIDIA|MIT"
_CUES = "Kosten|kosten|cost|Niveau|Lizenz|licentie|licence|Parameter|Chips|chips|verdreifacht|tripled"
_FIGURES = "100.000|100,000|320 Milliarden|miljard|billion|17. September 2026|zwei Wochen|1e999|½|²|٣|３|Ⅷ"
_STANCES = "laut|volgens|according to|sagt|zegt|says|nicht|geen|not|wenn|indien|if|soll|zou|reportedly"
_MARKS = "?|;|:|,|.|(|)|„|“|'s|-|–|\n|\n\n|\u00ad|\u00a0|ﬁ|ß|İ|\u0345|😬"
_WORDS = st.sampled_from("|".join((_NAMES, _CUES, _FIGURES, _STANCES, _MARKS, "9" * 40)).split("|"))
_ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_TEXT = st.lists(st.one_of(_WORDS, _ANY), max_size=40).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda space: space.join(words))
)
_SLOWLY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_SLOWLY
@given(_TEXT, st.sampled_from(LANGUAGES))
@example("\x00", "de")
@example("'", "en")
@example(".", "nl")
def test_no_text_breaks_a_check(text: str, language: str) -> None:
    report = _check(text, language)

    for flag in report.flags:
        assert report.text[flag.start : flag.end] == flag.quote
    for claim in report.claims:
        assert 0 <= claim.start < claim.end <= len(report.text)
    for mention in report.mentions:
        assert 0 <= mention.start < mention.end <= len(report.text)
    json.dumps(as_json(report))


@_SLOWLY
@given(_TEXT, st.sampled_from(LANGUAGES), st.sampled_from([".html", ".md", ".txt", ".json"]))
@example("<p>" * 2_000 + "Z.ai", "de", ".html")
@example("<script>Z.ai</script>&#0;&nbsp;<![CDATA[", "nl", ".html")
@example("> " * 500 + "- ```\n# Z.ai", "en", ".md")
def test_no_markup_breaks_a_check(text: str, language: str, suffix: str) -> None:
    if suffix == ".json":
        raw, name = json.dumps({"title": text, "html": f"<p>{text}</p>"}), "draft.json"
    else:
        raw, name = text, f"draft{suffix}"

    report = check(draft_from_file(name, raw.encode(), language), base(), Options(at=AT, spacy=False))

    assert report.language == language


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_TEXT, st.sampled_from(LANGUAGES))
def test_any_text_gives_the_same_report_with_spacys_pipeline(text: str, language: str) -> None:
    assert _check(text, language, spacy=True) == _check(text, language)


PACKS = ("glm-5-3-flash", "harbour-hospital", "north-line")


def _subjects(name: str) -> list[str]:
    """The names of those that a pack has facts of."""
    entities = pack(name).entities
    told_of = dict.fromkeys(fact.subject for fact in pack(name).facts.values())
    return list(dict.fromkeys(text for subject in told_of for text in entities[subject].name.values()))


def _cued(name: str, language: str) -> list[str]:
    """Words that the finders look for in a pack: lines of cues, their terms, labels, names and ways to refer back."""
    told = pack(name)
    lines = chain.from_iterable(
        (*fact.cues.get(language, ()), *fact.not_cues.get(language, ())) for fact in told.facts.values()
    )
    found = [[" ".join(each.alternatives[0]).replace("~", "") for each in line.terms] for line in lines]
    phrases = [*(" ".join(line) for line in found), *chain.from_iterable(found), *_subjects(name)]
    phrases += [fact.label.get(language, "") for fact in told.facts.values()]
    phrases += chain.from_iterable(entity.called.get(language, ()) for entity in told.entities.values())
    return [phrase for phrase in dict.fromkeys(phrases) if phrase]


def _opening(language: str) -> list[str]:
    """Words that make a rule look at what stands beside them."""
    words = prose(language)
    looked_at = words.opening_conditions | words.whoever | words.when | words.earlier | words.definite | words.neutral
    looked_at |= words.indefinite | words.possessive | words.say_verbs | words.say_nouns | words.documents
    looked_at |= words.intentions | words.lingering | words.differences | words.relating | words.partitive
    looked_at |= words.dispute_openers | words.makers | words.owning | words.credit_lines | words.additive
    return sorted(looked_at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PACKS)
def test_no_words_that_stand_at_the_very_end_break_a_check(name: str, language: str) -> None:
    title = Segment(SegmentKind.TITLE, "title", _subjects(name)[0])
    for phrase in _cued(name, language):
        last = Segment(SegmentKind.PARAGRAPH, "body/0", f"{phrase[:1].upper()}{phrase[1:]},")
        report = check(Draft((title, last), language), base(name), Options(at=AT, spacy=False))
        assert report.incomplete is None


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(PACKS), st.sampled_from(LANGUAGES), st.data())
def test_no_short_text_breaks_a_check(name: str, language: str, data: st.DataObject) -> None:
    cued, opening = st.sampled_from(_cued(name, language)), st.sampled_from(_opening(language))
    figure, mark = st.sampled_from(_FIGURES.split("|")), st.sampled_from(_MARKS.split("|"))
    text = " ".join(data.draw(st.lists(st.one_of(cued, cued, opening, opening, figure, mark), min_size=1, max_size=4)))
    text += data.draw(st.sampled_from(["", ",", ":", ".", ' "', "-", "'"]))
    assume(text.strip())
    title = data.draw(st.one_of(st.none(), st.sampled_from(_subjects(name))))
    segments = [Segment(SegmentKind.TITLE, "title", title)] if title else []
    draft = Draft((*segments, Segment(SegmentKind.PARAGRAPH, "body/0", text)), language)

    report = check(draft, base(name), Options(at=AT, spacy=False))

    for claim in report.claims:
        assert 0 <= claim.start < claim.end <= len(report.text)
    for flag in report.flags:
        assert report.text[flag.start : flag.end] == flag.quote
