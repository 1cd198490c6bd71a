"""The detail and the sources of a flag, and at which mention the sourcing is raised."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from twosource.flags.telling import chief_of
from twosource.model import Claim, Flag, Verdict

Flags = Callable[..., tuple[Flag, ...]]
PLAIN = Claim("town", "output", 0, 4, 0, Verdict.SAME)
WRONG = replace(PLAIN, start=10, attributed="", holder_quote="Wochenblick")
HEARSAY = replace(PLAIN, start=20, attributed="")
HEDGED = replace(PLAIN, start=30, certainty="hedged")
CREDITED = replace(PLAIN, start=40, attributed="town/works", holder_quote="Nordwerke", credited=True)
DISCLOSED = replace(PLAIN, start=50, disclosed=True)


@pytest.mark.parametrize(
    ("claims", "chief"),
    [
        ([], None),
        ([CREDITED], CREDITED),
        ([CREDITED, HEARSAY, PLAIN], PLAIN),
        ([DISCLOSED, HEDGED], HEDGED),
        ([HEARSAY, HEDGED], HEARSAY),
        ([CREDITED, WRONG, HEARSAY], WRONG),
        ([PLAIN, WRONG], PLAIN),
        ([WRONG, PLAIN], WRONG),
        ([CREDITED, DISCLOSED], CREDITED),
    ],
)
def test_the_chief_is_the_least_attributed_and_the_first_of_equals(claims: list[Claim], chief: Claim | None) -> None:
    assert chief_of(claims) is chief


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        (
            "en",
            [
                "The draft says: “over 500 buses”.",
                "On file: output: over 500",
                "In the words of Tagblatt, retelling Nordwerke: “mehr als 500 Busse”",
            ],
        ),
        (
            "de",
            [
                "Im Entwurf steht: „over 500 buses“.",
                "In den Akten: Produktion: über 500",
                "Tagblatt gibt Nordwerke so wieder: „mehr als 500 Busse“",
            ],
        ),
        (
            "nl",
            [
                "In het artikel staat: ‘over 500 buses’.",
                "In het dossier: productie: meer dan 500",
                "Dagpost geeft Nordwerke zo weer: ‘ruim 500 bussen’",
            ],
        ),
    ],
)
def test_the_detail_has_the_file_in_the_words_of_the_editors_language(
    flags: Flags, locale: str, lines: list[str]
) -> None:
    (flag,) = flags("Nordwerke builds over 500 buses.", locale=locale)
    assert flag.detail.split("\n")[:3] == lines
    assert len(flag.detail.split("\n")) == 3 + len(flag.findings)
    for finding in flag.findings:
        assert f"{finding.message}: {finding.detail}" in flag.detail.split("\n")


def test_a_source_of_unknown_knowledge_retells_nobody(flags: Flags) -> None:
    (flag,) = flags("Nordwerke is for sale.")
    assert "In the words of Wochenblick: “Man will verkaufen.” (1 April 2026)" in flag.detail
    assert "leads to one origin: a source that nobody names." in flag.detail
    assert "find out whose word it is" in flag.detail


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        (
            "en",
            [
                "On file beside it, from Nordwerke: output: over 500",
                "On file beside it, from Nordwerke: The works are loud.",
                "On file beside it: A strike is coming.",
                "On file beside it, as not holding: The works are closing.",
            ],
        ),
        (
            "de",
            [
                "Dazu in den Akten, laut Nordwerke: Produktion: über 500",
                "Dazu in den Akten, laut Nordwerke: Das Werk ist laut.",
                "Dazu in den Akten: Ein Streik steht bevor.",
                "Dazu in den Akten als nicht zutreffend: The works are closing.",
            ],
        ),
        (
            "nl",
            [
                "Daarbij in het dossier, volgens Nordwerke: productie: meer dan 500",
                "Daarbij in het dossier, volgens Nordwerke: De fabriek is luid.",
                "Daarbij in het dossier: Er komt een staking.",
                "Daarbij in het dossier als onjuist: The works are closing.",
            ],
        ),
    ],
)
def test_the_detail_has_the_facts_that_belong_beside(flags: Flags, locale: str, lines: list[str]) -> None:
    (flag,) = flags("Nordwerke is for sale.", locale=locale)
    told = flag.detail.split("\n")
    assert told[3:7] == lines
    assert "Told long ago" not in flag.detail


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        (
            "en",
            (
                "On file: staff: 40 (at full load; compared with Audit Court; January 2026 – quarter 3 of 2026; "
                "as of 1 September 2026)"
            ),
        ),
        (
            "de",
            (
                "In den Akten: Belegschaft: 40 (bei voller Auslastung; verglichen mit Rechnungshof; Januar 2026 – "
                "3. Quartal 2026; Stand 1. September 2026)"
            ),
        ),
        (
            "nl",
            (
                "In het dossier: personeel: 40 (bij volle bezetting; vergeleken met Rekenkamer; januari 2026 – "
                "kwartaal 3 van 2026; stand op 1 september 2026)"
            ),
        ),
    ],
)
def test_the_detail_says_what_a_fact_holds_of(flags: Flags, locale: str, line: str) -> None:
    (flag,) = flags("At full load, Nordwerke has a staff of 55.", locale=locale)
    assert flag.rules == ("value-conflict",)
    assert flag.detail.split("\n")[1] == line


def test_what_does_not_hold_is_told_as_that(flags: Flags) -> None:
    (flag,) = flags("Nordwerke is closing.")
    assert "On file as not holding: The works are closing." in flag.detail
    assert flag.rules == ("denied",)


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_a_confidential_source_is_never_shown(flags: Flags, locale: str) -> None:
    (flag,) = flags("A strike is coming at Nordwerke.", locale=locale)
    assert flag.rules == ("single-source", "unattributed")
    assert flag.sources == ()
    for secret in ("Erika", "Muster", "insider", "Wir legen", "Nordwerke"):
        assert secret not in flag.detail
        assert secret not in flag.message


def test_sources_say_which_is_the_origin_and_whose_word_it_is(flags: Flags) -> None:
    (flag,) = flags("Nordwerke builds over 500 buses.")
    shown = [(source.id, source.publisher, source.origin, source.own_word) for source in flag.sources]
    assert shown == [
        ("report", "Nordwerke", True, True),
        ("paper-de", "Tagblatt", False, False),
        ("paper-nl", "Dagpost", False, False),
    ]
    first = flag.sources[0]
    assert (first.title, first.url, first.published, first.quote) == (
        "Yearly report",
        "https://works.example/report",
        "2026-02-01",
        None,
    )


@pytest.mark.parametrize(("locale", "name"), [("en", "Audit Court"), ("de", "Rechnungshof"), ("nl", "Rekenkamer")])
def test_publishers_have_their_name_in_the_locale(flags: Flags, locale: str, name: str) -> None:
    (cost,) = flags("Nordwerke cost 8 million euros.", locale=locale)
    assert name in cost.message
    assert cost.sources[0].publisher == name
    (output,) = flags("Nordwerke builds over 500 buses.", locale=locale)
    assert name in output.message
    (spill,) = flags("Nordwerke spilled oil.", locale=locale)
    assert name in spill.detail
