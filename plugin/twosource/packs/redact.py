"""A pack without the names and words of its confidential sources, as whoever may not know them gets it.

A confidential source becomes a nameless one of its kind. That it exists, what it leads to and which of its fellows are
one party with it stays told, for the sourcing follows from that. What would tell who it is does not: where a
confidential source is one party with a named one, or with the fact's subject, it is told as of unknown origin, so that
it counts for nothing. A redacted pack never says that a fact is settled where the whole one does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from twosource.packs.hidden import CONFIDENTIAL, Canonical, Hidden, hidden, leading, marked, parts
from twosource.packs.tellings import Told, closest, in_order
from twosource_schemas.pack import DisputeSchema, FactSchema, SourceSchema, SupportSchema

_SOURCE_KEPT = ("kind", "status")
_PART_KEPT = ("basis", "capacity", "shows")


def redact(pack: Canonical) -> dict[str, Any]:
    """Return a pack in canonical form without what would tell its confidential sources; it can be read as any other.

    Sources that any support or dispute marks as confidential are called ``confidential-1`` and so on, in the order of
    the pack, everywhere. Of them only the kind, the status and what they lead to is kept; of their supports and
    disputes no quotation, speaker, payer or value. Entities that only they have named are left out, and the notes of
    facts that they bear.

    Args:
        pack: in canonical form, without errors.
    """
    return Redaction(pack).pack()


class Redaction:
    """What of one pack stays untold, and how the rest is told.

    Args:
        pack: the pack in canonical form, without errors.
        untold: who of it may not be told, where more is known of that than the pack says; else the pack says it.
    """

    def __init__(self, pack: Canonical, untold: Hidden | None = None) -> None:
        self._pack = pack
        self._facts: Mapping[str, Canonical] = pack.get("facts", {})
        self.hidden = hidden(pack) if untold is None else untold
        self._real = {shown: real for real, shown in self.hidden.sources.items()}

    def __bool__(self) -> bool:
        """Return whether anything of the pack stays untold."""
        return bool(self.hidden.sources)

    def shown(self, source: str) -> str:
        """Return the id that a source is told under."""
        return self.hidden.sources.get(source, source)

    def real(self, shown: str) -> str | None:
        """Return the id of the source that is told under ``shown``, or None where that is no id that is told."""
        return self._real.get(shown, None if shown in self.hidden.sources else shown)

    def pack(self) -> dict[str, Any]:
        """Return the whole pack as it may be told."""
        if not self:
            return dict(self._pack)
        told = self._around({key: self.fact(key, fact) for key, fact in self._facts.items()})
        return {section: each for section, each in told.items() if each or section != "entities"}

    def entity(self, body: Canonical) -> dict[str, Any]:
        """Return an entity without whom it names that may not be told; who is in ``hidden.entities`` may not at all."""
        told = dict(body)
        if told.get("of") in self.hidden.entities:
            del told["of"]
        if "affiliates" in told:
            told["affiliates"] = [name for name in told["affiliates"] if not self.hidden.is_party(name)]
        return {key: each for key, each in told.items() if key != "affiliates" or each}

    def source(self, key: str, body: Canonical) -> dict[str, Any]:
        """Return a source as it may be told; its id is then :meth:`shown`."""
        told = dict(body)
        if key in self.hidden.sources:
            told = {name: body[name] for name in _SOURCE_KEPT if name in body}
            told["publisher"] = self.hidden.publishers[key]
        if "relays" in body:
            told["relays"] = list(map(self.shown, body["relays"]))
        if "translation_of" in body:
            told["translation_of"] = self.shown(body["translation_of"])
        if told["publisher"] in self.hidden.entities:
            told["publisher"] = CONFIDENTIAL
        return in_order(SourceSchema, told)

    def touches(self, fact: Canonical) -> bool:
        """Return whether something of a fact stays untold."""
        names = self._names(fact)
        return any(source in names for each in parts(fact) for source in (each["source"], *each.get("of", ())))

    def fact(self, key: str, body: Canonical) -> dict[str, Any]:
        """Return a fact as it may be told.

        The fact of the pack itself is told so that its sourcing is what it was, as far as it can be; another body under
        its id (of a former time) only loses its names and words, with those of sources that were confidential then.
        """
        told = self._without(body)
        if self and body == self._facts.get(key) and key in self.told.facts:
            told = in_order(FactSchema, {**told, **self.told.facts[key]})
        if told.get("note") in self.hidden.notes.get(key, ()):
            del told["note"]
        return told

    @cached_property
    def told(self) -> Told:
        """The facts that lead to confidential sources, as they may be told, and what is computed of them then."""
        led = leading(self._pack, self.hidden)
        bare = {key: _bare(fact) for key, fact in self._facts.items() if _leads(fact, led)}
        whole = {**self._pack, "facts": bare}
        plainly = {key: self._without(fact) for key, fact in bare.items()}
        return closest(whole, self._around(plainly), self.hidden, led)

    def _around(self, facts: Mapping[str, Canonical]) -> dict[str, Any]:
        """Return the pack as it may be told, with these facts."""
        entities, sources = self._pack.get("entities", {}), self._pack.get("sources", {})
        untold = self.hidden.entities
        told = {
            "entities": {key: self.entity(each) for key, each in entities.items() if key not in untold},
            "sources": {self.shown(key): self.source(key, each) for key, each in sources.items()},
            "facts": facts,
        }
        return {section: told.get(section, each) for section, each in self._pack.items()}

    def _names(self, fact: Canonical) -> Mapping[str, str]:
        """Return the nameless ids, with those of sources that were confidential when the fact was as it is here."""
        then = sorted(marked(fact) - self.hidden.sources.keys())
        former = {source: f"{CONFIDENTIAL}-then-{number}" for number, source in enumerate(then, 1)}
        return {**self.hidden.sources, **former} if former else self.hidden.sources

    def _without(self, body: Canonical) -> dict[str, Any]:
        if not self.touches(body):
            return self._nameless(body)
        names = self._names(body)
        told = {key: each for key, each in self._nameless(body).items() if key != "note"}
        for name, schema in (("support", SupportSchema), ("disputes", DisputeSchema)):
            if name in body:
                told[name] = [in_order(schema, _part(each, names)) for each in told[name]]
        return told

    def _nameless(self, body: Canonical) -> dict[str, Any]:
        """Return a fact without entities that may not be told, which only a former state of it can name openly."""
        untold = self.hidden.entities
        told = dict(body)
        if told["subject"] in untold:
            told["subject"] = CONFIDENTIAL
        for name in ("condition", "compared_with"):
            if told.get(name, {}).get("entity") in untold:
                del told[name]
        if "support" in told:
            told["support"] = [
                {key: each for key, each in part.items() if key not in ("speaker", "paid_by") or each not in untold}
                for part in told["support"]
            ]
        return told


def _part(body: Canonical, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a support or a dispute without names and words that may not be told."""
    told = dict(body)
    if body["source"] in names:
        told = {name: body[name] for name in _PART_KEPT if name in body}
        told |= {"source": names[body["source"]], "terms": CONFIDENTIAL}
    if "of" in body:
        told["of"] = [names.get(source, source) for source in body["of"]]
    return told


def _leads(fact: Canonical, led: Collection[str]) -> bool:
    return any(source in led for each in parts(fact) for source in (each["source"], *each.get("of", ())))


def _bare(fact: Canonical) -> dict[str, Any]:
    """Return a fact that points to no other, as it can stand in a part of its pack."""
    return {key: each for key, each in fact.items() if key not in ("see_also", "supersedes")}
