"""magnitude-slip: the right digits at the wrong magnitude."""

from decimal import Decimal

from twosource.model import Finding, Severity, Verdict
from twosource.rules.base import Case, Rule


class MagnitudeSlip(Rule):
    """The draft's figure is off by a power of 1000.

    Anti-pattern: "320 Billionen Parameter" for 320 billion; "2.400" for 2,4.
    Best practice: million, billion and trillion checked against the language's own scale.
    """

    id = "magnitude-slip"
    severity = Severity.ERROR
    title = "Wrong magnitude"
    explanation = (
        "The digits agree with the file, and the figure is off by a thousand, a million or more: billion taken for "
        "Billion, a decimal comma read as a thousands point, a unit with the wrong prefix."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where a power of 1000 lies between draft and file."""
        claim = case.claim
        if claim.power is None or claim.verdict is not Verdict.CONFLICT:
            return None
        words = case.wording
        factor = str(1000) if abs(claim.power) == 1 else words.number(Decimal(1000) ** abs(claim.power))
        if claim.power > 0:
            message = words.text("{factor} times too high", factor=factor)
        else:
            message = words.text("{factor} times too low", factor=factor)
        traps = {
            "scale-words": words.text(
                "The trap: the scale words differ (German Billion and Dutch biljoen are English trillion; Milliarde "
                "and miljard are billion)."
            ),
            "thousands-point": words.text(
                "The trap: a decimal mark read as a mark of thousands, or the other way round."
            ),
            "unit": words.text("The trap: two units that look alike."),
        }
        trap = traps.get(claim.trap or "", "")
        detail = " ".join(
            part for part in (case.file_says(), trap, words.text("To settle it: correct the magnitude.")) if part
        )
        return case.finding(self, case.conflict_severity, message, detail)
