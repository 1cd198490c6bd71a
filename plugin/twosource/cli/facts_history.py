"""What ``facts history`` does: says how a pack or a fact came to be what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from twosource.cli.facts_changes import untold_of
from twosource.cli.facts_store import Base, open_base
from twosource.cli.facts_told import split_fact
from twosource.desk import Desk, Step, Stories, Story, UnknownEntryError
from twosource.facts.pack import printable
from twosource.packs import Difference, diff
from twosource.packs.hidden import Hidden
from twosource.packs.redact import Redaction
from twosource.store import CREATED, ENTITY, FACT, SOURCE, Ref
from twosource_schemas.pack import FORMAT

_STEPS = 200
_MARK = "confidential"
_WORDS = {
    "created": "new",
    "changed": "changed",
    "recomputed": "its sourcing is another",
    "moved": "moved",
    "retired": "retired",
    "restored": "live again",
}


def show(about: str, limit: int, confidential: bool, form: str) -> int:
    """Print the changes of a pack or of one of its facts, the newest first.

    Raises:
        CannotDoError: there is no such pack or fact.
    """
    pack, fact = split_fact(about)
    with open_base() as base:
        stories = base.desk.history(Ref(pack, FACT, fact) if fact else pack, limit=limit, steps=_STEPS)
        teller = _Teller(base.desk, pack, None if confidential else _untold(base, pack, stories))
        for story in stories.stories:
            told = [teller.told(story, step) for step in story.steps]
            shown = teller.without_reason(story)
            if form == "json":
                click.echo(json.dumps(_as_json(shown, told), ensure_ascii=False))
            else:
                for line in _lines(shown, told, whole=bool(fact)):
                    click.echo(line)
    if stories.next is not None and form == "text":
        click.echo(f"(older changes: --limit {2 * limit} shows more)")
    return 0


def _untold(base: Base, pack: str, stories: Stories) -> Hidden:
    """Return who may not be told: what is confidential now, or was before or after one of the changes."""
    desk, states = base.desk, [base.untold(pack)]
    for story in stories.stories:
        if story.more or any(_marks(each) for step in story.steps for each in step.differences):
            states += [_plain(desk, pack, story.change.id - 1), _plain(desk, pack, story.change.id)]
    return untold_of(*states)


def _plain(desk: Desk, pack: str, at: int) -> Mapping[str, Any]:
    try:
        return desk.plain(pack, at)
    except UnknownEntryError:
        return {}


def _marks(difference: Difference) -> bool:
    """Return whether a difference may make a source confidential, or public."""
    return _MARK in json.dumps([difference.old, difference.new])


class _Teller:
    """Tells steps without what may not be told; ``untold`` is None where everything may.

    Args:
        desk: where bodies are read.
        pack: the pack's id.
        untold: who may not be told.
    """

    def __init__(self, desk: Desk, pack: str, untold: Hidden | None) -> None:
        self._desk = desk
        # Bodies of several times are told alike where the pack that they are held against has none of them.
        bare = {"schema": FORMAT, "id": pack, "title": pack}
        self._redaction = Redaction(bare, untold) if untold is not None and untold.sources else None

    def without_reason(self, story: Story) -> Story:
        """Return a change without the reason where that may name somebody who may not be told."""
        if self._redaction is None or story.change.reason is None:
            return story
        return replace(story, change=replace(story.change, reason="(untold; --with-confidential shows it)"))

    def told(self, story: Story, step: Step) -> Step:
        """Return a step as it may be told."""
        redaction, ref = self._redaction, step.ref
        if redaction is None or ref.kind not in (FACT, SOURCE, ENTITY):
            return step
        if ref.kind == ENTITY and ref.id in redaction.hidden.entities:
            return Step(Ref(ref.pack, ref.kind, _MARK), step.what, step.version, ())
        before, after = (self._body(ref, at) for at in (story.change.id - 1, story.change.id))
        differences = diff(self._redacted(ref, before), self._redacted(ref, after))
        shown = Ref(ref.pack, ref.kind, redaction.shown(ref.id) if ref.kind == SOURCE else ref.id)
        return Step(shown, step.what, step.version, differences if step.differences else ())

    def _body(self, ref: Ref, at: int) -> Mapping[str, Any]:
        try:
            return self._desk.read(ref, at).body
        except UnknownEntryError:
            return {}

    def _redacted(self, ref: Ref, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if not body or self._redaction is None:
            return body
        if ref.kind == SOURCE:
            return self._redaction.source(ref.id, body)
        return self._redaction.fact(ref.id, body) if ref.kind == FACT else self._redaction.entity(body)


def _lines(story: Story, steps: Sequence[Step], *, whole: bool) -> Iterator[str]:
    """Yield the lines of a change; of what was new only that it was, unless the whole of it is asked for."""
    change = story.change
    when = f"{change.at.astimezone():%Y-%m-%d %H:%M:%S %Z}"
    yield printable(f"change {change.id}, {when}, by {change.by}: {change.action}")
    if change.reason:
        yield printable(f"  why: {change.reason}")
    for step in steps:
        yield printable(f"  {step.ref.kind.replace('_', ' ')} '{step.ref.id}': {_WORDS.get(step.what, step.what)}")
        if whole or step.what != CREATED:
            yield from (f"    {difference}" for difference in step.differences)
    if story.more:
        yield f"  and {story.more} more"


def _as_json(story: Story, steps: Sequence[Step]) -> dict[str, Any]:
    change = story.change
    return {
        "change": change.id,
        "at": change.at.isoformat(),
        "by": change.by,
        "reason": change.reason,
        "action": change.action,
        "counts": dict(change.counts),
        "steps": [_step(each) for each in steps],
        "more": story.more,
    }


def _step(each: Step) -> dict[str, Any]:
    differences = [{"path": list(one.path), "op": one.op, "old": one.old, "new": one.new} for one in each.differences]
    return {
        "kind": each.ref.kind,
        "id": each.ref.id,
        "what": each.what,
        "version": each.version,
        "differences": differences,
    }
