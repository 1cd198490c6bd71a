"""A draft's figure held against a fact's value: whether they can be, and the verdict."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import lru_cache, partial
from importlib.resources import files

from twosource.facts import changes, days
from twosource.facts.measure import (
    BEST_FIRST,
    Measure,
    judge,
    level,
    of_quantity,
    of_reading,
    power_between,
    rates_fit,
    readings_of,
    scale_of,
)
from twosource.facts.units import is_pack_unit, scale
from twosource.facts.values import quantity
from twosource.model import (
    Change,
    Development,
    Figure,
    FigureKind,
    Quantity,
    TextValue,
    Undisclosed,
    Value,
    Verdict,
    When,
)

_DIGITS_WITH_MARK = re.compile(r"\d[.,]\d")
_NO_QUANTITY = frozenset({FigureKind.DATE, FigureKind.TIME, FigureKind.ORDINAL, FigureKind.SCORE})
# What is mixed up although neither converts into the other.
_MIXED_UP = (frozenset({"power", "energy"}),)
_BITS = re.compile(r"[kMGT]?bit")
# Digits enough for the products of a pack's numbers (24 digits) with units and rates.
_DIGITS = 100


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of holding a figure against a value.

    Attributes:
        verdict: SAME, DROPPED, NARROWER, WIDER or CONFLICT.
        looser: of DROPPED and WIDER, whether the draft allows all that the fact does, and more: true, but less than
            the file bears.
        trap: of a CONFLICT, which trap the number likely fell into: ``scale-words``, ``thousands-point``, ``unit``.
        power: of a CONFLICT, k where the draft's number is the fact's times 1000 to the k, else None.
    """

    verdict: Verdict
    looser: bool = False
    trap: str | None = None
    power: int | None = None


def compatible(figure: Figure, value: Value) -> bool:
    """Return whether a figure can be held against a value: it is of the same kind, and its unit converts.

    Vague figures (without a number or bounds) never can.
    """
    if figure.kind is not FigureKind.DATE and not any(_measures(figure)):
        return False
    match value:
        case When():
            fits = figure.kind is FigureKind.DATE
        case Quantity():
            fits = _fits(figure, value)
        case Change():
            fits = _fits_change(figure, value)
        case Development():
            fits = _fits(figure, value.start) or _fits(figure, value.end)
        case TextValue() | Undisclosed():
            fits = isinstance(value, Undisclosed)
    return fits


def compare(figure: Figure, value: Value) -> Comparison:
    """Return the verdict on a figure against a value. Of several readings of the figure the best-fitting one counts.

    Raises:
        ValueError: where the two are not :func:`compatible`.
    """
    if not compatible(figure, value):
        raise ValueError(f"'{figure.quote}' cannot be held against {value}")
    with localcontext() as context:
        context.prec = _DIGITS
        return min(_comparisons(figure, value), key=lambda each: BEST_FIRST.index(each.verdict))


def exclude(one: Value, other: Value) -> bool:
    """Return whether two values of one fact cannot both be true.

    A comparator that only one of them has is no contradiction, and that a source discloses nothing is none either.
    """
    with localcontext() as context:
        context.prec = _DIGITS
        match one, other:
            case Quantity(), Quantity():
                return _quantities_exclude(one, other)
            case When(), When():
                return not one.interval.overlaps(other.interval)
            case TextValue(), TextValue():
                return _names(one).isdisjoint(_names(other))
            case Change(), Change():
                return one.direction != other.direction or _amounts_exclude(one, other)
            case Development(), Development():
                return _quantities_exclude(one.start, other.start) or _quantities_exclude(one.end, other.end)
    return False


def _fits(figure: Figure, quantity: Quantity) -> bool:
    if figure.kind in _NO_QUANTITY or not rates_fit(figure.per, quantity.per):
        return False
    if figure.kind is FigureKind.AGE and quantity.unit != "year":
        return False
    mine, facts = scale_of(figure).dimension, scale(quantity.unit).dimension
    if mine == facts or (not mine and is_pack_unit(quantity.unit)):
        return True
    return frozenset({mine, facts}) in _MIXED_UP and any(
        reading.value == quantity.number for reading in readings_of(figure)
    )


def _fits_change(figure: Figure, change: Change) -> bool:
    if change.factor is not None:
        # A percentage that does not say whether it went up or down may just as well be a share.
        return changes.is_multiple(figure) or (changes.is_share(figure) and figure.direction is not None)
    amount = change.amount
    if amount is None:
        return False
    in_percent = amount.unit == "percent" and changes.is_multiple(figure) and figure.direction is not None
    return in_percent or _fits(figure, amount)


def _comparisons(figure: Figure, value: Value) -> Iterator[Comparison]:
    match value:
        case When():
            yield Comparison(*days.judge_days(figure, value))
        case Quantity():
            yield from _with_quantity(figure, value)
        case Change():
            yield from _with_change(figure, value)
        case Development():
            for end in (value.start, value.end):
                if _fits(figure, end):
                    yield from _with_quantity(figure, end)
        case _:
            yield Comparison(Verdict.CONFLICT)


def _measures(figure: Figure) -> Iterable[Measure]:
    return filter(None, (of_reading(figure, reading) for reading in readings_of(figure)))


def _with_quantity(figure: Figure, quantity: Quantity) -> Iterator[Comparison]:
    for mine in _measures(figure):
        if scale_of(figure).dimension != scale(quantity.unit).dimension and scale_of(figure).dimension:
            yield Comparison(Verdict.CONFLICT, trap="unit")
            continue
        draft, fact = level(figure, mine, quantity)
        yield _compared(draft, fact, partial(_trap, figure, mine, quantity))


def _compared(draft: Measure, fact: Measure, trap: Callable[[int | None], str | None]) -> Comparison:
    verdict = judge(draft, fact)
    if verdict is Verdict.SAME:
        return Comparison(verdict)
    if verdict is Verdict.DROPPED:
        return Comparison(verdict, looser=_is_looser(draft, fact))
    # A slip by thousands is one even where the bounds happen to allow it: "over a hundred million" lies within "over
    # a hundred thousand", and nobody who knew the number would write it.
    power = power_between(draft, fact)
    if power is not None:
        return Comparison(Verdict.CONFLICT, trap=trap(power), power=power)
    if verdict is Verdict.CONFLICT:
        return Comparison(verdict, trap=trap(None))
    return Comparison(verdict, looser=_is_looser(draft, fact))


def _is_looser(draft: Measure, fact: Measure) -> bool:
    return draft.interval != fact.interval and draft.interval.contains(fact.interval)


def _trap(figure: Figure, mine: Measure, quantity: Quantity, power: int | None) -> str | None:
    """Return the trap that a conflicting number likely fell into, or None where nothing tells."""
    same_digits = mine.number == quantity.number and figure.unit != quantity.unit
    if same_digits and (power is not None or _is_bits(figure.unit) != _is_bits(quantity.unit)):
        return "unit"
    if power is None:
        return None
    if _has_scale_word(figure.quote):
        return "scale-words"
    return "thousands-point" if _DIGITS_WITH_MARK.search(figure.quote) else None


def _is_bits(unit: str | None) -> bool:
    return unit is not None and _BITS.fullmatch(unit) is not None


@lru_cache(maxsize=1)
def _scale_words() -> re.Pattern[str]:
    table = tomllib.loads(files("twosource.facts").joinpath("traps.toml").read_text("utf-8"))
    stems = "|".join(map(re.escape, table["stems"]))
    abbreviations = "|".join(map(re.escape, table["abbreviations"]))
    return re.compile(rf"{stems}|(?<![^\W\d_])(?:{abbreviations})(?![^\W\d_])", re.IGNORECASE)


def _has_scale_word(quote: str) -> bool:
    return _scale_words().search(quote) is not None


def _with_change(figure: Figure, change: Change) -> Iterator[Comparison]:
    if figure.direction is not None and figure.direction != change.direction:
        yield Comparison(Verdict.CONFLICT)
        return
    for mine in _measures(figure):
        if change.factor is not None:
            for draft, fact in changes.factor_pairs(figure, mine, change):
                yield _compared(draft, fact, lambda _power: None)
        elif change.amount is not None and changes.is_multiple(figure) and change.amount.unit == "percent":
            draft = changes.multiple_as_percent(mine, change.direction)
            yield _compared(draft, of_quantity(change.amount), lambda _power: None)
        elif change.amount is not None:
            yield from _with_quantity(figure, change.amount)


def _quantities_exclude(one: Quantity, other: Quantity) -> bool:
    if scale(one.unit).dimension != scale(other.unit).dimension:
        return False
    if not (rates_fit(one.per, other.per) and rates_fit(other.per, one.per)):
        return False  # a value that leaves its "per" unsaid may well be another measure
    figure = Figure(
        0, 0, "", FigureKind.COUNT, one.number, one.interval, one.comparator, one.unit, one.per
    )  # a source's number is held against another's as a draft's is against a fact's
    mine, theirs = level(figure, of_quantity(one), other)
    return judge(mine, theirs) is Verdict.CONFLICT


def _amounts_exclude(one: Change, other: Change) -> bool:
    if one.amount is not None and other.amount is not None:
        return _quantities_exclude(one.amount, other.amount)
    if one.factor is None or other.factor is None:
        return False
    return _quantities_exclude(_times(one.factor), _times(other.factor))


def _times(factor: Decimal) -> Quantity:
    return quantity({"is": factor, "unit": "times"})


def _names(value: TextValue) -> frozenset[str]:
    return frozenset(" ".join(name.casefold().split()) for name in (value.text, *value.accept))
