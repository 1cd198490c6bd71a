"""denied: the draft affirms what a fact rules out, or denies what is settled."""

from twosource.model import Finding, Severity
from twosource.rules.base import Case, Rule


class Denied(Rule):
    """The draft says the opposite of what is on file.

    Anti-pattern: "The model now improves itself", where its maker says that it does not.
    Best practice: say what the source says, or credit whoever says otherwise.
    """

    id = "denied"
    severity = Severity.ERROR
    title = "The file says the opposite"
    explanation = (
        "The draft affirms a statement that does not hold according to the file, or denies one that is settled. A "
        "statement that the draft hedges, or credits to somebody else, is not touched."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where statement and fact exclude each other."""
        claim, fact = case.claim, case.fact
        if fact.value is not None or claim.affirmed is fact.holds or case.elsewhere or claim.certainty == "hedged":
            return None
        if fact.holds and not fact.sourcing.settled:
            return None
        if claim.attributed is not None and not claim.credited:
            return None
        stated = case.wording.pick(fact.states) or case.wording.pick(fact.label)
        if fact.holds:
            detail = case.wording.text(
                "The draft denies what {publisher} says: {statement}", publisher=case.publisher, statement=stated
            )
        else:
            detail = case.wording.text(
                "The draft affirms what does not hold according to {publisher}: {statement}",
                publisher=case.publisher, statement=stated,
            )  # fmt: skip
        settle = case.wording.text(
            "To settle it: a source that says so, or the statement as {publisher} makes it.", publisher=case.publisher
        )
        message = case.wording.text("{publisher} says the opposite", publisher=case.publisher)
        return case.finding(self, self.severity, message, f"{detail} {settle}")
