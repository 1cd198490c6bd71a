"""single-source: everything on file leads back to one origin."""

from collections.abc import Sequence

from twosource.model import Finding, Origin, Severity, Standard, stands
from twosource.rules.base import Case, Rule


class SingleSource(Rule):
    """A claim that asks for independent sources has one origin.

    Anti-pattern: two articles that retell one company blog, counted as two sources.
    Best practice: credit the one origin by name, or find a second that does not rest on it.
    """

    id = "single-source"
    severity = Severity.WARNING
    title = "A single source"
    explanation = (
        "Performance, cost, scale and the like ask for two independent origins before they are told as fact. However "
        "many articles tell this, they lead back to one. Where the sentence credits that origin, or the text itself "
        "says what is missing, it is only a note."
    )

    def check(self, case: Case) -> Finding | None:
        """Return the finding where exactly one origin bears the fact, as far as anybody can tell."""
        asks = case.claim_type.standard in (Standard.INDEPENDENT, Standard.ALLEGATION)
        origin = _only(case.fact.sourcing.origins)
        # What an admission settles, or a type that one origin is enough for, asks for no second.
        if not (case.sourcing_counts and asks) or origin is None or case.fact.sourcing.settled:
            return None
        words = case.wording
        sources = {support.source for support in case.fact.supports if stands(support.source, case.sources)}
        leading = sources & set(origin.sources) if len(case.fact.sourcing.origins) > 1 else sources
        count, unclear = len(leading), len(sources - leading)
        who = _who(case, origin)
        lines = [words.plural(
            "{number} source on file leads to one origin: {origin}.",
            "{number} sources on file lead back to one origin: {origin}.",
            count, origin=who,
        )]  # fmt: skip
        if origin.own_word and origin.publishers:
            lines.append(words.text("It is the subject's own word."))
        if unclear:
            lines.append(words.plural(
                "{number} more does not say where it has it from, which may be the same.",
                "{number} more do not say where they have it from, which may be the same.",
                unclear,
            ))  # fmt: skip
        lines.append(words.plural(
            "To settle it: {number} more origin that does not rest on {origin}.",
            "To settle it: {number} more origins that do not rest on {origin}.",
            _wanting(case, origin), origin=who,
        ))  # fmt: skip
        return case.finding(self, case.sourcing_severity, words.text("single-source"), " ".join(lines))


def _only(origins: Sequence[Origin]) -> Origin | None:
    """Return the one origin that there is, or the one that has a name where the other may be the very same."""
    named = [origin for origin in origins if origin.named]
    if len(origins) == 1:
        return origins[0]
    return named[0] if len(named) == 1 else None


def _who(case: Case, origin: Origin) -> str:
    """Return an origin's publishers as the locale has them, or that they are unknown or not to be told."""
    if origin.publishers:
        return case.wording.listed([case.shown(name) for name in origin.publishers])
    if origin.named:
        return case.wording.text("a confidential source")
    return case.wording.text("a source that nobody names")


def _wanting(case: Case, origin: Origin) -> int:
    """Return how many origins the standard wants more; the subject's own word and an unnamed origin count for none."""
    wanted = 2 if case.claim_type.standard is Standard.ALLEGATION else case.claim_type.origins
    return wanted - 1 if origin.named and not origin.own_word else wanted
