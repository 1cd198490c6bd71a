"""What the commands that keep the service do; each gives the lines to print."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from standardwebhooks import Webhook

from twosource.posting import Poster, PostError, new_secret
from twosource.settings import Settings, SettingsError
from twosource.store import (
    SCOPES,
    AlreadyServedError,
    NameTakenError,
    NotRetriableError,
    SealBrokenError,
    Site,
    Store,
    StoreTroubleError,
    UnknownNameError,
    UnusableStoreError,
)
from twosource.store.migrate import revision_wanted
from twosource.store.open import now, open_database
from twosource_schemas.events import PING


class CannotRunError(Exception):
    """What keeps the work from being done, in one line."""


TOLD = (
    AlreadyServedError,
    CannotRunError,
    NameTakenError,
    NotRetriableError,
    PostError,
    SealBrokenError,
    SettingsError,
    StoreTroubleError,
    UnknownNameError,
    UnusableStoreError,
)
"""The errors whose messages tell the operator what to mend."""


def add_site(name: str, callback_url: str | None, locale: str, secret: str | None) -> Iterator[str]:
    """Add a site; its secret is told where it was made here."""
    if secret is not None:
        _refuse_unusable(secret)
    live = secret or new_secret()
    with open_store() as store:
        store.sites.add(name, callback_url, locale, (live,))
    yield f"site:     {name}"
    yield f"webhook:  {Settings.from_environment().public_url}/hooks/{name}"
    if secret is None:
        yield f"secret:   {live}"


def _refuse_unusable(secret: str) -> None:
    try:
        Webhook(secret)
    except Exception as error:
        raise CannotRunError("this is no webhook secret: it is whsec_ and base64") from error


def list_sites() -> Iterator[str]:
    """List the sites."""
    with open_store() as store:
        for site in store.sites.all():
            rotating = "  (two secrets are live)" if len(site.secrets) > 1 else ""
            yield f"{site.name}  {site.locale}  {site.callback_url or '(nothing is posted back)'}{rotating}"


def try_site(name: str) -> Iterator[str]:
    """Post a signed ping to a site."""
    settings = Settings.from_environment()
    with open_store() as store:
        site = _site(store, name)
    if site.callback_url is None:
        raise CannotRunError(f"the site {name} has no callback address; nothing is posted back to it")
    body = json.dumps({"type": PING, "timestamp": now().isoformat(), "data": {}}).encode()
    status = Poster(settings.post_timeout, now).post(site, site.callback_url, f"ping_{uuid.uuid4().hex}", body)
    yield f"{name} answered {status}"


def rotate_secret(name: str) -> Iterator[str]:
    """Give a site a new secret beside the newest that it had."""
    fresh = new_secret()
    with open_store() as store:
        store.sites.replace_secrets(name, (fresh, _site(store, name).secrets[0]))
    yield f"secret:   {fresh}"
    yield f"The one before lives on until: twosource site rotate-secret {name} --finish"


def keep_newest_secret(name: str) -> Iterator[str]:
    """Let only a site's newest secret live on."""
    with open_store() as store:
        store.sites.replace_secrets(name, _site(store, name).secrets[:1])
    yield f"only the newest secret of {name} is live now"


def add_token(name: str, scopes: Sequence[str]) -> Iterator[str]:
    """Make a token; it is told this once."""
    if unknown := sorted(set(scopes) - set(SCOPES)):
        raise CannotRunError(f"unknown scope {unknown[0]!r}; known are {', '.join(SCOPES)}")
    with open_store() as store:
        yield store.tokens.add(name, set(scopes))


def list_tokens() -> Iterator[str]:
    """List the tokens."""
    with open_store() as store:
        for token in store.tokens.all():
            state = f"revoked {token.revoked_at:%Y-%m-%d}" if token.revoked_at else "live"
            yield f"{token.name}  {state}  {' '.join(sorted(token.scopes))}"


def revoke_token(name: str) -> Iterator[str]:
    """Revoke a token."""
    with open_store() as store:
        store.tokens.revoke(name)
    yield f"{name} is revoked"


def upgrade_db() -> Iterator[str]:
    """Bring the database's schema up to date."""
    database, before = open_database(Settings.from_environment())
    database.close()
    wanted = revision_wanted()
    yield f"the schema is at {wanted}" + ("" if before == wanted else f" (it was {before or 'empty'})")


def _site(store: Store, name: str) -> Site:
    site = store.sites.find(name)
    if site is None:
        raise UnknownNameError(f"there is no site {name!r}")
    return site


@contextmanager
def open_store() -> Iterator[Store]:
    """Give the store of the settings during the block."""
    store = Store.open(Settings.from_environment())
    try:
        yield store
    finally:
        store.close()
