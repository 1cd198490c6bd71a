"""What to write instead, where YAML takes a text for something else: tabs, colons, commas, a mark at its beginning."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WHOLE = re.compile(r"[+-]?\d+")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_GROUP = re.compile(r"\d{3}")
_WORD = re.compile(r"[a-z_]+")
_COLON_BEFORE = re.compile(r"^\s*(?:-\s+)*(?P<key>[^\s:#]+):\s+(?P<text>\S.*)$")
_COLON_IN_BRACES = re.compile(r"[{\[,]\s*(?P<key>[^\s:,{}\[\]]+):\s+(?P<text>[^,{}\[\]]+)$")
_BRACE = re.compile(r"[,}\]]")
_CLOSED = re.compile(r"[\"'\]}]\s*$")
_MARKS = "@`%*&!"
_LONGEST = 60


def may_be_cut_off(before: str, behind: str) -> bool:
    """Return whether what stands without a value behind a comma in { } is the rest of the text before the comma.

    A word in lower case may be a key whose value was forgotten, and is told as one.
    """
    return bool(before) and _WORD.fullmatch(behind) is None


def cut_off(parts: Sequence[str]) -> str:
    """Return what is wrong where a comma in { } has cut a number or a text into ``parts``, and how to write it."""
    first, *rest = parts
    if _WHOLE.fullmatch(first) and all(_DIGITS.fullmatch(each) for each in rest):
        return f"a comma in {{ }} ends the number ({_shown(','.join(parts))}): write {_number(first, rest)}"
    whole = re.sub(r"(?<=\d), (?=\d)", ",", ", ".join(parts))
    return f"a comma in {{ }} ends the text: put it in quotes, as in {_quoted(whole)}"


def _number(first: str, rest: Sequence[str]) -> str:
    grouped = "_".join((first, *rest))[:_LONGEST]
    if len(rest) > 1 and all(_GROUP.fullmatch(each) for each in rest):
        return grouped
    decimals = f"{first}.{rest[0].rstrip('0') or '0'}"[:_LONGEST]
    if len(rest) == 1 and _GROUP.fullmatch(rest[0]):
        if _GROUP.fullmatch(rest[0].rstrip("0")):
            decimals = f"{first}.{rest[0]}0"[:_LONGEST]  # 1.125 could be a thousand and some.
        return f"{grouped} if it groups thousands, or {decimals} if it marks decimals"
    if len(rest) == 1 and "." not in rest[0]:
        return f"{first}.{rest[0]}"[:_LONGEST]
    return "plain digits with a decimal point and '_' to group, as in 41_500_000 or 41.5"


def hint(said: str, context: str, line: str, column: int) -> str:
    """Return what a writer of YAML should do about an error of libyaml, or an empty text.

    Args:
        said: what libyaml found.
        context: what it was reading.
        line: the line at whose ``column`` (from 0) it stopped.
        column: where that is.
    """
    before, here = line[:column], line[column : column + 1]
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation and column <= len(indentation):
        return "the line is indented with a tab: put spaces in its place"
    if here == ":" and (mend := _colon(context, before, line[column:])):
        return mend
    if "mapping values" in said:
        return "a key wants a space behind its colon, and the keys of one mapping begin in the same column"
    if (here and here in _MARKS) or context.endswith((" alias", " anchor", " tag")):
        return f"a text that begins with one of {' '.join(_MARKS)} wants quotes"
    return _unclosed(said, context, before, here)


def _colon(context: str, before: str, rest: str) -> str:
    """Return the text that has a colon in it, in quotes, where a key and a text stand before the colon."""
    in_braces = "flow" in context
    found = (_COLON_IN_BRACES if in_braces else _COLON_BEFORE).search(before)
    if found is None:
        return ""
    rest = rest.split(" #", maxsplit=1)[0]
    if in_braces:
        rest = _BRACE.split(rest)[0]
    return f"a text with ': ' in it wants quotes: {_shown(found['key'])}: {_quoted(found['text'] + rest)}"


def _unclosed(said: str, context: str, before: str, here: str) -> str:
    if here and "expected" in said and _CLOSED.search(before):
        return "text goes on behind the closing mark: put the whole in quotes, in '…' where it has \" in it"
    if "end of stream" in said and "quoted" in context:
        return "a quotation mark that opens a text is never closed"
    if "flow" in context:
        return "a bracket is not closed further up, or a text with a comma or a colon in it wants quotes"
    return ""


def _quoted(text: str) -> str:
    mark = "'" if '"' in text else '"'
    return f"{mark}{_shown(text.strip())}{mark}"


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
