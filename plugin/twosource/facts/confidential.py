"""Which sources of a fact may never be told: those that any support or dispute of it marks as confidential."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from twosource.model import Dispute, Source, Support, Terms


def lineage(source: str, sources: Mapping[str, Source]) -> tuple[str, ...]:
    """Return a source with those that it is a translation of, over any number of steps, its original last."""
    chain = {source: None}
    while (parent := sources[source].translation_of) is not None and parent not in chain:
        chain[parent] = None
        source = parent
    return tuple(chain)


def original(source: str, sources: Mapping[str, Source]) -> str:
    """Return the id of the source that ``source`` is a translation of, over any number of steps."""
    return source if sources[source].translation_of is None else lineage(source, sources)[-1]


def confidential(
    supports: tuple[Support, ...], disputes: tuple[Dispute, ...], sources: Mapping[str, Source]
) -> frozenset[str]:
    """Return the originals of the sources that a support or a dispute of a fact marks as confidential."""
    said: tuple[Support | Dispute, ...] = (*supports, *disputes)
    return frozenset(original(each.source, sources) for each in said if each.terms is Terms.CONFIDENTIAL)


def kept(
    supports: tuple[Support, ...], disputes: tuple[Dispute, ...], sources: Mapping[str, Source]
) -> tuple[tuple[Support, ...], tuple[Dispute, ...]]:
    """Return a fact's supports and disputes with one set of terms for each source.

    What is confidential once is confidential everywhere in the fact, in every translation too: a name that stands
    beside its own words, or a quotation beside its own name, tells what was promised not to be told.
    """
    hidden = confidential(supports, disputes, sources)
    if not hidden:
        return supports, disputes
    return (
        tuple(
            replace(each, terms=Terms.CONFIDENTIAL) if original(each.source, sources) in hidden else each
            for each in supports
        ),
        tuple(
            replace(each, terms=Terms.CONFIDENTIAL) if original(each.source, sources) in hidden else each
            for each in disputes
        ),
    )
