"""Whom a sentence is about: named in it, or carried over from what was said before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from twosource.claims.frames import Relative, frame_of, head_of, in_place, of_part, relatives
from twosource.facts.index import FactBase
from twosource.model import Fact, Mention, Quantity, Role, SegmentKind, Sentence, Token, When
from twosource.nlp.clauses import Part, part_at, parts
from twosource.nlp.entities import is_faint
from twosource.nlp.pipeline import Reading

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

_LOOK_BACK = 3
_OPENING = 4


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention with the part that it plays, and the entities that it was resolved to (``pack/id``).

    Attributes:
        mention: the mention.
        role: the part that it plays.
        entities: whom it means.
        frame: the mark before it where it frames a clause of its own, or None.
        in_place: whether it only tells where something is.
        partial: whether a part of it is told of.
        head: the noun that opens the sentence where the mention only tells more of it, or None.
    """

    mention: Mention
    role: Role
    entities: frozenset[str]
    frame: int | None = None
    in_place: bool = False
    partial: bool = False
    head: int | None = None

    @property
    def known(self) -> bool:
        """Whether the base knows who is meant."""
        return bool(self.entities)


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a claim is about: how surely, by what reason, and the mention that it rests on (None where carried)."""

    confidence: float
    reason: str
    mention: Mention | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence with its parts and its people.

    Attributes:
        sentence: the sentence.
        pieces: its parts.
        placed: its mentions, in text order.
        carried: whom the text before was about, as ``pack/id``; empty where it was about somebody unknown.
        topic: whom the draft's title or lead is about; empty where somebody unknown was named since.
        relatives: its relative clauses.
        possessive: whether it says whose something is without a name ("seinen Durchsatz", "its throughput").
    """

    sentence: Sentence
    pieces: tuple[Part, ...]
    placed: tuple[Placed, ...]
    carried: frozenset[str]
    topic: frozenset[str]
    relatives: tuple[Relative, ...] = ()
    possessive: bool = False

    def relative_at(self, index: int) -> Relative | None:
        """Return the relative clause that a token stands in, or None."""
        return next((clause for clause in self.relatives if clause.first <= index < clause.last), None)


def scenes(reading: Reading, base: FactBase) -> tuple[Scene, ...]:
    """Return the scene of each sentence of a reading."""
    return tuple(_Narrator(reading, base).run())


class _Narrator:
    """Walks through the sentences and keeps whom they are about."""

    def __init__(self, reading: Reading, base: FactBase) -> None:
        self.reading = reading
        self.base = base
        self.tokens = reading.walk.tokens
        self.seen: list[str] = []
        self.focus: frozenset[str] = frozenset()
        self.topic: frozenset[str] = frozenset()
        self.stranger = False
        self.doubt = False
        self.segment = -1

    def run(self) -> Iterable[Scene]:
        mentions = list(self.reading.mentions)
        position = 0
        for number, sentence in enumerate(self.reading.walk.sentences):
            while position < len(mentions) and mentions[position].start < sentence.start:
                position += 1
            here = []
            while position < len(mentions) and mentions[position].start < sentence.end:
                here.append(mentions[position])
                position += 1
            yield self._scene(number, sentence, here)

    def _scene(self, number: int, sentence: Sentence, here: Sequence[Mention]) -> Scene:
        if sentence.segment != self.segment:
            self._enter(sentence)
        holders = {attribution.holder_quote for attribution in self.reading.attributions[number]}
        named = [ref for mention in here if mention.by == "index" for ref in mention.entities]
        prose = self.reading.walk.prose
        placed = tuple(
            Placed(
                mention,
                self._role(mention, holders),
                self._resolve(mention, named),
                frame_of(mention.first, sentence, self.tokens, prose),
                in_place(mention.first, sentence, self.tokens, prose),
                of_part(mention.first, sentence, self.tokens, prose),
                head_of(mention.first, sentence, self.tokens, prose),
            )
            for mention in here
        )
        carried = self.focus if not self.stranger else frozenset()
        topic = self.topic if not self.stranger else frozenset()
        owned = any(token.norm in prose.its for token in self.tokens[sentence.first : sentence.last])
        clauses = tuple(relatives(sentence, self.tokens, prose))
        scene = Scene(sentence, parts(sentence, self.tokens, prose), placed, carried, topic, clauses, owned)
        self._remember(sentence, placed)
        return scene

    def _enter(self, sentence: Sentence) -> None:
        """Begin a segment: a new paragraph is about the topic again, unless it says otherwise."""
        previous = self.reading.walk.text_map.segments[self.segment].kind if self.segment >= 0 else None
        self.segment = sentence.segment
        if previous is not SegmentKind.LIST_ITEM:
            self.focus, self.stranger, self.doubt = frozenset(), False, False

    def _role(self, mention: Mention, holders: set[str | None]) -> Role:
        """Return the part that a mention plays, by the words before it."""
        if mention.quote in holders:
            return Role.HOLDER
        if self._is_compared(mention):
            return Role.COMPARED
        words = self.reading.walk.prose
        for back in range(1, _LOOK_BACK + 1):
            index = mention.first - back
            if index < 0 or not self.tokens[index].is_word:
                break
            token = self.tokens[index]
            if token.norm in words.neutral or token.norm in words.indefinite:
                return Role.OBLIQUE
            if token.norm in words.possessive:
                return Role.POSSESSOR
            if not self._modifier(token):
                break
        return Role.CORE

    def _is_compared(self, mention: Mention) -> bool:
        """Return whether words of comparison lead to a mention ("im Gegensatz zu …")."""
        compared = self.reading.walk.prose.compared
        return any(
            last == mention.first or self._only_modifiers(last, mention.first)
            for start in range(max(mention.first - _LOOK_BACK - 2, 0), mention.first)
            for last, _kinds in compared.at(self.tokens, start, mention.first)
        )

    def _only_modifiers(self, first: int, last: int) -> bool:
        return all(self._modifier(token) for token in self.tokens[first:last])

    def _modifier(self, token: Token) -> bool:
        words = self.reading.walk.prose
        return token.is_word and (token.text[0].islower() or token.norm in words.definite)

    def _resolve(self, mention: Mention, named: Sequence[str]) -> frozenset[str]:
        """Return whom a mention means; a way to refer back means the one who was named last."""
        if mention.by != "called":
            return frozenset(mention.entities)
        if self.stranger or (self.doubt and not named):
            return frozenset()
        wanted = set(mention.entities)
        for ref in [*reversed(self.seen), *named, *sorted(self.topic)]:
            for kin in (ref, *sorted(self.base.kin(ref))):
                if kin in wanted:
                    return frozenset({kin})
        return frozenset()

    def _remember(self, sentence: Sentence, placed: Sequence[Placed]) -> None:
        for each in placed:
            if each.known and each.mention.by == "index":
                self.seen.extend(sorted(each.entities))
        leading = [each for each in placed if each.role is Role.CORE]
        own = next((each for each in leading if each.known), None)
        own = own or next((each for each in placed if each.known and each.role is not Role.COMPARED), None)
        if own is not None and (not leading or leading[0].known or own.role is Role.CORE):
            self.focus, self.stranger = own.entities, False
        elif any(self._stranger(each, sentence) for each in leading):
            self.focus, self.stranger = frozenset(), True
        # "The company" may be whoever a plain word has just named ("Alibaba is joining in"), though no technical term.
        self.doubt = own is None and any(self._plain(each.mention) for each in leading)
        kind = self.reading.walk.text_map.segments[sentence.segment].kind
        if kind in (SegmentKind.TITLE, SegmentKind.LEAD) and own is not None and not self.topic:
            self.topic = own.entities

    def _plain(self, mention: Mention) -> bool:
        return mention.last == mention.first + 1 and self.tokens[mention.first].text[1:].islower()

    def _stranger(self, each: Placed, sentence: Sentence) -> bool:
        """Return whether a mention turns the text to somebody whom the base does not know: one that opens a clause."""
        pieces = parts(sentence, self.tokens, self.reading.walk.prose)
        opens = any(0 <= each.mention.first - piece.first <= _OPENING for piece in pieces)
        return (
            opens
            and not each.known
            and each.mention.by != "called"
            and not is_faint(each.mention, self.tokens, sentence)
        )


def subject_of(
    fact: Fact,
    scene: Scene,
    anchor: int,
    consumed: frozenset[int],
    base: FactBase,
    tokens: Sequence[Token],
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
    within = [each for each in rivals if part.first <= each.mention.first < part.last]
    if cued and isinstance(fact.value, Quantity) and _under_another_head(named, scene, anchor, consumed):
        return None
    if _only_compared(f"{fact.pack}/{fact.subject}", scene) or _of_another(
        named, scene, anchor, event=isinstance(fact.value, When)
    ):
        return None
    if within:
        return _nearest(named, within, part, anchor, tokens)
    return _unrivalled(named, rivals, wanted, scene, part, base)


def _unrivalled(
    named: Sequence[Placed],
    rivals: Sequence[Placed],
    wanted: frozenset[str],
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
    if speaking and not rivals:
        return Subject(NAMED_APART, "named in another clause", speaking[0].mention)
    if named and not rivals:
        return Subject(AS_HOLDER, "named as the one who says so", named[0].mention)
    return _carried(wanted, scene, base)


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
    if all(each.frame is not None and each.frame > anchor for each in named):
        return True
    return all(each.partial for each in named) or (event and all(each.in_place for each in named))


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
    if each.role is not Role.POSSESSOR or 0 <= first - part.first <= _OPENING:
        return True
    return any(index in consumed for index in range(first - _LOOK_BACK - 1, first))


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
    crowd = sorted((*here, *rivals), key=lambda each: each.mention.first)
    for one, other in pairwise(crowd):
        if other.mention.first - one.mention.last <= 1 and (one in here) is not (other in here):
            return None
    before = [each for each in crowd if each.mention.first <= anchor]
    chosen = before[-1] if before else crowd[0]
    if chosen not in here:
        return None
    after = [each for each in rivals if each.mention.first > anchor]
    if any(not _comma_between(tokens, anchor, each.mention.first) for each in after):
        return None
    return Subject(AMONG_OTHERS, "named nearest of several", chosen.mention)


def _comma_between(tokens: Sequence[Token], first: int, last: int) -> bool:
    return any(token.norm in ",–—(" for token in tokens[first:last])


def _carried(wanted: frozenset[str], scene: Scene, base: FactBase) -> Subject | None:
    """Return the subject where the sentence names none: carried from the sentence before, or the draft's topic."""
    for refs, confidence, reason in (
        (scene.carried, CARRIED, "carried over from the sentence before"),
        (scene.topic, TOPIC, "the draft's topic"),
    ):
        for ref in sorted(refs):
            if base.kin(ref) & wanted:
                return Subject(confidence, reason)
    return None
