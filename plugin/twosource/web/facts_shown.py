"""Objects of the fact base, their sourcing and their history as the JSON that answers carry."""

from __future__ import annotations

from typing import Any

from twosource.desk import Step, Stories, Story
from twosource.facts.explaining import explain
from twosource.model import Fact, Pack
from twosource.packs import Difference
from twosource.store import FACT, PACK, Change, Ref
from twosource.web.facts_view import Shown, View

Json = dict[str, Any]


def changed(change: Change) -> Json:
    """Return who changed something, when and why."""
    return {
        "change": change.id,
        "at": change.at.isoformat(),
        "by": change.by,
        "reason": change.reason,
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
    settled, disputed, origins = view.untold(entry.ref.pack).standing(entry)
    return {**told_of, "settled": settled, "disputed": disputed, "origins": origins}


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
    untold = view.untold(shown.entry.ref.pack)
    return changed(untold.story(Story(shown.entry.change, (), 0)).change)


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
    told = view.untold(story.change.pack).story(story)
    return {
        **changed(told.change),
        "steps": [_step(each) for each in told.steps],
        "more": story.more if about.kind == PACK else 0,
    }


def _step(step: Step) -> Json:
    differences = list(map(_difference, step.differences))
    return {"kind": step.ref.kind, "id": step.ref.id, "what": step.what, "differences": differences}


def _difference(difference: Difference) -> Json:
    return {"path": list(difference.path), "op": difference.op, "old": difference.old, "new": difference.new}
