"""value-conflict: another figure than the file's."""

from twosource.model import Comparator, Figure, Finding, Quantity, Severity, Suggestion, Undisclosed, Verdict, When
from twosource.rules.base import Case, Rule


class ValueConflict(Rule):
    """The draft's figure excludes the fact's.

    Anti-pattern: "340 billion parameters", where the maker gives 320 billion.
    Best practice: the figure on file, or the other one with who says so.
    """

    id = "value-conflict"
    severity = Severity.ERROR
    title = "Another figure"
    explanation = (
        "The draft's figure cannot be squared with the one on file, even allowing for rounding. Against a fact that is "
        "only claimed it is a warning, and a note where the draft credits somebody else with its figure."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where the figures exclude each other and no slip of magnitude explains it."""
        claim, value = case.claim, case.fact.value
        if claim.figure is None or claim.verdict is not Verdict.CONFLICT or claim.power is not None:
            return None
        if isinstance(value, When | Undisclosed):
            return None  # a date is date-conflict's; of what nobody has disclosed there is no other figure
        settle = case.wording.text("To settle it: correct the figure, or name the source of the other one.")
        suggestions = _replacement(case, claim.figure, value) if isinstance(value, Quantity) else ()
        return case.finding(self, case.conflict_severity, case.says(), f"{case.file_says()} {settle}", suggestions)


def _replacement(case: Case, figure: Figure, value: Quantity) -> tuple[Suggestion, ...]:
    """Return the fact's figure in the draft's own format, where both are plain numbers of one unit."""
    plain = value.comparator is Comparator.IS and figure.comparator is Comparator.IS
    if not plain or value.per != figure.per or figure.parts is None or figure.unit not in (value.unit, None):
        return ()
    start, end = figure.parts.number
    return (Suggestion(start, end, case.draft_wording.number(value.number), case.wording.text("the figure on file")),)
