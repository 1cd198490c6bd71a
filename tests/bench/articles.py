"""Articles for measuring: in German, Dutch and English, of a given length, and each of them new to the process."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PARTS = tomllib.loads(Path(__file__).with_name("articles.toml").read_text("utf-8"))
SYLLABLES = (
    "ba", "bel", "der", "do", "fen", "gra", "hel", "in", "jo", "kar", "lin", "mor", "nes", "ol", "per", "qui", "ren",
    "sol", "tam", "ur", "vel", "wes", "yn", "zal",
)  # fmt: skip
SENTENCES_PER_PARAGRAPH = 4


def articles(language: str, words: int = 500, seed: int = 20261130) -> Iterator[str]:
    """Yield article after article of ``words`` words or a few more.

    The same seed gives the same articles on every machine. Names, figures, dates and compounds are made anew for each
    sentence, so that no cache of a tokeniser, a stemmer or a check knows an article before it comes.
    """
    writer = _Writer(language, random.Random(f"{seed} {language}"))
    while True:
        yield writer.article(words)


class _Writer:
    def __init__(self, language: str, chance: random.Random) -> None:
        self._parts: dict[str, Any] = PARTS[language]
        self._chance = chance

    def article(self, words: int) -> str:
        paragraphs: list[list[str]] = []
        written = 0
        for sentence in self._sentences():
            if not paragraphs or len(paragraphs[-1]) == SENTENCES_PER_PARAGRAPH:
                paragraphs.append([])
            paragraphs[-1].append(sentence)
            written += len(sentence.split())
            if written >= words:
                break
        return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs) + "\n"

    def _sentences(self) -> Iterator[str]:
        """Yield sentences: all kinds in one order, then in another."""
        while True:
            for pattern in self._chance.sample(self._parts["sentences"], len(self._parts["sentences"])):
                yield self._filled(pattern)

    def _filled(self, pattern: str) -> str:
        while "{" in pattern:
            before, _, rest = pattern.partition("{")
            slot, _, after = rest.partition("}")
            pattern = before + getattr(self, f"_{slot}")() + after
        return pattern

    def _word(self) -> str:
        return "".join(self._chance.choices(SYLLABLES, k=self._chance.randint(2, 4))).capitalize()

    def _name(self) -> str:
        return f"{self._word()} {self._word()}"

    def _firm(self) -> str:
        return self._word() + self._chance.choice([" AG", " Group", "-Werke", ".ai", " NV"])

    _place = _word

    def _noun(self) -> str:
        return self._parts["joint"].join(self._chance.choice(self._parts[part]) for part in ("nouns", "heads"))

    def _small(self) -> str:
        return str(self._chance.randint(2, 12))

    def _count(self) -> str:
        return f"{self._chance.randint(1_000, 9_999_999):,}".replace(",", self._parts["thousands"])

    def _decimal(self) -> str:
        return f"{self._chance.randint(11, 999) / 10}".replace(".", self._parts["point"])

    def _percent(self) -> str:
        return self._chance.choice([self._small, self._decimal])()

    def _day(self) -> str:
        return str(self._chance.randint(1, 28))

    def _month(self) -> str:
        return str(self._chance.choice(self._parts["months"]))

    def _year(self) -> str:
        return str(self._chance.randint(2015, 2026))

    def _date(self) -> str:
        return self._filled(self._parts["date"])
