"""Pointers of facts to others (``see_also``, ``supersedes``): lost when a fact is retired, back when it is restored.

A pack cannot point to what it has not, so a change that retires a fact takes from others what points to it. Without
these pointers a fact that another supersedes would come back as one that still holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from twosource.store import CHANGED, FACT, RESTORED, RETIRED, FactReader, Held, Ref

POINTING = ("see_also", "supersedes")
Body = Mapping[str, Any]


def without(body: Body, fact: str) -> Body:
    """Return a fact's body without its pointers to another fact."""
    left = {name: [each for each in body.get(name, ()) if each != fact] for name in POINTING}
    return {key: left.get(key, each) for key, each in body.items() if left.get(key, each) or key not in left}


def to_it_again(reader: FactReader, gone: Held) -> dict[Held, Body]:
    """Return the live facts that lost pointers to a fact by the change that retired it, and their bodies with these.

    Args:
        reader: the fact base.
        gone: a retired fact.
    """
    (retired, *_), pack, key = reader.steps_of(gone.ref), gone.ref.pack, gone.ref.id
    bodies = {
        each.ref: json.loads(each.before)
        for each in reader.changed_with(pack, retired.change, key)
        if each.before is not None and each.step == CHANGED
    }
    return {
        held: body
        for held in reader.held(bodies)
        if held.live and (body := _with(json.loads(held.body), bodies[held.ref], {key})) != json.loads(held.body)
    }


def own_again(reader: FactReader, gone: Held) -> Body:
    """Return a retired fact's body with the pointers that it lost to facts that came back while it was retired."""
    body: Body = json.loads(gone.body)
    (retired, *earlier) = reader.steps_of(gone.ref)
    for after, before in pairwise(earlier):
        lost = _pointed(json.loads(before.body)) - _pointed(json.loads(after.body))
        back = {
            each for each in lost if _came_back(reader, Ref(gone.ref.pack, FACT, each), after.change, retired.change)
        }
        if back:
            body = _with(body, json.loads(before.body), back)
    return body


def _came_back(reader: FactReader, ref: Ref, lost: int, since: int) -> bool:
    """Return whether a fact that the change ``lost`` retired was restored after ``since`` and not before."""
    steps = [each for each in reader.steps_of(ref) if each.change >= lost]
    was_there = any(lost < each.change <= since and each.step == RESTORED for each in steps)
    was_retired = bool(steps) and (steps[-1].change, steps[-1].step) == (lost, RETIRED)
    return was_retired and steps[0].live and not was_there


def _pointed(body: Body) -> set[str]:
    return {each for name in POINTING for each in body.get(name, ())}


def _with(body: Body, before: Body, facts: Iterable[str]) -> Body:
    """Return a body with the pointers to some facts that it had before, each at its old place."""
    whole = dict(body)
    for name in POINTING:
        its = list(body.get(name, ()))
        for place, each in enumerate(before.get(name, ())):
            if each in facts and each not in its:
                its.insert(place, each)
        if its:
            whole[name] = its
    return whole
