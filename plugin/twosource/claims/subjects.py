"""Whether a sentence is about a fact's subject: how surely, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from twosource.claims.discourse import LOOK_BACK, OPENING, Placed, Scene
from twosource.claims.governed import disputed_behind
from twosource.facts.index import FactBase
from twosource.model import Fact, Mention, Quantity, Role, Token, When
from twosource.nlp.clauses import Part, part_at
from twosource.nlp.lexicon import Prose

NAMED = 0.95
"""Confidence where the subject is named in the same part of the sentence."""
NAMED_APART = 0.9
"""… where it is named in another part of the sentence."""
AMONG_OTHERS = 0.8
"""… where others are named too, and it stands nearest."""
AS_HOLDER = 0.8
"""… where it is named only as the one who says so."""
CARRIED = 0.75
"""… where the sentence before was about it."""
TOPIC = 0.65
"""… where the draft's title or lead is about it, and nobody else was named since."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a claim is about: how surely, by what reason, and the mention that it rests on (None where carried)."""

    confidence: float
    reason: str
    mention: Mention | None = None


def subject_of(
    fact: Fact,
    scene: Scene,
    anchor: int,
    consumed: frozenset[int],
    base: FactBase,
    tokens: Sequence[Token],
    prose: Prose,
    *,
    cued: bool = False,
) -> Subject | None:
    """Return how surely a sentence is about a fact's subject, or None where it is not, or about somebody else.

    Args:
        fact: the fact that the sentence's words point to.
        scene: the sentence.
        anchor: the index of the token that the claim rests on: its figure, or its first cue term.
        consumed: the tokens of the claim and of the fact's own cue terms ("NVIDIA"); a name among them is no rival.
        base: the fact base.
        tokens: the tokens of the text.
        prose: the language's lexicon.
        cued: whether cue words point to the fact, and not its unit alone.
    """
    wanted = frozenset(base.subjects(fact))
    part = scene.pieces[part_at(scene.pieces, anchor)]
    named = [each for each in scene.placed if each.entities & wanted and each.role is not Role.COMPARED]
    rivals = [
        each
        for each in scene.placed
        if _rival(each, wanted, fact, consumed, base) and _reaches(each, anchor, part, consumed, tokens)
    ]
    disputed = disputed_behind(tokens, part, anchor + 1, prose)
    if disputed is not None:
        rivals = [each for each in rivals if not disputed[0] <= each.mention.first < disputed[1]]
    within = [each for each in rivals if part.first <= each.mention.first < part.last]
    if cued and isinstance(fact.value, Quantity) and _under_another_head(named, scene, anchor, consumed):
        return None
    if fact.value is not None and (
        _owned_by_another(scene, anchor, wanted, consumed, tokens, prose)
        or _of_owner(named, consumed, anchor, tokens, prose)
    ):
        return None
    if _only_compared(f"{fact.pack}/{fact.subject}", scene) or _of_another(
        named, scene, anchor, event=isinstance(fact.value, When)
    ):
        return None
    if within:
        return _nearest(named, within, part, anchor, tokens)
    return _unrivalled(named, rivals, fact, scene, part, base)


def _unrivalled(
    named: Sequence[Placed],
    rivals: Sequence[Placed],
    fact: Fact,
    scene: Scene,
    part: Part,
    base: FactBase,
) -> Subject | None:
    """Return the subject where nobody else is named in the same part."""
    speaking = [each for each in named if each.role is not Role.HOLDER]
    here = [each for each in speaking if part.first <= each.mention.first < part.last]
    if here:
        return Subject(NAMED, "named", here[0].mention)
    before = [each for each in (*speaking, *rivals) if each.mention.first < part.first]
    last = max(before, key=lambda each: each.mention.first, default=None)
    if last is not None:
        return Subject(NAMED_APART, "named in another clause", last.mention) if last in speaking else None
    following = min((*speaking, *rivals), key=lambda each: each.mention.first, default=None)
    if following is not None and following in speaking:
        return Subject(NAMED_APART, "named in another clause", following.mention)
    if named and not rivals:
        return Subject(AS_HOLDER, "named as the one who says so", named[0].mention)
    return _carried(f"{fact.pack}/{fact.subject}", scene, base)


def _under_another_head(named: Sequence[Placed], scene: Scene, anchor: int, consumed: frozenset[int]) -> bool:
    """Return whether a sentence is about something of the subject's that no cue of the fact names.

    "Der Unterhalt der Nordlinie kostet …" is not about what the line cost.
    """
    heads = [each.head for each in named if each.mention.first < anchor]
    taken = [each.mention for each in scene.placed]
    return bool(heads) and all(
        head is not None and head not in consumed and not any(mention.first <= head < mention.last for mention in taken)
        for head in heads
    )


def _owned_by_another(
    scene: Scene, anchor: int, wanted: frozenset[str], consumed: frozenset[int], tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a figure is told of another name right before it ("Kestrel Hospital with its 460 beds")."""
    index = anchor
    while index > scene.sentence.first and tokens[index - 1].norm in prose.owning | prose.its | prose.indefinite:
        index -= 1
    if not any(token.norm in prose.owning for token in tokens[index:anchor]):
        return False
    ends = (index, index - 1) if tokens[index - 1].norm.isdigit() else (index,)  # "Qwen 4", which has a number
    owner = next((each for each in scene.placed if each.mention.last in ends), None)
    if owner is None:
        return _compared_noun(scene, ends[-1] - 1, tokens, prose)
    if owner.role is Role.HOLDER or owner.entities & wanted:
        return False
    return not consumed & set(range(owner.mention.first, owner.mention.last))


def _compared_noun(scene: Scene, noun: int, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether words of comparison lead to a noun that is no name ("than its neighbour with 900 beds")."""
    small = prose.definite | prose.indefinite | prose.its
    for start in range(max(noun - LOOK_BACK - 1, scene.sentence.first), noun):
        for last, _kinds in prose.compared.at(tokens, start, noun):
            if all(token.norm in small or token.text[0].islower() for token in tokens[last:noun]):
                return True
    return False


def _of_owner(
    named: Sequence[Placed], consumed: frozenset[int], anchor: int, tokens: Sequence[Token], prose: Prose
) -> bool:
    """Return whether a cue is told of another thing that moves to the subject ("the migration of customers to")."""
    return bool(named) and all(_moves_to(each.mention.first, consumed, anchor, tokens, prose) for each in named)


def _moves_to(mention: int, consumed: frozenset[int], anchor: int, tokens: Sequence[Token], prose: Prose) -> bool:
    noun = mention - 1
    while noun > 0 and tokens[noun].norm in prose.destinations | prose.definite:
        noun -= 1
    if noun < 1 or not any(token.norm in prose.destinations for token in tokens[noun + 1 : mention]):
        return False
    links = prose.heads_link | prose.possessive | (prose.definite if prose.language == "de" else frozenset())
    cue = noun - 1
    while cue > 0 and tokens[cue].norm in links | prose.definite:
        cue -= 1
    linked = any(token.norm in links for token in tokens[cue + 1 : noun])
    return linked and noun not in consumed and cue in consumed and cue != anchor


def _only_compared(subject: str, scene: Scene) -> bool:
    """Return whether a sentence names the subject only as what something else is held against, or stands beside."""
    roles = [each.role for each in scene.placed if subject in each.entities]
    return bool(roles) and all(role is Role.COMPARED for role in roles)


def _of_another(named: Sequence[Placed], scene: Scene, anchor: int, *, event: bool) -> bool:
    """Return whether a sentence names the subject, and what stands at an anchor is yet told of something else.

    So is what is told of a thing in a comparison, of one that only owns something of the subject's ("Huawei, whose
    chips …"), before a clause that the subject opens, and what took place at the subject.
    """
    clause = scene.relative_at(anchor)
    if clause is not None:
        told_of = next((each for each in scene.placed if each.mention.last == clause.first - 1), None)
        return clause.compared or (told_of not in named if told_of is not None else clause.owned)
    if not named:
        # "Lumière says that its throughput …": the speaker's own, whomever the sentence before was about.
        return scene.possessive and any(each.role is Role.HOLDER for each in scene.placed)
    inside = [scene.relative_at(each.mention.first) for each in named]
    if all(relative is not None and relative.owner for relative in inside):
        return True
    if all(_beside(each, named, scene, anchor) for each in named):
        return True
    if all(each.frame is not None and each.frame > anchor for each in named):
        return True
    return all(each.partial for each in named) or (event and all(each.in_place for each in named))


def _beside(each: Placed, named: Sequence[Placed], scene: Scene, anchor: int) -> bool:
    """Return whether a name only tells more of another, between two commas that an anchor stands behind.

    "At Kestrel, a rival of Medisund, patients wait …"; "Kestrel, das mit Medisund konkurriert, hat …".
    """
    commas = scene.commas
    opening = max((comma for comma in commas if comma < each.mention.first), default=None)
    closing = min((comma for comma in commas if comma >= each.mention.last), default=None)
    if opening is None or closing is None or anchor < closing:
        return False
    told_of = next((other for other in scene.placed if other.mention.last == opening), None)
    return told_of is not None and told_of not in named and told_of.role is not Role.HOLDER


def _rival(each: Placed, wanted: frozenset[str], fact: Fact, consumed: frozenset[int], base: FactBase) -> bool:
    """Return whether a mention is somebody else, whose figure or statement this might be."""
    if each.role in (Role.HOLDER, Role.COMPARED, Role.OBLIQUE) or each.entities & wanted:
        return False
    if consumed & set(range(each.mention.first, each.mention.last)):
        return False
    if each.mention.by == "called" and not each.known:
        return True
    subject = f"{fact.pack}/{fact.subject}"
    related = each.known and bool(each.entities & base.kin(subject))
    return not related


def _reaches(each: Placed, anchor: int, part: Part, consumed: frozenset[int], tokens: Sequence[Token]) -> bool:
    """Return whether a name can be what the words at an anchor are about.

    One in brackets that the anchor is outside of cannot; one behind "of" or "at" only if it opens the clause ("Bei …
    liegen die Kosten") or stands right behind the words of the claim ("the cost per token of …").
    """
    first = each.mention.first
    if first > anchor and _opened(tokens, anchor, first):
        return False
    if each.role is not Role.POSSESSOR or 0 <= first - part.first <= OPENING:
        return True
    return any(index in consumed for index in range(first - LOOK_BACK - 1, first))


def _opened(tokens: Sequence[Token], first: int, last: int) -> bool:
    depth = 0
    for token in tokens[first:last]:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token.norm, 0)
    return depth > 0


def _nearest(
    named: Sequence[Placed], rivals: Sequence[Placed], part: Part, anchor: int, tokens: Sequence[Token]
) -> Subject | None:
    """Return the subject where others are named in the same part.

    It must stand nearest before the anchor, or be the first after it, and not be one of several in a row.
    """
    here = [each for each in named if part.first <= each.mention.first < part.last and each.role is not Role.HOLDER]
    if not here:
        return None
    # What stands right before a name, with nothing between, only says what it is ("das LLM Aurora-7").
    described = {each.mention.first for each in here}
    rivals = [each for each in rivals if each.mention.last not in described]
    crowd = sorted((*here, *rivals), key=lambda each: each.mention.first)
    for one, other in pairwise(crowd):
        if other.mention.first - one.mention.last <= 1 and (one in here) is not (other in here):
            return None
    before = [each for each in crowd if each.mention.first <= anchor]
    chosen = before[-1] if before else crowd[0]
    if chosen not in here:
        return None
    framing = [each for each in rivals if each.role is Role.POSSESSOR and each.mention.first - part.first <= OPENING]
    if framing and all(each.role is Role.POSSESSOR or each.role is Role.OBLIQUE for each in here):
        return None  # "At Alibaba, input for the model costs …": with whom it is so, and not with its maker
    after = [each for each in rivals if each.mention.first > anchor]
    if any(not _comma_between(tokens, anchor, each.mention.first) for each in after):
        return None
    return Subject(AMONG_OTHERS, "named nearest of several", chosen.mention)


def _comma_between(tokens: Sequence[Token], first: int, last: int) -> bool:
    return any(token.norm in ",–—(" for token in tokens[first:last])


def _carried(subject: str, scene: Scene, base: FactBase) -> Subject | None:
    """Return the subject where the sentence names none: carried from the sentence before, or the draft's topic.

    Its maker or its product carries it as well, but no other product of its maker's.
    """
    for refs, confidence, reason in (
        (scene.carried, CARRIED, "carried over from the sentence before"),
        (scene.topic, TOPIC, "the draft's topic"),
    ):
        for ref in sorted(refs):
            if subject in base.kin(ref):
                return Subject(confidence, reason)
    return None
