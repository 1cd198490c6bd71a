"""What differs between two states of a pack, or of one of its objects, told entry by entry.

dictdiffer and jsonpatch compare lists by position, so that a support which is put in front changes all that follow it;
DeepDiff can be told what makes two entries one, but answers in a form that would have to be turned into this one again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from twosource.facts.pack import printable
from twosource.packs.writing import inline

Operation = Literal["add", "remove", "replace"]
_SIGNS: Mapping[Operation, str] = {"add": "+", "remove": "-", "replace": "~"}
_ORDERED = "needs"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs between two canonical forms.

    Attributes:
        path: the keys that lead there. A support or a dispute is named by its source (its second one ``daily#2``);
            what else a list holds is told under the list's own path.
        op: whether it came, went or changed.
        old: what was, in canonical form; None where it came.
        new: what is; None where it went.
    """

    path: tuple[str, ...]
    op: Operation
    old: Any
    new: Any

    def __str__(self) -> str:
        told = {"add": inline(self.new), "remove": inline(self.old)}.get(self.op)
        if told is None:
            told = f"{inline(self.old)} -> {inline(self.new)}"
        return printable(f"{_SIGNS[self.op]} {'.'.join(self.path)}: {told}")


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return what differs between two canonical forms of a pack or of one object, in the order of their keys.

    It is empty where both say the same; where ids stand in another order than before says nothing and is passed over.
    A list whose entries only changed places is one replacement.

    Args:
        before: as :func:`twosource.packs.canonical` returns it, or a part of that.
        after: the same of the later state.
    """
    return tuple(_mappings(before, after, ()))


def _mappings(before: Mapping[str, Any], after: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[Difference]:
    for key in dict.fromkeys((*before, *after)):
        here = (*path, key)
        if key not in after:
            yield Difference(here, "remove", before[key], None)
        elif key not in before:
            yield Difference(here, "add", None, after[key])
        else:
            yield from _values(before[key], after[key], here)
    if path[-1:] == (_ORDERED,) and before.keys() == after.keys() and list(before) != list(after):
        # The first missing need is in the message.
        yield Difference(path, "replace", list(before), list(after))


def _values(before: Any, after: Any, path: tuple[str, ...]) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _mappings(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(before, after, path)
    elif before != after:
        yield Difference(path, "replace", before, after)


def _lists(before: list[Any], after: list[Any], path: tuple[str, ...]) -> Iterator[Difference]:
    if before == after:
        return
    gone, come = _left(before, after), _left(after, before)
    if not gone and not come:
        yield Difference(path, "replace", before, after)
    elif all(isinstance(each, Mapping) and "source" in each for each in (*before, *after)):
        yield from _mappings(_by_source(gone, before), _by_source(come, after), path)
    else:
        yield from (Difference(path, "remove", each, None) for each in gone)
        yield from (Difference(path, "add", None, each) for each in come)


def _left(entries: list[Any], others: list[Any]) -> list[Any]:
    """Return the entries that ``others`` has not, each as often as it is there more often."""
    spare = Counter(map(_spelled, others))
    left = []
    for entry in entries:
        spelled = _spelled(entry)
        if spare[spelled] > 0:
            spare[spelled] -= 1
        else:
            left.append(entry)
    return left


def _spelled(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True)


def _by_source(left: list[Any], all_entries: list[Any]) -> dict[str, Any]:
    """Return entries under the name of their source, numbered as they stand among all of that source."""
    named: dict[str, Any] = {}
    count: Counter[str] = Counter()
    for entry in all_entries:
        source = entry["source"]
        count[source] += 1
        if any(entry is each for each in left):
            named[source if count[source] == 1 else f"{source}#{count[source]}"] = entry
    return named
