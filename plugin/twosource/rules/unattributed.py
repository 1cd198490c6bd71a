"""unattributed: a mere claim told as plain fact."""

from twosource.model import Finding, Severity
from twosource.rules.base import Case, Rule


class Unattributed(Rule):
    """Something claimed or disputed is told as plain fact, or credited to the wrong party.

    Anti-pattern: "Costs are on a par with …", when only the maker says so.
    Best practice: "The maker says that costs are on a par …".
    """

    id = "unattributed"
    severity = Severity.WARNING
    title = "Told as fact"
    explanation = (
        "What the file holds as somebody's claim stands in the draft without a word of who says so: no phrase, no verb "
        "of saying, no reported speech. Crediting somebody to whom no source leads counts as none."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where a fact that is not settled is told as plain fact."""
        sourcing = case.fact.sourcing
        if not case.sourcing_counts or not case.told_as_fact or (sourcing.settled and not sourcing.disputed_by):
            return None
        words = case.wording
        if case.elsewhere:
            why = words.text(
                "The sentence credits {holder}, to whom no source on file leads.", holder=case.claim.holder_quote
            )
        else:
            why = words.text("The sentence does not say whose word this is.")
        if case.origin_name is not None:
            settle = words.text("To settle it: credit {publisher}.", publisher=case.origin_name)
        elif any(origin.named for origin in sourcing.origins):
            settle = words.text("To settle it: say where it comes from, as far as was agreed with the source.")
        else:
            settle = words.text("To settle it: find out whose word it is, and credit them.")
        return case.finding(self, case.sourcing_severity, words.text("stated as fact"), f"{why} {settle}")
