"""Characters that PostgreSQL keeps in no text (NUL, halves of surrogate pairs) reach no row, on no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from twosource.jobs import check_delivery
from twosource.jobs.rendering import render
from twosource.store import Resolve, UnknownNameError

if TYPE_CHECKING:
    from twosource.jobs import Service

Deliver = Callable[..., str]
BAD = "a\0b\ud800c"


@pytest.mark.parametrize(
    "given",
    [
        {"text": BAD},
        {"text": None, "html": f"<p>{BAD}</p>"},
        {"text": None, "markdown": BAD},
        {"text": "", "title": BAD},
    ],
)
def test_a_draft_with_them_is_checked(service: Service, deliver: Deliver, given: dict[str, Any]) -> None:
    deliver(**given)

    assert check_delivery(service)

    assert service.store.inbox.queued(["received", "set_aside"], 9) == []
    assert service.store.drafts.load("paper", "story-1") is not None


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_nobody_can_have_nobody_has(service: Service, name: str) -> None:
    assert service.store.drafts.load("paper", name) is None
    assert service.store.drafts.load(name, "story-1") is None
    assert service.store.drafts.draft_of(name) is None
    assert service.store.sites.find(name) is None
    with pytest.raises(UnknownNameError):
        service.store.drafts.resolve(name, Resolve("open", "ann"), render)
