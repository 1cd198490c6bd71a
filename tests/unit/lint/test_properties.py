"""Lint of any legal pack: it never raises, points into the pack, and says the same again."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import fact_packs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lint_examples import Example, examples, merged
from lint_examples import texts as scalars

from twosource.facts.yaml_tree import parse
from twosource.lint import CODES, lint, placed
from twosource.model import LOCALES
from twosource.packs import PackReading, read_plain, write

_DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
_TEXTS = st.lists(fact_packs.texts | st.just("one 2\n\n3 of 4."), max_size=3)


def _stands(path: tuple[str | int, ...], given: Any) -> bool:
    """Return whether keys lead somewhere in a pack; what is one text may be pointed into by language or position."""
    for key in path:
        if isinstance(given, str):
            return True
        if isinstance(key, int) is isinstance(given, dict):
            return False
        if isinstance(key, str) and key not in given:
            return False
        given = given[key]
    return True


@given(pack=fact_packs.packs(), at=_DAYS, locale=st.sampled_from(LOCALES), kept=_TEXTS)
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_it_never_raises_and_points_into_the_pack(pack: dict[str, Any], at: date, locale: str, kept: list[str]) -> None:
    reading = read_plain(pack, "any")
    assert reading.pack is not None, reading.errors
    texts = dict(zip(reading.pack.sources, kept, strict=False))
    _hold(reading, at, texts, locale)


@given(
    chosen=st.lists(st.sampled_from(examples()), min_size=2, max_size=6, unique_by=str),
    at=_DAYS,
    locale=st.sampled_from(LOCALES),
)
@settings(deadline=None, max_examples=60)
def test_so_it_is_where_many_things_are_weak_at_once(chosen: list[Example], at: date, locale: str) -> None:
    plain, kept = scalars("base.yaml"), {}
    for example in chosen:
        plain = merged(plain, {key: value for key, value in example.weak.items() if key != "texts"})
        kept |= example.weak.get("texts", {})
    reading = read_plain(plain, "any")
    if reading.pack is not None:  # some take away what others lean on
        _hold(reading, at, kept, locale)


def _hold(reading: PackReading, at: date, texts: Mapping[str, str], locale: str) -> None:
    assert reading.pack is not None
    assert reading.canonical is not None
    found = lint(reading.pack, at=at, texts=texts, locale=locale, given=reading.given)
    assert found == lint(reading.pack, at=at, texts=texts, locale=locale, given=reading.given)
    for each in found:
        assert each.code in CODES
        assert each.message.strip()
        assert each.message.isprintable()
        assert _stands(each.path, reading.canonical), each
    written = write(reading.canonical)
    for told in placed(found, parse(written), "any"):
        assert 1 <= told.line <= len(written.splitlines())
        assert str(told).isprintable()
