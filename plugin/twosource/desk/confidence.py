"""What of each pack stays untold to those who may not know its confidential sources, found once for each state."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from twosource.packs.hidden import CONFIDENTIAL, Canonical, Hidden, hidden, with_translations
from twosource.packs.redact import Redaction
from twosource.store import ENTITY, FACT, HIDDEN, OPEN, SECTIONS, SOURCE, FactReader, Facts, Held, Ref, words

_MOST_PACKS = 100


@dataclass(frozen=True)  # without slots, for what is computed once
class Untold:
    """What of a pack stays untold.

    Attributes:
        pack: its id.
        redaction: how single objects are told without names and words; it looks at no fact's sourcing.
        facts: all facts, the retired ones too, of which something stays untold, by id.
        known: the pack's entities and sources, the retired ones too.
    """

    pack: str
    redaction: Redaction
    facts: Mapping[str, Canonical]
    known: Mapping[str, Mapping[str, Canonical]]

    def __bool__(self) -> bool:
        """Return whether anything stays untold."""
        return bool(self.redaction)

    def refs(self, kind: str) -> Iterator[Ref]:
        """Yield the objects of a kind that are not there for those who may not know confidential sources."""
        ids = {SOURCE: self.redaction.hidden.sources, ENTITY: self.redaction.hidden.entities}.get(kind, ())
        return (Ref(self.pack, kind, each) for each in ids)

    def of_former(self, plain: Canonical) -> Redaction:
        """Return how a former state of the pack is told: what is confidential now was so then, and the other way."""
        if not self and CONFIDENTIAL not in repr(plain.get("facts", {})):
            return Redaction(plain, Hidden({}, {}, frozenset(), frozenset()))
        both = {name: {**self.known.get(name, {}), **plain.get(name, {})} for name in ("entities", "sources")}
        facts = {**{f"now/{key}": fact for key, fact in self.facts.items()}, **plain.get("facts", {})}
        return Redaction(plain, hidden({**both, "facts": facts}))

    def not_found_by(self, text: str) -> Iterator[Ref]:
        """Yield the facts that a search must not find, as nothing of them that may be told has all of its words."""
        wanted = words([text])
        for key, has in self._words.items():
            if not all(any(word.startswith(each) for word in has) for each in wanted):
                yield Ref(self.pack, FACT, key)

    @cached_property
    def _words(self) -> Mapping[str, list[str]]:
        return {key: words([key, *_texts(self.redaction.fact(key, fact))]) for key, fact in self.facts.items()}


NOTHING = Untold("", Redaction({}, Hidden({}, {}, frozenset(), frozenset())), {}, {})


class Confidence:
    """What stays untold of the packs of a store. Threads may share it."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: OrderedDict[str, tuple[int, Untold]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, pack: str) -> Untold:
        """Return what stays untold of a pack as it is now; nothing where there is no such pack.

        What a retired fact marks as confidential stays so, for the source may still be there.
        """
        with self._facts.reading() as reader:
            head = reader.head(pack)
            if head is None:
                return NOTHING
            with self._lock:
                change, known = self._known.get(pack, (None, NOTHING))
            if change != head.change:
                known = _untold(reader, pack)
        with self._lock:
            self._known[pack] = head.change, known
            self._known.move_to_end(pack)
            while len(self._known) > _MOST_PACKS:
                self._known.popitem(last=False)
        return known


def _untold(reader: FactReader, pack: str) -> Untold:
    """Return what stays untold of a pack, looking at those of its facts alone that have to do with it."""
    marked = reader.confidential(pack)
    if not marked:
        return NOTHING
    known: dict[str, dict[str, Canonical]] = {SECTIONS[ENTITY]: {}, SECTIONS[SOURCE]: {}}
    # The live ones first, so that their nameless ids are those of an export.
    for held in sorted(reader.of_kinds(pack, (ENTITY, SOURCE)), key=lambda held: not held.live):
        known[SECTIONS[held.ref.kind]][held.ref.id] = json.loads(held.body)
    untold = with_translations(marked, known[SECTIONS[SOURCE]])
    facts = _bodies(reader.leaning_facts(pack, ((relation, each) for relation in (OPEN, HIDDEN) for each in untold)))
    # Entities that these facts' sources name may be named by other facts as well.
    parties = hidden({**known, "facts": facts}).entities
    others = _bodies(reader.leaning_facts(pack, ((ENTITY, each) for each in parties)))
    redaction = Redaction({}, hidden({**known, "facts": {**others, **facts}}))
    return Untold(pack, redaction, {key: fact for key, fact in facts.items() if redaction.touches(fact)}, known)


def _bodies(facts: Iterable[Held]) -> dict[str, Canonical]:
    return {held.ref.id: json.loads(held.body) for held in facts}


def _texts(given: object) -> Iterator[str]:
    waiting = [given]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
