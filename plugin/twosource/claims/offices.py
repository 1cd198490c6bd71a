"""Who holds an office: "Petra Müller, director of the museum", and whose office it is where it is another's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twosource.claims.discourse import Placed, Scene
from twosource.model import Mention, TextValue, Token
from twosource.nlp.lexicon import Prose

_LONGEST = 4
"""How many words the name of a person has at most."""
_ARTICLES = 2
"""How many tokens may stand between the link behind a noun and the name of whose it is ("of the old …")."""

Place = tuple[int, int]
"""Tokens of a text: first, index after the last."""


def is_full_name(value: TextValue) -> bool:
    """Return whether a value is a name of two words or more, without numbers, as that of a person is.

    >>> is_full_name(TextValue("Saskia Vermeulen")), is_full_name(TextValue("Apache 2.0"))
    (True, False)
    """
    words = value.text.split()
    return len(words) > 1 and words[0][0].isupper() and not any(letter.isdigit() for letter in value.text)


def holders(cue: Place, owners: frozenset[str], scene: Scene, tokens: Sequence[Token], prose: Prose) -> Iterator[Place]:
    """Yield where the name of who holds an office surely stands, the subject's being the office that a cue names.

    "Petra Müller, director of the museum, …", "Petra Müller is director of the museum", "The museum's director, Petra
    Müller, …", "Direktorin des Museums ist Petra Müller". What could as well be a list or a place yields nothing.

    Args:
        cue: the tokens of the cue.
        owners: the ids (``pack/id``) of whom the fact is about.
        scene: the sentence.
        tokens: the tokens of the text.
        prose: the language's lexicon.
    """
    first = scene.sentence.first
    if cue[0] > first and (_joined(cue[0], tokens) or _tells_which(cue[0] - 1, owners, scene, tokens, prose)):
        return
    genitive = _genitive_before(cue[0], tokens)
    if genitive is not None:
        found = [_behind_a_genitive(cue[1], scene, tokens, prose)] if _ends(genitive, owners, scene) else []
    else:
        owner = _owner_behind(cue[1], owners, scene, tokens, prose)
        found = [] if owner is None else [
            _behind_the_owner(owner, scene, tokens, prose), _in_front(cue[0], owner, scene, tokens, prose)
        ]  # fmt: skip
    yield from (name for name in found if name is not None)


def _behind_a_genitive(behind: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> Place | None:
    """Return the name between commas behind a cue ("the museum's director, Petra Müller, …"), or None."""
    name = _name_from(behind + 1, scene, tokens, prose) if _norm(behind, scene, tokens) == "," else None
    return name if name is not None and _closed(name[1], scene, tokens, prose) else None


def _behind_the_owner(owner: Mention, scene: Scene, tokens: Sequence[Token], prose: Prose) -> Place | None:
    """Return the name with which the clause ends that tells who it is ("Direktorin des Museums ist …"), or None."""
    if _norm(owner.last, scene, tokens) not in _present(prose):
        return None
    name = _name_from(owner.last + 1, scene, tokens, prose)
    return None if name is None or _is_word(name[1], scene, tokens) else name


def _in_front(begin: int, owner: Mention, scene: Scene, tokens: Sequence[Token], prose: Prose) -> Place | None:
    """Return the name before a cue, as an apposition or with a verb between ("Petra Müller is …"), or None."""
    first = scene.sentence.first
    before = begin - 1
    if before > first and tokens[before].norm in prose.definite:
        before -= 1
    name = _name_before(before, scene, tokens, prose) if before > first else None
    if name is None:
        return None
    if tokens[before].norm == ",":
        # "In New York, the director …" tells where; "Anna Klee, Petra Müller, the director …" is a list.
        leading = {*prose.locative, *prose.conjunctions, ","}
        alone = name[0] == first or tokens[name[0] - 1].norm not in leading
        return name if alone and _closed(owner.last, scene, tokens, prose) else None
    said = tokens[before].norm in _present(prose) and name[0] == first
    return name if said and _whole(owner.last, scene, tokens, prose) else None


def _whole(index: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether a name ends at a token and leads on to nothing of its own ("the museum's shop")."""
    if _is_word(index, scene, tokens):
        return tokens[index].norm in prose.conjunctions
    return _norm(index, scene, tokens) not in ("'", "-")


def _present(prose: Prose) -> frozenset[str]:
    """Return the verbs that say who somebody is, and not who it was."""
    return prose.copulas & prose.slot_links


def _ends(index: int, owners: frozenset[str], scene: Scene) -> bool:
    """Return whether the subject's name ends right before a token."""
    return any(each.entities & owners and each.mention.last == index for each in scene.placed)


def is_anothers(
    cue: Place, name: Place, owners: frozenset[str], scene: Scene, tokens: Sequence[Token], prose: Prose, *, full: bool
) -> bool:
    """Return whether what a cue names, with a name behind it, belongs to somebody else than the fact's subject.

    "The director of the zoo, Peter Blum", "the zoo's director Peter Blum", "film director Peter Blum", "Anna Klee under
    her pseudonym …".

    Args:
        cue: the tokens of the cue.
        name: the tokens of the name.
        owners: the ids (``pack/id``) of whom the fact is about.
        scene: the sentence.
        tokens: the tokens of the text.
        prose: the language's lexicon.
        full: whether the fact's value is a full name, as that of a person.
    """
    begin, end = cue
    if name[0] < end:
        return False
    if _norm(end, scene, tokens) in _links(prose) and _owner_behind(end, owners, scene, tokens, prose) is None:
        return True
    before = begin - 1
    if before < scene.sentence.first:
        return False
    genitive = _genitive_before(begin, tokens)
    if genitive is not None:
        return not _ends(genitive, owners, scene)
    if tokens[before].norm in prose.its:
        return _named_since(begin, owners, scene)
    return _joined(begin, tokens) or (full and _tells_which(before, owners, scene, tokens, prose))


def _joined(begin: int, tokens: Sequence[Token]) -> bool:
    """Return whether a hyphen joins a word to the front of an office ("adjunct-directeur")."""
    return tokens[begin - 1].norm == "-" and not tokens[begin].spaced


def _tells_which(index: int, owners: frozenset[str], scene: Scene, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether the word before an office tells which one it is ("film director", "the next director")."""
    if _genitive_before(index + 1, tokens) is not None:
        return False
    if not tokens[index].is_word or any(_covers(each, index) and each.entities & owners for each in scene.placed):
        return False
    leading = prose.definite | prose.indefinite | prose.generic_modifiers | prose.slot_links | prose.copulas
    return tokens[index].norm not in leading | prose.locative | prose.heads_link | prose.conjunctions


def _covers(each: Placed, index: int) -> bool:
    return each.mention.first <= index < each.mention.last


def _named_since(index: int, owners: frozenset[str], scene: Scene) -> bool:
    """Return whether somebody else is the last one named before a token: "her" is theirs then."""
    before = [each for each in scene.placed if each.mention.last <= index]
    return bool(before) and not before[-1].entities & owners


def _links(prose: Prose) -> frozenset[str]:
    return prose.heads_link | prose.genitives


def _owner_behind(
    index: int, owners: frozenset[str], scene: Scene, tokens: Sequence[Token], prose: Prose
) -> Mention | None:
    """Return the subject's name behind the link that stands at a token ("of the …", "des …"), or None."""
    if _norm(index, scene, tokens) not in _links(prose):
        return None
    for each in scene.placed:
        if each.entities & owners and index < each.mention.first <= index + _ARTICLES:
            between = tokens[index + 1 : each.mention.first]
            return each.mention if all(token.norm in prose.definite for token in between) else None
    return None


def _genitive_before(index: int, tokens: Sequence[Token]) -> int | None:
    """Return the index after the name that a genitive before a token is made of ("the museum's"), or None."""
    if index > 1 and [token.norm for token in tokens[index - 2 : index]] == ["'", "s"]:
        return index - 2
    return index - 1 if index > 0 and tokens[index - 1].norm == "'" and not tokens[index - 1].spaced else None


def _norm(index: int, scene: Scene, tokens: Sequence[Token]) -> str:
    return tokens[index].norm if index < scene.sentence.last else "."


def _is_word(index: int, scene: Scene, tokens: Sequence[Token]) -> bool:
    return index < scene.sentence.last and tokens[index].is_word


def _closed(index: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> bool:
    """Return whether an apposition ends at a token: with the sentence, or with a comma that leads on to no list."""
    if _norm(index, scene, tokens) != ",":
        return not _is_word(index, scene, tokens) and _norm(index, scene, tokens) != "'"
    if not _is_word(index + 1, scene, tokens):
        return False
    return tokens[index + 1].text[0].islower() and tokens[index + 1].norm not in prose.conjunctions


def _name_from(first: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> Place | None:
    last = first
    while last < scene.sentence.last and _in_name(last, first, tokens):
        last += 1
    return _name(first, last, tokens, prose)


def _name_before(last: int, scene: Scene, tokens: Sequence[Token], prose: Prose) -> Place | None:
    first = last
    while first > scene.sentence.first and _in_name(first - 1, scene.sentence.first, tokens):
        first -= 1
    while first < last and tokens[first].norm in prose.openers:
        first += 1
        if tokens[first - 1].norm in prose.locative:
            return None
    return _name(first, last, tokens, prose)


def _in_name(index: int, first: int, tokens: Sequence[Token]) -> bool:
    """Return whether a token can be of a person's name: a capitalised word, or the hyphen of a double name."""
    token = tokens[index]
    if token.is_word:
        return token.text[0].isupper()
    return token.norm == "-" and not token.spaced and index > first


def _name(first: int, last: int, tokens: Sequence[Token], prose: Prose) -> Place | None:
    words = [token for token in tokens[first:last] if token.is_word]
    general = prose.common_capitalised | prose.openers | prose.definite | prose.generic_modifiers
    if not 1 < len(words) <= _LONGEST or any(word.norm in general for word in words):
        return None
    return first, last
