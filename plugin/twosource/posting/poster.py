"""The one wrapper around requests, with its one error."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

import requests

from twosource import __version__
from twosource.posting.deadline import Deadline, DeadlineAdapter
from twosource.posting.signing import signed_headers
from twosource.store import Site

_LONGEST_WAIT = 24 * 3600.0

TIMEOUTS_OF_A_POST = 2.0
"""How many timeouts a whole post takes at most, however slowly its receiver accepts, reads and answers."""


class PostError(Exception):
    """A post that the receiver did not take.

    Attributes:
        status: the HTTP status of its answer, or None where there was none.
        retry_after: the seconds that the receiver asks to wait, or None.
        final: whether it says that it never wants any (410 Gone).
    """

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after
        self.final = status == HTTPStatus.GONE


class Poster:
    """Posts signed events to sites. Threads may share it.

    Args:
        timeout: how many seconds a receiver has to accept the connection, and again to answer; twice as many after its
            beginning a post is broken off.
        clock: tells the moment.
    """

    def __init__(self, timeout: float, clock: Callable[[], datetime]) -> None:
        self._timeout = timeout
        self._clock = clock

    def post(self, site: Site, url: str, webhook_id: str, body: bytes) -> int:
        """Post an event once and return the status of the answer, a 2xx.

        Args:
            site: the site, with its secrets and its configured address.
            url: where to; of the origin of the site's address.
            webhook_id: the event's id.
            body: the event as JSON in UTF-8.

        Raises:
            PostError: it was not taken, for whatever reason.
        """
        if site.callback_url is None or origin(url) != origin(site.callback_url):
            raise PostError(f"{_shown(url)} is not of the origin that the site {site.name} is configured with")
        headers = {
            "content-type": "application/json",
            "user-agent": f"twosource/{__version__}",
            **signed_headers(site.secrets, webhook_id, self._clock().astimezone(UTC), body),
        }
        # A session of its own: no cookies, no proxies and no .netrc of this machine, whatever the environment says.
        deadline = Deadline(TIMEOUTS_OF_A_POST * self._timeout)
        with requests.Session() as session, deadline:
            session.trust_env = False
            for scheme in ("http://", "https://"):
                session.mount(scheme, DeadlineAdapter(deadline))
            try:
                # Streamed, so that only the head of the answer is read: nothing in its body matters.
                with session.post(
                    url, data=body, headers=headers, timeout=self._timeout, allow_redirects=False, stream=True
                ) as answer:
                    if deadline.is_over():
                        # Where it was hung up on, the head may have been cut, and looks like a whole one.
                        raise self._late(url)
                    return self._taken(answer)
            except (requests.RequestException, UnicodeError, ValueError) as error:
                if deadline.is_over():
                    raise self._late(url) from error
                raise PostError(f"{_shown(url)} could not be reached ({type(error).__name__})") from error

    def _late(self, url: str) -> PostError:
        return PostError(f"{_shown(url)} did not answer within {TIMEOUTS_OF_A_POST * self._timeout:g} seconds")

    def _taken(self, answer: requests.Response) -> int:
        if HTTPStatus.OK <= answer.status_code < HTTPStatus.MULTIPLE_CHOICES:
            return answer.status_code
        raise PostError(
            f"the site answered {answer.status_code}",
            status=answer.status_code,
            retry_after=self._seconds(answer.headers.get("retry-after")),
        )

    def _seconds(self, retry_after: str | None) -> float | None:
        """Return the seconds that a ``Retry-After`` header asks for: a number of them, or a date of HTTP."""
        if retry_after is None:
            return None
        written = retry_after.strip()
        if written.isascii() and written.isdigit():
            return min(float(written[:9]), _LONGEST_WAIT)
        try:
            moment = parsedate_to_datetime(written)
        except ValueError:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return min(max((moment - self._clock()).total_seconds(), 0.0), _LONGEST_WAIT)


def origin(url: str) -> tuple[str, str, int | None]:
    """Return scheme, host and port of an address, as far as it has them."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ("", "", None)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return (parts.scheme, parts.hostname or "", port or usual)


def _shown(url: str) -> str:
    """Return an address as an error may show it: without what could be a password or a token."""
    scheme, host, port = origin(url)
    return f"{scheme}://{host}:{port}"
