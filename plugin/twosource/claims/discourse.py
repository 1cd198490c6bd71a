"""Whom a sentence is about: named in it, or carried over from what was said before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from twosource.claims.frames import Relative, frame_of, head_of, in_place, of_part, relatives
from twosource.facts.index import FactBase
from twosource.model import Mention, Role, SegmentKind, Sentence, Token
from twosource.nlp.clauses import Part, parts
from twosource.nlp.entities import is_faint
from twosource.nlp.pipeline import Reading

LOOK_BACK = 3
"""How many tokens before a name are looked at for the part that it plays."""
_THINGS = frozenset({"product", "work"})
"""Kinds of entity that a text refers back to as a thing ("the model"), of which a maker has several."""
_CONTRASTED = 2
"""How many tokens may lead from "not" to the name that it contrasts with: an article and an adjective."""
OPENING = 4
"""How many tokens from its beginning still open a clause."""


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
        commas: the tokens that are commas.
    """

    sentence: Sentence
    pieces: tuple[Part, ...]
    placed: tuple[Placed, ...]
    carried: frozenset[str]
    topic: frozenset[str]
    relatives: tuple[Relative, ...] = ()
    possessive: bool = False
    commas: tuple[int, ...] = ()

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
        self.seen: dict[str, None] = {}  # who was named, the last one last
        self.focus: frozenset[str] = frozenset()
        self.topic: frozenset[str] = frozenset()
        self.stranger = False
        self.doubt = False
        self.thing: str | None = None  # the product or work that was named last in this segment
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
        here_said = (each for each in self.reading.attributions[number] if each.marker[0] < sentence.end)
        holders = {attribution.holder_quote for attribution in here_said}
        named = [ref for mention in here if mention.by == "index" for ref in mention.entities]
        prose = self.reading.walk.prose
        placed = tuple(
            Placed(
                mention,
                role,
                self._resolve(mention, named),
                frame_of(mention.first, sentence, self.tokens, prose),
                in_place(mention.first, sentence, self.tokens, prose),
                of_part(mention.first, sentence, self.tokens, prose),
                head_of(mention.first, sentence, self.tokens, prose),
            )
            for mention, role in self._roles(here, holders)
        )
        carried = self.focus if not self.stranger else frozenset()
        topic = self.topic if not self.stranger else frozenset()
        owned = any(token.norm in prose.its for token in self.tokens[sentence.first : sentence.last])
        inside = range(sentence.first, sentence.last)
        commas = tuple(index for index in inside if self.tokens[index].norm == ",")
        clauses = tuple(relatives(sentence, self.tokens, prose))
        scene = Scene(sentence, parts(sentence, self.tokens, prose), placed, carried, topic, clauses, owned, commas)
        self._remember(sentence, placed)
        return scene

    def _enter(self, sentence: Sentence) -> None:
        """Begin a segment: a new paragraph is about the topic again, unless it says otherwise."""
        previous = self.reading.walk.text_map.segments[self.segment].kind if self.segment >= 0 else None
        self.segment, self.thing = sentence.segment, None
        if previous is not SegmentKind.LIST_ITEM:
            self.focus, self.stranger, self.doubt = frozenset(), False, False

    def _roles(self, here: Sequence[Mention], holders: set[str | None]) -> Iterator[tuple[Mention, Role]]:
        """Yield the mentions of a sentence with their parts; one joined to another plays that one's ("by X and Y")."""
        before, last = Role.CORE, -1
        for mention in here:
            role = self._role(mention, holders)
            joined = last == mention.first - 1 and self.tokens[last].norm in self.reading.walk.prose.additive
            if joined and role is Role.CORE:
                role = before
            yield mention, role
            before, last = role, mention.last

    def _role(self, mention: Mention, holders: set[str | None]) -> Role:
        """Return the part that a mention plays, by the words before it."""
        if mention.quote in holders:
            return Role.HOLDER
        if self._is_compared(mention):
            return Role.COMPARED
        words = self.reading.walk.prose
        for back in range(1, LOOK_BACK + 1):
            index = mention.first - back
            if index < 0 or not self.tokens[index].is_word:
                break
            token = self.tokens[index]
            if token.norm in words.neutral or token.norm in words.indefinite:
                return Role.OBLIQUE
            if token.norm in words.possessive:
                return Role.POSSESSOR
            if self._prepositional(index, mention.first):
                return Role.OBLIQUE
            if not self._modifier(token) and not (back == 1 and self._head(token)):
                break
        return Role.CORE

    def _is_compared(self, mention: Mention) -> bool:
        """Return whether words of comparison lead to a mention ("im Gegensatz zu …")."""
        compared = self.reading.walk.prose.compared
        return any(
            last == mention.first or self._leads_on(start, last, mention.first)
            for start in range(max(mention.first - LOOK_BACK - 2, 0), mention.first)
            for last, _kinds in compared.at(self.tokens, start, mention.first)
        )

    def _leads_on(self, compared: int, first: int, last: int) -> bool:
        """Return whether only modifiers lead from words of comparison to a name.

        "Not the big Qwen" is a contrast; "not about the cost of Qwen" and "has not repeated Qwen's …" are none.
        """
        words = self.reading.walk.prose
        between = self.tokens[first:last]
        if any(kinds == ["negations"] for _, kinds in words.polarity.at(self.tokens, compared, first)):
            if between[0].norm not in words.definite | words.indefinite or len(between) > _CONTRASTED:
                return False
            return not any(token.norm in words.neutral | words.possessive | words.heads_link for token in between)
        return all(self._modifier(token) for token in between)

    def _modifier(self, token: Token) -> bool:
        words = self.reading.walk.prose
        return token.is_word and (token.text[0].islower() or token.norm in words.definite)

    def _prepositional(self, index: int, name: int) -> bool:
        """Return whether a German noun is one with its bare preposition and leads to a name ("auf Grundlage des …")."""
        words, token = self.reading.walk.prose, self.tokens[index]
        if words.language != "de" or index == 0 or not token.text[0].isupper():
            return False
        small = words.definite | words.its | words.indefinite | words.slot_links - words.copulas
        if any(each.norm not in small for each in self.tokens[index + 1 : name]):
            return False
        return self.tokens[index - 1].norm in words.neutral - words.definite

    def _head(self, token: Token) -> bool:
        """Return whether a word before a name is the noun that says what it is ("im Repository vLLM").

        In German it has a capital, and is no more than that; elsewhere it is small and passes for a modifier.
        """
        words = self.reading.walk.prose
        plain = words.language == "de" and token.text[1:].islower()
        return plain and token.norm not in words.common_capitalised

    def _resolve(self, mention: Mention, named: Sequence[str]) -> frozenset[str]:
        """Return whom a mention means; a way to refer back means the one who was named last."""
        if mention.by != "called":
            return frozenset(mention.entities)
        if self.stranger or (self.doubt and not named):
            return frozenset()
        wanted = set(mention.entities)
        kinds = {self.base.entities[ref].kind for ref in wanted}
        if self.thing is not None and self.thing not in wanted and self.base.entities[self.thing].kind in kinds:
            return frozenset()  # "GLM-5.3 is bigger. The model has …": it means the other thing, named last
        for ref in [*reversed(self.seen), *named, *sorted(self.topic)]:
            for kin in (ref, *sorted(self.base.kin(ref))):
                if kin in wanted:
                    return frozenset({kin})
        return frozenset()

    def _remember(self, sentence: Sentence, placed: Sequence[Placed]) -> None:
        for each in placed:
            if each.known and each.mention.by == "index":
                for ref in sorted(each.entities):
                    self.seen.pop(ref, None)
                    self.seen[ref] = None
                    if self.base.entities[ref].kind in _THINGS:
                        self.thing = ref
        leading = [each for each in placed if each.role is Role.CORE]
        own = next((each for each in leading if self._told_of(each)), None)
        own = own or next((each for each in placed if self._told_of(each) and each.role is not Role.COMPARED), None)
        if own is not None and (not leading or self._told_of(leading[0]) or own.role is Role.CORE):
            self.focus, self.stranger = own.entities, False
        elif any(self._stranger(each, sentence) for each in leading):
            self.focus, self.stranger = frozenset(), True
        # "The company" may be whoever a plain word has just named ("Alibaba is joining in"), though no technical term.
        self.doubt = own is None and any(self._plain(each.mention) for each in leading)
        kind = self.reading.walk.text_map.segments[sentence.segment].kind
        if kind in (SegmentKind.TITLE, SegmentKind.LEAD) and own is not None and not self.topic:
            self.topic = own.entities

    def _told_of(self, each: Placed) -> bool:
        """Return whether the base has facts of whom a mention means; one that it knows by name alone is a stranger."""
        return any(self.base.tells_of(ref) for ref in each.entities)

    def _plain(self, mention: Mention) -> bool:
        return mention.last == mention.first + 1 and self.tokens[mention.first].text[1:].islower()

    def _stranger(self, each: Placed, sentence: Sentence) -> bool:
        """Return whether a mention turns the text to somebody of whom the base has no facts.

        Such a mention opens a clause.
        """
        pieces = parts(sentence, self.tokens, self.reading.walk.prose)
        opens = any(0 <= each.mention.first - piece.first <= OPENING for piece in pieces)
        return (
            opens
            and not self._told_of(each)
            and each.mention.by != "called"
            and not is_faint(each.mention, self.tokens, sentence)
        )
