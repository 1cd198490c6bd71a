"""What the views of a request work with."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Semaphore

from flask import current_app

from twosource.desk.confidence import Confidence
from twosource.jobs import Service, Workers

_NAME = "twosource"


@dataclass(frozen=True, slots=True)
class Running:
    """What an application runs on.

    Attributes:
        service: the service behind it.
        workers: its workers, where they run in the same process.
        check_turns: one for each text that may be checked at a time for a caller who waits, so that threads stay free
            for webhooks.
        confidence: what of the packs stays untold to those who may not know confidential sources.
    """

    service: Service
    workers: Workers | None
    check_turns: Semaphore
    confidence: Confidence


def keep(extensions: dict[str, object], running: Running) -> None:
    """Let the views of an application find what it runs on."""
    extensions[_NAME] = running


def running() -> Running:
    """Return what the application of this request runs on."""
    found = current_app.extensions[_NAME]
    if not isinstance(found, Running):
        raise TypeError("the application was not made by create_app")
    return found


def current_service() -> Service:
    """Return the service of this request's application."""
    return running().service
