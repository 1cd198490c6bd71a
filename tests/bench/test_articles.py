"""The articles that are measured with: pinned, of their length, and new each time."""

import importlib.util
import re
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """The module beside this test."""
    spec = importlib.util.spec_from_file_location("bench_articles", Path(__file__).with_name("articles.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_articles_have_their_length_and_are_the_same_for_a_seed(bench: ModuleType, language: str) -> None:
    first = list(islice(bench.articles(language, words=500, seed=1), 3))

    assert all(500 <= len(article.split()) < 530 for article in first)
    assert first == list(islice(bench.articles(language, words=500, seed=1), 3))
    assert first[0] != next(bench.articles(language, words=500, seed=2))
    assert not re.search("[{}]", "".join(first))


@pytest.mark.parametrize("language", ["de", "nl", "en"])
def test_each_article_brings_words_and_figures_that_none_had_before(bench: ModuleType, language: str) -> None:
    seen: set[str] = set()
    for article in islice(bench.articles(language), 10):
        words = set(article.split())
        assert len(words - seen) > 40
        seen |= words
