"""Names: those that the base knows, ways to refer back, and names that only their shape gives away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from twosource.model import Figure, KnownName, Mention, Sentence, Token
from twosource.nlp.lexicon import Prose
from twosource.text.phrases import PhraseIndex

_UNIT_LETTERS = 2
"""How many letters a unit's symbol may have that begins with a small one and has a capital ("kW", "mA")."""


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The names to look for: aliases by form, and by language the ways to refer back by stem."""

    names: PhraseIndex[KnownName]
    called: Mapping[str, PhraseIndex[str]]


def find_known(tokens: Sequence[Token], index: NameIndex, prose: Prose) -> tuple[Mention, ...]:
    """Return the mentions of known names, longest first at each place, never overlapping, in text order.

    A confusable name is a mention with no entity. Offsets are code points of the text that the tokens are of.
    """
    mentions: list[Mention] = []
    position, count = 0, len(tokens)
    while position < count:
        mention = _known_at(tokens, position, index, prose) or _called_at(tokens, position, index, prose)
        if mention is None:
            position += 1
        else:
            mentions.append(mention)
            position = mention.last
    return tuple(mentions)


def _known_at(tokens: Sequence[Token], first: int, index: NameIndex, prose: Prose) -> Mention | None:
    if not index.names.starts(tokens[first]) or not _free_before(tokens, first):
        return None
    candidates = [*index.names.at(tokens, first), *index.names.with_ending(tokens, first)]
    for last, names in sorted(candidates, key=lambda candidate: -candidate[0]):
        fitting = [name for name in names if _fits(name, tokens, first, last, prose)]
        if not fitting:
            continue
        end = _after_ending(tokens, last)
        if not _free_after(tokens, first, end, fitting, index, prose):
            if "-" in (tokens[end].norm if end < len(tokens) else ""):
                return None
            continue
        entities = tuple(dict.fromkeys(name.entity for name in fitting if name.entity is not None))
        quote = _written(tokens, first, last)
        return Mention(
            tokens[first].start, tokens[last - 1].end, quote, fitting[0].label, entities, "index", first, last
        )
    return None


def _fits(name: KnownName, tokens: Sequence[Token], first: int, last: int, prose: Prose) -> bool:
    """Return whether the written form suits the alias: its language, its case, and its inner spaces."""
    if name.language not in (None, prose.language):
        return False
    written = "".join(character for character in _written(tokens, first, last) if character.isprintable())
    if written.endswith("s") and len(written) == len(name.text) + 1:
        written = written[:-1]
    if name.exact:
        return written == name.text
    if len(written) != len(name.text):
        return False  # "Z. ai" or "GLM 5.3 Flash" is another spelling, and no alias of this one
    lettered = [character for character in name.text if character.isalpha()]
    all_capitals = bool(lettered) and all(character.isupper() for character in lettered)
    return not (all_capitals and written.islower())  # an acronym is no lower-case word


def _written(tokens: Sequence[Token], first: int, last: int) -> str:
    inner = ((" " if token.spaced else "") + token.text for token in tokens[first + 1 : last])
    return tokens[first].text + "".join(inner)


def _free_before(tokens: Sequence[Token], first: int) -> bool:
    """Return whether no letter, digit, hyphen or address stands right before the token."""
    if first == 0 or tokens[first].spaced:
        return True
    before = tokens[first - 1]
    return not (before.is_word or before.norm[0].isdigit() or before.norm in "-_@#/.\\")


def _after_ending(tokens: Sequence[Token], last: int) -> int:
    """Return the index after a possessive ending ("Z.ai's", "NVIDIA’s") where one stands at ``last``."""
    if last + 1 < len(tokens) and tokens[last].norm == "'" and not tokens[last].spaced:
        ending = tokens[last + 1]
        if ending.norm == "s" and not ending.spaced:
            return last + 2
    return last


def _free_after(
    tokens: Sequence[Token], first: int, last: int, names: Sequence[KnownName], index: NameIndex, prose: Prose
) -> bool:
    """Return whether the name ends here, or goes on only as a compound whose first part it is ("Z.ai-Cluster")."""
    if last >= len(tokens) or tokens[last].spaced:
        return True
    after = tokens[last]
    if after.is_word or after.norm[0].isdigit() or after.norm in "_@":
        return False
    if last + 1 >= len(tokens) or tokens[last + 1].spaced:
        return True
    further = tokens[last + 1]
    if after.norm == ".":
        return not (further.is_word or further.norm[0].isdigit())
    return after.norm != "-" or _heads_compound(tokens, first, last + 1, names, index, prose)


def _heads_compound(
    tokens: Sequence[Token], first: int, further: int, names: Sequence[KnownName], index: NameIndex, prose: Prose
) -> bool:
    """Return whether a word behind a name and a hyphen leaves it what it is ("Z.ai-Cluster"), or makes it a sibling.

    A product goes on with a capital as another product ("GLM-5.3-Flash-Air"). In German a compound's noun has one too:
    it is taken for that behind a determiner ("der GLM-5.3-Flash-Cluster"), or where the pack refers back by it
    ("GLM-5.3-Flash-Modell").
    """
    word = tokens[further]
    if not word.is_word:
        return not word.norm[0].isdigit()
    if not any(name.kind == "product" for name in names) or word.text[0].islower():
        return True
    if prose.language != "de" or word.text.isupper():
        return False
    called = index.called.get(prose.language)
    if called is not None and called.longest(tokens, further) is not None:
        return True
    longer = further + 1 < len(tokens) and tokens[further + 1].norm == "-" and not tokens[further + 1].spaced
    return not longer and first > 0 and tokens[first - 1].norm in prose.definite | prose.indefinite | prose.its


def _called_at(tokens: Sequence[Token], first: int, index: NameIndex, prose: Prose) -> Mention | None:
    """Return a way to refer back at a token ("des Unternehmens"): a definite determiner, then the pack's words."""
    token = tokens[first]
    phrases = index.called.get(prose.language)
    if not phrases:
        return None
    if token.norm in prose.other_adjectives:
        return _another(tokens, first, phrases)
    found = None
    if token.norm in prose.definite or token.norm in prose.bare_after:
        found = _called_words(tokens, first, phrases, prose)
    if found is None or any(_known_at(tokens, inner, index, prose) is not None for inner in range(first + 1, found[0])):
        return None  # "the North Line" is that name, though "the line" would refer back
    last, refs = found
    entities = () if _means_another(tokens, first, last, index, prose) else tuple(dict.fromkeys(refs))
    begin = first + 1 if token.norm in prose.bare_after else first
    quote = _written(tokens, begin, last)
    return Mention(tokens[begin].start, tokens[last - 1].end, quote, "MISC", entities, "called", begin, last)


def _called_words(
    tokens: Sequence[Token], first: int, phrases: PhraseIndex[str], prose: Prose
) -> tuple[int, list[str]] | None:
    """Return the index after the pack's words behind a determiner, and whom they mean.

    An adjective may stand between ("das Pekinger Unternehmen"); all in capitals it is a name of its own ("the Harbour
    Line").
    """
    for start in (first + 1, first + 2):
        apart = start == first + 2
        if start >= len(tokens) or (apart and not _adjective(tokens[first + 1], prose)):
            return None
        found = phrases.longest(tokens, start)
        if found is not None:
            last = found[0]
            compound = last < len(tokens) and tokens[last].norm == "-" and not tokens[last].spaced
            own_name = apart and prose.language != "de" and _all_capital(tokens[first + 1 : last])
            return None if compound or own_name else found
    return None


def _another(tokens: Sequence[Token], first: int, phrases: PhraseIndex[str]) -> Mention | None:
    """Return another of the kind, whatever stands before ("the firm's other model"), as a mention of nobody known."""
    found = phrases.longest(tokens, first + 1) if first + 1 < len(tokens) else None
    if found is None:
        return None
    last = found[0]
    quote = _written(tokens, first, last)
    return Mention(tokens[first].start, tokens[last - 1].end, quote, "MISC", (), "called", first, last)


def _all_capital(written: Sequence[Token]) -> bool:
    return all(token.text[0].isupper() for token in written)


def _means_another(tokens: Sequence[Token], first: int, last: int, index: NameIndex, prose: Prose) -> bool:
    """Return whether a way to refer back is told of another ("the rival model", "the model from" a stranger)."""
    if any(token.norm in prose.other_adjectives for token in tokens[first + 1 : last]):
        return True
    if last + 1 >= len(tokens) or tokens[last].norm not in prose.makers:
        return False
    owner = tokens[last + 1]
    named = owner.is_word and owner.text[0].isupper() and owner.norm not in prose.common_capitalised
    return named and _known_at(tokens, last + 1, index, prose) is None


def _adjective(token: Token, prose: Prose) -> bool:
    grammatical = prose.bare_after | prose.neutral | prose.possessive | prose.definite | prose.conjunctions
    return token.is_word and token.norm not in grammatical


def is_faint(mention: Mention, tokens: Sequence[Token], sentence: Sentence) -> bool:
    """Return whether nothing but its place makes a word a name: it opens a sentence, and a verb follows it.

    Such a name keeps its own sentence's figures from us, and no other sentence's.
    """
    opens = mention.by == "rule" and mention.first <= sentence.first + 1 and mention.last == mention.first + 1
    return opens and not _is_marked(tokens, mention.first, mention.last)


def find_shaped(
    tokens: Sequence[Token],
    sentences: Sequence[Sentence],
    known: Sequence[Mention],
    figures: Sequence[Figure],
    prose: Prose,
) -> tuple[Mention, ...]:
    """Return names that the base does not know, told by their shape alone, in text order.

    It is what keeps another company's figure from being held against ours where no statistical pipeline runs: inner
    capitals and capitals with digits (DeepSeek, GPT-6), a capitalised word within a Dutch or English sentence, two in
    a row in a German one, and a capitalised word that opens a sentence and is at once followed by a singular verb.
    """
    taken = {index for mention in known for index in range(mention.first, mention.last)}
    taken |= _figure_tokens(tokens, figures)
    mentions = []
    for sentence in sentences:
        index = sentence.first
        while index < sentence.last:
            last = _shaped_at(tokens, index, sentence, taken, prose)
            if last is None:
                index += 1
                continue
            quote = _written(tokens, index, last)
            mentions.append(Mention(tokens[index].start, tokens[last - 1].end, quote, "MISC", (), "rule", index, last))
            index = last
    return tuple(mentions)


def _figure_tokens(tokens: Sequence[Token], figures: Sequence[Figure]) -> set[int]:
    """Return the tokens that stand in a figure; the figures are in text order."""
    inside: set[int] = set()
    index = 0
    for figure in figures:
        while index < len(tokens) and tokens[index].end <= figure.start:
            index += 1
        while index < len(tokens) and tokens[index].start < figure.end:
            inside.add(index)
            index += 1
    return inside


def _shaped_at(tokens: Sequence[Token], first: int, sentence: Sentence, taken: set[int], prose: Prose) -> int | None:
    """Return the index after a name that starts at a token, or None."""
    last = _shape_at(tokens, first, sentence, taken, prose)
    adjective = last is not None and _modifies(tokens, first, last, prose)
    return None if adjective else last


def _shape_at(tokens: Sequence[Token], first: int, sentence: Sentence, taken: set[int], prose: Prose) -> int | None:
    """Return the index after what has the shape of a name at a token, or None."""
    token = tokens[first]
    if first in taken or not _may_begin(token, prose) or not _free_before(tokens, first):
        return None
    opening = first == sentence.first or tokens[first - 1].norm in "\"'”“„»«›‹:(-–—"
    if opening and _article(token, prose) and not _is_marked(tokens, first, first + 1):
        return None  # "Laut SilverLine": the name begins behind it
    last = first + 1
    while last < sentence.last and last not in taken and _continues(tokens, last, prose):
        last += 1
    while not (tokens[last - 1].is_word or tokens[last - 1].norm[0].isdigit()):
        last -= 1
    numbered = opening and last == first + 1 and _numbered(tokens, last, sentence, taken, prose)
    if numbered or _is_marked(tokens, first, last):
        return last + numbered
    words = [index for index in range(first, last) if tokens[index].is_word]
    if opening or prose.language == "de":
        if len(words) >= 2 and all(tokens[index].spaced for index in words[1:]) and not _article(token, prose):
            return last if prose.language != "de" or not opening else None
        follower = tokens[first + 1].norm if first + 1 < sentence.last else ""
        goes_on = follower in prose.after_names or _apposition(tokens, first + 1, sentence, prose)
        placed = (opening and goes_on) or _bare(tokens, first, sentence, follower, prose)
        alone = last == first + 1 and placed and not (follower == "," and _adverb(token, prose))
        return last if alone and not _article(token, prose) and not _predicate(tokens, first, sentence, prose) else None
    return last


def _modifies(tokens: Sequence[Token], first: int, last: int, prose: Prose) -> bool:
    """Return whether what has the shape of a name is an adjective or the first part of one."""
    return _of_a_place(tokens, first, last, prose) or (prose.language == "en" and _says_how(tokens, last))


def _of_a_place(tokens: Sequence[Token], first: int, last: int, prose: Prose) -> bool:
    """Return whether a capitalised word behind a determiner is an adjective ("het Pekinese bedrijf")."""
    alone = first > 0 and last == first + 1 and tokens[first].norm.endswith(prose.place_endings)
    return alone and tokens[first - 1].norm in prose.definite | prose.indefinite


def _says_how(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a name is but the first part of an adjective ("Beijing-based", "London-listed")."""
    if index + 1 >= len(tokens) or tokens[index].norm != "-" or tokens[index].spaced:
        return False
    further = tokens[index + 1]
    return further.is_word and not further.spaced and further.text[0].islower()


def _bare(tokens: Sequence[Token], first: int, sentence: Sentence, follower: str, prose: Prose) -> bool:
    """Return whether a German word stands bare where a name does ("Auch Alibaba legt …", "hat Moonshot den …")."""
    if prose.language != "de" or first == sentence.first:
        return False
    before = tokens[first - 1].norm
    if first - 1 == sentence.first and before in prose.before_names:
        return follower in prose.after_names
    return before in prose.after_names and follower in prose.definite | prose.indefinite | prose.its


def _numbered(tokens: Sequence[Token], index: int, sentence: Sentence, taken: set[int], prose: Prose) -> bool:
    """Return whether a word goes on with a number, and then as a name does ("Qwen 4: …", "Qwen 4 kommt auf …")."""
    if index + 1 >= sentence.last or index in taken:
        return False
    following = tokens[index + 1]
    verb = following.is_word and following.text[0].islower() and following.norm not in prose.neutral | prose.possessive
    return tokens[index].norm.isdigit() and (following.norm == ":" or verb)


def _may_begin(token: Token, prose: Prose) -> bool:
    capital = token.is_word and (token.text[0].isupper() or _small_first(token))
    return capital and token.norm not in prose.common_capitalised and not _acronyms(token)


def _acronyms(token: Token) -> bool:
    """Return whether a word is the plural of an acronym, which is a common noun ("GPUs", "LLMs")."""
    return len(token.text) > _UNIT_LETTERS and token.text.endswith("s") and token.text[:-1].isupper()


def _apposition(tokens: Sequence[Token], index: int, sentence: Sentence, prose: Prose) -> bool:
    """Return whether a comma tells what a name is ("Trambo, a company in Eastham")."""
    return index + 1 < sentence.last and tokens[index].norm == "," and tokens[index + 1].norm in prose.indefinite


def _adverb(token: Token, prose: Prose) -> bool:
    return token.norm.endswith(prose.adjective_endings)


def _small_first(token: Token) -> bool:
    """Return whether a word is a name that begins with a small letter ("xAI", "eBay", "iPhone")."""
    return len(token.text) > _UNIT_LETTERS and any(character.isupper() for character in token.text[1:3])


def _article(token: Token, prose: Prose) -> bool:
    return token.norm in prose.definite or token.norm in prose.pronouns or token.norm in prose.openers


def _predicate(tokens: Sequence[Token], first: int, sentence: Sentence, prose: Prose) -> bool:
    """Return whether a sentence rather opens with an adjective, adverb or participle than with a name.

    "Heikler wird es", "Verglichen wird das Modell mit …", "Nachzulesen ist das im Blog"; but "Erlangen ist größer",
    "Frankfurt wurde 2019 …". In German and Dutch the subject then stands right behind the verb, unless it is a
    participle for sure.
    """
    norm = tokens[first].norm
    if first + 1 >= sentence.last or tokens[first + 1].norm not in prose.copulas:
        return False
    if norm.startswith(prose.participle_starts) and norm.endswith(prose.participle_endings):
        return True
    if not norm.endswith(prose.adjective_endings):
        return False
    return prose.language == "en" or _subject_at(tokens, first + 2, sentence, prose)


def _subject_at(tokens: Sequence[Token], index: int, sentence: Sentence, prose: Prose) -> bool:
    """Return whether a subject, or a clause in its place, begins at a token or behind an adverb there."""
    prepositions = prose.neutral | prose.possessive
    opening = (prose.definite | prose.indefinite | prose.its | prose.pronouns | prose.universal) - prepositions
    for token in tokens[index : min(index + 2, sentence.last)]:
        if token.norm in ",:" or token.norm in opening or (token.is_word and token.text[0].isupper()):
            return True
        if not token.is_word or token.norm in prepositions | prose.than:
            return False
    return False


def _continues(tokens: Sequence[Token], index: int, prose: Prose) -> bool:
    """Return whether a token goes on with a name: capitalised, or joined by a hyphen or digits ("GPT-6", "Llama 4")."""
    token = tokens[index]
    if token.is_word:
        if not token.spaced and tokens[index - 1].norm not in "-.&'":
            return True
        common = token.norm in prose.common_capitalised or _acronyms(token)
        return token.text[0].isupper() and (not common or token.text.isupper())
    if token.norm[0].isdigit():
        return not token.spaced
    joined = token.norm in ("-", ".") and not token.spaced
    return joined and index + 1 < len(tokens) and not tokens[index + 1].spaced and tokens[index + 1].norm[0].isalnum()


def _is_marked(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Return whether a name's own letters give it away: an inner capital, all capitals, or digits in it."""
    for index in range(first, last):
        token = tokens[index]
        if token.norm[0].isdigit():
            return True
        if token.is_word and len(token.text) > 1 and any(character.isupper() for character in token.text[1:]):
            return True
    return False
