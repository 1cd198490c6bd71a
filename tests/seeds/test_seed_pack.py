"""Each fact of the pack is told by sentences of its own sources, which are read where the seeds stand."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
import yaml

from twosource.model import Undisclosed, Verdict

HERE = Path(__file__).parent
_SPEC = spec_from_file_location("expectations", HERE.with_name("golden") / "expectations.py")
assert _SPEC is not None
assert _SPEC.loader is not None
expectations = module_from_spec(_SPEC)
sys.modules[_SPEC.name] = expectations
_SPEC.loader.exec_module(expectations)

LANGUAGE_OF = {"000_8cfc34f441cc26cf.txt": "de", "002_c66bda43e5337389.txt": "nl", "004_b6421a88abbe7056.txt": "de"}
SOURCE_OF = {
    "000_8cfc34f441cc26cf.txt": "olya-de",
    "002_c66bda43e5337389.txt": "olya-nl",
    "004_b6421a88abbe7056.txt": "press-de",
}
PLACES: dict[str, list[dict[str, Any]]] = yaml.safe_load((HERE / "pack.yaml").read_text("utf-8"))["facts"]


def facts():
    """Return the facts of the pack by id."""
    return {fact.id: fact for fact in expectations.base().facts.values()}


def words(place: dict[str, Any], text: str) -> str:
    """Return the words of a place, which must begin and end as the list says."""
    found = text[place["start"] : place["end"]]
    assert found.startswith(place["first"]), f"{found!r} does not start with {place['first']!r}"
    assert found.endswith(place["last"]), f"{found!r} does not end with {place['last']!r}"
    return found


def test_each_fact_has_a_sentence_of_each_article_that_bears_it() -> None:
    bearing = {
        fact: {support.source for support in known.supports} & set(SOURCE_OF.values())
        for fact, known in facts().items()
    }

    assert {fact: {SOURCE_OF[place["draft"]] for place in places} for fact, places in PLACES.items()} == bearing


@pytest.mark.parametrize(
    ("fact", "place"),
    [pytest.param(fact, each, id=f"{fact}-{each['draft'][:3]}") for fact, places in PLACES.items() for each in places],
)
def test_a_sentence_of_its_sources_tells_a_fact(fact: str, place: dict[str, Any], seeds: Path) -> None:
    text = (seeds / place["draft"]).read_text("utf-8")
    sentence, start = words(place, text), place["start"]
    if "given" in place:
        before = words(place["given"], text)
        text, start = f"{before} {sentence}", len(before) + 1
    report = expectations.report("article.txt", text.encode(), language=LANGUAGE_OF[place["draft"]])
    here = [claim for claim in report.claims if start <= claim.start < start + len(sentence)]
    matched = [claim for claim in here if claim.fact == fact]

    assert matched, f"not matched to {fact}: {sentence!r} (claims: {[claim.fact for claim in here]})"
    value = facts()[fact].value
    if value is None:
        assert any(claim.affirmed is facts()[fact].holds for claim in matched), f"{fact} denied: {sentence!r}"
    elif not isinstance(value, Undisclosed):
        told = {claim.verdict for claim in matched}
        assert told & {Verdict.SAME, Verdict.DROPPED}, f"{fact} told as {told}: {sentence!r}"
