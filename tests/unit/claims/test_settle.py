"""Which of several candidates are taken: each figure for one fact, each fact once; a tie is silence."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from twosource.claims.candidates import Candidate, settle
from twosource.model import Fact, Figure, FigureKind, Interval
from twosource.packs import read


@cache
def _facts() -> dict[str, Fact]:
    reading = read(Path(__file__).with_name("ferry.yaml").read_text("utf-8"), "ferry.yaml")
    assert reading.pack is not None, reading.errors
    return dict(reading.pack.facts)


def _figure(number: int, unit: str | None) -> Figure:
    value = Decimal(number)
    return Figure(0, 1, str(number), FigureKind.COUNT, value, Interval.point(value), unit=unit, precision=Decimal(1))


def _candidate(fact: str, *, terms: int = 1, first: int = 0, figure: int | None = 999, distance: int = 0) -> Candidate:
    told = None if figure is None else _figure(figure, getattr(_facts()[fact].value, "unit", None))
    return Candidate(_facts()[fact], terms, first, first + 1, frozenset(), told, distance)


@pytest.mark.parametrize(
    ("found", "taken"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([_candidate("cabins")], ["cabins@0"], id="one"),
        pytest.param(
            [_candidate("cabins"), _candidate("outside-cabins", terms=2)], ["outside-cabins@0"], id="more-terms"
        ),
        pytest.param(
            [_candidate("cabins", distance=4), _candidate("outside-cabins", distance=2)],
            ["outside-cabins@0"],
            id="nearer",
        ),
        pytest.param(
            [_candidate("outside-cabins", figure=300), _candidate("cabins", figure=300, distance=9)],
            ["cabins@0"],
            id="one-that-it-fits",
        ),
        pytest.param([_candidate("cabins"), _candidate("outside-cabins")], [], id="a-tie"),
        pytest.param(
            [_candidate("cabins"), _candidate("outside-cabins"), _candidate("crew", first=5)],
            ["crew@5"],
            id="a-tie-beside-another-figure",
        ),
        pytest.param([_candidate("cabins"), _candidate("cabins")], ["cabins@0"], id="one-fact-by-two-lines"),
        pytest.param(
            [_candidate("cabins", distance=3), _candidate("cabins", first=7)], ["cabins@7"], id="a-fact-is-taken-once"
        ),
        pytest.param(
            [_candidate("cabins", terms=2, figure=290), _candidate("cabins", terms=1, first=7, figure=300)],
            ["cabins@7"],
            id="the-figure-that-fits-the-fact",
        ),
        pytest.param(
            [_candidate("emission-free", figure=None, first=8), _candidate("cabins", first=2)],
            ["cabins@2", "emission-free@8"],
            id="statements-beside-figures-in-text-order",
        ),
    ],
)
def test_candidates_are_settled(found: list[Candidate], taken: list[str]) -> None:
    for order in (found, found[::-1]):
        assert [f"{each.fact.id}@{each.first}" for each in settle(order)] == taken
