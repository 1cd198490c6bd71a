"""What is wanting: who says otherwise, what an outsider would have to see, and what would settle the fact."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.facts.explained_standing import wanted
from twosource.facts.telling import Reason, Telling
from twosource.model import Standard


def gaps(telling: Telling) -> Iterator[Reason]:
    """Yield disputes, missing evidence, and what would settle a fact that is only claimed."""
    yield from _disputed(telling)
    yield from _missing(telling)
    if not telling.fact.sourcing.settled:
        yield from _to_settle(telling)


def _disputed(telling: Telling) -> Iterator[Reason]:
    disputing = telling.fact.sourcing.disputed_by
    names = [telling.name(name) for name in disputing if name]
    if names:
        words = telling.words.plural(
            "{names} says otherwise.", "{names} say otherwise.", len(names), names=telling.words.listed(names)
        )
        yield Reason("disputed", {"publishers": names}, words)
    elif disputing:
        yield Reason("disputed", {"publishers": ()}, telling.words.text("A confidential source says otherwise."))


def _missing(telling: Telling) -> Iterator[Reason]:
    needs, missing = telling.found.claim_type.needs, telling.fact.sourcing.missing
    phrases = [telling.words.pick(need.phrase) for need in missing]
    if missing:
        words = telling.words.text("A check from outside has {phrases}.", phrases=telling.words.listed(phrases))
        yield Reason("missing", {"needs": [need.id for need in missing], "phrases": phrases}, words)
    elif needs:
        yield Reason(
            "missing",
            {"needs": (), "phrases": ()},
            telling.words.text("What an outsider would have to see is on file."),
        )


def _to_settle(telling: Telling) -> Iterator[Reason]:
    words, found = telling.words, telling.found
    told = ""
    match found.claim_type.standard:
        case Standard.SUBJECT:
            told = words.text("The subject's own word would settle it.")
        case Standard.AUTHORITY:
            told = words.text("A competent source would settle it.")
        case Standard.OBSERVED:
            told = words.text("A dated reading of the document would settle it.")
        case Standard.INDEPENDENT:
            told = _more_origins(telling)
        case Standard.ALLEGATION:
            told = _for_an_allegation(telling)
        case Standard.ESTIMATE:
            told = _for_an_estimate(telling)
    if told:
        yield Reason("to-settle", {"origins": _wanting(telling)}, told)


def _wanting(telling: Telling) -> int | None:
    """Return how many independent origins more the standard wants, None where that is not asked or may not be told."""
    number = wanted(telling.found)
    return max(0, number - telling.found.independent()) if number is not None and telling.open else None


def _more_origins(telling: Telling) -> str:
    words, number = telling.words, _wanting(telling)
    if number is None:
        return words.text("Further independent origins would settle it.")
    if telling.found.independent():
        return words.plural(
            "One more independent origin would settle it.",
            "{number} more independent origins would settle it.",
            number, number=telling.first(number),
        )  # fmt: skip
    return words.plural(
        "One independent origin would settle it.",
        "{number} independent origins would settle it.",
        number, number=telling.first(number),
    )  # fmt: skip


def _for_an_allegation(telling: Telling) -> str:
    words, number = telling.words, _wanting(telling)
    if number is None:
        return ""  # which of the two is missing would tell whose word a confidential source is
    if telling.found.response():
        return _more_origins(telling)
    if not number:
        return words.text("The subject's response would settle it.")
    if telling.found.independent():
        return words.text("One more independent origin and the subject's response would settle it.")
    return words.text("Two independent origins and the subject's response would settle it.")


def _for_an_estimate(telling: Telling) -> str:
    words, found = telling.words, telling.found
    if not found.claim_type.needs:
        return words.text("Nothing can settle it before the claim type says what an outsider would have to see.")
    if found.author():
        return words.text("Its method would settle it: what is missing above.")
    if found.method():
        return words.text("Its author's name would settle it.")
    return words.text("Its author's name and its method would settle it.")
