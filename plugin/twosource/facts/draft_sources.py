"""Which sources of the fact base are the draft in hand: its published form, an original of it, a translation.

A draft is known by its address, or by a title that is too long to be somebody else's by chance.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from unicodedata import normalize
from urllib.parse import parse_qsl, unquote, urlsplit

from twosource.facts.confidential import original
from twosource.model import Draft, Pack, SegmentKind

TITLE_WORDS = 5
"""From how many words on a title is taken to be of one text alone."""
_WORD = re.compile(r"\w+")
_PORTS = {"http": 80, "https": 443}


class DraftSources:
    """The sources of several packs by their addresses and titles."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._by_mark: dict[str, set[tuple[str, str]]] = {}
        for pack in packs:
            for source in pack.sources.values():
                for mark in _marks(source.title, source.url):
                    self._by_mark.setdefault(mark, set()).add((pack.id, original(source.id, pack.sources)))

    def of(self, draft: Draft) -> Mapping[str, frozenset[str]]:
        """Return for each pack that has the draft among its sources the originals of these; empty for most drafts.

        What translates one source, or is translated from one, shares its original.
        """
        title = next((each.text for each in draft.segments if each.kind is SegmentKind.TITLE), None)
        found: dict[str, frozenset[str]] = {}
        for mark in _marks(title, draft.url, draft.edit_url):
            for pack, source in self._by_mark.get(mark, ()):
                found[pack] = found.get(pack, frozenset()) | {source}
        return found


def address(url: str) -> str | None:
    """Return what the addresses of one page have in common, or None where ``url`` is no address of a page.

    The scheme, ``www.``, the usual port, upper case in the host's name, a slash at the end, the fragment, and what
    tells where a reader came from make no difference; nor does the order of the query.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip(".").removeprefix("www."), parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not host:
        return None
    where = host if port in (None, *_PORTS.values()) else f"{host}:{port}"
    query = sorted(each for each in parse_qsl(parts.query, keep_blank_values=True) if not _tracks(each[0]))
    return repr((where, unquote(parts.path).rstrip("/"), query))


def title_mark(title: str) -> str | None:
    """Return what two spellings of a title have in common, or None where it is too short to tell one text by."""
    words = _WORD.findall(normalize("NFKC", title).casefold())
    return " ".join(words) if len(words) >= TITLE_WORDS else None


def _marks(title: str | None, *urls: str | None) -> Iterator[str]:
    """Yield the marks to know a text by; none of a title is one of an address."""
    for url in urls:
        if url and (mark := address(url)):
            yield f"address {mark}"
    if title and (mark := title_mark(title)):
        yield f"title {mark}"


@lru_cache(maxsize=1)
def _tracking() -> tuple[frozenset[str], tuple[str, ...]]:
    table = tomllib.loads(files("twosource.facts").joinpath("tracking.toml").read_text("utf-8"))
    names = table["parameters"]
    beginnings = tuple(name.removesuffix("*") for name in names if name.endswith("*"))
    return frozenset(name for name in names if not name.endswith("*")), beginnings


def _tracks(parameter: str) -> bool:
    whole, beginnings = _tracking()
    name = parameter.lower()
    return name in whole or name.startswith(beginnings)
