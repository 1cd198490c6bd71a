import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from twosource.flags.fingerprint import fingerprint, flag_id

SENTENCE = "Über 100.000 Chips laufen in Größe „L“."
QUOTE = "Über 100.000 Chips"


def test_it_is_what_it_was() -> None:
    """Dismissals are bound to it: another digest here ends every one of them."""
    assert fingerprint(SENTENCE, QUOTE, 0) == "a6bb8ba8d1127aa1"
    assert flag_id("herald/7", "town", "output", "0123456789abcdef") == "92c2a65be8d9414bc2f5"


def test_space_case_and_form_do_not_count() -> None:
    first = fingerprint(SENTENCE, QUOTE, 0)
    assert fingerprint(f"  {SENTENCE.replace(' ', chr(0xA0) + ' ')}\n", QUOTE, 0) == first
    assert fingerprint(SENTENCE.upper(), QUOTE.lower(), 0) == first
    assert fingerprint(unicodedata.normalize("NFD", SENTENCE), QUOTE, 0) == first


def test_a_change_of_the_sentence_the_words_or_the_place_does() -> None:
    first = fingerprint(SENTENCE, QUOTE, 0)
    others = {
        fingerprint(SENTENCE.replace("laufen", "stehen"), QUOTE, 0),
        fingerprint(SENTENCE, "100.000 Chips", 0),
        fingerprint(SENTENCE, QUOTE, 1),
    }
    assert len(others | {first}) == 4


def test_an_id_tells_drafts_packs_and_facts_apart() -> None:
    ids = {
        flag_id("herald/7", "town", "output", "0" * 16),
        flag_id("herald/8", "town", "output", "0" * 16),
        flag_id("herald/7", "city", "output", "0" * 16),
        flag_id("herald/7", "town", "cost", "0" * 16),
        flag_id("herald/7", "town", "output", "1" * 16),
    }
    assert len(ids) == 5


@given(st.text(), st.text(), st.integers(0, 9))
def test_any_text_has_one(sentence: str, quote: str, occurrence: int) -> None:
    mark = fingerprint(sentence, quote, occurrence)
    assert len(mark) == 16
    assert set(mark) <= set("0123456789abcdef")
    assert len(flag_id(sentence, quote, "fact", mark)) == 20
