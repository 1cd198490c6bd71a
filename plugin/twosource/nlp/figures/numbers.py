"""Numbers: digits in a language's format, spelled ones, and their magnitude words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from twosource.model.meaning import significant_step
from twosource.nlp.figures.lexicon import Lexicon
from twosource.nlp.figures.scan import Lexemes
from twosource.nlp.figures.spelled import spelled

ONE = Decimal(1)
_MILLION = Decimal(10**6)
_HALF = Decimal("0.5")
_MOST_DIGITS = 24
_LONGEST_WRITTEN = 40
_VULGAR = {
    "½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333333333333333333333333333", "⅔": "0.6666666666666666666666666667",
    "⅕": "0.2", "⅖": "0.4", "⅗": "0.6", "⅘": "0.8", "⅛": "0.125", "⅜": "0.375", "⅝": "0.625", "⅞": "0.875",
}  # fmt: skip
_DENOMINATORS = frozenset({"2", "3", "4", "5", "8", "10", "16", "32"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a text.

    Attributes:
        first: its first lexeme.
        after: the lexeme after its last.
        mantissa: the number without its magnitude word.
        magnitude: what its magnitude word multiplies by; 1 without one.
        step: the step of the last digit as written.
        exact: whether it stands for itself alone: a whole number without a magnitude word.
        digits: whether it is written with digits.
        bare: whether it is digits alone, without a separator, which may as well be a name.
        needs_unit: whether it is a figure only with a unit ("one", "null", "half a …").
        foreign: whether its decimal mark is not the language's own.
    """

    first: int
    after: int
    mantissa: Decimal
    magnitude: Decimal = ONE
    step: Decimal = ONE
    exact: bool = True
    digits: bool = False
    bare: bool = False
    needs_unit: bool = False
    foreign: bool = False

    @property
    def value(self) -> Decimal:
        """The number itself."""
        return self.mantissa * self.magnitude

    @property
    def decimal(self) -> bool:
        """Whether it has decimals."""
        return self.mantissa != self.mantissa.to_integral_value()

    @property
    def significant(self) -> Decimal:
        """The unit of the last significant digit."""
        if not self.exact and self.magnitude == 1 and not self.digits:
            return self.step
        return significant_step(self.mantissa, self.magnitude)

    def times(self, factor: Decimal) -> Number:
        """Return the number with a magnitude that it shares with a later one."""
        return replace(self, magnitude=self.magnitude * factor, step=self.step * factor, exact=False, bare=False)


@cache
def _formats(group: str, decimal: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    spaces = "[ \u00a0\u2007\u2009\u202f'\u2019]"
    g, d = re.escape(group), re.escape(decimal)
    grouped = re.compile(
        rf"([1-9][0-9]{{0,2}}(?:{g}[0-9]{{3}})+|[1-9][0-9]{{0,2}}(?:{spaces}[0-9]{{3}})+)(?:{d}([0-9]+))?"
    )
    other_habit = re.compile(rf"([1-9][0-9]{{0,2}}(?:{d}[0-9]{{3}}){{2,}})(?:{g}([0-9]+))?")
    ungrouped = re.compile(rf"(0|[1-9][0-9]*)(?:{d}([0-9]+))?")
    return grouped, other_habit, ungrouped


_FOREIGN = re.compile(r"(0|[1-9][0-9]*)\.([0-9]{1,2}|[0-9]{4,9})")


def read_digits(written: str, lexicon: Lexicon) -> tuple[Decimal, int, bool, bool] | None:
    """Return a number's value, decimals, whether it is grouped, and whether its decimal point is a foreign habit.

    ``1.500`` is 1500 in German and Dutch and 1.5 in English; what is no number of the language (a version, a date)
    is None. A decimal point in German or Dutch is read, as Swiss writers use it, but left to the caller to accept.
    """
    if len(written) > _LONGEST_WRITTEN or sum(map(str.isdecimal, written)) > _MOST_DIGITS:
        return None
    grouped, other_habit, ungrouped = _formats(lexicon.group, lexicon.decimal)
    for pattern, is_grouped in ((ungrouped, False), (grouped, True), (other_habit, True)):
        match = pattern.fullmatch(written)
        if match:
            return _decimal(match), len(match[2] or ""), is_grouped, False
    if lexicon.decimal == ",":
        match = _FOREIGN.fullmatch(written)
        if match:
            return _decimal(match), len(match[2]), False, True
    return None


def _decimal(match: re.Match[str]) -> Decimal:
    whole = re.sub(r"[^0-9]", "", match[1])
    return Decimal(f"{whole}.{match[2]}" if match[2] else whole)


def read_number(lexemes: Lexemes, index: int, lexicon: Lexicon, *, money: bool = False) -> Number | None:
    """Return the number that begins at a lexeme, with its magnitude, or None.

    Args:
        lexemes: the text.
        index: the first lexeme: digits, a number word, an article before a magnitude, or "half".
        lexicon: the language.
        money: whether a currency stands right before, so that "$5m" is millions.
    """
    place = index * 2 + money
    if place not in lexemes.numbers:
        lexemes.numbers[place] = _read(lexemes, index, lexicon, money=money)
    known: Number | None = lexemes.numbers[place]
    return known


def _read(lexemes: Lexemes, index: int, lexicon: Lexicon, *, money: bool) -> Number | None:
    if lexemes.is_number(index):
        return _from_digits(lexemes, index, lexicon, money=money)
    if not lexemes.is_word(index) or (index and lexemes.low[index - 1] in lexicon.vague):
        return None
    found = _with_article(lexemes, index, lexicon)
    if found is not None:
        return found
    found = _in_words(lexemes, index, lexicon) if lexicon.has("number_rows") else _one_word(lexemes, index, lexicon)
    if found is None:
        return None
    return _with_half(lexemes, found, lexicon)


def _from_digits(lexemes: Lexemes, index: int, lexicon: Lexicon, *, money: bool) -> Number | None:
    written = lexemes.raw[index]
    extra = _VULGAR.get(written[-1])
    if extra is not None:
        whole = written[:-1]
        if (whole and not whole.isdecimal()) or len(whole) > 6:
            return None
        value = Decimal(whole or 0) + Decimal(extra)
        number = Number(index, index + 1, value, step=_HALF, exact=True, digits=True)
        return _with_magnitude(lexemes, number, lexicon, money=money)
    digits = read_digits(written, lexicon)
    if digits is None:
        return None
    value, decimals, grouped, foreign = digits
    number = Number(
        index,
        index + 1,
        value,
        step=ONE.scaleb(-decimals),
        exact=decimals == 0,
        digits=True,
        bare=not grouped and not decimals,
        foreign=foreign,
    )
    if number.bare:
        number = _with_written_fraction(lexemes, number)
    return _with_magnitude(lexemes, number, lexicon, money=money)


def _with_written_fraction(lexemes: Lexemes, number: Number) -> Number:
    index = number.after
    parts = lexemes.raw[index : index + 3]
    if not (parts[0].isdecimal() and parts[1] == "/" and parts[2] in _DENOMINATORS and len(parts[0]) < 3):
        return number
    if not (lexemes.glued(index + 1) and lexemes.glued(index + 2)) or int(parts[0]) >= int(parts[2]):
        return number
    extra = Decimal(parts[0]) / Decimal(parts[2])
    return replace(number, after=index + 3, mantissa=number.mantissa + extra, step=extra, bare=False)


def _with_magnitude(lexemes: Lexemes, number: Number, lexicon: Lexicon, *, money: bool = False) -> Number:
    index = number.after
    if number.digits and lexemes.glued(index) and lexemes.is_word(index):
        power = _attached(lexemes, index, lexicon, money=money)
        return number if power is None else _magnified(number, power, index + 1)
    if lexemes.low[index] == "-" and lexemes.glued(index) and lexemes.glued(index + 1):
        index += 1
    for _ in range(2):
        found = lexicon.magnitudes.at(lexemes.low, index)
        if found is None or (found[1] < number.magnitude and number.magnitude > 1 and found[1] < 1000):
            break
        number = _magnified(number, found[1], found[0])
        index = number.after
    return number


def _magnified(number: Number, power: Decimal, after: int) -> Number:
    return replace(
        number, after=after, magnitude=number.magnitude * power, step=number.step * power, exact=False, bare=False
    )


def _attached(lexemes: Lexemes, index: int, lexicon: Lexicon, *, money: bool) -> Decimal | None:
    suffix = lexemes.raw[index]
    power = lexicon.attached.get(suffix)
    if power is None or lexemes.raw[index - 1] + suffix in lexicon.name_words:
        return None
    if suffix in {"m", "b", "t"} and not money:
        following = lexemes.low[index + 1]
        counts = suffix == "m" and lexemes.is_word(index + 1) and following not in lexicon.lengths
        return power if counts else None
    return power


def _with_article(lexemes: Lexemes, index: int, lexicon: Lexicon) -> Number | None:
    """Read "eine Million", "half a million", "ein halbes Dutzend", "een half jaar" (the unit is the caller's)."""
    part, after = ONE, index
    low = lexemes.low
    if low[after] in lexicon.half and low[after + 1] in lexicon.articles:
        part, after = _HALF, after + 2
    elif low[after] in lexicon.articles:
        after += 1
        if low[after] in lexicon.half:
            part, after = _HALF, after + 1
    else:
        return None
    if low[after] == "-" and part == _HALF:
        after += 1
    dozen = lexicon.dozen.get(low[after])
    if dozen is not None:
        return Number(index, after + 1, part * dozen)
    number = Number(index, after, part, step=ONE if part == 1 else _HALF, exact=part == 1)
    magnified = _with_magnitude(lexemes, number, lexicon)
    if magnified.magnitude == 1:
        return replace(number, needs_unit=True) if part == _HALF else None
    if magnified.magnitude < _MILLION and part == 1:
        return _rounded_words(lexemes, magnified, lexicon)
    return magnified


def _rounded_words(lexemes: Lexemes, number: Number, lexicon: Lexicon) -> Number:
    """Return "a hundred (and five) thousand" as a spelled whole number, which is exact."""
    found = _in_words(lexemes, number.first + 1, lexicon, article=True) if lexicon.has("number_rows") else None
    if found is None:
        return replace(number, mantissa=number.value, magnitude=ONE, step=ONE, exact=True)
    return replace(found, first=number.first)


def _one_word(lexemes: Lexemes, index: int, lexicon: Lexicon) -> Number | None:
    value = spelled(lexemes.low[index], lexicon.language)
    if value is None:
        return None
    after = index + 1
    whole = value == value.to_integral_value()
    if whole and value >= 100:
        value, after = _continued(lexemes, after, lexicon, value)
    few = value in {0, 1} or lexemes.low[index] in lexicon.ones
    number = Number(index, after, value, step=ONE if whole else _HALF, exact=whole, needs_unit=few)
    return _with_magnitude(lexemes, number, lexicon)


def _continued(lexemes: Lexemes, after: int, lexicon: Lexicon, value: Decimal) -> tuple[Decimal, int]:
    """Go on with "drieduizend vijfhonderd" and "honderd en drie"."""
    linked = after + 1 if lexemes.low[after] in lexicon.words_of("numbers", "continued_by") else after
    rest = spelled(lexemes.low[linked], lexicon.language) if lexemes.is_word(linked) else None
    if rest is None or rest != rest.to_integral_value() or rest < 1:
        return value, after
    room = 1000 if value % 1000 == 0 else 100 if value % 100 == 0 else 1
    if rest >= room or (linked == after and room == 100) or lexicon.magnitudes.at(lexemes.low, linked + 1):
        return value, after
    return value + rest, linked + 1


def _with_half(lexemes: Lexemes, number: Number, lexicon: Lexicon) -> Number:
    found = lexicon.and_half.at(lexemes.low, number.after)
    if found is None or number.magnitude != 1:
        return number
    halved = replace(
        number, after=found[0], mantissa=number.mantissa + _HALF, step=_HALF, exact=False, needs_unit=False
    )
    return _with_magnitude(lexemes, halved, lexicon)


def _in_words(lexemes: Lexemes, index: int, lexicon: Lexicon, *, article: bool = False) -> Number | None:
    """Read a row of English number words: "two hundred and forty-five thousand", "three million"."""
    total, current, lowest, position = Decimal(0), ONE if article else Decimal(0), Decimal(0), index
    after = index
    while True:  # each word has to be smaller than the ones before, so a row is short
        word = lexemes.low[position]
        found = lexicon.magnitudes.at(lexemes.low, position)
        small = spelled(word, lexicon.language)
        if found is not None and found[1] == 100 and 0 < current < 100:
            current *= 100
        elif found is not None and found[1] > 100 and current and (not lowest or found[1] < lowest):
            total, current, lowest = total + current * found[1], Decimal(0), found[1]
        elif small is not None and _fits(current, small, started=after > index):
            current += small
        else:
            break
        after = position + 1
        position = _skip_link(lexemes, after, lexicon)
    if after == index:
        return None
    value = total + current
    if lowest >= _MILLION and not current:
        return Number(index, after, value / lowest, lowest, step=lowest, exact=False)
    few = value == 0 or (value == 1 and not article)
    return Number(index, after, value, needs_unit=few)


def _fits(current: Decimal, small: Decimal, *, started: bool) -> bool:
    if not current:
        return not started or small > 0
    tens = current % 100
    return tens == 0 or (tens % 10 == 0 and tens >= 20 and 0 < small < 10)


def _skip_link(lexemes: Lexemes, after: int, lexicon: Lexicon) -> int:
    word = lexemes.low[after]
    if word == "-" and lexemes.glued(after) and lexemes.glued(after + 1):
        return after + 1
    big = lexemes.low[after - 1] in lexicon.hundreds
    if word in lexicon.ands and big and spelled(lexemes.low[after + 1], lexicon.language) is not None:
        return after + 1
    return after
