"""What differs between two states of a pack, told without confidential sources unless they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from twosource.packs import Difference, diff
from twosource.packs.hidden import NOBODY, Hidden, hidden
from twosource.packs.redact import Redaction

Canonical = Mapping[str, Any]

UNTOLD = "what is known of confidential sources differs; --with-confidential shows it"


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs.

    Attributes:
        differences: those that may be told.
        untold: whether something differs that may not.
    """

    differences: tuple[Difference, ...]
    untold: bool

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.differences) or self.untold

    def lines(self) -> Iterator[str]:
        """Yield a line for each difference."""
        yield from map(str, self.differences)
        if self.untold:
            yield f"({UNTOLD})"


def changes(before: Canonical, after: Canonical, *, confidential: bool, untold: Hidden = NOBODY) -> Changes:
    """Return what differs between two states of a pack in canonical form; of a pack that is new, its parts one by one.

    Args:
        before: the earlier one; empty where there was none.
        after: the later one.
        confidential: whether the names and words of confidential sources may be told.
        untold: who and what may not be told beside what these states say of that.
    """
    whole = tuple(_parts(before, after))
    untold = _untold_of(before, after, beside=untold)
    if confidential or not untold.sources:
        return Changes(whole, untold=False)
    told = tuple(_parts(*(Redaction(pack, untold).pack() if pack else {} for pack in (before, after))))
    return Changes(told, untold=len(told) < len(whole))


def _untold_of(*packs: Canonical, beside: Hidden) -> Hidden:
    """Return who may not be told of several states of a pack: what is confidential in one of them is so in all."""
    facts = {f"{number}/{key}": fact for number, pack in enumerate(packs) for key, fact in _section(pack, "facts")}
    both = {name: dict(each for pack in packs for each in _section(pack, name)) for name in ("entities", "sources")}
    return hidden({**both, "facts": facts}, beside)


def _section(pack: Canonical, name: str) -> Iterable[tuple[str, Any]]:
    section: Mapping[str, Any] = pack.get(name, {})
    return section.items()


def _parts(before: Canonical, after: Canonical) -> Iterator[Difference]:
    for difference in diff(before, after):
        whole = difference.new if difference.op == "add" else difference.old
        if difference.op != "replace" and len(difference.path) == 1 and isinstance(whole, Mapping):
            yield from (_part(difference, key, each) for key, each in whole.items())
        else:
            yield difference


def _part(section: Difference, key: str, body: Any) -> Difference:
    """Return what is said of one object where the section that holds it came or went."""
    old, new = (None, body) if section.op == "add" else (body, None)
    return Difference((*section.path, key), section.op, old, new)
