"""Candidates: which facts the cue words, units and figures of a sentence point to, before anything else is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from twosource.claims import counts
from twosource.claims.counts import covered, index_at
from twosource.claims.discourse import Scene
from twosource.facts.comparison import compare, compatible
from twosource.facts.cues import LineHit
from twosource.facts.index import FactBase
from twosource.model import Fact, Figure, Quantity, Role, TextValue, Token, Undisclosed, Verdict, When
from twosource.nlp.clauses import Part, part_at
from twosource.nlp.pipeline import Reading

REACH = 16
"""How many tokens a figure may stand from a cue term of its fact."""
BARE_REACH = 6
"""… when it names no unit of its own ("18 Milliarden aktiven")."""
OVER_COLON = 4
"""… when a colon stands between ("Gesamtparameter: 320 Milliarden")."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that a sentence may speak of.

    Attributes:
        fact: the fact.
        terms: how many cue terms point to it (1 for its unit alone).
        first: the first token of the claim: of its figure, or of its first cue term.
        last: the index after its last token.
        cues: the tokens of its cue terms.
        figure: the figure that it would rest on, or None.
        distance: how far, in tokens, the figure stands from the cue terms in all.
    """

    fact: Fact
    terms: int
    first: int
    last: int
    cues: frozenset[int]
    figure: Figure | None = None
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Pointed:
    """A fact that cue lines point to: the line with the most terms, where those stand, and their tokens."""

    fact: Fact
    hit: LineHit
    cues: frozenset[int]


def candidates(
    scene: Scene, figures: Sequence[Figure], reading: Reading, base: FactBase
) -> tuple[list[Candidate], list[Pointed]]:
    """Return the candidates of a sentence, and the facts with a name for a value that its cues point to.

    Args:
        scene: the sentence.
        figures: the figures that stand in it.
        reading: the whole text's reading.
        base: the fact base.
    """
    tokens = reading.walk.tokens
    hits = base.cues[reading.walk.language].hits(tokens, scene.sentence.first, scene.sentence.last)
    excluded = _ruled_out(hits)
    best: dict[tuple[str, str], Pointed] = {}
    for hit in hits:
        if hit.owner.excludes:
            continue
        for key in hit.owner.facts:
            known = best.get(key)
            if key not in excluded and (known is None or hit.terms > known.hit.terms):
                best[key] = Pointed(base.facts[key], hit, covered(hit))
    found: list[Candidate] = []
    named: list[Pointed] = []
    for pointed in best.values():
        if isinstance(pointed.fact.value, TextValue):
            named.append(pointed)
        elif pointed.fact.value is None or isinstance(pointed.fact.value, Undisclosed):
            # What nobody has disclosed has neither figure nor name: words that speak of it are tied.
            found.extend(_statement(pointed, scene))
        else:
            found.extend(_with_figures(pointed, scene, figures, reading, base))
    found.extend(_by_unit(scene, figures, reading, base, excluded))
    return found, named


def _ruled_out(hits: Sequence[LineHit]) -> set[tuple[str, str]]:
    """Return the facts that a line of `not_cues` rules out.

    Words that are only a part of a longer cue of the fact itself rule nothing out ("more expensive" in "no more
    expensive").
    """
    own: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for hit in hits:
        if not hit.owner.excludes:
            for key in hit.owner.facts:
                own.setdefault(key, []).extend(place for term in hit.places for place in term)
    return {
        key
        for hit in hits
        if hit.owner.excludes
        for key in hit.owner.facts
        if all(any(not _within_longer(place, own.get(key, ())) for place in term) for term in hit.places)
    }


def _within_longer(place: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(first <= place[0] and place[1] <= last and (first, last) != place for first, last in others)


def _statement(pointed: Pointed, scene: Scene) -> Iterator[Candidate]:
    """Yield the statement, if its terms stand in one part of the sentence: from the first term to the last.

    A term in the name of the one who says so ("laut NVIDIA") counts only where it stands nowhere else.
    """
    for part in scene.pieces:
        places = [_told(term, part, scene) for term in pointed.hit.places]
        if all(places):
            first = min(begin for term in places for begin, _ in term)
            last = max(end for term in places for _, end in term)
            yield Candidate(pointed.fact, pointed.hit.terms, first, last, pointed.cues)
            return


def _told(term: Sequence[tuple[int, int]], part: Part, scene: Scene) -> list[tuple[int, int]]:
    within = [place for place in term if part.first <= place[0] < part.last]
    holders = [each.mention for each in scene.placed if each.role is Role.HOLDER]
    spoken = [place for place in within if not any(holder.first <= place[0] < holder.last for holder in holders)]
    return spoken or within


def _with_figures(
    pointed: Pointed, scene: Scene, figures: Sequence[Figure], reading: Reading, base: FactBase
) -> Iterator[Candidate]:
    for written in figures:
        figure = _in_units_of(pointed.fact, written, reading, base)
        if figure is None or not compatible(figure, pointed.fact.value):  # type: ignore[arg-type]  # a value is there
            continue
        first, last = token_span(reading.walk.tokens, figure)
        distance = _distance(pointed.hit, first, last, scene, exact=isinstance(pointed.fact.value, When))
        if distance is None:
            continue
        too_far = distance[0] > BARE_REACH or counts.counts_other(reading, last, pointed.cues)
        if counts.unit_missing(figure, pointed.fact) and too_far:
            continue
        if isinstance(pointed.fact.value, When) and counts.only_relates(pointed.hit, first, reading):
            continue
        if _of_another_thing(pointed, first, last, scene, figures, reading):
            continue
        fits = compare(figure, pointed.fact.value).verdict is Verdict.SAME  # type: ignore[arg-type]  # as above
        # "18 billion of its parameters" is a part, which the fact itself may be of.
        if counts.tells_less(figure, reading) and not fits:
            continue
        if counts.rate_missing(figure, pointed.fact, scene, reading):
            continue
        yield Candidate(pointed.fact, pointed.hit.terms, first, last, pointed.cues, figure, distance[1])


def _of_another_thing(
    pointed: Pointed, first: int, last: int, scene: Scene, figures: Sequence[Figure], reading: Reading
) -> bool:
    """Return whether a figure is told of something else than what the cues name."""
    if counts.rated(pointed.fact, first, last, scene, reading):
        return True
    if counts.in_another(pointed.cues, pointed.fact, first, scene, reading):
        return True
    return counts.gapped(pointed.hit, first, last, scene, figures, reading)


def _by_unit(
    scene: Scene, figures: Sequence[Figure], reading: Reading, base: FactBase, excluded: set[tuple[str, str]]
) -> Iterator[Candidate]:
    """Yield the facts that have no cues, and are tied by what is counted."""
    tokens = reading.walk.tokens
    for figure in figures:
        for pack, unit in _units(figure, reading, base):
            for fact in base.facts_by_unit(pack, unit):
                fitted = _in_units_of(fact, figure, reading, base)
                if fitted is None or (fact.pack, fact.id) in excluded or counts.tells_less(figure, reading):
                    continue
                if counts.rate_missing(figure, fact, scene, reading):
                    continue
                if compatible(fitted, fact.value):  # type: ignore[arg-type]  # tied by its unit, so it has a value
                    first, last = token_span(tokens, figure)
                    yield Candidate(fact, 1, first, last, frozenset(), fitted, 0)


def _units(figure: Figure, reading: Reading, base: FactBase) -> set[tuple[str, str]]:
    """Return the (pack, unit) pairs that the figure's noun names; a built-in unit is one of every pack."""
    if figure.unit is None:
        return set()
    named = _noun_units(figure, reading, base)
    return named or {(pack, figure.unit) for pack in base.packs}


def _noun_units(figure: Figure, reading: Reading, base: FactBase) -> set[tuple[str, str]]:
    if figure.parts is None or figure.parts.unit is None:
        return set()
    token = reading.walk.tokens[index_at(reading.walk.tokens, figure.parts.unit[1] - 1)]
    return base.units_named(token, reading.walk.language)


def _in_units_of(fact: Fact, figure: Figure, reading: Reading, base: FactBase) -> Figure | None:
    """Return the figure with its unit named as the fact's pack names it, or None where it counts something else."""
    unit = getattr(fact.value, "unit", None)
    named = _noun_units(figure, reading, base)
    if not named or not isinstance(fact.value, Quantity):
        return figure
    if (fact.pack, unit) in named:
        return replace(figure, unit=unit)
    return None if figure.unit in {each for _, each in named} else figure


def _distance(hit: LineHit, first: int, last: int, scene: Scene, *, exact: bool) -> tuple[int, int] | None:
    """Return how far a figure stands from the nearest cue term and from all of them, or None where too far.

    They have to stand in one part of the sentence; a colon may part a figure from its cue, but no date.
    """
    home = part_at(scene.pieces, first)
    total, nearest, words = 0, None, REACH + 1
    for term in hit.places:
        gaps = []
        for begin, end in term:
            gap = max(first - end, begin - last, 0)
            part = part_at(scene.pieces, begin)
            if part == home or (
                not exact and abs(part - home) == 1 and _colon(scene, part, home) and gap <= OVER_COLON
            ):
                gaps.append(gap)
                words = min(words, gap - _within_names(min(last, end), max(first, begin), scene))
        if not gaps:
            return None
        total += min(gaps)
        nearest = min(gaps) if nearest is None else min(nearest, *gaps)
    return None if nearest is None or words > REACH else (nearest, total)


def _within_names(first: int, last: int, scene: Scene) -> int:
    """Return how many tokens less there would be between two if each name were one word ("GLM-5.3-Flash" is seven)."""
    between = (each.mention for each in scene.placed if first <= each.mention.first and each.mention.last <= last)
    return sum(mention.last - mention.first - 1 for mention in between)


def _colon(scene: Scene, one: int, other: int) -> bool:
    return scene.pieces[max(one, other)].joint == ":"


def token_span(tokens: Sequence[Token], figure: Figure) -> tuple[int, int]:
    """Return the tokens of a figure (first, index after the last)."""
    return index_at(tokens, figure.start), index_at(tokens, figure.end - 1) + 1


def _the_one_that_fits(taken: Candidate, queue: Sequence[Candidate], kept: Sequence[Candidate]) -> Candidate:
    """Return a candidate, or the same fact's with a figure that fits it and that no other fact has taken.

    Where a sentence gives the fact's own value, its other figures are those of others, of parts, of other days.
    """
    if _same(taken):
        return taken
    occupied = {candidate.first for candidate in kept}
    fitting = (other for other in queue if other.fact == taken.fact and other.first not in occupied and _same(other))
    return next(fitting, taken)


def _same(candidate: Candidate) -> bool:
    figure, value = candidate.figure, candidate.fact.value
    return figure is not None and value is not None and compare(figure, value).verdict is Verdict.SAME


def _rank(candidate: Candidate) -> tuple[int, bool, int]:
    return -candidate.terms, not _same(candidate), candidate.distance


def settle(found: Sequence[Candidate]) -> list[Candidate]:
    """Return which candidates are taken: each figure for one fact of a pack, each fact once; a tie is silence.

    Of two facts for one figure the one with more cue terms is taken, then one that it fits, then the one whose terms
    stand nearer.
    """
    taken = [candidate for candidate in found if candidate.figure is None]
    queue = sorted(
        (candidate for candidate in found if candidate.figure is not None),
        key=_rank,
    )
    facts: set[tuple[str, str]] = set()
    spans: dict[tuple[str, int], Candidate] = {}
    tied: set[tuple[str, int]] = set()
    spoken_for: dict[tuple[str, int], int] = {}
    for candidate in queue:
        key = (candidate.fact.pack, candidate.first)
        fact = (candidate.fact.pack, candidate.fact.id)
        holder = spans.get(key)
        if holder is not None:
            if _rank(holder) == _rank(candidate) and holder.fact != candidate.fact:
                tied.add(key)
        elif fact in facts:
            # Its words lead to that fact, which has its figure: to no vaguer one, unless that one's stand nearer.
            spoken_for[key] = min(candidate.distance, spoken_for.get(key, candidate.distance))
        elif candidate.distance < spoken_for.get(key, candidate.distance + 1):
            spans[key] = candidate
            facts.add(fact)
    kept = [candidate for key, candidate in spans.items() if key not in tied]
    taken.extend(_the_one_that_fits(candidate, queue, kept) for candidate in kept)
    return sorted(taken, key=lambda candidate: candidate.first)
