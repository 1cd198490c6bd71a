"""What a writer is likely to have meant: everyday words for keys and choices, dates as they are written elsewhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from importlib.resources import files

_KEY = re.compile(r"[a-z0-9_.-]+")
_YEAR = re.compile(r"\d{4}")
_PARTS = re.compile(r"[\s./,-]+")
_QUARTER = re.compile(r"q|kwart")
_ORDINAL = re.compile(r"(?<=\d)[snrt]?[tdhe]$")
_LONGEST = 40


def near_words(word: str) -> tuple[str, ...]:
    """Return what an everyday word may stand for in a pack; ``word`` in lower case, with ``-`` for spaces."""
    return _near().get(word, ())


@cache
def _table(name: str) -> Mapping[str, list[str]]:
    return tomllib.loads(files("twosource_schemas").joinpath(name).read_text("utf-8"))


@cache
def _near() -> Mapping[str, tuple[str, ...]]:
    meant: dict[str, tuple[str, ...]] = {}
    for key, words in _table("near_words.toml").items():
        for word in words:
            meant[word] = (*meant.get(word, ()), key)
    return meant


@cache
def _months() -> Mapping[str, int]:
    return {word: int(number) for number, words in _table("months.toml").items() for word in words}


def cut_off(key: str) -> str:
    """Return the advice for a key that is none by its looks: the rest of a text that a comma has cut."""
    return "" if _KEY.fullmatch(key) else "; if it is the rest of a text with a comma or a colon, put that in quotes"


def iso_days(written: str) -> tuple[str, ...]:
    """Return the days, as ``2026-08-26``, that a date written otherwise may be; two where day and month may change."""
    return tuple(dict.fromkeys(_days(written)))


def iso_dates(written: str) -> tuple[str, ...]:
    """Return the dates that one written otherwise may be: days, else a month (``2026-08``) or a quarter."""
    return iso_days(written) or tuple(_coarse(written))


def _parts(written: str) -> list[str]:
    return [_ORDINAL.sub("", each.lower()) for each in _PARTS.split(written[:_LONGEST].strip()) if each]


def _days(written: str) -> Iterator[str]:
    parts = _parts(written)
    if len(parts) != 3:
        return
    if _YEAR.fullmatch(parts[0]):
        yield from _day(parts[0], parts[1], parts[2])
    elif _YEAR.fullmatch(parts[2]):
        yield from _day(parts[2], parts[1], parts[0])
        if "/" in written or not parts[0].isdigit():
            yield from _day(parts[2], parts[0], parts[1])


def _day(year: str, month: str, day: str) -> Iterator[str]:
    number = _month(month)
    if number is None or not (day.isascii() and day.isdigit()):
        return
    try:
        yield date(int(year), number, int(day)).isoformat()
    except (ValueError, OverflowError):
        return


def _month(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else _months().get(word)


def _coarse(written: str) -> Iterator[str]:
    parts = _parts(written)
    years = [each for each in parts if _YEAR.fullmatch(each)]
    if len(years) != 1:
        return
    parts.remove(years[0])
    rest = " ".join(parts)
    month = _month(rest)
    if month is not None and 1 <= month <= 12:
        yield f"{years[0]}-{month:02}"
    elif _QUARTER.search(rest) and (quarter := re.search(r"[1-4]", rest)) is not None:
        yield f"{years[0]}-Q{quarter[0]}"
