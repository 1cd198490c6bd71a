"""Reviews of fact-checkers taken into a pack: each a source, and a support or a dispute of one fact."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from twosource.facts.pack import PackProblem, printable
from twosource.model import Pack
from twosource.packs.jsonld_in import JsonLdError, Review, Verdict, read_reviews
from twosource.packs.reading import read_plain
from twosource_schemas.base import nearest

Canonical = Mapping[str, Any]

_KEYS: Mapping[Verdict, str] = {"support": "support", "dispute": "disputes"}
_ID_LENGTH = 80
_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one review.

    Attributes:
        source: the id of its source.
        verdict: whether it supports or disputes the fact.
        claim: the words of the claim that it is about, to be held against the fact; or None.
        rating: its rating in its own words, or None.
        new: whether the pack did not have it before.
    """

    source: str
    verdict: Verdict
    claim: str | None
    rating: str | None
    new: bool


@dataclass(frozen=True, slots=True)
class MergedReviews:
    """What came of taking reviews into a pack.

    Attributes:
        canonical: the pack with them, in canonical form; None where there is any problem.
        taken: in the order of the document.
        problems: each a line that says what is wrong and how to mend it.
        pack: the same pack as the model has it.
    """

    canonical: Canonical | None
    taken: tuple[Taken, ...]
    problems: tuple[str, ...]
    pack: Pack | None = field(default=None, compare=False, repr=False)


def merge_reviews(raw: bytes, name: str, pack: Canonical, fact: str, verdict: Verdict | None = None) -> MergedReviews:
    """Return a pack with the reviews of a JSON-LD document as supports or disputes of a fact, or what is wrong.

    A source with the same address, or else the same publisher, title and date, is not made twice, and what the fact has
    of it already stays as it is.

    Args:
        raw: the document's bytes; may be anything.
        name: what problems call the file.
        pack: the pack in canonical form.
        fact: the id of the fact that the reviews are about.
        verdict: what they all say, or None where each rating has to say it.
    """
    if fact not in pack.get("facts", {}):
        close = nearest(fact, list(pack.get("facts", {})))
        tail = close or "; make the fact first"
        return MergedReviews(None, (), (f"the pack has no fact '{printable(fact[:_SHOWN])}'{tail}",))
    try:
        reviews = read_reviews(raw, name)
    except JsonLdError as error:
        return MergedReviews(None, (), (printable(f"{name}: {error}"),))
    return _Merge(name, pack, fact).all(reviews, verdict)


class _Merge:
    """The pack while reviews are taken into it. ``places`` has the review that each new path comes from."""

    def __init__(self, name: str, pack: Canonical, fact: str) -> None:
        self.name = name
        self.pack = pack
        self.fact = fact
        self.sources: dict[str, Any] = dict(pack.get("sources", {}))
        self.body: dict[str, Any] = dict(pack["facts"][fact])
        self.places: dict[tuple[str, ...], str] = {}
        self.problems: list[str] = []

    def all(self, reviews: Sequence[Review], verdict: Verdict | None) -> MergedReviews:
        """Return the pack with all reviews taken."""
        taken = [one for review in reviews if (one := self._take(replace(review, verdict=verdict or review.verdict)))]
        if not self.problems:
            facts = {**self.pack["facts"], self.fact: self.body}
            reading = read_plain({**self.pack, "sources": self.sources, "facts": facts}, self.name)
            if reading.canonical is not None:
                return MergedReviews(reading.canonical, tuple(taken), (), reading.pack)
            self.problems += [self._told(problem) for problem in reading.errors]
        return MergedReviews(None, (), tuple(self.problems))

    def _take(self, review: Review) -> Taken | None:
        wrong = list(self._wrong(review))
        if wrong or review.verdict is None or review.publisher is None:
            self.problems += [printable(f"{self.name}: {review.place}: {each}") for each in wrong]
            return None
        described = _source(review, review.publisher)
        source = self._known(described) or self._id(review)
        key = _KEYS[review.verdict]
        other = "support" if key == "disputes" else "disputes"
        if any(each["source"] == source for each in self.body.get(other, ())):
            told = "supports" if other == "support" else "disputes"
            self.problems.append(
                f"{self.name}: {review.place}: '{source}' {told} the fact already; take that out of the pack first"
            )
            return None
        listed = self.body.get(key, [])
        new = all(each["source"] != source for each in listed)
        if new:
            self.sources.setdefault(source, described)
            self.places["sources", source] = review.place
            self.places["facts", self.fact, key, str(len(listed))] = review.place
            self.body[key] = [*listed, _part(review, source)]
        return Taken(source, review.verdict, review.claim, review.rating, new)

    @staticmethod
    def _wrong(review: Review) -> Iterator[str]:
        if review.publisher is None:
            yield 'nobody is named as its author or publisher; add one to the JSON-LD, as in "author": {"name": …}'
        if review.verdict is None:
            rating = f"the rating '{review.rating[:_SHOWN]}' does not say" if review.rating else "no rating says"
            yield f"{rating} clearly whether the fact holds; read the review, and give --as support or --as dispute"

    def _known(self, described: Mapping[str, str]) -> str | None:
        """Return the id of the source that this is already, or None."""
        keys = ("url",) if "url" in described else ("publisher", "title", "published")
        return next(
            (
                key
                for key, source in self.sources.items()
                if all(source.get(name) == described.get(name) for name in keys)
            ),
            None,
        )

    def _id(self, review: Review) -> str:
        """Return a new id: who, and when."""
        letters = unicodedata.normalize("NFKD", f"{review.publisher} {review.published or ''}".casefold())
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
        plain = "-".join(re.findall(r"[a-z0-9]+", bare))[:_ID_LENGTH].strip("-") or "review"
        number, made = 2, plain
        while made in self.sources:
            number, made = number + 1, f"{plain}-{number}"
        return made

    def _told(self, problem: PackProblem) -> str:
        keys = tuple(map(str, problem.keys))
        for end in range(len(keys), 0, -1):
            if (place := self.places.get(keys[:end])) is not None:
                within = ".".join(keys[end:])
                return f"{self.name}: {place}: {within}{': ' if within else ''}{problem.message}"
        return f"{self.name}: {problem.path}: {problem.message}"


def _source(review: Review, publisher: str) -> dict[str, str]:
    told = {
        "publisher": publisher,
        "kind": "analysis",
        "title": review.title,
        "url": review.url,
        "published": review.published,
        "language": review.language,
    }
    return {key: value for key, value in told.items() if value is not None}


def _part(review: Review, source: str) -> dict[str, str]:
    """Return the support or the dispute that a review is. What was only claimed is nobody's own finding."""
    if review.verdict == "support" and review.checked:
        part = {"source": source, "basis": "own", "capacity": "finding"}
    else:
        part = {"source": source}
    return {**part, "quote": review.rating} if review.rating else part
