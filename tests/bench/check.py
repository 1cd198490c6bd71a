"""Print how long a check takes: warm and cold, beside spaCy's bare tokenisation of the same text.

Run by ``make bench``. Each timed article is new to the process; a few untimed ones come first, so that what is loaded
or built once is there.
"""

import argparse
import gc
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from itertools import islice
from pathlib import Path

import spacy
from articles import articles

from twosource import packs
from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import LANGUAGES
from twosource.nlp import figures

ROOT = Path(__file__).parents[2]
PACK = ROOT / "fixtures" / "facts" / "glm-5-3-flash.yaml"
AT = date(2026, 11, 30)
WARM_UP = 5
WARM_BAR = 60.0
COLD_BAR = 3.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--articles", type=int, default=40, help="how many are timed in each language")
    parser.add_argument("--words", type=int, default=500, help="how long each is")
    parser.add_argument("--cold", type=int, default=5, help="how often the command line is started in each language")
    given = parser.parse_args()

    print(f"Python {platform.python_version()}, spaCy {spacy.__version__}, {os.cpu_count()} cores\n")
    print(f"Warm: {given.articles} articles of {given.words} words in each language, none seen before; milliseconds")
    print(f"{'':<4}{'check':>8}{'p95':>8}{'figures':>9}{'spaCy':>8}{'check/spaCy':>13}{'new words':>11}")
    base = FactBase.of([_pack()])
    for language in LANGUAGES:
        print(_warm(language, base, given.articles, given.words), flush=True)
    print(f"check: all of it, median (bar: {WARM_BAR:.0f}) and 95th percentile; figures: the figures alone, median;")
    print("spaCy: spacy.blank's tokeniser, median; new words: the share that the process had not met\n")

    print(f"Cold: `twosource check` on one article, the whole process; seconds, median of {given.cold}")
    for language in LANGUAGES:
        print(f"{language:<4}{_cold(language, given.cold, given.words):>8.2f}", flush=True)
    print(f"(bar: {COLD_BAR:.0f})")


def _pack():  # type: ignore[no-untyped-def]
    reading = packs.read(PACK.read_text("utf-8"), str(PACK))
    if reading.pack is None:
        sys.exit("\n".join(f"{each.file}:{each.line}: {each.message}" for each in reading.errors))
    return reading.pack


def _warm(language: str, base: FactBase, count: int, words: int) -> str:
    """Return a row of the table.

    Each way of reading walks all articles before the next begins, as it would alone, and none has caches in common
    with another but that of the stems, which the check, being first, fills.
    """
    fresh = list(islice(articles(language, words), WARM_UP + count))
    drafts = {text: draft_from_file("article.txt", text.encode(), language) for text in fresh}
    blank = spacy.blank(language)
    options = Options(at=AT)
    checked = _times(lambda text: check(drafts[text], base, options), fresh)
    tokenised = _times(blank, fresh)
    again = list(islice(articles(language, words, seed=2), WARM_UP + count))
    figured = _times(lambda text: figures.find(text, language, AT, base.nouns[language]), again)
    median, p95 = statistics.median(checked), statistics.quantiles(checked, n=20)[-1]
    ratio = median / statistics.median(tokenised)
    return (
        f"{language:<4}{median:>8.1f}{p95:>8.1f}{statistics.median(figured):>9.1f}{statistics.median(tokenised):>8.1f}"
        f"{ratio:>13.1f}{_new_words(fresh):>9.0f} %"
    )


def _times(read: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    """Return the milliseconds that each text took after the first few."""
    times = []
    for text in texts:
        gc.collect()
        start = time.perf_counter()
        read(text)
        times.append(1000 * (time.perf_counter() - start))
    return times[WARM_UP:]


def _new_words(texts: Sequence[str]) -> float:
    """Return the median share, in percent, of an article's words that none before it had."""
    seen: set[str] = set()
    shares = []
    for text in texts:
        words = set(text.split())
        shares.append(100 * len(words - seen) / len(words))
        seen |= words
    return statistics.median(shares[WARM_UP:])


def _cold(language: str, count: int, words: int) -> float:
    """Return the median seconds of a whole `twosource check`."""
    command = Path(sys.executable).with_name("twosource")
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        article = Path(folder) / "article.txt"
        for text in islice(articles(language, words), count):
            article.write_text(text, "utf-8")
            start = time.perf_counter()
            ended = subprocess.run(
                [command, "check", article, "--facts", PACK, "--at", AT.isoformat()],
                capture_output=True, text=True, timeout=120, check=False,
            )  # fmt: skip
            seconds.append(time.perf_counter() - start)
            if ended.returncode not in (0, 1):
                sys.exit(f"twosource check ended with {ended.returncode}:\n{ended.stderr}")
    return statistics.median(seconds)


if __name__ == "__main__":
    main()
