"""What holds of every verdict: units convert, sides can be swapped where that makes sense, and nothing raises."""

from __future__ import annotations

from datetime import date
from decimal import Context, Decimal, Inexact, localcontext
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from twosource.facts.comparison import compare, compatible, exclude
from twosource.facts.dates import days_of
from twosource.facts.measure import judge, of_quantity
from twosource.facts.units import CALENDAR_UNITS, built_in, scale
from twosource.facts.values import about_half, interval_of, quantity, value_of, written_half
from twosource.model import Comparator, Figure, FigureKind, Interval, Per, Quantity, Value, Verdict
from twosource_schemas.values import COMPARATORS
from twosource_schemas.values import Value as ValueField

D = Decimal
UNITS = ("percent", "points", "times", "EUR", "week", "month", "year", "MW", "GPa", "MWh", "token")
WHOLE = st.integers(1, 10**12).map(Decimal) | st.integers(1, 99).map(lambda n: Decimal(n) * 10**6)
FINE = st.decimals(min_value="0.01", max_value=10**9, places=2)
NUMBERS = WHOLE | FINE
FACTORS = [unit for unit, each in built_in().items() if unit not in CALENDAR_UNITS and len(unit) < 9]
DIMENSIONS = {
    dimension: [unit for unit in FACTORS if scale(unit).dimension == dimension]
    + [unit for unit in further if scale(unit).dimension == dimension]
    for dimension, further in {
        "mass": ["Tg"],
        "power": ["µW"],
        "energy": ["mWh"],
        "time": ["µs"],
        "length": ["Mm"],
        "volume": ["dm³"],
        "pressure": ["GPa", "mbar"],
        "information": ["ZB"],
        "current": ["kA"],
        "force": ["MN"],
        "data_rate": [],
    }.items()
}
PAIRS = st.sampled_from(sorted(DIMENSIONS)).flatmap(lambda each: st.tuples(*[st.sampled_from(DIMENSIONS[each])] * 2))


@st.composite
def quantities(draw: st.DrawFn, numbers: st.SearchStrategy[Decimal] = NUMBERS, unit: str | None = None) -> Quantity:
    """Any quantity of a pack."""
    comparator = draw(st.sampled_from((*COMPARATORS, "between")))
    number = draw(numbers)
    given_value: dict[str, Any] = {comparator: number}
    if comparator == "between":
        given_value = {"between": sorted([number, draw(numbers)])}
    elif comparator in ("is", "about") and draw(st.booleans()):
        given_value["tolerance"] = draw(numbers)
    return quantity(given_value if unit is None else {**given_value, "unit": unit})


def exact_ratio(unit: str, another: str) -> Decimal | None:
    """How many of another unit one is, or None where no finite decimal says so."""
    with localcontext(Context(60, traps=[Inexact])):
        try:
            return scale(unit).factor / scale(another).factor
        except Inexact:
            return None


def figure_of(told: Quantity, unit: str | None, ratio: Decimal = Decimal(1)) -> Figure:
    """A draft's figure that says what a quantity says, in a unit of which one of the quantity's is ``ratio``."""
    half = written_half(told.number)
    with localcontext(Context(100)):
        number, interval, step = told.number * ratio, told.interval.scaled(ratio), half * 2 * ratio
    return Figure(
        0, 1, "x", FigureKind.MEASURE, number, interval, told.comparator, unit, told.per, step if half else D(1)
    )


@given(PAIRS, st.data())
def test_a_verdict_is_the_same_in_every_unit_of_the_dimension(units: tuple[str, str], data: st.DataObject) -> None:
    unit, another = units
    fact = data.draw(quantities(unit=unit))
    told = data.draw(st.just(fact) | quantities(unit=unit))
    ratio = exact_ratio(unit, another)
    assume(ratio is not None)
    mine, moved = figure_of(told, unit), figure_of(told, another, ratio or D(1))
    # A step of one is how the grammar tells a bare count, which is exact.
    assume(moved.precision != 1 or mine.precision == 1)
    wanted = compare(mine, fact)
    found = compare(moved, fact)
    assert (found.verdict, found.looser, found.power) == (wanted.verdict, wanted.looser, wanted.power)


@given(quantities(), st.integers(1, 10**6), st.data())
def test_a_rate_is_the_same_per_one_and_per_many(fact: Quantity, many: int, data: st.DataObject) -> None:
    told = data.draw(st.just(fact) | quantities())
    single = Quantity(fact.number, fact.comparator, fact.interval, None, Per(D(1), "token"), fact.tolerance, fact.upper)
    mine = figure_of(told, None)
    one = Figure(
        0, 1, "x", mine.kind, mine.value, mine.interval, mine.comparator, None, Per(D(1), "token"), mine.precision
    )
    with localcontext() as context:
        context.prec = 60
        number, interval = told.number * many, told.interval.scaled(D(many))
        step = None if mine.precision in (None, 1) else mine.precision * many
    more = Figure(0, 1, "x", mine.kind, number, interval, mine.comparator, None, Per(D(many), "token"), step or D(1))
    assert compare(one, single).verdict is compare(more, single).verdict


@given(quantities(), quantities())
def test_a_conflict_is_one_from_either_side(one: Quantity, other: Quantity) -> None:
    mine, theirs = of_quantity(one), of_quantity(other)
    assert (judge(mine, theirs) is Verdict.CONFLICT) is (judge(theirs, mine) is Verdict.CONFLICT)


@given(NUMBERS, NUMBERS)
def test_plain_numbers_say_the_same_from_either_side(one: Decimal, other: Decimal) -> None:
    mine, theirs = of_quantity(quantity({"is": one})), of_quantity(quantity({"is": other}))
    assert (judge(mine, theirs) is Verdict.SAME) is (judge(theirs, mine) is Verdict.SAME)
    assert judge(mine, theirs) in (Verdict.SAME, Verdict.CONFLICT, Verdict.WIDER)


@given(quantities())
def test_every_quantity_says_the_same_as_itself(one: Quantity) -> None:
    assert judge(of_quantity(one), of_quantity(one)) is Verdict.SAME


@given(NUMBERS, NUMBERS)
def test_equal_ranges_say_the_same_whatever_they_are_told_by(one: Decimal, other: Decimal) -> None:
    low, high = sorted((one, other))
    told = of_quantity(quantity({"between": [low, high]}))
    middle = (low + high) / 2
    about = of_quantity(quantity({"about": middle, "tolerance": high - middle}))
    if about.interval == told.interval:
        assert judge(told, about) is judge(about, told) is Verdict.SAME


@given(quantities(WHOLE), quantities(WHOLE))
def test_what_is_narrower_one_way_is_wider_or_round_the_other(one: Quantity, other: Quantity) -> None:
    # A plain number lies within whatever holds it, however loosely it is meant.
    assume(not any(each.comparator is Comparator.IS and each.tolerance for each in (one, other)))
    mine, theirs = of_quantity(one), of_quantity(other)
    if judge(mine, theirs) is Verdict.NARROWER:
        assert judge(theirs, mine) in (Verdict.WIDER, Verdict.SAME)


@given(NUMBERS)
def test_about_is_half_a_unit_of_the_last_significant_digit(number: Decimal) -> None:
    meant = interval_of(Comparator.ABOUT, number)
    assert meant.low is not None
    assert meant.high is not None
    width = meant.high - meant.low
    # A power of ten: that of the last digit that counts.
    assert width == Decimal(1).scaleb(width.adjusted())
    assert number % width == 0
    if number == number.to_integral_value() and isinstance(number.as_tuple().exponent, int):
        assert (number / width) % 10 != 0 or number.as_tuple().exponent < 0  # type: ignore[operator]
    assert about_half(number) * 2 == width


MOMENTS = st.dates(date(1990, 1, 1), date(2050, 12, 31)).flatmap(
    lambda day: st.sampled_from(
        [day.isoformat(), f"{day:%Y-%m}", f"{day.year}-Q{(day.month + 2) // 3}", str(day.year)],
    )
)


@st.composite
def values(draw: st.DrawFn) -> Value:
    """A value of any shape, as a pack would write it."""
    number = st.decimals(min_value="-1000000", max_value=10**9, places=2).map(str) | st.integers(0, 10**12).map(str)
    above = st.decimals(min_value="0.01", max_value=10**6, places=2).map(str)
    unit = st.sampled_from(
        ["", "percent", "points", "times", "EUR", "week", "month", "year", "MW", "GPa", "MWh", "token"]
    )

    def amount(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
        plain = st.tuples(st.sampled_from([each for each in COMPARATORS if each != "nearly"]), numbers)
        near = st.tuples(st.just("nearly"), above)
        per = st.sampled_from([{}, {"per": {"unit": "day"}}, {"per": {"n": "1000", "unit": "token"}}])
        return st.builds(
            lambda told, of, rate: {told[0]: told[1], **({"unit": of} if of else {}), **rate}, plain | near, unit, per
        )

    direction = st.sampled_from(["up", "down"])
    shape = draw(
        st.one_of(
            amount(number),
            st.builds(
                lambda one, other, of: {"between": sorted([one, other], key=Decimal), **({"unit": of} if of else {})},
                number,
                number,
                unit,
            ),
            st.builds(lambda factor, way: {"factor": factor, "direction": way}, above, direction),
            st.builds(lambda told, way: {"change": told, "direction": way}, amount(number), direction),
            st.builds(lambda first, last: {"from": first, "to": last}, amount(number), amount(number)),
            st.builds(lambda key, day: {key: day}, st.sampled_from(["date", "before", "after"]), MOMENTS),
            st.sampled_from([{"text": "MIT"}, {"text": "GPL", "accept": ["MIT"]}, {"undisclosed": "true"}]),
        )
    )
    return value_of(ValueField().deserialize(shape))


@st.composite
def figures(draw: st.DrawFn) -> Figure:
    """A figure of any kind, with whatever the grammar may give and more."""
    kind = draw(st.sampled_from(list(FigureKind)))
    comparator = draw(st.sampled_from(list(Comparator)))
    direction = draw(st.sampled_from([None, "up", "down"]))
    if kind is FigureKind.DATE:
        moment = draw(MOMENTS)
        days = days_of(moment)
        return Figure(
            0, 1, "x", kind, days.low, days, comparator, iso=moment, year_given=draw(st.booleans()), direction=direction
        )
    number = draw(st.decimals(min_value="-1000", max_value=10**12, places=2))
    spread = draw(st.decimals(min_value=0, max_value=1000, places=1))
    unit = draw(
        st.sampled_from([None, "percent", "points", "times", "EUR", "week", "year", "MW", "GPa", "MWh", "token"])
    )
    per = draw(st.sampled_from([None, Per(D(1), "day"), Per(D(1000), "token")]))
    precision = draw(st.sampled_from([None, D(1), D("0.1"), D(1000)]))
    vague = draw(st.booleans()) and draw(st.booleans())
    return Figure(
        0,
        1,
        draw(st.sampled_from(["x", "2,4 Mrd", "1.000"])),
        kind,
        None if vague else number,
        Interval() if vague else Interval(number - spread, number + spread),
        comparator,
        unit,
        per,
        precision,
        direction=direction,
    )


@given(figures(), values())
def test_nothing_raises_and_every_verdict_has_a_reason(figure: Figure, value: Value) -> None:
    if not compatible(figure, value):
        return
    found = compare(figure, value)
    if found.power is not None or found.trap is not None:
        assert found.verdict is Verdict.CONFLICT
    if found.looser:
        assert found.verdict in (Verdict.DROPPED, Verdict.WIDER)


@given(values(), values())
def test_values_exclude_each_other_from_either_side(one: Value, other: Value) -> None:
    assert exclude(one, other) is exclude(other, one)
    assert not exclude(one, one)
