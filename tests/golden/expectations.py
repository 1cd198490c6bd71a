"""What a check has to raise: golden files and mutants as data, and what the checker raises, in one form to compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from twosource.check import Options, check
from twosource.cms.files import draft_from_file
from twosource.facts.index import FactBase
from twosource.model import Flag, Report
from twosource.packs import read

ROOT = Path(__file__).parents[2]
PACK = ROOT / "fixtures" / "facts" / "glm-5-3-flash.yaml"
DRAFTS = ROOT / "fixtures" / "drafts"
LOCALES = ("en", "de", "nl")
AT = date(2026, 11, 30)


@cache
def base() -> FactBase:
    """The real pack as a fact base."""
    reading = read(PACK.read_text("utf-8"), PACK.name)
    assert reading.pack is not None, reading.errors
    return FactBase.of([reading.pack])


def report(name: str, raw: bytes, locale: str = "en", *, spacy: bool = False, language: str | None = None) -> Report:
    """Return the report on a file with this name and content."""
    return check(draft_from_file(name, raw, language), base(), Options(locale=locale, at=AT, spacy=spacy))


@cache
def report_on(path: Path, locale: str = "en", *, spacy: bool = False) -> Report:
    """Return the report on a file."""
    return report(path.name, path.read_bytes(), locale, spacy=spacy)


@dataclass(frozen=True)
class Golden:
    """A golden file: what a careful reader expects on a draft."""

    path: Path
    draft: Path
    language: str
    flags: tuple[Mapping[str, Any], ...]

    @classmethod
    def load(cls, path: Path, folder: Path) -> Golden:
        """Read a golden file, whose draft stands in ``folder``."""
        told = yaml.safe_load(path.read_text("utf-8"))
        return cls(path, folder / told["draft"], told["language"], tuple(told["flags"] or ()))

    def expected(self, text: str) -> list[dict[str, Any]]:
        """Return the flags as they have to be, in the golden file's order, which is the text's."""
        return [
            {
                "fact": flag["fact"],
                "severity": flag["severity"],
                "rules": flag["rules"],
                "messages": {"en": flag["message"], **flag.get("messages", {})},
                "quote": _quoted(flag, text),
                "also_at": [_quoted(place, text) for place in flag["also_at"]],
            }
            for flag in self.flags
        ]

    def found(self) -> list[dict[str, Any]]:
        """Return the flags that the checker raises, in the same form."""
        reports = {locale: report_on(self.draft, locale) for locale in LOCALES}
        text = reports["en"].text
        return [
            {
                "fact": flag.fact,
                "severity": flag.severity.value,
                "rules": {finding.rule: finding.severity.value for finding in flag.findings},
                "messages": {locale: reports[locale].flags[number].message for locale in self._locales(number)},
                "quote": flag.quote if "quote" in self._form() else (flag.start, flag.end, flag.quote),
                "also_at": [self._place(text, span.start, span.end) for span in flag.also_at],
            }
            for number, flag in enumerate(reports["en"].flags)
        ]

    def _locales(self, number: int) -> tuple[str, ...]:
        """Return the locales that the golden file gives a message of a flag in; English is always given."""
        told = self.flags[number].get("messages", {}) if number < len(self.flags) else {}
        return tuple(locale for locale in LOCALES if locale == "en" or locale in told)

    def _form(self) -> Mapping[str, Any]:
        return self.flags[0] if self.flags else {"quote": ""}

    def _place(self, text: str, start: int, end: int) -> str | tuple[int, int, str]:
        return text[start:end] if "quote" in self._form() else (start, end, text[start:end])


def _quoted(place: str | Mapping[str, Any], text: str) -> str | tuple[int, int, str]:
    """Return a place of a golden file: its words, or where it says offsets these with the text's words there.

    Golden files on texts that the project does not hold give offsets with the first and the last word.
    """
    if isinstance(place, str):
        return place
    if "quote" in place:
        return str(place["quote"])
    start, end = place["start"], place["end"]
    words = text[start:end]
    assert words.startswith(place["first"]), f"{words!r} does not start with {place['first']!r}"
    assert words.endswith(place["last"]), f"{words!r} does not end with {place['last']!r}"
    return start, end, words


@dataclass(frozen=True)
class Mutant:
    """One change to a draft, and the one flag that it must draw."""

    id: str
    draft: Path
    find: str
    replace: str
    expected: tuple[Any, ...]

    def mutated(self) -> bytes:
        """Return the draft with the change."""
        text = self.draft.read_bytes().decode("utf-8")
        assert text.count(self.find) == 1, f"{self.find!r} stands {text.count(self.find)} times in {self.draft.name}"
        return text.replace(self.find, self.replace).encode("utf-8")

    def new_flags(self) -> list[tuple[Any, ...]]:
        """Return the flags on the changed draft that the draft itself does not draw."""
        before = [_signature(flag) for flag in report_on(self.draft).flags]
        fresh = []
        for flag in report(self.draft.name, self.mutated()).flags:
            if _signature(flag) in before:
                before.remove(_signature(flag))
            else:
                fresh.append(_signature(flag))
        return fresh


def mutants(path: Path, folder: Path) -> Iterator[Mutant]:
    """Yield the mutants of a file; their drafts stand in ``folder``."""
    for told in yaml.safe_load(path.read_text("utf-8"))["mutants"]:
        expect = told["expect"]
        signature = (expect["fact"], tuple(expect["rules"]), expect["severity"], expect["message"], expect["quote"])
        yield Mutant(told["id"], folder / told["draft"], told["find"], told["replace"], signature)


def _signature(flag: Flag) -> tuple[Any, ...]:
    return flag.fact, flag.rules, flag.severity.value, flag.message, flag.quote
