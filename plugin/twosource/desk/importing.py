"""Take whole packs in: all or none, each in place of what was kept under its id, nothing written twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from twosource import __version__
from twosource.desk.errors import PackRefusedError, StaleChangeError, UnknownEntryError
from twosource.desk.filing import file, spelled, version_of
from twosource.desk.order import placed
from twosource.desk.plans import Plan, carry_out
from twosource.desk.records import Outcome, PackText
from twosource.facts.pack import PackProblem
from twosource.model import Pack
from twosource.packs import read
from twosource.packs.uncollected import uncollected
from twosource.store import (
    CHANGED,
    CREATED,
    MOVED,
    PACK,
    RECOMPUTED,
    RESTORED,
    RETIRED,
    SECTIONS,
    SOURCE,
    Author,
    FactReader,
    Facts,
    Filing,
    Held,
    Ref,
    Shift,
)

IMPORT = "import"


@dataclass(frozen=True, slots=True)
class ReadPack:
    """A pack that was read without errors: the model, its canonical form, its sources' texts by id, and the doubts."""

    pack: Pack
    canonical: Mapping[str, Any] = field(repr=False)
    texts: Mapping[str, str] = field(default_factory=dict, repr=False)
    doubts: tuple[PackProblem, ...] = ()


def read_packs(texts: Sequence[PackText]) -> list[ReadPack]:
    """Return the packs of texts.

    Raises:
        PackRefusedError: one of them has errors, or two have one id.
    """
    found: dict[str, ReadPack] = {}
    errors: list[PackProblem] = []
    for given in texts:
        reading = read(given.text, given.name)
        if reading.pack is None or reading.canonical is None:
            errors += reading.errors
        elif reading.pack.id in found:
            told = f"the pack id '{reading.pack.id}' is that of another file too: give one of them another id"
            errors.append(PackProblem(given.name, 1, 1, "id", told, ("id",)))
        else:
            texts_of = _beside(reading.canonical, given.beside)
            found[reading.pack.id] = ReadPack(reading.pack, reading.canonical, texts_of, reading.warnings)
    if errors:
        raise PackRefusedError(errors)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Amendment:
    """What is done to a pack that is there: ``make`` gives the new one for the canonical form of the one that is.

    It may be asked again, where somebody else changed the pack in between.
    """

    pack: str
    make: Callable[[Mapping[str, Any]], ReadPack]

    def amended(self, reader: FactReader) -> ReadPack:
        """Return the pack as it shall be.

        Raises:
            UnknownEntryError: there is no such pack.
        """
        plain = reader.plain(self.pack) if reader.head(self.pack) is not None else None
        if plain is None:
            raise UnknownEntryError(Ref.to_pack(self.pack))
        return self.make(plain)


def take_in(
    facts: Facts,
    packs: Sequence[ReadPack | Amendment],
    author: Author,
    at: datetime | None = None,
    *,
    only_waiting: bool = False,
    expected: int | None = None,
) -> tuple[Outcome, ...]:
    """Take packs, all or none, and return what that did to each.

    Args:
        facts: where they are kept.
        packs: no two of one id; of an amendment, the pack that it makes.
        author: who takes them in, and why.
        at: when; None for now.
        only_waiting: whether only those are taken that wait as texts of an older version still.
        expected: the last change that each has to have, 0 where it must not be there yet; None for any.

    Raises:
        StaleChangeError: a pack has another last change than the expected one; nothing was taken.
        UnknownEntryError: a pack that shall be amended is not there.
    """

    def plan(reader: FactReader) -> tuple[list[Plan], list[Outcome]]:
        waiting = {each.id for each in reader.waiting_texts()}
        if expected is not None:
            for each in packs:
                _refuse_other(reader, each.pack if isinstance(each, Amendment) else each.pack.id, expected)
        whole = (each.amended(reader) if isinstance(each, Amendment) else each for each in packs)
        both = [
            _plan(reader, each, author, at, takes=each.pack.id in waiting)
            for each in whole
            if each.pack.id in waiting or not only_waiting
        ]
        return [each for each, _ in both], [each for _, each in both]

    with uncollected():
        changes, outcomes = carry_out(facts, plan)
    return tuple(replace(each, change=changes.get(each.pack)) for each in outcomes)


def compute_anew(facts: Facts, pack: Amendment, author: Author) -> None:
    """Bring what is computed of a live pack to this version of Twosource, where another one computed it.

    Raises:
        PackRefusedError: what is kept can no longer be read.
    """

    def plan(reader: FactReader) -> tuple[list[Plan], None]:
        head = reader.head(pack.pack)
        if head is None or not head.live or head.computed_by == __version__:
            return [], None
        return [plan_of(reader, pack.amended(reader), author, "recompute")], None

    with uncollected():
        carry_out(facts, plan)


def plan_of(reader: FactReader, given: ReadPack, author: Author, action: str) -> Plan:
    """Return what has to be done so that a pack is as it is given; ``action`` is what the change is called."""
    plan, _ = _plan(reader, given, author, None, takes=False)
    return replace(plan, action=action)


def _refuse_other(reader: FactReader, pack: str, expected: int) -> None:
    """Refuse where a pack has another last change than the expected one."""
    head = reader.head(pack)
    current = head.change if head is not None else 0
    if current != expected:
        raise StaleChangeError(Ref.to_pack(pack), expected, current)


def _beside(canonical: Mapping[str, Any], beside: Mapping[str, str]) -> dict[str, str]:
    sources = canonical.get("sources", {}).items()
    return {key: beside[source["text"]] for key, source in sources if source.get("text") in beside}


def _plan(
    reader: FactReader, given: ReadPack, author: Author, at: datetime | None, *, takes: bool
) -> tuple[Plan, Outcome]:
    """Return what has to be done so that a pack is as it is given, and what to tell of it."""
    pack = given.pack.id
    head = reader.head(pack)
    held = {each.ref: each for each in reader.all_held(pack)} if head else {}
    filings: list[Filing] = []
    shifts: list[Shift] = []
    present: set[Ref] = set()
    for kind, bodies in _objects(given.canonical):
        refs = [Ref(pack, kind, key) for key in bodies]
        present.update(refs)
        known = [held.get(ref) for ref in refs]
        places = placed([each.position if each and each.live else None for each in known])
        for ref, before, place in zip(refs, known, places, strict=True):
            body = bodies[ref.id]
            step = _step(ref, body, given.pack, before, place)
            if step == MOVED and before is not None:
                shifts.append(Shift(before, MOVED, place))
            elif step is not None:
                number = before.number if before else None
                filings.append(file(ref, body, given.pack, number=number, step=step, position=place))
    shifts += [Shift(each, RETIRED, each.position) for ref, each in held.items() if each.live and ref not in present]
    hashes = reader.text_hashes(pack) if given.texts else {}
    texts = {key: text for key, text in given.texts.items() if hashes.get(key) != sha256(text.encode()).hexdigest()}
    since = head.change if head else None
    stale = head is not None and head.computed_by != __version__
    plan = Plan(pack, since, IMPORT, author, at, filings, shifts, texts, takes, whole=True, stale=stale)
    return plan, _outcome(given, plan, len(present))


def _objects(canonical: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield PACK, {canonical["id"]: {"title": canonical["title"]}}
    yield from ((kind, canonical.get(name, {})) for kind, name in SECTIONS.items())


def _step(ref: Ref, body: Mapping[str, Any], pack: Pack, before: Held | None, place: int) -> str | None:
    """Return what has to be done with an object, or None where it is as it shall be."""
    if before is None:
        return CREATED
    if not before.live:
        return RESTORED
    kept = spelled(body)
    if kept != before.body:
        return CHANGED
    if version_of(ref, kept, pack) != before.version:
        return RECOMPUTED
    return MOVED if place != before.position else None


def _outcome(given: ReadPack, plan: Plan, objects: int) -> Outcome:
    steps: dict[str, list[Ref]] = {}
    for each in plan.filings:
        steps.setdefault(each.step, []).append(each.ref)
    for shift in plan.shifts:
        steps.setdefault(shift.step, []).append(shift.held.ref)
    count = Counter({step: len(refs) for step, refs in steps.items()})
    return Outcome(
        pack=plan.pack,
        change=None,
        facts=len(given.pack.facts),
        created=tuple(steps.get(CREATED, ())),
        changed=tuple(ref for step in (CHANGED, RECOMPUTED, MOVED) for ref in steps.get(step, ())),
        retired=tuple(steps.get(RETIRED, ())),
        restored=tuple(steps.get(RESTORED, ())),
        unchanged=objects - count.total() + count[RETIRED],
        texts=tuple(Ref(plan.pack, SOURCE, source) for source in plan.texts),
        doubts=given.doubts,
    )
