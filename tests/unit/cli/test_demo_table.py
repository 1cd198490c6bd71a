from typing import Any

from twosource.cli.demo_table import table


def _flag(severity: str, path: str, start: int, quote: str, message: str) -> dict[str, Any]:
    return {"severity": severity, "segment": {"path": path, "start": start}, "quote": quote, "message": message}


def test_columns_stand_under_each_other_also_with_wide_and_combining_characters() -> None:
    lines = list(
        table(
            [
                _flag("warning", "body/10", 4, "über 100.000", "Clustergröße: „über“ fehlt"),
                _flag("note", "title", 0, "東京 o\u0308", "een: twee"),
            ]
        )
    )
    assert lines == [
        "warning  body/10:5  über 100.000  Clustergröße: „über“ fehlt",
        "note     title:1    東京 o\u0308        een: twee",
    ]


def test_long_quotes_are_cut_and_no_control_character_reaches_the_terminal() -> None:
    (line,) = table([_flag("error", "body/0", 0, "a\x1b[31m\n\u00adb " + "word " * 20, "m\x07\u202ex")])
    assert line.startswith("error  body/0:1  a[31m b word word")
    assert line.endswith("…  mx")
    assert line.isprintable()


def test_no_flags_are_no_lines() -> None:
    assert list(table([])) == []
