"""Comparators before and after a number, and whether a word that may also be a preposition really compares."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from twosource.model import Comparator, FigureKind
from twosource.nlp.figures.units import Scope

_BY_ITSELF = Decimal(10)
_BEYOND_DOUBT = Decimal(1000)
_NEAR, _FAR = 8, 15  # words back to the verb of a change: "of" joins much else, "by" little


@dataclass(frozen=True, slots=True)
class FoundComparator:
    """A comparator where it stands: lexemes ``first`` to ``after``."""

    comparator: Comparator
    first: int
    after: int


@dataclass(frozen=True, slots=True)
class Compared:
    """What is known of the number that a comparator would belong to."""

    value: Decimal
    kind: FigureKind
    has_unit: bool
    magnified: bool
    plural: bool = True


def comparator_before(scope: Scope, first: int, compared: Compared) -> FoundComparator | None:
    """Return the comparator that ends right before a number's first lexeme, with its intensifier ("well over")."""
    lexemes, lexicon = scope.lexemes, scope.lexicon
    found = lexicon.comparators.before(lexemes.low, first)
    if found is None:
        return None
    start, (comparator, care) = found
    if not _compares(scope, start, care, compared):
        return None
    bounds = comparator not in {Comparator.IS, Comparator.ABOUT}
    if bounds and start and lexemes.low[start - 1] in lexicon.words_of("comparing", "intensifiers"):
        start -= 1
    return FoundComparator(comparator, start, first)


def counts_many(scope: Scope, after: int) -> bool:
    """Return whether a plural or nothing follows a number: "unter 1.000 Leuten", but not "unter 1M Kontext"."""
    if not scope.lexemes.is_word(after):
        return True
    return scope.lexemes.low[after].endswith(tuple(scope.lexicon.tables["apart"]["counted_endings"]))


def _back(scope: Scope, index: int, reach: int) -> list[str]:
    """Return the few words before a lexeme, the nearest first, as far as its clause goes."""
    words = []
    for position in range(index - 1, max(index - 1 - reach, -1), -1):
        if scope.lexemes.low[position] in {",", ".", ";", ":", ""}:
            break
        words.append(scope.lexemes.low[position])
    return words


def _compares(scope: Scope, start: int, care: str, compared: Compared) -> bool:
    if care == "always":
        return True
    if care == "duration":
        return compared.kind is FigureKind.DURATION
    if care == "unit":
        return compared.has_unit or (compared.value >= _BEYOND_DOUBT and compared.plural)
    if not (compared.has_unit or compared.magnified or compared.value >= _BY_ITSELF):
        return False
    return care not in {"topic", "subject"} or not _is_topic(scope, start, care, compared)


def _is_topic(scope: Scope, start: int, care: str, compared: Compared) -> bool:
    """Return whether "über" or "over" tells of a subject or of a stretch of time, and does not compare."""
    before = scope.lexemes.low[start - 1] if start else ""
    words = scope.lexicon.words_of
    if before in words("comparing", "topical"):
        return True
    if before in words("comparing", "topical_nouns") and _is_noun(scope, start - 1):
        return True
    if before in words("comparing", "telling") and compared.value < _BEYOND_DOUBT:
        return True
    if care == "subject" or compared.kind is not FigureKind.DURATION:
        return False
    return before not in words("comparing", "spans")


def _is_noun(scope: Scope, index: int) -> bool:
    """Return whether a word that may also be a verb ("report", "Berichten") is a noun where it stands."""
    lexemes = scope.lexemes
    if scope.lexicon.has("capital_nouns"):
        return lexemes.raw[index][:1].isupper()
    return index > 0 and lexemes.low[index - 1] in scope.lexicon.words_of("comparing", "before_nouns")


def comparator_after(scope: Scope, after: int) -> FoundComparator | None:
    """Return the comparator right behind a number or its unit: "oder mehr", "of minder", "or so", "+"."""
    found = scope.lexicon.comparators_after.at(scope.lexemes.low, after)
    if found is None:
        return None
    if scope.lexemes.low[after] == "+" and not scope.lexemes.glued(after):
        return None
    return FoundComparator(found[1], after, found[0])


def direction(scope: Scope, first: int, after: int) -> str | None:
    """Return ``up`` or ``down`` where a figure is told as a rise or a fall right beside it.

    "stieg um 3 Prozent", "Plus von 12 Prozent", "daalde met 8 procent", "slid 8 percent", "um 3 Prozent gestiegen".
    A level that is reached ("stieg auf 8 Prozent") has no direction of its own.
    """
    low = scope.lexemes.low
    rise, fall = scope.lexicon.words_of("comparing", "rise"), scope.lexicon.words_of("comparing", "fall")
    by = scope.lexicon.words_of("comparing", "by")
    before = low[first - 1] if first else ""
    told_by = before in by
    words = [before]
    if told_by:
        reach = _NEAR if before in scope.lexicon.words_of("comparing", "of") else _FAR
        words = [*_back(scope, first - 1, reach), low[after], low[after + 1]]
    for word in words:
        if word in rise:
            return "up"
        if word in fall:
            return "down"
    following = low[after]
    if following in rise or following in fall:
        return "up" if following in rise else "down"
    return None
