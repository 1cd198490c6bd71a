"""ClaimReview and Claim JSON-LD of fact-checkers, as sources of a pack that support or dispute a fact.

Keys are read by schema.org's names, with or without its prefix, as those who publish such reviews write them; a context
is neither fetched nor followed. Everything that comes in is hostile until the pack's own schemas have taken it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, NamedTuple

from twosource.cms.formats.decoding import NotUtf8Error, decoded
from twosource.packs.jsonld_out import words
from twosource_schemas.base import LANGUAGES

Verdict = Literal["support", "dispute"]

MAX_BYTES = 10_000_000
MAX_DEPTH = 40
MAX_REVIEWS = 500
_SHOWN = 100
_PREFIX = re.compile(r"(?:https?://schema\.org/|schema:)")
_DATE = re.compile(r"(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:T.*)?", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_TYPES = ("ClaimReview", "Claim")


class JsonLdError(Exception):
    """JSON-LD that nothing can be read from; the message says what is wrong and how to mend it."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a fact-checker says of a claim; texts are as they were written.

    Attributes:
        place: what messages call it ("review 2").
        claim: the words of the claim, or None.
        publisher: who says it.
        url: where it stands, or None.
        title: its headline, or None.
        published: its date as it is written, without a time of day, or None.
        language: de, nl or en, or None.
        rating: the rating in words, or None.
        verdict: what the rating clearly says, or None where it is for a person to decide.
        checked: whether somebody checked the claim; a bare Claim was only made.
    """

    place: str
    claim: str | None
    publisher: str | None
    url: str | None
    title: str | None
    published: str | None
    language: str | None
    rating: str | None
    verdict: Verdict | None
    checked: bool


def read_reviews(raw: bytes, name: str) -> list[Review]:
    """Return the reviews that a JSON-LD document holds: one object, a list, or a ``@graph`` of them, however deep.

    A Claim that stands within a review is its claim; one that stands alone is given as it is, without a verdict.

    Args:
        raw: UTF-8; may be anything.
        name: the file's name, for advice.

    Raises:
        JsonLdError: it is no JSON, too large or too deep, or has no review and no claim, or too many.
    """
    found = list(_nodes(_loaded(raw, name)))
    reviews = [node for node in found if "ClaimReview" in _types(node)] or found
    if not reviews:
        raise JsonLdError("no ClaimReview and no Claim in it; give the JSON-LD that the fact-checker's page carries")
    if len(reviews) > MAX_REVIEWS:
        raise JsonLdError(f"more than {MAX_REVIEWS} reviews in it; give those that are about the fact")
    return [_review(node, f"review {number}") for number, node in enumerate(reviews, 1)]


def _loaded(raw: bytes, name: str) -> Any:
    if len(raw) > MAX_BYTES:
        raise JsonLdError(f"more than {MAX_BYTES:,} bytes; give the reviews that are about the fact alone")
    try:
        return json.loads(decoded(name, raw).removeprefix("\ufeff"))
    except NotUtf8Error as error:
        raise JsonLdError(str(error)) from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise JsonLdError(
            f"{where}: not valid JSON: {error.msg.lower()}; give the content of the script tag alone"
        ) from error
    except RecursionError as error:
        raise JsonLdError(_TOO_DEEP) from error
    except ValueError as error:
        raise JsonLdError("a number in it has thousands of digits; it is no review") from error


_TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep; a review never needs that"


def _nodes(document: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the claims and reviews of a document in their order, without those that stand in another one."""
    waiting: list[tuple[Any, int]] = [(document, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise JsonLdError(_TOO_DEEP)
        if isinstance(node, list):
            waiting.extend((each, depth + 1) for each in reversed(node))
        elif isinstance(node, dict):
            plain = {_PREFIX.sub("", key): value for key, value in node.items()}
            reviewed = plain.get("review")
            if "Claim" in _types(plain) and reviewed:
                waiting.append(([_with_claim(each, plain) for each in _listed(reviewed)], depth))
            elif _types(plain) & set(_TYPES):
                yield plain
            else:
                waiting.extend((each, depth + 1) for each in reversed(list(plain.values())))


def _with_claim(review: Any, claim: Mapping[str, Any]) -> Any:
    """Return a review that stands in its claim with the claim in it instead."""
    bare = {key: value for key, value in claim.items() if key != "review"}
    return {"itemReviewed": bare, **review} if isinstance(review, dict) else review


def _types(node: Mapping[str, Any]) -> set[str]:
    return {_PREFIX.sub("", each) for each in _listed(node.get("@type")) if isinstance(each, str)}


def _review(node: Mapping[str, Any], place: str) -> Review:
    checked = "ClaimReview" in _types(node)
    claim = _object(_get(node, "itemReviewed")) if checked else node
    # A bare claim is published where it appears.
    work = node if checked else _object(_first(_get(node, "appearance"), _get(node, "firstAppearance"), node))
    rating = _Rating.of(_object(_get(node, "reviewRating"))) if checked else None
    return Review(
        place=place,
        claim=_first(_text(_get(node, "claimReviewed")), _claim_words(claim)),
        publisher=_publisher(work, node),
        url=_text(_first(_get(work, "url"), _get(work, "@id") if _is_address(_get(work, "@id")) else None)),
        title=_text(_first(_get(work, "headline"), _get(work, "name") if checked or work is not node else None)),
        published=_day(_text(_get(work, "datePublished"))),
        language=_language(_get(work, "inLanguage")),
        rating=rating.name if rating else None,
        verdict=rating.verdict() if rating else None,
        checked=checked,
    )


def _publisher(work: Mapping[str, Any], node: Mapping[str, Any]) -> str | None:
    for holder, key in ((work, "publisher"), (work, "author"), (node, "author"), (node, "publisher")):
        for party in _listed(_get(holder, key)):
            if name := _text(_get(party, "name")) if isinstance(party, dict) else _text(party):
                return name
    return None


def _claim_words(claim: Mapping[str, Any]) -> str | None:
    told = (_text(_get(claim, key)) for key in ("text", "name", "headline", "description"))
    return next((each for each in told if each is not None), None)


def _day(written: str | None) -> str | None:
    found = _DATE.fullmatch(written) if written is not None else None
    return found[1] if found else written


def _language(given: Any) -> str | None:
    written = given if isinstance(given, str) else _text(_get(_object(given), "alternateName"))
    code = (written or "").lower().replace("_", "-").split("-")[0]
    return code if code in LANGUAGES else None


def _is_address(given: Any) -> bool:
    return isinstance(given, str) and given.startswith(("https://", "http://"))


class _Rating(NamedTuple):
    """A rating: its name, and its number where it stands at an end of its scale."""

    name: str | None
    end: Verdict | None
    has_number: bool

    @classmethod
    def of(cls, node: Mapping[str, Any]) -> _Rating:
        """Return the rating of a node."""
        value, best, worst = (_number(_get(node, key)) for key in ("ratingValue", "bestRating", "worstRating"))
        end: Verdict | None = None
        if value is not None and best is not None and worst is not None and worst != best:
            end = "support" if value == best else "dispute" if value == worst else None
        return cls(_text(_first(_get(node, "alternateName"), _get(node, "name"))), end, value is not None)

    def verdict(self) -> Verdict | None:
        """Return what the rating says where it says it clearly, in words, or by the end of a scale that it names."""
        if self.name is None:
            return self.end
        known = words()["rating"]
        said = " ".join(_WORD.findall(self.name.casefold()))
        by_name: Verdict | None = "dispute" if said in known["fails"] else "support" if said in known["holds"] else None
        return None if self.end not in (None, by_name) else by_name


def _number(given: Any) -> Decimal | None:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        return None
    try:
        number = Decimal(str(given).strip())
    except (InvalidOperation, ValueError):
        return None
    return number if number.is_finite() else None


def _get(node: Any, key: str) -> Any:
    """Return what a node has under one of schema.org's names, however it is prefixed."""
    if not isinstance(node, dict):
        return None
    found = next((name for name in node if _PREFIX.sub("", name) == key), None)
    return None if found is None else node[found]


def _text(given: Any) -> str | None:
    """Return a text as JSON-LD writes one: plain, as a value object, or the first of a list of these."""
    for each in _listed(given):
        written = _first(_get(each, "@value"), _get(each, "@id")) if isinstance(each, dict) else each
        if isinstance(written, str) and written.strip():
            return " ".join(written.split())
    return None


def _object(given: Any) -> Mapping[str, Any]:
    return next((each for each in _listed(given) if isinstance(each, dict)), {})


def _listed(given: Any) -> Sequence[Any]:
    return given if isinstance(given, list) else [given]


def _first(*given: Any) -> Any:
    return next((each for each in given if each is not None), None)
