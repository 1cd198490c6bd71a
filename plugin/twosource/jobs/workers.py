"""The worker threads inside the server: they look for work, do it, and wait to be woken."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from twosource.jobs.checking import check_delivery
from twosource.jobs.forgetting import forget_bodies
from twosource.jobs.posting import post_outbound
from twosource.jobs.service import Service
from twosource.jobs.wakeup import Wakeup
from twosource.store import StoreTroubleError

_LOG = logging.getLogger(__name__)

_POLL_SECONDS = 1.0
"""How late a retry may come: nothing rings when its time has come."""
_TROUBLE_SECONDS = 3.0
"""How long a worker waits when the store cannot be used."""
_FORGET_SECONDS = 3600.0
"""How often what is older than the retention is looked for."""


class Workers:
    """The workers of a service."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._stopping = threading.Event()
        settings = service.settings
        self._threads = [
            *self._crew("check", settings.check_workers, check_delivery, service.deliveries),
            *self._crew("post", settings.post_workers, post_outbound, service.results),
            threading.Thread(target=self._forget, name="forget", daemon=True),
        ]

    def start(self) -> None:
        """Let go what a killed server held, and start to work."""
        handed_back = self._service.store.hand_back()
        if handed_back:
            _LOG.warning("%s jobs were broken off when the service last ended; they are done again", handed_back)
        for thread in self._threads:
            thread.start()
        if self._service.settings.check_workers:
            threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def stop(self, seconds: float) -> None:
        """Let the workers end what they do, waiting for all of them at most so long.

        What is not done then is done after the next start.
        """
        deadline = time.monotonic() + seconds
        self._stopping.set()
        self._service.deliveries.ring()
        self._service.results.ring()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(deadline - time.monotonic(), 0.0))

    def amiss(self) -> str | None:
        """Return which workers have ended though they should not, or None."""
        ended = [thread.name for thread in self._threads if not thread.is_alive()]
        return f"workers have ended: {', '.join(ended)}" if ended else None

    def _warm_up(self) -> None:
        try:
            self._service.warm_up()
        except StoreTroubleError:
            pass  # the store has logged it
        except Exception:  # noqa: BLE001  the deliveries will tell it too, each with its own error
            _LOG.exception("checks cannot be made yet")

    def _forget(self) -> None:
        while not self._stopping.is_set():
            try:
                forget_bodies(self._service)
            except StoreTroubleError:
                pass  # the store has logged it
            except Exception:  # noqa: BLE001  as for the other workers
                _LOG.exception("old bodies could not be removed; they will be in an hour")
            self._stopping.wait(_FORGET_SECONDS)

    def _crew(self, name: str, size: int, job: Callable[[Service], bool], wakeup: Wakeup) -> list[threading.Thread]:
        return [
            threading.Thread(target=self._work, args=(job, wakeup), name=f"{name}-{number}", daemon=True)
            for number in range(1, size + 1)
        ]

    def _work(self, job: Callable[[Service], bool], wakeup: Wakeup) -> None:
        while not self._stopping.is_set():
            heard = wakeup.rings()
            try:
                worked = job(self._service)
            except StoreTroubleError:
                # The store has logged it, once for all that meet it.
                self._stopping.wait(_TROUBLE_SECONDS)
                continue
            except Exception:  # noqa: BLE001  a worker that ends is missed until the next start
                _LOG.exception("a worker failed outside of its job")
                worked = False
            if not worked and not self._stopping.is_set():
                wakeup.wait(heard, _POLL_SECONDS)
