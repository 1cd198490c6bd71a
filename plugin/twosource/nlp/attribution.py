"""Attribution: which stretches of a text are told as somebody's word, and whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from twosource.model import Attribution, Mention, Sentence, Token
from twosource.nlp.clauses import Part, part_at, parts
from twosource.nlp.holders import REACH, WORDS, is_reference, name_end, plain_holder
from twosource.nlp.lexicon import Prose

_IN_DOCUMENT = 4
"""How many tokens after "heißt es in", "staat in", "says in" the document's noun may stand."""
_NEAR = 2
"""How many words may stand between a verb of saying and its subject behind it."""


class _Reader:
    """The attributions of one sentence."""

    def __init__(
        self, sentence: Sentence, tokens: Sequence[Token], mentions: Sequence[Mention], prose: Prose, *, headline: bool
    ) -> None:
        self.sentence = sentence
        self.tokens = tokens
        self.mentions = mentions
        self.prose = prose
        self.headline = headline
        self.pieces: tuple[Part, ...] = parts(sentence, tokens, prose)

    def read(self) -> Iterator[Attribution]:
        """Yield what attributes in this sentence, in no order."""
        yield from self._speaker_label()
        told = self.sentence.start  # where the words of the last phrase end, which are no verbs and nouns of their own
        for index in range(self.sentence.first, self.sentence.last):
            for phrase in self._phrase(index):
                told = max(told, phrase.marker[1])
                yield phrase
            yield from self._hearsay(index)
            token = self.tokens[index]
            if token.is_word and token.start >= told and not self._in_mention(index):
                if self._split_verb(index) or self._says(index):
                    yield self._verb(index)
                elif token.norm in self.prose.say_nouns or token.norm in self.prose.documents:
                    yield from self._noun(index)
                elif token.norm in self.prose.reported_forms:
                    yield self._make(index, index + 1, "reported", None, None)

    def _speaker_label(self) -> Iterator[Attribution]:
        """Yield what a name before a colon says, as headlines have it ("Z.ai: costs on a par with …")."""
        for mention in self.mentions[:1]:
            alone = mention.first == self.sentence.first and mention.last + 1 < self.sentence.last
            if alone and mention.label in ("ORG", "PER") and self.tokens[mention.last].norm == ":":
                made = self._make(mention.first, mention.last + 1, "phrase", mention, mention.quote)
                yield replace(made, start=self.sentence.start, end=self.sentence.end)

    def _phrase(self, index: int) -> Iterator[Attribution]:
        found = self.prose.attributing.longest(self.tokens, index, self.sentence.last)
        if found is None:
            return
        last, kinds = found
        kind = kinds[0]
        if kind == "own":
            yield self._make(index, last, "own", None, None)
        elif kind == "before":
            mention, quote = self._holder_after(last)
            yield self._make(index, last, "phrase", mention, quote)
        elif kind == "weak_before":
            yield from self._weakly(index, last)
        elif index > self.sentence.first:
            before = self.tokens[index - 1]
            owner = next((mention for mention in self.mentions if mention.last == index), None)
            named = before.norm in self.prose.documents or before.norm in self.prose.say_nouns
            if named:
                yield self._make(index, last, "own", owner, owner.quote if owner else None)
            elif kind == "after" and owner is not None:
                yield self._make(index, last, "phrase", owner, owner.quote)
            elif kind == "after" and before.is_word:
                yield self._make(index, last, "phrase", None, before.text)

    def _weakly(self, index: int, last: int) -> Iterator[Attribution]:
        """Yield what "so" attributes: behind a comma, and right before who says so ("…, so Z.ai", "…, so die Post")."""
        if index == self.sentence.first or self.tokens[index - 1].norm != ",":
            return
        directly = next((mention for mention in self.mentions if mention.first in (last, last + 1)), None)
        quote = directly.quote if directly is not None else plain_holder(last, self.sentence, self.tokens, self.prose)
        if quote is not None:
            yield self._make(index, last, "phrase", directly, quote)

    def _hearsay(self, index: int) -> Iterator[Attribution]:
        written = self.prose.written_in.longest(self.tokens, index, self.sentence.last)
        if written is not None and self._document_from(written[0]):
            yield self._make(index, written[0], "own", None, None)
            return
        found = self.prose.hearsay.longest(self.tokens, index, self.sentence.last)
        if found is not None:
            yield self._make(index, found[0], "reported", None, None)

    def _document_from(self, index: int) -> bool:
        return any(
            token.norm in self.prose.documents
            for token in self.tokens[index : min(index + _IN_DOCUMENT, self.sentence.last)]
        )

    def _says(self, index: int) -> bool:
        """Return whether a word is a verb of saying; one of naming ("calls") is only behind the name of who does it."""
        token = self.tokens[index]
        if token.norm in self.prose.naming_verbs:
            return any(mention.last == index and self._may_speak(mention) for mention in self.mentions)
        return token.norm in self.prose.say_verbs and not self._is_noun(index)

    def _split_verb(self, index: int) -> bool:
        particles = self.prose.split_verbs.get(self.tokens[index].norm)
        if not particles:
            return False
        part = self.pieces[part_at(self.pieces, index)]
        return any(self.tokens[later].norm in particles for later in range(index + 1, part.last))

    def _verb(self, index: int) -> Attribution:
        """Return what a verb of saying attributes; its subject stands right after it or before it."""
        part = self.pieces[part_at(self.pieces, index)]
        close = self.tokens[index - 1] if index > self.sentence.first else None
        if close is not None and close.norm in self.prose.documents:
            return self._make(index, index + 1, "own", None, None)
        if self._refers_back(index):
            return self._make(index, index + 1, "own", None, None)
        speaker = self._subject_after(index)
        if speaker is None and self._pronoun_speaks(index):
            return self._make(index, index + 1, "own", None, None)
        speaker = speaker or self._speaker_before(index, part)
        if speaker is not None:
            return self._make(index, index + 1, "verb", speaker, speaker.quote)
        if self._document_near(index, part):
            return self._make(index, index + 1, "own", None, None)
        quote = (
            close.text
            if close is not None and close.is_word
            else plain_holder(index + 1, self.sentence, self.tokens, self.prose)
        )
        return self._make(index, index + 1, "verb", None, quote)

    def _refers_back(self, verb: int) -> bool:
        """Return whether the subject of a verb of saying is one that the text must have named ("the lab says").

        It is a noun in the singular behind a definite article; several ("the analysts") are a group of their own.
        """
        prose, first = self.prose, max(verb - WORDS, self.sentence.first)
        if verb == self.sentence.first or self.tokens[verb - 1].norm.endswith(prose.plural_endings):
            return False
        articles = [index for index in range(first, verb - 1) if self.tokens[index].norm in prose.definite]
        return bool(articles) and all(
            self.tokens[index].is_word and not self._in_mention(index) for index in range(articles[-1], verb)
        )

    def _speaker_before(self, index: int, part: Part) -> Mention | None:
        """Return the name before a verb in its part of the sentence that can speak, or else the last one, or None."""
        before = [mention for mention in self.mentions if part.first <= mention.first and mention.last <= index]
        return next(
            (mention for mention in reversed(before) if self._may_speak(mention)), before[-1] if before else None
        )

    def _pronoun_speaks(self, index: int) -> bool:
        """Return whether a pronoun is the subject of a verb of saying ("sie sagt", "…, zegt hij").

        Behind a verb that already has a word for its subject it begins what is said ("analysts say it runs").
        """
        close = self.tokens[index - 1] if index > self.sentence.first else None
        if close is not None and close.norm in self.prose.pronouns:
            return True
        following = self.tokens[index + 1] if index + 1 < self.sentence.last else None
        if following is None or following.norm not in self.prose.pronouns:
            return False
        return close is None or not close.is_word or close.norm in self.prose.openers

    def _is_noun(self, index: int) -> bool:
        """Return whether a word that is a verb of saying elsewhere is a noun here ("the claim", "Z.ai's own claim")."""
        prose = self.prose
        if self.tokens[index].norm not in prose.say_nouns | prose.bare_nouns | prose.documents:
            return False
        if index == self.sentence.first or self._in_mention(index - 1):
            return False
        before = [token.norm for token in self.tokens[max(index - 3, self.sentence.first) : index]]
        return before[-1] in prose.definite | prose.indefinite or "'" in before

    def _subject_after(self, index: int) -> Mention | None:
        """Return the name behind a verb of saying that is its subject ("sagte Z.ai", "said a spokeswoman for Z.ai").

        A name right before the verb is its subject instead, and one behind a preposition is not, unless it tells whose
        speaker somebody is.
        """
        if any(mention.last == index and self._may_speak(mention) for mention in self.mentions):
            return None
        prose = self.prose
        after = next((mention for mention in self.mentions if index < mention.first <= index + REACH), None)
        if after is None or self._mark_between(index, after.first):
            return None
        between = self.tokens[index + 1 : after.first]
        prepositions = prose.neutral | prose.possessive
        if between and between[0].norm in prepositions:
            return None
        introduced = len(between) > 1 and between[0].norm in prose.indefinite | prose.definite
        whose = introduced and between[-1].norm in prepositions | prose.holder_links
        return after if len(between) <= _NEAR or whose else None

    def _may_speak(self, mention: Mention) -> bool:
        """Return whether a mention can be somebody who speaks: no product, work or place that the base knows."""
        return mention.label in ("ORG", "PER") or mention.by != "index"

    def _document_near(self, index: int, part: Part) -> bool:
        around = range(max(part.first, index - 4), min(part.last, index + 4))
        return any(self.tokens[other].norm in self.prose.documents for other in around)

    def _noun(self, index: int) -> Iterator[Attribution]:
        token = self.tokens[index]
        owner = next((mention for mention in self.mentions if self._possesses(mention, index)), None)
        if owner is None and index + 1 < self.sentence.last:
            owner = self._linked_owner(index)
        if owner is not None and (token.norm in self.prose.say_nouns or owner.last <= index):
            yield self._make(index, index + 1, "noun", owner, owner.quote)
        elif token.norm in self.prose.documents and self._own_document(index):
            yield self._make(index, index + 1, "own", None, None)
        elif token.norm in self.prose.bare_nouns and self._complement_follows(index):
            author = self._author_before(index)
            kind = "reported" if author is None else "noun"
            yield self._make(index, index + 1, kind, author, None if author is None else author.quote)

    def _author_before(self, index: int) -> Mention | None:
        """Return whose document the sentence has named before a claim ("the report of Z.ai makes the claim that")."""
        for document in range(self.sentence.first, index - 1):
            if self.tokens[document].norm in self.prose.documents:
                owner = next((each for each in self.mentions if self._possesses(each, document)), None)
                owner = owner or self._linked_owner(document)
                if owner is not None and owner.last <= index:
                    return owner
        return None

    def _own_document(self, index: int) -> bool:
        """Return whether something is told in its teller's document ("in seinem Bericht", "in its report")."""
        before = [token.norm for token in self.tokens[max(index - 2, self.sentence.first) : index]]
        return len(before) == 2 and before[0] == "in" and before[1] in self.prose.its

    def _complement_follows(self, index: int) -> bool:
        return index + 1 < self.sentence.last and self.tokens[index + 1].norm in self.prose.complements

    def _linked_owner(self, index: int) -> Mention | None:
        if self.tokens[index + 1].norm not in self.prose.holder_links:
            return None
        near = (mention for mention in self.mentions if index + 1 <= mention.first <= index + 4)
        return next(near, None)

    def _possesses(self, mention: Mention, index: int) -> bool:
        """Return whether a mention in the genitive stands right before a noun ("Z.ais Darstellung", "Z.ai's claim")."""
        between = [token.norm for token in self.tokens[mention.last : index]]
        if between[:2] == ["'", "s"]:
            return len(between) <= 3
        genitive = not between and self.tokens[mention.last - 1].norm.endswith("s")
        adjective = len(between) == 1 and self.tokens[mention.last - 1].norm.endswith("s")
        return genitive or (adjective and mention.by == "index")

    def _holder_after(self, index: int) -> tuple[Mention | None, str | None]:
        """Return who is named from a token on: a known or a shaped name, or else the words up to the next mark."""
        if is_reference(self.tokens[index : min(index + 2, self.sentence.last)], self.prose) and not any(
            index <= mention.first <= index + 2 for mention in self.mentions
        ):
            return None, None
        end = name_end(index, self.sentence, self.tokens, self.prose)
        for mention in self.mentions:
            if index - 1 <= mention.first < min(end, index + REACH) and not self._mark_between(index, mention.first):
                return mention, mention.quote
        words = []
        for token in self.tokens[index : min(index + WORDS, end)]:
            if not token.is_word:
                break
            words.append(token)
        if any(word.norm in self.prose.documents for word in words):
            return None, None
        return None, " ".join(word.text for word in words) or None

    def _mark_between(self, first: int, last: int) -> bool:
        return any(token.norm in ",;:()" for token in self.tokens[first:last])

    def _in_mention(self, index: int) -> bool:
        return any(mention.first <= index < mention.last for mention in self.mentions)

    def _make(self, first: int, last: int, kind: str, holder: Mention | None, quote: str | None) -> Attribution:
        begin, end = self._scope(first, kind)
        if kind == "phrase" and holder is None and quote is None:
            kind = "own"
        return Attribution(
            self.tokens[begin].start,
            self.tokens[end - 1].end,
            (self.tokens[first].start, self.tokens[last - 1].end),
            holder.entities if holder is not None else (),
            quote,
            kind,
        )

    def _scope(self, first: int, kind: str) -> tuple[int, int]:
        """Return the tokens that a marker at ``first`` attributes.

        A phrase that opens the sentence covers it all, and so does one in a headline; any other covers its own part and
        what only adds to it ("Z.ai says …, and …").
        """
        sentence = self.sentence
        if self.headline or (kind in ("phrase", "own") and first <= sentence.first + 1):
            return sentence.first, sentence.last
        number = part_at(self.pieces, first)
        begin, end = self.pieces[number].first, self.pieces[number].last
        if kind != "reported":
            for part in self.pieces[number + 1 :]:
                if not part.additive or part.joint == ";":
                    break
                end = part.last
            if number + 1 < len(self.pieces) and self.pieces[number + 1].joint == ":" and kind in ("verb", "noun"):
                end = max(end, self.pieces[number + 1].last)
        return begin, end


def find(
    tokens: Sequence[Token],
    sentences: Sequence[Sentence],
    mentions: Sequence[Mention],
    headlines: frozenset[int],
    prose: Prose,
) -> tuple[tuple[Attribution, ...], ...]:
    """Return for each sentence its attributions.

    A reported form that names nobody ("soll", "zou", a German subjunctive) takes the holder of the attribution before
    it, in its own sentence or, in the same segment, in the sentence before.

    Args:
        tokens: the tokens of the text.
        sentences: its sentences.
        mentions: its names, in text order.
        headlines: the numbers of the segments that are titles or headings.
        prose: the language's lexicon.
    """
    found: list[tuple[Attribution, ...]] = []
    carried: Attribution | None = None
    segment, position = -1, 0
    for sentence in sentences:
        begin = position = _skip(mentions, position, sentence.first)
        position = _skip(mentions, position, sentence.last)
        if sentence.segment != segment:
            carried, segment = None, sentence.segment
        reader = _Reader(sentence, tokens, mentions[begin:position], prose, headline=sentence.segment in headlines)
        own = sorted(reader.read(), key=lambda attribution: attribution.marker)
        filled = []
        before = carried
        for attribution in own:
            named = attribution.kind != "reported"
            if not named and before is not None:
                attribution = replace(  # noqa: PLW2901 - the filled-in form takes its place
                    attribution, holders=before.holders, holder_quote=before.holder_quote, kind=_carried_kind(before)
                )
            filled.append(attribution)
            if named:
                before = attribution
        carried = before if own else None
        found.append(tuple(filled))
    return tuple(found)


def _skip(mentions: Sequence[Mention], position: int, token: int) -> int:
    """Return the index of the first mention from ``position`` on that begins at a token or behind it."""
    while position < len(mentions) and mentions[position].first < token:
        position += 1
    return position


def _carried_kind(before: Attribution) -> str:
    return "own" if before.kind == "own" else "reported"
