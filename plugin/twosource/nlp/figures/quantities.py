"""Quantities: a number with its sign, currency, unit, rate, comparator and range."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from twosource.model import Comparator, Figure, FigureKind, Interval, Parts, Per
from twosource.model.meaning import between, meant
from twosource.nlp.figures.comparators import (
    Compared,
    FoundComparator,
    comparator_after,
    comparator_before,
    counts_many,
    direction,
)
from twosource.nlp.figures.names import follows_name, numbers_a_thing
from twosource.nlp.figures.numbers import ONE, Number, read_number
from twosource.nlp.figures.ranges import Range, range_from
from twosource.nlp.figures.units import FoundUnit, Scope, hyphened, noun_near, per_at, unit_at

_MINUS = frozenset("-–−")
_CHANGING = frozenset({FigureKind.PERCENT, FigureKind.POINTS})
_ONE_WITH_COMPARATOR = frozenset({FigureKind.DURATION, FigureKind.MONEY, FigureKind.MEASURE})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure with the number that it was read from, so that its neighbours can share its unit."""

    figure: Figure
    number: Number
    after: int


@dataclass(frozen=True, slots=True)
class _Told:
    """The parts of a quantity, as lexemes: ``first`` includes sign and currency."""

    number: Number
    first: int
    after: int
    unit: FoundUnit | None
    negative: bool = False
    range: Range | None = None
    per: Per | None = None


def quantity_at(scope: Scope, index: int) -> Quantity | None:
    """Return the quantity whose number begins at a lexeme, or None where it is none or only names something."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    currency = lexicon.money_before.before(lexemes.raw, index) if index else None
    number = read_number(lexemes, index, lexicon, money=currency is not None) or _article_one(scope, index)
    if number is None:
        return None
    number = _of_a_unit(scope, number)
    first = currency[0] if currency else index
    first, negative = _sign(scope, first, number)
    ranged = None if negative else range_from(scope, number, first)
    if currency and ranged and ranged.unit and ranged.unit.factor != 1:
        ranged = None  # "$5 to 10 cents" has two units
    last = ranged.high if ranged else number
    unit = ranged.unit if ranged else _unit(scope, number, currency, index)
    halved = None if ranged else _half_behind(scope, number, unit)
    if halved is not None:
        number, unit = halved
        last = number
    if not _is_figure(scope, last if ranged else number, unit, ranged, named=currency is None):
        return None
    after = max(last.after, unit.after if unit and unit.adjacent and unit.first >= last.after else 0)
    rate = per_at(scope, after) if unit is None or unit.adjacent else None
    told = _Told(number, first, rate[1] if rate else after, unit, negative, ranged, rate[0] if rate else None)
    return Quantity(_figure(scope, told), number, told.after)


def _article_one(scope: Scope, index: int) -> Number | None:
    """Read an article as one where only a number makes sense: "ein Prozent", "weniger als eine Woche"."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    if lexemes.low[index] not in lexicon.articles:
        return None
    named = lexicon.units.at(lexemes.low, index + 1)
    unit = unit_at(scope, index + 1) if named else None
    if unit is None or lexemes.low[unit.after] == "-":
        return None
    one = Number(index, index + 1, ONE)
    if unit.kind in _CHANGING or _half_behind(scope, one, unit) is not None:
        return one
    found = comparator_before(scope, index, Compared(ONE, unit.kind, has_unit=True, magnified=False))
    compared = found is not None and found.comparator is not Comparator.IS
    return one if compared and unit.kind in _ONE_WITH_COMPARATOR else None


def _half_behind(scope: Scope, number: Number, unit: FoundUnit | None) -> tuple[Number, FoundUnit] | None:
    """Read "a year and a half" and "twee jaar en een half", unless the half is of something else; None without one."""
    if unit is None or unit.kind is not FigureKind.DURATION or not number.exact:
        return None
    found = scope.lexicon.and_half.at(scope.lexemes.low, unit.after)
    if found is None:
        return None
    after = found[0]
    if scope.lexemes.is_word(after) and scope.lexemes.low[after] not in scope.lexicon.words_of(
        "numbers", "behind_half"
    ):
        return None
    half = Decimal("0.5")
    return replace(number, mantissa=number.mantissa + half, step=half, exact=False), replace(unit, after=after)


def _of_a_unit(scope: Scope, number: Number) -> Number:
    """Read "drie honderdste seconde" as 0.03 of a unit."""
    part = scope.lexicon.fraction_nouns.get(scope.lexemes.low[number.after])
    if part is None or not number.exact or number.digits or unit_at(scope, number.after + 1) is None:
        return number
    return replace(number, after=number.after + 1, mantissa=number.mantissa * part, step=part, exact=True)


def _sign(scope: Scope, first: int, number: Number) -> tuple[int, bool]:
    lexemes = scope.lexemes
    if not first:
        return first, False
    before = lexemes.raw[first - 1]
    if lexemes.low[first - 1] in scope.lexicon.minus and not lexemes.is_number(first - 2):
        return (first - 1, True) if unit_at(scope, number.after) else (first, False)
    apart = first == 1 or not lexemes.glued(first - 1) or lexemes.raw[first - 2] in "(["
    if not lexemes.glued(first) or not apart:
        return first, False
    if before in _MINUS and number.digits:
        return first - 1, True
    return (first - 1, False) if before == "+" else (first, False)


def _unit(scope: Scope, number: Number, currency: tuple[int, str] | None, index: int) -> FoundUnit | None:
    if currency is not None:
        return FoundUnit(currency[1], FigureKind.MONEY, ONE, currency[0], index)
    return unit_at(scope, number.after) or _tendered(scope, number) or noun_near(scope, number.after)


def _tendered(scope: Scope, number: Number) -> FoundUnit | None:
    """Read "950,-", a price whose currency goes without saying."""
    lexemes = scope.lexemes
    marks = lexemes.low[number.after : number.after + 2]
    if (
        not scope.lexicon.has("dashed_prices")
        or not number.digits
        or marks[0] != ","
        or marks[1] not in {"-", "–", "—"}
    ):
        return None
    if not (lexemes.glued(number.after) and lexemes.glued(number.after + 1)):
        return None
    return FoundUnit("EUR", FigureKind.MONEY, ONE, number.after, number.after + 2)


def _is_figure(scope: Scope, last: Number, unit: FoundUnit | None, ranged: Range | None, *, named: bool) -> bool:
    """Return whether the number counts or measures something and does not merely name it."""
    adjacent = unit is not None and unit.adjacent
    if scope.lexemes.low[last.after] in scope.lexicon.words_of("multiples", "times_words"):
        return False
    measured = unit is not None and unit.adjacent and unit.kind is not FigureKind.COUNT
    if (last.needs_unit and not measured) or (last.foreign and last.magnitude == 1 and not adjacent):
        return False
    first = ranged.low if ranged else last
    if named and first.digits and first.magnitude == 1 and numbers_a_thing(scope, first.first):
        return False
    if adjacent:
        return True
    if not _ends_clearly(scope, last):
        return False
    nameable = first.bare or (
        scope.lexicon.has("decimal_names") and first.digits and first.decimal and first.magnitude == 1
    )
    return not (named and nameable and ranged is None and follows_name(scope, first.first))


def _ends_clearly(scope: Scope, number: Number) -> bool:
    """Return whether a number without a unit is not the beginning of a name or a compound."""
    lexemes, after = scope.lexemes, number.after
    if not lexemes.glued(after):
        return True
    if hyphened(lexemes, after):
        plain = scope.lexicon.has("number_compounds") and number.digits and lexemes.raw[after + 1][:1].islower()
        return plain or noun_near(scope, after) is not None
    if lexemes.kinds[after] in {1, 2, 3}:
        return False
    return not (lexemes.raw[after] in "/:.,-" and lexemes.glued(after + 1) and lexemes.kinds[after + 1] in {2, 3})


def _compared(scope: Scope, told: _Told) -> Compared:
    kind = told.unit.kind if told.unit else FigureKind.COUNT
    return Compared(
        told.number.value,
        kind,
        has_unit=told.unit is not None,
        magnified=told.number.magnitude > 1,
        plural=counts_many(scope, told.number.after),
    )


def _figure(scope: Scope, told: _Told) -> Figure:
    lexemes = scope.lexemes
    compared = None if told.range else _comparator(scope, told)
    comparator = Comparator.BETWEEN if told.range else compared.comparator if compared else Comparator.IS
    first, after = told.first, told.after
    word = (compared.first, compared.after) if compared else told.range.word if told.range else None
    if word is not None:
        first, after = min(first, word[0]), max(after, word[1])
    start, end = lexemes.starts[first], lexemes.ends[after - 1]
    factor = -_factor(told) if told.negative else _factor(told)
    figure = Figure(
        start=start,
        end=end,
        quote=lexemes.text[start:end],
        kind=told.unit.kind if told.unit else FigureKind.COUNT,
        value=None if told.range else told.number.value * factor,
        comparator=comparator,
        unit=told.unit.unit if told.unit else None,
        per=told.per,
        precision=told.number.step * abs(factor),
        parts=Parts(_place(scope, word), _number_place(scope, told), _unit_place(scope, told)),
    )
    return replace(
        figure,
        interval=_interval(told, factor, comparator),
        direction=direction(scope, first, after) if figure.kind in _CHANGING else None,
    )


def _factor(told: _Told) -> Decimal:
    return told.unit.factor if told.unit else ONE


def _interval(told: _Told, factor: Decimal, comparator: Comparator) -> Interval:
    number = told.number
    if told.range is not None:
        return between(told.range.low.value * factor, told.range.high.value * factor)
    size = abs(factor)
    return meant(number.value * factor, number.step * size, number.significant * size, comparator, exact=number.exact)


def _comparator(scope: Scope, told: _Told) -> FoundComparator | None:
    return comparator_before(scope, told.first, _compared(scope, told)) or _comparator_behind(scope, told)


def _comparator_behind(scope: Scope, told: _Told) -> FoundComparator | None:
    """Return the comparator behind a quantity, its unit that stands apart, or the noun that it counts.

    Behind a unit or a noun "and more" compares only where no word follows: "50 Euro und mehr Zeit" does not.
    """
    lexemes, unit = scope.lexemes, told.unit
    apart = unit is not None and not unit.adjacent
    behind = [told.after, unit.after] if apart and unit else [told.after]
    if unit is None and lexemes.is_word(told.after):
        behind.append(told.after + 1)
    for position in behind:
        found = comparator_after(scope, position)
        if found is None:
            continue
        bare = position == told.number.after
        if bare or not (lexemes.low[position] in scope.lexicon.ands and lexemes.is_word(found.after)):
            return found
    return None


def _place(scope: Scope, lexemes: tuple[int, int] | None) -> tuple[int, int] | None:
    return (scope.lexemes.starts[lexemes[0]], scope.lexemes.ends[lexemes[1] - 1]) if lexemes else None


def _number_place(scope: Scope, told: _Told) -> tuple[int, int]:
    last = told.range.high.after if told.range else told.number.after
    return scope.lexemes.starts[told.number.first], scope.lexemes.ends[last - 1]


def _unit_place(scope: Scope, told: _Told) -> tuple[int, int] | None:
    return _place(scope, (told.unit.first, told.unit.after)) if told.unit else None


_SHARED = frozenset({FigureKind.MONEY, FigureKind.PERCENT, FigureKind.POINTS, FigureKind.MEASURE, FigureKind.DURATION})


def shared_unit(scope: Scope, quantity: Quantity, following: Quantity) -> Quantity:
    """Return a bare number with the unit and the magnitude of the next one in the row ("5, 10 und 15 Euro")."""
    figure, other = quantity.figure, following.figure
    link = scope.lexemes.low[quantity.after]
    linked = link == "," or link in scope.lexicon.words_of("ranges", "rows")
    linked = linked and following.number.first - quantity.after in {1, 2}
    if figure.kind is not FigureKind.COUNT or figure.unit or not linked or other.kind not in _SHARED:
        return quantity
    if other.unit is None or figure.value is None or other.per is not None:
        return quantity
    if lexeme_between(scope, quantity, following):
        return quantity
    number = quantity.number
    if number.magnitude == 1 and following.number.magnitude > 1:
        number = number.times(following.number.magnitude)
    interval = meant(number.value, number.step, number.significant, figure.comparator, exact=number.exact)
    return replace(
        quantity,
        number=number,
        figure=replace(
            figure, kind=other.kind, unit=other.unit, value=number.value, precision=number.step, interval=interval
        ),
    )


def lexeme_between(scope: Scope, quantity: Quantity, following: Quantity) -> bool:
    """Return whether more than one linking word stands between two quantities."""
    between_them = scope.lexemes.text[quantity.figure.end : following.figure.start].split()
    return len(between_them) > 1
