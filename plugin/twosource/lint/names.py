"""Names that are everyday words, and ways to refer back that lack their determiner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twosource.facts.yaml_tree import Path
from twosource.lint.case import Case
from twosource.lint.vocabulary import Vocabulary, vocabulary
from twosource.lint.weakness import Weakness
from twosource.model import LANGUAGES, Entity, Token
from twosource.nlp.lexicon import prose
from twosource.text.tokens import tokenise

GRAMMATICAL = 3e-4
"""What is at least this share of all words is an everyday word, whatever its forms."""
EVERYDAY = 1.5e-5
"""What is rarer than this share of all words is none."""
INFLECTED = {"person": 0.5}
"""How often the inflected forms of an everyday word come, at least, for each time that it comes itself. Names hardly
have any; those of people have other names for forms more often ("Jan", "Jane")."""
_INFLECTED = 0.2
DETERMINED = 0.2
"""The share of a noun's places that one determiner is taken to stand before; a rule of thumb."""
_ENDING = {"de": 2, "nl": 2, "en": 3}
"""How many letters the endings of inflected forms have at most."""


def check(case: Case) -> Iterator[Weakness]:
    """Yield names that sentences have for other reasons, and phrases of ``called`` whose first word is lost."""
    for key, entity in case.pack.entities.items():
        if key not in case.veiled:
            if entity.kind != "place":
                yield from _everyday(case, key, entity)
            yield from _bare(case, key, entity)


def _everyday(case: Case, key: str, entity: Entity) -> Iterator[Weakness]:
    for path, name, languages in _names(case, key, entity):
        rates = {language: _rate(name, entity.kind, vocabulary(language)) for language in languages}
        language = max(rates, key=lambda each: rates[each], default=None)
        if language is None or not rates[language]:
            continue
        message = _told(case, name, entity, language, _rounded(rates[language] * 1_000_000))
        yield case.weak("everyday-name", path, message)


def _told(case: Case, name: str, entity: Entity, language: str, number: int) -> str:
    values = {"name": name, "language": case.wording.language(language), "entity": case.name(entity)}
    if name.isupper() and len(name) > 1:
        return case.wording.plural(
            "“{name}” is everyday {language} as well (about once in a million words), and each place with a capital, "
            "as at the beginning of a sentence, counts as {entity}: give the full name, and this as an alias with "
            "case: exact",
            "“{name}” is everyday {language} as well (about {number} times in a million words), and each place with a "
            "capital, as at the beginning of a sentence, counts as {entity}: give the full name, and this as an alias "
            "with case: exact",
            number,
            **values,
        )
    return case.wording.plural(
        "“{name}” is everyday {language} as well (about once in a million words), and each place counts as {entity}: "
        "give the name in full, or as an alias with case: exact",
        "“{name}” is everyday {language} as well (about {number} times in a million words), and each place counts as "
        "{entity}: give the name in full, or as an alias with case: exact",
        number,
        **values,
    )


def _names(case: Case, key: str, entity: Entity) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """Yield the names of an entity whose case does not count, each once, with the languages that they are sought in."""
    path: Path = ("entities", key, "name")
    given = case.written(*path)
    written = given if isinstance(given, Mapping) else {}
    seen = set(entity.name.values())
    for name in dict.fromkeys(entity.name.values()):
        language = next((each for each, text in written.items() if text == name), None)
        yield path if language is None else (*path, language), name, LANGUAGES
    for position, alias in enumerate(entity.aliases):
        if not alias.exact and alias.text not in seen:
            languages = LANGUAGES if alias.language is None else (alias.language,)
            yield ("entities", key, "aliases", position), alias.text, languages


def _rate(name: str, kind: str, known: Vocabulary) -> float:
    """Return how often a name comes as everyday words, as a share of all words; 0 where it is none.

    An everyday word behind a determiner is everyday, too ("Die Zeit", "De Tijd").
    """
    words = tokenise(name, known.language)
    determined = len(words) == 2 and words[0].norm in prose(known.language).definite
    if not all(word.is_word for word in words) or len(words) != 1 + determined:
        return 0.0
    rate = _rate_of_word(words[-1], kind, known)
    return rate * DETERMINED if determined else rate


def _rate_of_word(word: Token, kind: str, known: Vocabulary) -> float:
    rate = known.rate(word.norm)
    if rate >= GRAMMATICAL:
        return rate
    capitals = len(word.text) > 1 and word.text.isupper()  # found only where a sentence has a capital
    if capitals or rate < EVERYDAY:
        return 0.0
    asked = INFLECTED.get(kind, _INFLECTED) * rate
    return rate if known.inflected(word.norm, _ENDING[known.language]) >= asked else 0.0


def _rounded(count: float) -> int:
    """Return a count to two digits, as estimates are told."""
    step = int("1".ljust(len(str(int(count))) - 1, "0"))
    return max(1, round(count / step) * step)


def _bare(case: Case, key: str, entity: Entity) -> Iterator[Weakness]:
    for language, phrases in entity.called.items():
        words = prose(language)
        for position, phrase in enumerate(phrases):
            tokens = [token for token in tokenise(phrase, language) if token.is_word]
            if len(tokens) < 2 or tokens[0].norm in words.definite | words.its:
                continue
            message = case.wording.text(
                "“{phrase}” has no determiner: its first word is taken for one and not asked for, so that any "
                "“{rest}” behind a determiner counts as {entity}; write the determiner too",
                phrase=phrase, rest=phrase[tokens[1].start :], entity=case.name(entity),
            )  # fmt: skip
            yield case.weak("bare-called", ("entities", key, "called", language, position), message)
