"""What the demo does: it plays the CMS on both sides of the running service.

The service is the real one, on an empty SQLite file. Drafts go in by signed webhook, results come back by signed
webhook to an endpoint of the demo's own, which verifies them as a CMS must.
"""

from __future__ import annotations

import json
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from waitress.server import create_server

from twosource.cli.demo_receiver import Receiver
from twosource.cli.demo_table import table
from twosource.cli.http_thread import serving
from twosource.desk import PackRefusedError, PackText
from twosource.jobs import Service, Workers
from twosource.model import LANGUAGES
from twosource.nlp.language import detect
from twosource.posting import Poster, PostError, new_secret
from twosource.settings import Settings
from twosource.store import Author, Site
from twosource.store.open import now
from twosource.web import create_app, review_link

AT = date(2026, 11, 30)
"""The day that the demo's checks take for today, so that no fact of its pack is ever past its review."""
PACK = Path("fixtures/facts/glm-5-3-flash.yaml")
DRAFTS = Path("fixtures/drafts")
SEEDS = Path("../shared/seeds")
_KEYS = {".html": "html", ".md": "markdown", ".txt": "text"}
_PATIENCE_SECONDS = 90.0
_STOP_SECONDS = 10.0

Echo = Callable[[str], object]


class CannotShowError(Exception):
    """What keeps the demo from being shown."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A draft that the demo sends: the site that it comes from, its id, and the text under its key."""

    site: str
    id: str
    body_key: str
    text: str = field(repr=False)
    language: str | None


def run(echo: Echo, *, once: bool, locale: str | None, port: int) -> None:
    """Send the drafts, wait for their flags and print them; without ``once`` keep the service until Ctrl-C.

    Raises:
        CannotShowError: something is missing, or flags did not arrive.
    """
    root = _root()
    drafts = [*_own_drafts(root), *_seeds(root)]
    with (
        _ending_on_sigterm(),
        tempfile.TemporaryDirectory(prefix="twosource-demo-") as folder,
        Receiver() as receiver,
        _service(Path(folder), port) as service,
    ):
        echo(f"The service runs on {service.settings.public_url} with an empty database.")
        echo(_import(service, root / PACK))
        sites = _sites(service, receiver, locale)
        began = time.monotonic()
        for draft in drafts:
            _send(service, sites[draft.site], draft)
        echo(f"{len(drafts)} drafts were sent by signed webhook; their flags come back to {receiver.url}.")
        arrived = receiver.wait_for({(draft.site, draft.id) for draft in drafts}, _PATIENCE_SECONDS)
        seconds = time.monotonic() - began
        for draft in drafts:
            if (draft.site, draft.id) in arrived:
                _print(echo, draft, arrived[draft.site, draft.id])
        _refuse_missing(drafts, arrived, receiver)
        flags = sum(len(event["flags"]) for event in arrived.values())
        echo(f"\n{flags} flags of {len(drafts)} drafts came back in {seconds:.1f} s, each signature verified.")
        echo("\nThe review pages, each opened by its signed link:")
        for draft in drafts:
            echo(f"  {review_link(service.settings, draft.site, draft.id)}")
        if not once:
            echo(f"\nThe interface is described at {service.settings.public_url}/docs. Ctrl-C ends the demo.")
            _until_interrupted()


def _root() -> Path:
    """Return the project's folder: the one that we are in, or the one that this package is developed in."""
    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / PACK).is_file() and (folder / DRAFTS).is_dir():
            return folder
    raise CannotShowError(f"{PACK} and {DRAFTS} are not here; run the demo in the folder of the project")


def _own_drafts(root: Path) -> Iterator[Sent]:
    for language in LANGUAGES:
        for path in sorted((root / DRAFTS / language).glob("*/draft.*")):
            if path.suffix in _KEYS:
                text = path.read_text(encoding="utf-8")
                yield Sent(f"demo-{language}", f"{language}-{path.parent.name}", _KEYS[path.suffix], text, language)


def _seeds(root: Path) -> Iterator[Sent]:
    """Give the articles that the pack was made from, where they are at hand; their language is left to the service."""
    for path in sorted((root / SEEDS).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        language = detect(text) or "en"
        yield Sent(f"demo-{language}", f"seed-{path.stem}", "text", text, None)


@contextmanager
def _service(folder: Path, port: int) -> Iterator[Service]:
    """Run the service with its workers, as ``twosource serve`` does."""
    try:
        server = create_server(_not_yet, host="127.0.0.1", port=port, threads=8, ident=None)
    except OSError as error:
        raise CannotShowError(f"cannot listen on port {port} ({error.strerror}); choose another with --port") from error
    settings = Settings(
        secret_keys=(new_secret(),),
        database_url=f"sqlite:///{folder / 'twosource.sqlite'}",
        data_dir=folder,
        port=server.effective_port,
        public_url=f"http://127.0.0.1:{server.effective_port}",
        at=AT,
    )
    service = Service.open(settings)
    workers = Workers(service)
    server.application = create_app(settings, service, workers)
    workers.start()
    try:
        with serving(server):
            yield service
    finally:
        workers.stop(_STOP_SECONDS)
        service.close()


def _not_yet(_environ: object, _start_response: object) -> Iterable[bytes]:
    raise RuntimeError("the server runs only after it was given its application")


def _import(service: Service, path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    try:
        (outcome,) = service.desk.import_packs([PackText(path.name, text)], Author("demo"))
    except PackRefusedError as error:
        raise CannotShowError("\n".join(str(problem) for problem in error.problems)) from error
    return f"The pack {outcome.pack} was imported: {outcome.facts} facts."


def _sites(service: Service, receiver: Receiver, locale: str | None) -> Mapping[str, Site]:
    """Connect a site per language, so that messages come in the draft's own, or all in one locale."""
    sites = {}
    for language in LANGUAGES:
        name, secret = f"demo-{language}", new_secret()
        receiver.secrets[name] = secret
        sites[name] = service.store.sites.add(name, f"{receiver.url}/{name}", locale or language, (secret,))
    return sites


def _send(service: Service, site: Site, draft: Sent) -> None:
    """Post a draft to the site's webhook, signed with the site's secret, as its CMS would."""
    moment = datetime.now(UTC).isoformat()
    fields = {"id": draft.id, "revision": "1", "updated_at": moment, draft.body_key: draft.text}
    if draft.language is not None:
        fields["language"] = draft.language
    body = json.dumps({"type": "draft.saved", "timestamp": moment, "data": fields}, ensure_ascii=False).encode()
    hook = f"{service.settings.public_url}/hooks/{site.name}"
    try:
        Poster(_STOP_SECONDS, now).post(Site(site.name, hook, site.locale, site.secrets), hook, f"msg_{draft.id}", body)
    except PostError as error:
        raise CannotShowError(f"the draft {draft.id} could not be sent: {error}") from error


def _print(echo: Echo, draft: Sent, event: Mapping[str, Any]) -> None:
    number = len(event["flags"])
    echo(f"\n{draft.id} ({event['language']}): {number} {'flag' if number == 1 else 'flags'}")
    for line in table(event["flags"]):
        echo(f"  {line}")


def _refuse_missing(drafts: list[Sent], arrived: Mapping[tuple[str, str], Any], receiver: Receiver) -> None:
    missing = [draft.id for draft in drafts if (draft.site, draft.id) not in arrived]
    if missing or receiver.refused:
        reasons = [f"no flags came back for {', '.join(missing)} within {_PATIENCE_SECONDS:.0f} s"] if missing else []
        raise CannotShowError("; ".join([*reasons, *receiver.refused]))


@contextmanager
def _ending_on_sigterm() -> Iterator[None]:
    """Let SIGTERM end the demo as Ctrl-C does: after the service has ended."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _until_interrupted() -> None:
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
