"""What ``facts history`` does: says how a pack or a fact came to be what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from twosource.cli.facts_store import open_base
from twosource.cli.facts_told import split_fact
from twosource.desk import Step, Story
from twosource.desk.confidence import NOTHING
from twosource.facts.pack import printable
from twosource.store import CREATED, FACT, Ref

_STEPS = 200
_UNTOLD = "(untold; --with-confidential shows it)"
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
    with open_base() as base, base.desk.one_state():
        stories = base.desk.history(Ref(pack, FACT, fact) if fact else pack, limit=limit, steps=_STEPS)
        untold = NOTHING if confidential else base.untold(pack)
        for story in stories.stories:
            told = untold.story(story)
            if form == "json":
                click.echo(json.dumps(_as_json(told), ensure_ascii=False))
            else:
                kept_back = story.change.reason is not None and told.change.reason is None
                for line in _lines(told, _UNTOLD if kept_back else told.change.reason, whole=bool(fact)):
                    click.echo(line)
    if stories.next is not None and form == "text":
        click.echo(f"(older changes: --limit {2 * limit} shows more)")
    return 0


def _lines(story: Story, why: str | None, *, whole: bool) -> Iterator[str]:
    """Yield the lines of a change; of what was new only that it was, unless the whole of it is asked for."""
    change = story.change
    when = f"{change.at.astimezone():%Y-%m-%d %H:%M:%S %Z}"
    yield printable(f"change {change.id}, {when}, by {change.by}: {change.action}")
    if why:
        yield printable(f"  why: {why}")
    for step in story.steps:
        yield printable(f"  {step.ref.kind.replace('_', ' ')} '{step.ref.id}': {_WORDS.get(step.what, step.what)}")
        if whole or step.what != CREATED:
            yield from (f"    {difference}" for difference in step.differences)
    if story.more:
        yield f"  and {story.more} more"


def _as_json(story: Story) -> dict[str, Any]:
    change = story.change
    return {
        "change": change.id,
        "at": change.at.isoformat(),
        "by": change.by,
        "reason": change.reason,
        "action": change.action,
        "counts": dict(change.counts),
        "steps": [_step(each) for each in story.steps],
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
