"""The fact base as the caller's token may see it: with its confidential sources, or as if they were nobody."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import Response

from twosource.desk import Moment, UnknownChangeError, UnknownEntryError
from twosource.desk.confidence import NOTHING, Confidence, Untold
from twosource.jobs import Service
from twosource.model import Pack
from twosource.store import ENTITY, FACT, SOURCE, Entry, Page, Query, Ref
from twosource.store.fact_records import tag
from twosource.store.tokens import KNOW_CONFIDENTIAL
from twosource.web.auth import may
from twosource.web.current import current_service, running
from twosource.web.problems import Problem, refused

_VERSION_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Shown:
    """An object as a caller sees it.

    Attributes:
        entry: the object.
        id: what the caller calls it.
        body: what of its body may be told.
        version: its version; of what is told in part, a version of that part which nothing can be guessed from.
    """

    entry: Entry
    id: str
    body: Mapping[str, Any]
    version: str

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it stays untold."""
        return self.id == self.entry.ref.id and self.body == self.entry.body

    @property
    def tag(self) -> str:
        """What its ETag says."""
        return tag(self.version, retired=self.entry.retired)


@dataclass(frozen=True, slots=True)
class View:
    """The fact base as one caller sees it.

    Attributes:
        service: the service.
        confidence: what stays untold of the packs.
        knows: whether the caller may know confidential sources.
    """

    service: Service
    confidence: Confidence
    knows: bool
    _untold: dict[str, Untold] = field(default_factory=dict)

    def untold(self, pack: str) -> Untold:
        """Return what of a pack stays untold to the caller; the same for the whole request."""
        if self.knows:
            return NOTHING
        if pack not in self._untold:
            self._untold[pack] = self.confidence.of(pack)
        return self._untold[pack]

    def _find(self, asked: Ref) -> Ref | None:
        """Return the object that the caller calls so, or None where there can be none for the caller."""
        untold = self.untold(asked.pack)
        if asked.kind != SOURCE:
            return None if untold.called(asked) is None else asked
        real = untold.redaction.real(asked.id)
        return None if real is None else replace(asked, id=real)

    def read(self, kind: str, pack: str, called: str, at: Moment | None = None) -> Shown:
        """Return an object as the caller sees it, as it is or was.

        Raises:
            Problem: 404 where there is none for the caller, or was none yet; 422 where there is no such change.
        """
        asked = Ref(pack, kind, called)
        ref = self._find(asked)
        if ref is not None:
            with suppress(UnknownEntryError):
                try:
                    return self.shown(self.service.desk.read(ref, at))
                except UnknownChangeError as error:
                    raise refused([("#/at", f"{error}")]) from error
        raise absent(asked, then=at is not None)

    def shown(self, entry: Entry) -> Shown:
        """Return an object, which the caller may see, as the caller sees it."""
        if self.knows or entry.ref.kind not in (FACT, SOURCE, ENTITY):
            return Shown(entry, entry.ref.id, entry.body, entry.version)
        untold = self.untold(entry.ref.pack)
        called, body = untold.called(entry.ref) or entry.ref.id, untold.body(entry.ref, entry.body)
        if called == entry.ref.id and body == entry.body:
            return Shown(entry, called, entry.body, entry.version)
        return Shown(entry, called, body, self._other_version(entry, body))

    def _other_version(self, entry: Entry, body: Mapping[str, Any]) -> str:
        """Return a version from which nobody can try out whose names and words are left out."""
        key = self.service.settings.derived_keys("versions of what is told in part")[0]
        whole = json.dumps([str(entry.ref), entry.version, body], ensure_ascii=False)
        return hmac.digest(key, whole.encode(), hashlib.sha256).hex()[:_VERSION_DIGITS]

    def page(self, query: Query) -> Page:
        """Return a page of what answers a query and the caller may see.

        Raises:
            CursorError: no page of such a list gave the query's cursor.
        """
        if query.source is not None and not self.knows:
            real = self.untold(query.pack or "").redaction.real(query.source)
            if real is None:
                return Page((), 0, None)
            # Whoever asks by the nameless id finds what is confidential by that.
            query = replace(query, source=real, nameless=real != query.source)
        return self.service.desk.list(replace(query, confidential=self.knows))

    def around(self, shown: Shown) -> Pack | None:
        """Return the pack around a live fact, as far as the caller may know it; None where the fact is not live."""
        ref = shown.entry.ref
        untold = self.untold(ref.pack)
        if not untold:
            return self.service.desk.around(ref)
        part = self.service.desk.part(ref)
        return None if part is None else untold.around(part, ref.id)


def view() -> View:
    """Return the fact base as the caller of a guarded view sees it."""
    at_work = running()
    return View(at_work.service, at_work.confidence, may(KNOW_CONFIDENTIAL))


def one_state(view_of: Callable[..., Response]) -> Callable[..., Response]:
    """Let a view read all of its answer of one state: else an import could come between it and what stays untold."""

    @wraps(view_of)
    def of_one_state(*args: Any, **named: Any) -> Response:
        with current_service().desk.one_state():
            return view_of(*args, **named)

    return of_one_state


def absent(ref: Ref, *, then: bool = False) -> Problem:
    """Return the problem of what is not there for the caller."""
    shown = str(Ref(ref.pack[:100], ref.kind, ref.id[:100]))
    return Problem(HTTPStatus.NOT_FOUND, f"There {'was' if then else 'is'} no {shown}{' then' * then}.")
