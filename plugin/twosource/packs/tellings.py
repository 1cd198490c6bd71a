"""How facts with confidential sources are told so that what is computed of them stays what it was."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from twosource.model import Fact, Origin, Pack
from twosource.packs.hidden import CONFIDENTIAL, Canonical, Hidden
from twosource.packs.reading import read_plain
from twosource_schemas.base import StrictSchema, ready
from twosource_schemas.pack import SupportSchema

_Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that lead to confidential sources, as they may be told.

    Attributes:
        facts: by id, in canonical form; they point to no other fact.
        pack: a pack with these facts and no others, and what is computed of them from what may be told.
    """

    facts: Mapping[str, Canonical]
    pack: Pack


def closest(whole: Canonical, told: Canonical, hidden: Hidden, led: Collection[str]) -> Told:
    """Return the facts of a pack told so that their sourcing is as near as can be to what it was, and never better.

    Args:
        whole: a pack with the facts that lead to confidential sources and no others.
        told: the same pack as it may be told, the sourcing of its facts not yet looked at.
        hidden: who may not be told.
        led: the ids of the sources that are confidential or lead to one.
    """
    before = _read(whole).facts
    variants = {
        key: _Variants(fact, told["facts"][key], before[key], hidden, led) for key, fact in whole["facts"].items()
    }
    waiting = {key: each.all() for key, each in variants.items()}
    chosen: dict[str, Canonical] = {}
    distances: dict[str, _Distance] = {}
    while tried := {key: variant for key, each in waiting.items() if (variant := next(each, None)) is not None}:
        after = _read({**told, "facts": tried}).facts
        for key, variant in tried.items():
            distance = _distance(before[key], after[key])
            if key not in chosen or distance < distances[key]:
                chosen[key], distances[key] = variant, distance
            if distance == _NONE:
                del waiting[key]
    # In the order of the pack, whatever was found first.
    facts = {key: each.unsaid() if distances[key].better else chosen[key] for key, each in variants.items()}
    return Told(facts, _read({**told, "facts": facts}))


def in_order(schema: type[StrictSchema], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping with its keys in the order of its schema, which is that of the canonical form."""
    return {name: body[name] for name in ready(schema).fields if name in body}


def _read(pack: Canonical) -> Pack:
    reading = read_plain(pack, str(pack["id"]))
    if reading.pack is None:
        raise ValueError(f"a pack without errors has some when it is told: {reading.errors[0]}")
    return reading.pack


class _Distance(NamedTuple):
    """How far a fact's sourcing is from what it was; the nearer is the lesser."""

    better: bool
    other: bool
    origins: int


_NONE = _Distance(better=False, other=False, origins=0)


def _distance(before: Fact, after: Fact) -> _Distance:
    was, is_ = before.sourcing, after.sourcing
    return _Distance(
        better=is_.settled and not was.settled,
        other=bool(was.disputed_by) != bool(is_.disputed_by) or was.settled != is_.settled,
        origins=abs(len(was.origins) - len(is_.origins)),
    )


class _Variants:
    """The ways to tell one fact."""

    def __init__(self, fact: Canonical, told: Canonical, before: Fact, hidden: Hidden, led: Collection[str]) -> None:
        self._given: list[Canonical] = fact.get("support", [])
        self._disputes: list[Canonical] = told.get("disputes", [])
        self._told = told
        self._sourcing = before.sourcing
        self._hidden = hidden
        self._leading = [position for position, each in enumerate(self._given) if each["source"] in led]

    def all(self) -> Iterator[Canonical]:
        """Yield the ways to tell the fact, the plainest first."""
        plain: list[_Part] = [dict(each) for each in self._told.get("support", ())]
        one_party = self._with_payers(plain)
        own = [position for origin in self._sourcing.origins if origin.own_word for position in self._of(origin)]
        for supports in (plain, one_party, _unclear(one_party, own)):
            yield from self._disputed_or_not(supports)
        for origin in self._sourcing.origins:
            yield from self._disputed_or_not(_unclear(one_party, self._of(origin)))
        yield from self._disputed_or_not(_unclear(plain, self._leading))

    def unsaid(self) -> Canonical:
        """Return the fact without a word of where anything comes from, which settles nothing."""
        plain: list[_Part] = [dict(each) for each in self._told.get("support", ())]
        return self._with(_unclear(plain, range(len(plain))), self._disputes)

    def _of(self, origin: Origin) -> list[int]:
        """Return the positions of the confidential supports of an origin."""
        return [
            position
            for position, each in enumerate(self._given)
            if each["source"] in self._hidden.sources and each["source"] in origin.sources
        ]

    def _with_payers(self, plain: list[_Part]) -> list[_Part]:
        """Return supports of which those of one origin have one nameless payer, where their publishers differ."""
        supports = list(plain)
        for origin in self._sourcing.origins:
            positions = self._of(origin)
            publishers = [self._hidden.publishers[self._given[position]["source"]] for position in positions]
            if len(set(publishers)) > 1:
                for position in positions:
                    supports[position] = in_order(SupportSchema, {**supports[position], "paid_by": publishers[0]})
        return supports

    def _disputed_or_not(self, supports: list[_Part]) -> Iterator[Canonical]:
        """Yield the fact with these supports, and where a value that is not told disputes it, with that dispute."""
        yield self._with(supports, self._disputes)
        contrary = [each for each in self._given if each["source"] in self._hidden.sources and "value" in each]
        if contrary and self._sourcing.disputed_by:
            dispute = {"source": self._hidden.sources[contrary[0]["source"]], "terms": CONFIDENTIAL}
            yield self._with(supports, [*self._disputes, dispute])

    def _with(self, supports: list[_Part], disputes: list[Canonical]) -> Canonical:
        parts = {"support": supports, "disputes": disputes}
        return {**self._told, **{name: each for name, each in parts.items() if each}}


def _unclear(supports: list[_Part], positions: Collection[int]) -> list[_Part]:
    """Return supports of which some tell of no origin."""
    return [_unknown(each) if position in positions else each for position, each in enumerate(supports)]


def _unknown(support: _Part) -> _Part:
    bare = {key: each for key, each in support.items() if key not in ("of", "paid_by")}
    return in_order(SupportSchema, {**bare, "basis": "unknown"})
