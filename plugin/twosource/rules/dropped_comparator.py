"""dropped-comparator: the file's number without the file's "over" or "under"."""

from twosource.model import Change, Comparator, Development, Figure, Finding, Quantity, Severity, Value, Verdict
from twosource.rules.base import Case, Rule


class DroppedComparator(Rule):
    """The draft gives the bound that the file gives, with another comparator or none.

    Anti-pattern: "100,000 chips", where the source says "over 100,000".
    Best practice: keep the source's "over", "under", "about"; a headline may leave it out.
    """

    id = "dropped-comparator"
    severity = Severity.WARNING
    title = "The comparator is missing"
    explanation = (
        "The file says over, under or about, and the draft gives the same number without it or with another one. In a "
        "headline this is only a note."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where only the comparator differs."""
        claim = case.claim
        if claim.figure is None or claim.verdict is not Verdict.DROPPED:
            return None
        value = _bound(claim.figure, case.fact.value)
        if value is None:
            return None
        severity = self.severity
        if claim.headline or case.conflict_severity is Severity.NOTE:
            severity = Severity.NOTE
        if value.comparator is Comparator.IS:
            told = case.wording.value(value)
            message = case.wording.text("{publisher} says {value}", publisher=case.publisher, value=told)
        else:
            message = case.wording.text('"{word}" is missing', word=case.wording.comparator(value.comparator))
        settle = case.wording.text("To settle it: write “{value}”.", value=case.draft_wording.value(value))
        suggestions = case.with_comparator(claim.figure, value.comparator)
        return case.finding(self, severity, message, f"{case.file_says()} {settle}", suggestions)


def _bound(figure: Figure, value: Value | None) -> Quantity | None:
    """Return the number of a value that a figure gives with another comparator, or None where it has none."""
    match value:
        case Quantity():
            return value
        case Change(amount=amount):
            return amount
        case Development(start=start, end=end):
            return start if figure.value == start.number else end
        case _:
            return None
