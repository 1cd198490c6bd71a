"""From claims to flags: one a span and fact, the sourcing once a draft, stable ids."""

from collections.abc import Callable

import pytest

from twosource.model import Flag, Severity

Flags = Callable[..., tuple[Flag, ...]]


def test_the_message_has_the_first_two_findings_and_the_flag_all(flags: Flags) -> None:
    (flag,) = flags("Nordwerke builds 500 buses.")
    assert flag.rules == ("dropped-comparator", "disputed", "single-source", "unattributed")
    assert flag.message == 'output: "over" is missing, disputed by Audit Court'
    assert tuple(finding.rule for finding in flag.findings) == flag.rules
    assert [suggestion.replacement for suggestion in flag.suggestions] == ["over 500"]


def test_the_severity_is_the_worst_of_the_findings(flags: Flags) -> None:
    (flag,) = flags("Nordwerke, by its own account, builds 500 buses.")
    assert {finding.severity for finding in flag.findings} == {Severity.NOTE, Severity.WARNING}
    assert flag.severity is Severity.WARNING


def test_sourcing_is_raised_at_the_least_attributed_mention_and_lists_the_others(flags: Flags) -> None:
    credited = "Nordwerke builds over 500 buses, Nordwerke says."
    plain = "Nordwerke builds over 500 buses."
    text = f"{credited}\n\n{plain}"
    (flag,) = flags(credited, plain)
    assert flag.start > len(credited)
    assert [text[span.start : span.end] for span in flag.also_at] == ["over 500 buses"]
    assert flag.also_at[0].end < len(credited)
    assert (flag.segment.path, flag.segment.start) == ("body/1", plain.index("over"))


def test_figure_findings_are_raised_at_each_mention(flags: Flags) -> None:
    found = flags("Nordwerke builds 500 buses.", "All the same Nordwerke builds 500 buses.")
    assert [flag.rules for flag in found] == [
        ("dropped-comparator", "disputed", "single-source", "unattributed"),
        ("dropped-comparator",),
    ]
    assert [len(flag.also_at) for flag in found] == [1, 0]


def test_flags_stand_in_text_order_with_the_version_of_their_fact(flags: Flags) -> None:
    found = flags("Nordwerke is closing.", "Nordwerke cost 8 million euros.", "Nordwerke builds 500 buses.")
    assert [flag.fact for flag in found] == ["closing", "cost", "output"]
    assert all(flag.pack == "town" and flag.fact_version and flag.state == "open" for flag in found)


def test_a_flag_keeps_its_id_through_other_edits(flags: Flags) -> None:
    (before,) = flags("Nordwerke cost 8 million euros.", draft="7")
    (after,) = flags("A new first paragraph.", "Nordwerke   cost 8 million euros.", draft="7")
    assert (after.id, after.fingerprint) == (before.id, before.fingerprint)
    (edited,) = flags("Back then Nordwerke cost 8 million euros.".removeprefix("Back then "), draft="8")
    assert edited.fingerprint == before.fingerprint
    assert edited.id != before.id
    (changed,) = flags("Nordwerke cost 7 million euros.", draft="7")
    assert changed.fingerprint != before.fingerprint


def test_the_very_same_words_twice_are_two_flags(flags: Flags) -> None:
    one, other = flags("Nordwerke cost 8 million euros.", "Nordwerke cost 8 million euros.")
    assert one.id != other.id
    assert one.fingerprint != other.fingerprint


def test_no_claim_no_flag(flags: Flags) -> None:
    assert flags("The weather was fine.") == ()
    assert flags() == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nordwerke builds over 500 buses. {} disagrees."),
        ("de", "Nordwerke baut über 500 Busse. {} widerspricht."),
        ("nl", "Nordwerke bouwt ruim 500 bussen. {} spreekt dit tegen."),
    ],
)
@pytest.mark.parametrize("name", ["Audit Court", "Rechnungshof", "Rekenkamer", "ARH", "Audit Courts"])
def test_whoever_disputes_may_be_named_in_any_way(flags: Flags, language: str, text: str, name: str) -> None:
    found = flags(text.format(name), language=language)
    assert found
    assert all("disputed" not in flag.rules for flag in found)
    assert "disputed" in flags(text.format("ARHUS University"), language=language)[0].rules


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nordwerke builds over 500 buses. The auditors disagree."),
        ("de", "Nordwerke baut über 500 Busse. Den Prüfern zufolge sind es weniger."),
        ("nl", "Nordwerke bouwt ruim 500 bussen. De controleurs spreken dit tegen."),
    ],
)
def test_or_by_what_they_are_called(flags: Flags, language: str, text: str) -> None:
    found = flags(text, language=language)
    assert found
    assert all("disputed" not in flag.rules for flag in found)
