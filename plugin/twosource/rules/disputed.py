"""disputed: the sources contradict each other."""

from collections.abc import Iterator

from twosource.model import Finding, Severity, Terms, stands
from twosource.rules.base import Case, Rule


class Disputed(Rule):
    """A source on file says otherwise, and the draft does not say so.

    Anti-pattern: the one side's figure alone.
    Best practice: both sides with their names, or the dispute in a clause.
    """

    id = "disputed"
    severity = Severity.WARNING
    title = "Disputed"
    explanation = (
        "Sources on file contradict each other about this, and the text around it does not mention who disagrees."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where somebody disputes the fact whom the draft does not name beside it."""
        disputing = case.fact.sourcing.disputed_by
        if not disputing or not case.chief or not case.agrees:
            return None
        named = [name for name in disputing if name]
        if any(case.names_nearby(name) for name in named):
            return None
        words = case.wording
        names = [case.shown(name) for name in named]
        # Where only confidential sources say otherwise, nobody is named.
        message = (
            words.text("disputed by {name}", name=names[0]) if names else words.text("disputed by a source on file")
        )
        detail = words.text(
            "On file as contradicting it: {names}. To settle it: tell both sides, or wait for a source that decides.",
            names=words.listed(names) if names else words.text("a confidential source"),
        )
        return case.finding(self, case.sourcing_severity, message, " ".join((*_in_their_words(case), detail)))


def _in_their_words(case: Case) -> Iterator[str]:
    """Yield what those who dispute it say, where their words are kept."""
    for dispute in case.fact.disputes:
        if dispute.quote and stands(dispute.source, case.sources) and dispute.terms is not Terms.CONFIDENTIAL:
            publisher = case.publishers.get(dispute.source, case.wording.text("the file"))
            yield case.wording.text("In the words of {publisher}: “{quote}”", publisher=publisher, quote=dispute.quote)
