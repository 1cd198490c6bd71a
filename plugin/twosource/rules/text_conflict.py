"""text-conflict: another name than the file's."""

from twosource.model import Finding, Severity, Suggestion, TextValue, Verdict
from twosource.rules.base import Case, Rule


class TextConflict(Rule):
    """The draft gives another name, licence or number that only names.

    Anti-pattern: "under the Apache 2.0 licence", where it is MIT.
    Best practice: the name on file.
    """

    id = "text-conflict"
    severity = Severity.ERROR
    title = "Another name"
    explanation = (
        "The fact's value is a name, and the draft gives another one in its place. General words (an open-source "
        "licence, a new licence) are no name and draw nothing."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where the names differ."""
        claim, value = case.claim, case.fact.value
        if claim.text is None or claim.verdict is not Verdict.CONFLICT or not isinstance(value, TextValue):
            return None
        settle = case.wording.text("To settle it: correct the name, or name the source of the other one.")
        suggestion = Suggestion(claim.start, claim.end, value.text, case.wording.text("the name on file"))
        return case.finding(self, case.conflict_severity, case.says(), f"{case.file_says()} {settle}", (suggestion,))
