"""false-precision: a figure that is more exact than what the sources bear."""

from twosource.model import Finding, Severity, Verdict
from twosource.rules.base import Case, Rule


class FalsePrecision(Rule):
    """The draft's figure lies inside the file's range, and is narrower than it.

    Anti-pattern: "131,072 chips", where the source says only "over 100,000".
    Best practice: what the source bears, or the source of the exact figure.
    """

    id = "false-precision"
    severity = Severity.WARNING
    title = "More exact than the sources"
    explanation = (
        "The file gives a bound or a range, and the draft a figure inside it. It may be right; no source on file "
        "bears it. Where the draft credits somebody else with it, it is only a note."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where the draft's figure is narrower than the fact's."""
        claim, value = case.claim, case.fact.value
        if claim.figure is None or value is None or claim.verdict is not Verdict.NARROWER:
            return None
        severity = Severity.NOTE if case.elsewhere else self.severity  # another's figure inside the bound is news
        told = case.wording.value(value)
        message = case.wording.text('only "{value}"', value=told)
        settle = case.wording.text(
            "To settle it: write “{value}”, or name the source of the exact figure.",
            value=case.draft_wording.value(value),
        )
        return case.finding(self, severity, message, f"{case.file_says()} {settle}")
