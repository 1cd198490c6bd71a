"""Cue lines: which of them have all their terms in a sentence, and where these stand."""

import pytest

from twosource.facts.cues import CueIndex, LineHit, Owner, same_word
from twosource.model import CueLine, CueTerm
from twosource.text.tokens import tokenise

FACT = ("pack", "fact")


def _line(*terms: str) -> CueLine:
    """Return a cue line; alternatives are parted by a slash, as in a pack."""
    return CueLine(tuple(CueTerm(tuple(tuple(each.lower().split()) for each in term.split("/"))) for term in terms))


def _hits(language: str, text: str, *terms: str) -> list[LineHit]:
    index = CueIndex(language)
    index.add(_line(*terms), Owner((FACT,)))
    tokens = tokenise(text, language)
    return index.hits(tokens, 0, len(tokens))


@pytest.mark.parametrize(
    ("language", "terms", "text", "places"),
    [
        ("de", ["Kosten", "Niveau"], "Auf dem Niveau liegen die Kosten.", (((5, 6),), ((2, 3),))),
        ("nl", ["kosten", "niveau"], "Op het niveau liggen de kosten.", (((5, 6),), ((2, 3),))),
        ("en", ["cost", "level"], "On that level the costs are.", (((4, 5),), ((2, 3),))),
        ("de", ["Kosten/Ausgaben"], "Kosten und Ausgaben", (((0, 1), (2, 3)),)),
        ("nl", ["kosten/uitgaven"], "kosten en uitgaven", (((0, 1), (2, 3)),)),
        ("en", ["cost/spending"], "cost and spending", (((0, 1), (2, 3)),)),
        ("de", ["gleich hoch"], "Sie sind gleich hoch.", (((2, 4),),)),
        ("nl", ["even hoog"], "Ze zijn even hoog.", (((2, 4),),)),
        ("en", ["on a par"], "They are on a par.", (((2, 5),),)),
        ("de", ["Selbst-Verbesserung"], "Die Selbst-Verbesserung und Selbst Verbesserung", (((1, 4), (5, 7)),)),
        ("nl", ["zelf-verbetering"], "zelf-verbetering", (((0, 3),),)),
        ("en", ["self-improvement"], "self-improvement, self improvement", (((0, 3), (4, 6)),)),
        ("de", ["strom~"], "Strompreise", (((0, 1),),)),
        ("nl", ["stroom~"], "stroomprijzen", (((0, 1),),)),
        ("en", ["electr~"], "electricity", (((0, 1),),)),
        ("de", ["~kosten"], "Tokenkosten", (((0, 1),),)),
        ("nl", ["~kosten"], "tokenkosten", (((0, 1),),)),
        ("de", ["~preis"], "Tokenpreise", (((0, 1),),)),
        ("nl", ["~prijs"], "tokenprijzen", (((0, 1),),)),
        ("en", ["~cost"], "Undercosts", (((0, 1),),)),
        ("de", ["ki~"], "KI-Chips", (((0, 1),),)),
    ],
)
def test_a_line_is_hit_where_all_its_terms_stand(
    language: str, terms: list[str], text: str, places: tuple[tuple[tuple[int, int], ...], ...]
) -> None:
    assert _hits(language, text, *terms) == [LineHit(Owner((FACT,)), len(terms), places)]


@pytest.mark.parametrize(
    ("language", "terms", "text"),
    [
        ("de", ["Kosten", "Niveau"], "Die Kosten sinken."),
        ("nl", ["kosten", "niveau"], "De kosten dalen."),
        ("en", ["cost", "level"], "The cost falls."),
        ("en", ["on a par"], "It is on a"),
        ("en", ["on a par"], "It is on the par"),
        ("de", ["strom~"], "Ökostrom"),
        ("de", ["~kosten"], "Kostenart"),
        ("en", ["comparable"], "We compared them."),
        ("nl", ["even hoog"], "hoog even"),
    ],
)
def test_a_line_is_not_hit_by_some_of_its_words(language: str, terms: list[str], text: str) -> None:
    assert _hits(language, text, *terms) == []


def test_only_the_tokens_of_the_sentence_count() -> None:
    index = CueIndex("en")
    index.add(_line("cost", "level"), Owner((FACT,)))
    tokens = tokenise("The cost. The level.", "en")

    assert index.hits(tokens, 0, 3) == []
    assert index.hits(tokens, 3, 6) == []
    assert len(index.hits(tokens, 0, 6)) == 1


@pytest.mark.parametrize(
    ("language", "word", "form"),
    [
        ("de", "vergleichbar", "vergleichbare"),
        ("de", "beschleuniger", "Beschleunigern"),
        ("de", "gpu", "GPUs"),
        ("de", "nvidia", "NVIDIAs"),
        ("de", "niveau", "Niveaus"),
        ("de", "teuer", "teurer"),
        ("de", "dunkel", "dunkle"),
        ("nl", "vergelijkbaar", "vergelijkbare"),
        ("nl", "chip", "chips"),
        ("nl", "duur", "duurder"),
        ("en", "cost", "costs"),
        ("en", "match", "matched"),
        ("en", "licence", "licences"),
        ("en", "carry", "carried"),
    ],
)
def test_a_word_is_known_in_its_forms(language: str, word: str, form: str) -> None:
    assert same_word(word, tokenise(form, language)[0], language)
    assert _hits(language, form, word)


@pytest.mark.parametrize(
    ("language", "word", "other"),
    [
        ("de", "niveau", "Niveaugleich"),
        ("de", "mal", "Mahl"),
        ("nl", "chip", "schip"),
        ("en", "comparable", "comparison"),
        ("en", "comparable", "comparing"),
        ("en", "active", "activity"),
        ("en", "launch", "lunch"),
    ],
)
def test_another_word_is_no_form(language: str, word: str, other: str) -> None:
    assert not same_word(word, tokenise(other, language)[0], language)
    assert _hits(language, other, word) == []
