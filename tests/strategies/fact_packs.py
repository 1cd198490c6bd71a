"""Hypothesis strategies of fact packs: valid ones with every key and every shape of value, and what is made of them.

What is drawn is a pack as plain mappings in any spelling that format 1 allows: explicit defaults, one text for a list
of one, numbers as texts or numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

LANGUAGES = ("de", "nl", "en")
Plain = dict[str, Any]
PATIENT = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
"""For tests that draw whole packs."""

# Texts that some reader of YAML takes for something else, or for the end of something.
TRAPS = (
    "no", "on", "Yes", "y", "N", "null", "~", "true", "3:1", "1.10", "1_000", "+1", "007", "0x1F", "0o7", "0b1", "1e3",
    "6.2e13", ".inf", "-.INF", ".nan", "2026-08-26", "2026-08-26T10:00:00Z", "12:30:45", "=", "<<", "a # b", "#a", "a:",
    "a: b", ": a", "- a", "-", "--- a", "...", "? a", "'a'", '"a"', "it's", "[a", "a]", "{a}", "a, b", "&a", "*a", "!a",
    "|", ">", "%a", "@a", "`a`", "a\\b", "a\nb", "a\n\n  b", "a \nb", "a\tb", "a\rb", "a\u2028b", "\ufeffa", "ä„ö“",
    "a\u00a0b", "\U0001f600 a", "\uffff", "x" * 200,
)  # fmt: skip
NUMBERS = (
    "0",
    "-0.0",
    "0.60",
    "100000",
    "100_000",
    "1.10",
    "4.44",
    "+5",
    "007",
    "00.50",
    "1_0.125",
    "01.125",
    "-2.5",
    "9" * 24,
)
MOMENTS = ("2026-08-26", "2026-08", "2026-Q3", "2026", "0001", "2024-02-29")
DAYS = ("2026-08-26", "2024-02-29", "0001-01-01")
UNITS = ("EUR", "percent", "kWh", "week", "times", "lorry")

words = st.text(alphabet="abcdeäöüß ABC019-.'", min_size=1, max_size=12).filter(
    lambda text: any(c.isalnum() for c in text)
)
texts = (st.sampled_from(TRAPS) | words | st.text(max_size=20)).filter(
    lambda text: text.strip() and not any(ord(c) < 32 and c not in "\n\t\r" for c in text) and not _is_refused(text)
)
ids = st.sampled_from(("on", "no", "1.10", "null", "y", "2026-08-26", "is", "over", "a", "b-c", "0x1f", "d_e", "units"))
numbers = (
    st.sampled_from(NUMBERS)
    | st.integers(-(10**20), 10**20)
    | st.tuples(st.integers(-(10**9), 10**9), st.text("0123456789", min_size=1, max_size=2)).map(
        lambda n: f"{n[0]}.{n[1]}"
    )
)
moments = st.sampled_from(MOMENTS) | st.dates().map(str) | st.integers(1000, 9999)
terms = st.lists(words, min_size=1, max_size=3).map("/".join) | st.sampled_from(
    ("Strom~", "~kosten/Preis", " on  a / par ")
)


def _size(number: str | int) -> Decimal:
    return Decimal(str(number).replace("_", ""))


def _is_refused(text: str) -> bool:
    """Whether a text has what no text of a pack may have: controls, overrides of the reading order, half characters."""
    return any(
        0x7F <= ord(c) <= 0x9F or 0x202A <= ord(c) <= 0x202E or 0x2066 <= ord(c) <= 0x2069 or 0xD800 <= ord(c) <= 0xDFFF
        for c in text
    )


def by_language(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Plain]:
    """Maps of some languages."""
    return st.dictionaries(st.sampled_from(LANGUAGES), of, min_size=1)


def one_or_more(of: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[Any]:
    """One text, or a list of some."""
    return of | st.lists(of, min_size=least, max_size=3)


localized = texts | by_language(texts)
cues = by_language(st.lists(one_or_more(terms), min_size=1, max_size=3))


def _known(known: Sequence[str]) -> st.SearchStrategy[Any]:
    """References to some of what is known, perhaps to none."""
    return one_or_more(st.sampled_from(known), least=0) if known else st.just([])


def _some(required: Plain, optional: Plain) -> st.SearchStrategy[Plain]:
    return st.fixed_dictionaries(required, optional={key: each for key, each in optional.items() if each is not None})


@st.composite
def quantities(draw: st.DrawFn) -> Plain:
    """Values of one number or two."""
    comparator = draw(
        st.sampled_from(("is", "over", "at_least", "under", "at_most", "about", "nearly", "up_to", "between"))
    )
    positive = numbers.filter(lambda number: _size(number) > 0)
    if comparator == "between":
        value: Any = sorted(draw(st.lists(numbers, min_size=2, max_size=2)), key=_size)
    else:
        value = draw(positive if comparator == "nearly" else numbers)
    optional: Plain = {"unit": st.sampled_from(UNITS)}
    optional["per"] = _some({"unit": st.sampled_from(UNITS)}, {"n": positive | st.just("1") | st.just(1)})
    if comparator in {"is", "about"}:
        optional["tolerance"] = positive
    return {comparator: value, **draw(_some({}, optional))}


directions = st.sampled_from(("up", "down"))
values: st.SearchStrategy[Plain] = st.one_of(
    quantities(),
    st.fixed_dictionaries({"factor": numbers.filter(lambda number: _size(number) > 0), "direction": directions}),
    st.fixed_dictionaries({"change": quantities(), "direction": directions}),
    st.fixed_dictionaries({"from": quantities(), "to": quantities()}),
    st.sampled_from(("date", "before", "after")).flatmap(lambda key: st.fixed_dictionaries({key: moments})),
    st.just({"period": ["2026-03", "2026-05-15"]}),
    _some({"text": texts}, {"accept": one_or_more(texts, least=0)}),
    st.sampled_from(({"undisclosed": True}, {"undisclosed": "true"})),
)


@st.composite
def aliases(draw: st.DrawFn) -> list[Any]:
    """Names that are each given once."""
    names = draw(st.lists(words.map(str.strip), min_size=1, max_size=3, unique_by=lambda name: " ".join(name.split())))
    limits = _some(
        {},
        {
            "lang": st.sampled_from(LANGUAGES),
            "case": st.sampled_from(("exact", "any")),
            "style": st.sampled_from(("ok", "avoid")),
        },
    )
    return [draw(st.just(name) | limits.map(lambda limit, name=name: {"text": name, **limit})) for name in names]


def entities(before: Sequence[str]) -> st.SearchStrategy[Plain]:
    """Entities that may be of those that are there."""
    return _some(
        {
            "kind": st.sampled_from(("organisation", "person", "product", "place", "work", "event", "other")),
            "name": words | by_language(words),
        },
        {
            "aliases": aliases(),
            "called": by_language(one_or_more(words)),
            "gender": by_language(st.sampled_from(("m", "f", "n", "c", "pl"))),
            "of": st.sampled_from(before) if before else None,
            "affiliates": _known(before),
            "confusable": one_or_more(texts, least=0),
        },
    )


def sources(before: Sequence[str], publishers: Sequence[str]) -> st.SearchStrategy[Plain]:
    """Sources that may relay or translate those that are there."""
    kinds = ("self-published", "official", "dataset", "artefact", "interview", "news", "analysis")
    return _some(
        {"publisher": texts | (st.sampled_from(publishers) if publishers else texts), "kind": st.sampled_from(kinds)},
        {
            "title": texts,
            "url": st.sampled_from(("https://example.org/a#b", "http://example.org:80/?q='x'")),
            "published": moments,
            "language": st.sampled_from(LANGUAGES),
            "relays": _known(before),
            "translation_of": st.sampled_from(before) if before else None,
            "text": st.just("sources/a.txt"),
            "status": st.sampled_from(("live", "corrected", "withdrawn")),
        },
    )


claim_types = _some(
    {"standard": st.sampled_from(("subject", "authority", "observed", "independent", "allegation", "estimate"))},
    {
        "label": localized,
        "cues": cues,
        "needs": st.dictionaries(ids, localized, max_size=2),
        "origins": st.integers(1, 100) | st.sampled_from(("2", "03")),
    },
)


def supports(known: Sequence[str], speakers: Sequence[str], needs: Sequence[str]) -> st.SearchStrategy[Plain]:
    """Supports by the sources that are known."""
    base = _some(
        {"source": st.sampled_from(known)},
        {
            "speaker": st.sampled_from(speakers) if speakers else None,
            "capacity": st.sampled_from(("statement", "finding", "allegation", "estimate", "admission")),
            "terms": st.sampled_from(("on-record", "background", "confidential")),
            "paid_by": texts,
            "value": values,
            "quote": texts,
            "shows": _known(needs),
        },
    )
    ways = st.sampled_from(({"basis": "own"}, {"basis": "unknown", "of": []}, {})) | _known(known).map(
        lambda of: {"basis": "relay", "of": of}
    )
    return st.tuples(base, ways).map(lambda parts: {**parts[0], **parts[1]})


def disputes(known: Sequence[str]) -> st.SearchStrategy[Plain]:
    """Disputes by the sources that are known."""
    terms_of = st.sampled_from(("on-record", "background", "confidential"))
    return _some({"source": st.sampled_from(known)}, {"quote": texts, "value": values, "terms": terms_of})


def conditions(known: Sequence[str]) -> st.SearchStrategy[Plain]:
    """What a fact holds under or is compared with."""
    named = _some({"label": localized}, {"cues": cues})
    return named | _some({"entity": st.sampled_from(known)}, {"label": localized, "cues": cues})


@st.composite
def facts(draw: st.DrawFn, pack: Plain, before: Sequence[str]) -> Plain:
    """A fact about what the pack has."""
    known, speakers = list(pack.get("sources", {})), list(pack["entities"])
    type_id = draw(st.sampled_from(list(pack["claim_types"])))
    needs = list(pack["claim_types"][type_id].get("needs", {}))
    optional: Plain = {
        "label": localized,
        "value": values,
        "states": localized,
        "holds": st.sampled_from((True, False, "true", "false")),
        "extent": st.sampled_from(("some", "many", "most", "all")),
        "cues": cues,
        "not_cues": cues,
        "support": st.lists(supports(known, speakers, needs), max_size=3) if known else st.just([]),
        "disputes": st.lists(disputes(known), max_size=2) if known else st.just([]),
        "see_also": _known(before),
        "supersedes": _known(before),
        "period": moments | st.just(["2026-03", "2026-05-15"]),
        "as_of": st.sampled_from(DAYS),
        "condition": conditions(speakers),
        "compared_with": conditions(speakers),
        "review_by": st.sampled_from(DAYS),
        "status": st.sampled_from(("approved", "draft", "retired")),
        "note": texts,
    }
    return draw(_some({"subject": st.sampled_from(speakers), "type": st.just(type_id)}, optional))


@st.composite
def packs(draw: st.DrawFn) -> Plain:
    """Valid packs as plain mappings, small, with any of the format's keys."""
    pack: Plain = {"schema": "twosource/fact-pack/1", "id": draw(ids), "title": draw(texts)}
    pack["units"] = {"lorry": draw(by_language(one_or_more(texts)))}
    pack["entities"] = {}
    for key in draw(st.lists(ids, min_size=1, max_size=3, unique=True)):
        pack["entities"][key] = draw(entities(list(pack["entities"])))
    named = {}
    for key in draw(st.lists(ids, max_size=3, unique=True)):
        named[key] = draw(sources(list(named), list(pack["entities"])))
    if named or draw(st.booleans()):
        pack["sources"] = named
    pack["claim_types"] = draw(st.dictionaries(ids, claim_types, min_size=1, max_size=2))
    pack["facts"] = {}
    for key in draw(st.lists(ids, max_size=3, unique=True)):
        pack["facts"][key] = draw(facts(pack, list(pack["facts"])))
    return pack


def as_text(plain: Any) -> str:
    """Return plain mappings as JSON that is YAML too; that has no two characters which JSON leaves as they are."""
    written = json.dumps(plain, ensure_ascii=False)
    return written.replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """Valid packs with some of their parts gone, in another's place, or something else."""
    pack = deepcopy(draw(packs()))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(_places(pack)))
        change = draw(st.sampled_from(("drop", "other", "swap", "key")))
        if change == "drop":
            del holder[key]
        elif change == "other":
            holder[key] = draw(junk)
        elif change == "swap":
            other, where = draw(st.sampled_from(_places(pack)))
            holder[key] = deepcopy(other[where])
        elif isinstance(holder, dict):
            holder[draw(texts)] = holder.pop(key)
        if not _places(pack):
            break
    return pack


def _places(whole: Any) -> list[tuple[Any, Any]]:
    """Every part of a tree as (what holds it, its key or position)."""
    found: list[tuple[Any, Any]] = []
    waiting = [whole]
    while waiting:
        holder = waiting.pop()
        pairs = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for key, each in pairs:
            found.append((holder, key))
            waiting.append(each)
    return found


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(TRAPS)
_SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/fact-pack.schema.json").read_text("utf-8"))
KEYS = sorted({key for shape in (_SCHEMA, *_SCHEMA["$defs"].values()) for key in shape.get("properties", ())})
"""Every key that the format has, but for ids."""
junk = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)
"""JSON-like trees of anything, many with a pack's keys."""
