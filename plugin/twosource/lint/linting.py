"""Lint: every check over a pack, in the order of the pack's sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from twosource.facts.pack import PackProblem, problem
from twosource.facts.yaml_tree import Path, Tree
from twosource.lint import common, facts, languages, names, quotes, relays, unused
from twosource.lint.case import Case
from twosource.lint.codes import CODES
from twosource.lint.weakness import Weakness
from twosource.lint.wording import wording
from twosource.model import LOCALES, Pack

_SECTIONS = ("units", "entities", "sources", "claim_types", "facts")
_CHECKS = (common, facts, languages, names, quotes, relays, unused)
_NOTHING: Mapping[str, Any] = {}


def lint(
    pack: Pack,
    *,
    at: date,
    texts: Mapping[str, str] = _NOTHING,
    locale: str = LOCALES[0],
    given: Mapping[str, Any] | None = None,
) -> tuple[Weakness, ...]:
    """Return what is legal in a pack but weak, in the order of its sections and entries.

    Args:
        pack: the pack; facts that are drafts or retired are only asked what they use.
        at: the day that reviews are held against.
        texts: kept texts by the id of their source, as plain text; sources without one are judged by their quotations.
        locale: the language of the messages: ``en``, ``de`` or ``nl``.
        given: the pack as the schema loads it (``PackReading.given``); without it nothing is said about labels,
            statements and needs that lack a language, which the pack itself fills up.
    """
    case = Case(pack, at, texts, given or _NOTHING, wording(locale))
    found = [weakness for each in _CHECKS for weakness in each.check(case)]
    order = _order(pack)
    codes = list(CODES)
    return tuple(sorted(found, key=lambda each: (_rank(each.path, order), codes.index(each.code))))


def placed(found: Iterable[Weakness], tree: Tree, name: str) -> tuple[PackProblem, ...]:
    """Return weaknesses with file, line and column, as a pack's problems are told; each message ends with its code.

    Args:
        found: what :func:`lint` returns for the pack.
        tree: the tree of the text that the pack was read from (``yaml_tree.parse``).
        name: what the file is called.
    """
    return tuple(problem(name, tree.place(each.path), each.path, f"{each.message} [{each.code}]") for each in found)


def _order(pack: Pack) -> dict[tuple[str, str], int]:
    sections = (pack.units, pack.entities, pack.sources, pack.claim_types, pack.facts)
    return {
        (section, key): position
        for section, entries in zip(_SECTIONS, sections, strict=True)
        for position, key in enumerate(entries)
    }


def _rank(path: Path, order: Mapping[tuple[str, str], int]) -> tuple[int, int, tuple[str, ...]]:
    section, key = str(path[0]), str(path[1])
    inner = tuple(f"{each:06}" if isinstance(each, int) else each for each in path[2:])
    return _SECTIONS.index(section), order[section, key], inner
