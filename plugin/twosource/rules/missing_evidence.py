"""missing-evidence: what an outsider would have to see is not there."""

from twosource.model import Finding, Severity
from twosource.rules.base import Case, Rule


class MissingEvidence(Rule):
    """No support shows what this type of claim needs.

    Anti-pattern: a cost comparison without power, depreciation or utilisation.
    Best practice: say what is missing, or get it.
    """

    id = "missing-evidence"
    severity = Severity.WARNING
    title = "Evidence is missing"
    explanation = (
        "The claim type names what an outsider would have to see to check such a claim, and no source on file shows "
        "it. The message names the first thing missing, the detail all of them."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where needs of the claim type are not shown."""
        missing = case.fact.sourcing.missing
        if not (case.sourcing_counts and missing):
            return None
        words = case.wording
        phrases = [words.pick(need.phrase) for need in missing]
        detail = words.text(
            "Not to be checked from outside: {phrases}. To settle it: what is missing published, or shown by another.",
            phrases=words.listed(phrases),
        )
        return case.finding(self, case.sourcing_severity, phrases[0], detail)
