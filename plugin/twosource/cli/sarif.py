"""SARIF 2.1.0: a check's flags for tools that read static analysis (OASIS standard, errata 01)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from twosource import __version__
from twosource.model import Flag, Report
from twosource.rules import RULES

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def log(reports: Sequence[tuple[str, Report]]) -> dict[str, Any]:
    """Return the SARIF log of files with their reports: one run, a result a flag.

    Lines and columns count from 1, columns code points, both in the visible text, as the offsets do.
    """
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "twosource", "version": __version__, "rules": [_rule(rule) for rule in RULES]}
                },
                "columnKind": "unicodeCodePoints",
                "results": [_flag(file, report, flag) for file, report in reports for flag in report.flags],
            }
        ],
    }


def position(text: str, place: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of code point ``place`` of a text."""
    begin = text.rfind("\n", 0, place) + 1
    return text.count("\n", 0, place) + 1, place - begin + 1


def _rule(rule: Any) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.explanation},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _flag(file: str, report: Report, flag: Flag) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "ruleId": flag.rules[0],
        "level": flag.severity.value,
        "message": {"text": f"{flag.message}\n{flag.detail}"},
        "locations": [_location(file, report.text, flag.start, flag.end)],
        "partialFingerprints": {"twosource/v1": flag.fingerprint},
        "properties": {"id": flag.id, "rules": list(flag.rules), "pack": flag.pack, "fact": flag.fact},
    }
    if flag.also_at:
        shown["relatedLocations"] = [_location(file, report.text, span.start, span.end) for span in flag.also_at]
    return shown


def _location(file: str, text: str, start: int, end: int) -> dict[str, Any]:
    line, column = position(text, start)
    end_line, end_column = position(text, end)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(PurePath(file).as_posix())},
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
                "snippet": {"text": text[start:end]},
            },
        }
    }
