"""An import or an edit comes while an answer is made: what is told and what stays untold are of one state."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.unit.web.conftest import FERRY, KNOW, READ, WRITE

from twosource.desk import PackText
from twosource.desk.confidence import Confidence
from twosource.store import Author, Facts

if TYPE_CHECKING:
    from tests.unit.web.conftest import Asker

    from twosource.jobs import Service

pytestmark = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
SECRETS = re.compile(r"jane|doe\b|pier|it cost four", re.IGNORECASE)
OVERRUN = "/v1/facts/ferry/overrun"
READS = [
    ("/v1/facts?pack=ferry", ""),
    ("/v1/sources?pack=ferry", ""),
    ("/v1/entities?pack=ferry", ""),
    ("/v1/packs/ferry", "application/yaml"),
    ("/v1/packs/ferry", "text/csv"),
    ("/v1/packs/ferry/history", ""),
    (OVERRUN, ""),
    (OVERRUN, "application/ld+json"),
    (f"{OVERRUN}/history", ""),
    ("/v1/entities/ferry/yard", ""),
]


def _open() -> str:
    """Return the ferry's pack without anything that only Jane bears."""
    kept = [line for line in FERRY.splitlines() if not SECRETS.search(line) or "yard:" in line or "daily:" in line]
    return "\n".join(kept).replace(", affiliates: [jane]", "").replace(", relays: [jane-letter]", "")


def _aside(work: Callable[[], object]) -> None:
    """Do something as another request does: in a thread of its own, to its end."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.fixture
def overtake(service: Service, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Let something be done right after it was read for the first time what stays untold."""
    read = Confidence.of

    def arrange(work: Callable[[], object]) -> None:
        waiting = [work]

        def of(confidence: Confidence, pack: str) -> Any:
            found = read(confidence, pack)
            if waiting:
                _aside(waiting.pop())
            return found

        monkeypatch.setattr(Confidence, "of", of)

    return arrange


def _import(service: Service, text: str) -> None:
    service.desk.import_packs([PackText("ferry.yaml", text)], Author("desk"))


@pytest.mark.parametrize(("path", "form"), READS)
def test_an_import_that_comes_between_tells_nothing(
    service: Service,
    asker: Callable[..., Asker],
    overtake: Callable[[Callable[[], object]], None],
    path: str,
    form: str,
) -> None:
    _import(service, _open())
    unknowing = asker(READ)
    overtake(lambda: _import(service, FERRY))

    for _ in range(2):
        answer = unknowing.get(path, **({"accept": form} if form else {}))
        assert answer.status_code in (200, 406), answer.text
        assert not SECRETS.search(answer.text)

    assert SECRETS.search(asker(READ, KNOW).get("/v1/sources").text), "the import was made"


def test_a_change_is_answered_with_what_may_be_told_after_it(
    service: Service, asker: Callable[..., Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    _import(service, _open())
    writing = asker(READ, WRITE)
    retire = type(service.desk).retire

    def overtaken(*given: Any) -> Any:
        _aside(lambda: _import(service, FERRY))
        return retire(*given)

    monkeypatch.setattr(type(service.desk), "retire", overtaken)

    answer = writing("DELETE", OVERRUN, headers={"if-match": "*"})

    assert answer.status_code in (200, 403, 412), answer.text
    assert not SECRETS.search(answer.text)


def test_nothing_is_written_in_a_block_of_one_state(service: Service) -> None:
    facts: Facts = service.store.facts

    with facts.one_state(), pytest.raises(RuntimeError, match="one state"), facts.writing(["ferry"]):
        pass

    with facts.one_state(), facts.one_state():
        pass
    _import(service, FERRY)
