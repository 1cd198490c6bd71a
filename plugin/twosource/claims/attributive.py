"""Whether a name only tells more of another noun: "the tunnel of the North Line" is not the line."""

from __future__ import annotations

from collections.abc import Sequence

from twosource.claims.governed import clause
from twosource.model import Mention, Token
from twosource.nlp.clauses import Part
from twosource.nlp.lexicon import Prose

_REACH = 3
"""How many words behind a genitive ("the North Line's …") its noun phrase takes to its head."""


def only_attribute(
    mention: Mention, figure: tuple[int, int], cues: frozenset[int], part: Part, tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a name is attributed to a noun that no cue names, so that what is told may be of that noun alone.

    "The North Line's tunnel is 1.2 km long", "the extension of the North Line opens in 2028", "nine stops on the North
    Line have lifts". A name is not so attributed behind the cue itself ("the cost of …"), where its clause opens with
    it ("At Medisund …"), or where the count is of them all ("the nine stops of the North Line").

    Args:
        mention: the name.
        figure: the tokens of the figure or name that is told (first, index after the last).
        cues: the tokens of the fact's cue terms; none where its unit alone ties it.
        part: the part of the sentence that they stand in.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    begin, end = clause(tokens, part, mention.first, mention.last)
    near = [index for index in cues if begin <= index < end]
    if cues and not near:
        return False
    if [token.norm for token in tokens[mention.last : mention.last + 2]] == ["'", "s"]:
        behind = mention.last + 2
        stop = figure[0] if figure[0] >= behind else end
        head = set(range(behind, min(behind + _REACH, stop)))
        return bool(cues and head) and not head & cues
    link = _link_before(mention.first, begin, tokens, prose)
    if link is None or link == begin:
        return False
    if not cues:
        return figure[0] < link and tokens[max(figure[0] - 1, 0)].norm not in prose.definite
    before = [index for index in near if index < link]
    if not before:
        # "The lift at Medisund cost …" is of the lift; "patients at Medisund wait …" is of the hospital.
        return tokens[link].norm not in prose.locative or _has_article(link, begin, tokens, prose)
    return tokens[max(before) + 1].norm in prose.heads_link | prose.possessive and max(before) + 1 < link


def _has_article(link: int, begin: int, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether the noun before a link has an article, within a few words."""
    articles = prose.definite | prose.indefinite
    return any(token.norm in articles for token in tokens[max(begin, link - _REACH - 1) : link])


def _link_before(mention: int, begin: int, tokens: Sequence[Token], prose: Prose) -> int | None:
    """Return the word that ties a name to a noun before it ("of", "an der", a German genitive), or None."""
    links = prose.heads_link | prose.possessive | prose.locative
    index = mention - 1
    genitive = None
    while index >= begin and tokens[index].is_word:
        token = tokens[index]
        if token.norm in links:
            return index
        if token.norm in prose.definite:
            genitive = index
        elif not token.text[0].islower():
            break
        elif token.norm in prose.neutral:
            return None
        index -= 1
        if mention - index > _REACH:
            break
    attributed = (
        prose.language == "de" and genitive is not None and genitive > begin and tokens[genitive].norm in ("der", "des")
    )
    noun = (
        attributed and genitive is not None and tokens[genitive - 1].is_word and tokens[genitive - 1].text[0].isupper()
    )
    return genitive if noun else None
