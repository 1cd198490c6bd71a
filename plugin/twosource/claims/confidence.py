"""How surely a sentence speaks of a fact: features with names, multiplied, against one bar."""

from __future__ import annotations

from decimal import Decimal

from twosource.claims.candidates import Candidate
from twosource.claims.subjects import Subject
from twosource.facts.comparison import Comparison
from twosource.model import Figure, Quantity, Value, Verdict

BAR = 0.6
"""Below this confidence nothing is said."""
NEAR = Decimal(3)
"""Two figures within this ratio may well be of one thing."""

_TIES = {0: 0.95, 1: 0.97}
"""By how many cue terms a claim is tied: by its unit alone, by one; by more it is sure."""
FAR = 0.55
"""What is left of a tie by the unit alone where the figure is far from the file's: it is likelier a figure of something
else ("one ward has 24 beds")."""


def weigh(subject: Subject, candidate: Candidate, compared: Comparison | None) -> tuple[tuple[str, float], ...]:
    """Return the features of a claim's confidence with their weights; their product is the confidence.

    Args:
        subject: whom the sentence is about, and how surely.
        candidate: the fact, with the cue terms that point to it.
        compared: the draft's figure against the fact's, or None where it rests on none.
    """
    terms = candidate.terms if candidate.cues else 0
    features = [(subject.reason, subject.confidence)]
    if terms in _TIES:
        features.append(("tied by one cue" if terms else "tied by its unit alone", _TIES[terms]))
    differs = compared is not None and compared.verdict in (Verdict.CONFLICT, Verdict.NARROWER) and not compared.power
    if differs and not terms and candidate.figure is not None and _is_far(candidate.figure, candidate.fact.value):
        features.append(("far from the figure on file", FAR))
    return tuple(features)


def confidence(features: tuple[tuple[str, float], ...]) -> float:
    """Return the product of features, to two decimals.

    >>> confidence((("named", 0.95), ("tied by its unit alone", 0.95)))
    0.9
    """
    product = 1.0
    for _name, weight in features:
        product *= weight
    return round(product, 2)


def _is_far(figure: Figure, value: Value | None) -> bool:
    """Return whether a figure is far from a fact's in one unit, and no slip of zeros ("10,000" for "100,000")."""
    if not isinstance(value, Quantity) or figure.value is None or figure.unit not in (value.unit, None):
        return False
    drafted, filed = abs(figure.value), abs(value.number)
    if not drafted or not filed or _digits(drafted) == _digits(filed):
        return False
    return max(drafted, filed) / min(drafted, filed) > NEAR


def _digits(number: Decimal) -> tuple[int, ...]:
    return number.normalize().as_tuple().digits
