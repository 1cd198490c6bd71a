"""Objects of the fact base, their sourcing and their history as the JSON that answers carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from twosource.desk import Step, Stories, Story, UnknownEntryError
from twosource.facts.explaining import explain
from twosource.model import Fact, Pack
from twosource.packs import Difference, diff
from twosource.store import ENTITY, FACT, PACK, SOURCE, Change, Ref
from twosource.web.facts_view import Shown, View, told

Json = dict[str, Any]


def changed(change: Change, *, with_reason: bool) -> Json:
    """Return who changed something, when and why."""
    return {
        "change": change.id,
        "at": change.at.isoformat(),
        "by": change.by,
        "reason": change.reason if with_reason else None,
        "action": change.action,
    }


def pack_as_json(view: View, shown: Shown) -> Json:
    """Return a pack itself."""
    entry = shown.entry
    return {
        "id": entry.ref.pack,
        "title": entry.body["title"],
        "version": shown.version,
        "retired": entry.retired,
        "changed": _changed(view, shown),
    }


def listed(view: View, shown: Shown, key: str) -> Json:
    """Return an object as lists have it; its body stands under ``key``."""
    entry = shown.entry
    told_of = {
        "pack": entry.ref.pack,
        "id": shown.id,
        "version": shown.version,
        "retired": entry.retired,
        "changed": _changed(view, shown),
        key: shown.body,
    }
    if entry.ref.kind != FACT:
        return told_of
    return {**told_of, "settled": entry.settled, "disputed": entry.disputed, "origins": entry.origins}


def as_json(view: View, shown: Shown, key: str, locale: str, *, now: bool) -> Json:
    """Return an object; of a live fact as it is ``now`` its sourcing too, in words of a locale."""
    told_of = listed(view, shown, key)
    if shown.entry.ref.kind != FACT:
        return told_of
    for name in ("settled", "disputed", "origins"):
        del told_of[name]
    pack = view.around(shown) if now and not shown.entry.retired else None
    fact = pack.facts.get(shown.entry.ref.id) if pack is not None else None
    return {**told_of, "sourcing": None if pack is None or fact is None else _sourcing(fact, pack, locale)}


def history(view: View, stories: Stories, about: Ref) -> Json:
    """Return changes with what they did to an object, or to a pack, as far as the caller may know it."""
    return {"changes": [_past_change(view, story, about) for story in stories.stories], "next": stories.next}


def _changed(view: View, shown: Shown) -> Json:
    # What somebody gave as a reason may have been said by a source.
    return changed(shown.entry.change, with_reason=not view.untold(shown.entry.ref.pack))


def _sourcing(fact: Fact, pack: Pack, locale: str) -> Json:
    sourcing = fact.sourcing
    explanation = explain(fact, pack, locale)
    return {
        "settled": sourcing.settled,
        "disputed": bool(sourcing.disputed_by),
        "disputed_by": [name for name in sourcing.disputed_by if name],
        "origins": [
            {
                "publishers": list(origin.publishers),
                "sources": list(origin.sources),
                "own_word": origin.own_word,
                "named": origin.named,
            }
            for origin in sourcing.origins
        ],
        "missing": [{"id": need.id, "phrase": need.phrase[locale]} for need in sourcing.missing],
        "explanation": {
            "locale": locale,
            "text": explanation.text,
            "steps": [
                {"kind": step.kind, "values": dict(step.values), "words": step.words} for step in explanation.steps
            ],
        },
    }


def _past_change(view: View, story: Story, about: Ref) -> Json:
    untold = view.untold(story.change.pack)
    steps = [each for step in story.steps for each in _step(view, story.change, step)]
    return {
        **changed(story.change, with_reason=not untold),
        "steps": steps,
        "more": story.more if about.kind == PACK else 0,
    }


def _step(view: View, change: Change, step: Step) -> Iterator[Json]:
    """Yield what a change did to an object, or nothing where the caller may not know that there is one."""
    redaction = view.untold(step.ref.pack).redaction
    called = step.ref.id
    differences = step.differences
    if not view.knows and step.ref.kind in (FACT, SOURCE, ENTITY):
        if step.ref.kind == ENTITY and called in redaction.hidden.entities:
            return
        called = redaction.shown(called) if step.ref.kind == SOURCE else called
        states = (_body(view, step.ref, number) for number in (change.id - 1, change.id))
        differences = diff(*(told(redaction, step.ref, body) for body in states))
    yield {
        "kind": step.ref.kind,
        "id": called,
        "what": step.what,
        "differences": list(map(_difference, differences)),
    }


def _body(view: View, ref: Ref, change: int) -> Mapping[str, Any]:
    """Return an object's body right after a change, empty where there was none yet."""
    try:
        return view.service.desk.read(ref, change).body
    except UnknownEntryError:
        return {}


def _difference(difference: Difference) -> Json:
    return {"path": list(difference.path), "op": difference.op, "old": difference.old, "new": difference.new}
