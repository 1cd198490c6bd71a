"""How a fact stands: what its standard asks, whether that is there, and so whether the fact is settled."""

from __future__ import annotations

from collections.abc import Iterator

from twosource.facts.standards import ALLEGATION_ORIGINS, Evidence
from twosource.facts.telling import Reason, Telling
from twosource.model import Standard


def standing(telling: Telling) -> Iterator[Reason]:
    """Yield what the standard asks and whether that is there, or an admission that makes it needless; the verdict."""
    found, settled = telling.found, telling.fact.sourcing.settled
    admission = found.admission()
    if admission is None:
        yield _standard(telling)
    elif admission.step.on_record:
        party = admission.step.said.speaker or found.graph.sources[admission.step.source].publisher
        name = telling.name(party)
        words = telling.words.text("{name} admits it against interest; that is enough by itself.", name=name)
        yield Reason("admission", {"party": name}, words)
    yield Reason(
        "verdict",
        {"settled": settled},
        telling.words.text("So it is settled.") if settled else telling.words.text("So it is claimed, not settled."),
    )


def _standard(telling: Telling) -> Reason:
    standard = telling.found.claim_type.standard
    asked = _asked(telling)
    # Whether a confidential source is the subject's own word shows in what is there; so that is left out then.
    there = _there(telling) if telling.open or standard is Standard.ESTIMATE else ""
    number = wanted(telling.found)
    counted = telling.found.independent() if telling.open and number is not None else None
    values = {"standard": standard.value, "wanted": number, "independent": counted}
    return Reason("standard", values, f"{asked} {there}".strip())


def wanted(found: Evidence) -> int | None:
    """Return how many independent origins the standard asks for, None where it counts none."""
    if found.claim_type.standard is Standard.ALLEGATION:
        return ALLEGATION_ORIGINS
    return found.claim_type.origins if found.claim_type.standard is Standard.INDEPENDENT else None


def _asked(telling: Telling) -> str:
    words, claim_type = telling.words, telling.found.claim_type
    match claim_type.standard:
        case Standard.SUBJECT:
            return words.text("The standard asks for the subject's own word and no more.")
        case Standard.AUTHORITY:
            return words.text(
                "The standard asks for one competent source: a register, official statistics, an artefact, a finding."
            )
        case Standard.OBSERVED:
            return words.text("The standard asks for a dated reading of the document itself.")
        case Standard.INDEPENDENT:
            return _asked_origins(telling, claim_type.origins)
        case Standard.ALLEGATION:
            asked = [_asked_origins(telling, ALLEGATION_ORIGINS)]
            if telling.open:
                asked.append(_independent(telling))
            asked.append(words.text("The standard asks for the response of the subject as well."))
            return " ".join(asked)
        case Standard.ESTIMATE:
            return words.text("The standard asks for the author and method of the estimate; counting does not help.")


def _asked_origins(telling: Telling, number: int) -> str:
    if not telling.found.origins:  # none was spoken of that "ones" could stand for
        return telling.words.plural(
            "The standard asks for one independent origin.",
            "The standard asks for {number} independent origins.",
            number, number=telling.number(number),
        )  # fmt: skip
    return telling.words.plural(
        "The standard asks for one independent one.",
        "The standard asks for {number} independent ones.",
        number, number=telling.number(number),
    )  # fmt: skip


def _there(telling: Telling) -> str:
    """Return what of the asked is there."""
    words, found = telling.words, telling.found
    match found.claim_type.standard:
        case Standard.SUBJECT:
            return _subject(telling)
        case Standard.AUTHORITY:
            return (
                words.text("Such a source is on file.")
                if found.competent()
                else words.text("No such source is on file.")
            )
        case Standard.OBSERVED:
            return (
                words.text("Such a reading is on file.")
                if found.observed()
                else words.text("No such reading is on file.")
            )
        case Standard.INDEPENDENT:
            return _independent(telling)
        case Standard.ALLEGATION:
            return (
                words.text("The response is on file.")
                if found.response()
                else words.text("The response is not on file.")
            )
        case Standard.ESTIMATE:
            return _estimate(telling)


def _subject(telling: Telling) -> str:
    words, found = telling.words, telling.found
    if found.own_word():
        return words.text("That is on file.")
    if found.competent():
        return words.text("A competent source stands in for it.")
    if found.independent() >= 2:
        return words.text("Independent origins stand in for it.")
    return words.text("That is not on file.")


def _independent(telling: Telling) -> str:
    number = telling.found.independent()
    if not (number or telling.found.origins):
        return telling.words.text("There is none.")
    if not number:  # what was spoken of is there, so that "none" alone would contradict it
        return telling.words.plural(
            "This one does not count as independent.",
            "None of them counts as independent.",
            len(telling.found.origins),
        )
    return telling.words.plural("There is one.", "There are {number}.", number, number=telling.number(number))


def _estimate(telling: Telling) -> str:
    words, found = telling.words, telling.found
    match found.author(), found.method():
        case True, True:
            return words.text("Both are on file.")
        case True, False:
            return words.text("The author is named, the method is not shown.")
        case False, True:
            return words.text("The method is shown, the author is not named.")
    return words.text("Neither is on file.")
