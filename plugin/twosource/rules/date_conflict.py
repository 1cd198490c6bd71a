"""date-conflict: another date than the file's."""

import re

from twosource.model import Finding, Severity, Suggestion, Verdict, When
from twosource.rules.base import Case, Rule

_FULL = re.compile(r"\d{1,2}\.? [^\W\d]+ \d{4}")


class DateConflict(Rule):
    """The draft's date excludes the fact's.

    Anti-pattern: "presented on 28 August", where it was the 26th.
    Best practice: the date on file; a month alone where the day does not matter.
    """

    id = "date-conflict"
    severity = Severity.ERROR
    title = "Another date"
    explanation = (
        "The draft gives another date than the file. A date that is only less exact (a month that holds the day) is "
        "right, and draws nothing."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where the dates exclude each other."""
        claim, value = case.claim, case.fact.value
        if claim.figure is None or claim.verdict is not Verdict.CONFLICT or not isinstance(value, When):
            return None
        settle = case.wording.text("To settle it: correct the date, or name the source of the other one.")
        suggestions: tuple[Suggestion, ...] = ()
        if _FULL.fullmatch(claim.figure.quote) and value.bound == "date" and len(value.iso) == len("2026-08-26"):
            why = case.wording.text("the date on file")
            suggestions = (Suggestion(claim.start, claim.end, case.draft_wording.day(value.iso), why),)
        return case.finding(self, case.conflict_severity, case.says(), f"{case.file_says()} {settle}", suggestions)
