"""The pack that is measured with: valid, of its size, and the same for a seed."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from twosource.packs import read


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """The module beside this test."""
    spec = importlib.util.spec_from_file_location("bench_big_pack", Path(__file__).with_name("big_pack.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_big_pack_is_valid_and_of_its_size(bench: ModuleType) -> None:
    reading = read(bench.big_pack(60, seed=1), "big.yaml")

    assert reading.errors == ()
    assert reading.pack is not None
    assert (len(reading.pack.facts), len(reading.pack.entities), len(reading.pack.sources)) == (60, 2000, 500)
    assert all(len(fact.supports) == 2 and set(fact.cues) == {"de", "nl", "en"} for fact in reading.pack.facts.values())
    assert len({fact.type for fact in reading.pack.facts.values()}) > 10


def test_a_seed_gives_the_same_pack_and_another_seed_another(bench: ModuleType) -> None:
    assert bench.big_pack(3, seed=1) == bench.big_pack(3, seed=1)
    assert bench.big_pack(3, seed=1) != bench.big_pack(3, seed=2)
