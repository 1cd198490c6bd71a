"""What is wanting: who says otherwise, what an outsider would have to see, and what would settle the fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twosource.facts.explained_standing import wanted
from twosource.facts.sourcing import excluding
from twosource.facts.telling import Reason, Telling
from twosource.model import Dispute, Standard, Support, Terms


def gaps(telling: Telling) -> Iterator[Reason]:
    """Yield disputes, missing evidence, and what would settle a fact that is only claimed."""
    disputes = tuple(_disputed(telling))
    yield from disputes
    yield from _missing(telling)
    if not telling.fact.sourcing.settled:
        yield from _to_settle(telling, disputed=bool(disputes))


def _disputed(telling: Telling) -> Iterator[Reason]:
    found, value = telling.found, telling.fact.value
    against = _names(telling, found.disputes)
    if against:
        words = telling.words.plural(
            "{names} says otherwise.", "{names} say otherwise.", len(against), names=telling.words.listed(against)
        )
        yield Reason("disputed", {"by": "dispute", "publishers": against}, words)
    apart = _names(telling, excluding(found.graph, value))
    if apart:
        words = telling.words.plural(
            "The value that {names} gives does not fit the others.",
            "The values that {names} give do not all fit together.",
            len(apart), names=telling.words.listed(apart),
        )  # fmt: skip
        yield Reason("disputed", {"by": "value", "publishers": apart}, words)
    if telling.fact.sourcing.disputed_by and not (against or apart):
        words = telling.words.text("A confidential source says otherwise.")
        yield Reason("disputed", {"by": "confidential", "publishers": ()}, words)


def _names(telling: Telling, saying: Iterable[Dispute | Support]) -> list[str]:
    """Return the names of who says something on record, each once."""
    told = (telling.publisher(each.source) for each in saying if each.terms is not Terms.CONFIDENTIAL)
    return list(dict.fromkeys(told))


def _missing(telling: Telling) -> Iterator[Reason]:
    needs, missing = telling.found.claim_type.needs, telling.fact.sourcing.missing
    phrases = [telling.words.pick(need.phrase) for need in missing]
    if missing:
        # The phrases are whole ones that say what is absent ("no method named"): no sentence can be built around them.
        words = telling.words.text("Seen from outside: {phrases}.", phrases=telling.words.listed(phrases))
        yield Reason("missing", {"needs": [need.id for need in missing], "phrases": phrases}, words)
    elif needs:
        yield Reason(
            "missing",
            {"needs": (), "phrases": ()},
            telling.words.text("Whoever wants to check it from outside finds what that takes on file."),
        )


def _to_settle(telling: Telling, *, disputed: bool) -> Iterator[Reason]:
    told = _would_settle(telling)
    if not told:
        return
    possible = telling.found.claim_type.standard is not Standard.ESTIMATE or telling.found.claim_type.needs
    if disputed and possible:  # standards count what speaks for a fact; no count takes back what somebody else says
        stays = telling.words.text(
            "That would meet the standard, but not end the dispute: both sides belong in the text."
        )
        told = f"{told} {stays}"
    yield Reason("to-settle", {"origins": _wanting(telling)}, told)


def _would_settle(telling: Telling) -> str:
    """Return what would meet the standard, empty where that may not be told."""
    words, found = telling.words, telling.found
    match found.claim_type.standard:
        case Standard.SUBJECT:
            return words.text("The subject's own word would settle it.")
        case Standard.AUTHORITY:
            return words.text("A competent source would settle it.")
        case Standard.OBSERVED:
            return words.text("A dated reading of the document would settle it.")
        case Standard.INDEPENDENT:
            return _more_origins(telling)
        case Standard.ALLEGATION:
            return _for_an_allegation(telling)
        case Standard.ESTIMATE:
            return _for_an_estimate(telling)


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
        return words.text("Showing its method would settle it.")
    if found.method():
        return words.text("Naming its author would settle it.")
    return words.text("Naming its author and showing its method would settle it.")
