"""Which language a text is in."""

import pytest

from twosource.nlp.language import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die Kosten liegen auf dem Niveau gängiger Grafikkarten.", "de"),
        ("De kosten liggen op het niveau van gangbare grafische kaarten.", "nl"),
        ("The cost is on a par with mainstream graphics cards.", "en"),
        ("", None),
        ("2026 — 100.000 …", None),
    ],
)
def test_a_text_is_told_by_its_words(text: str, language: str | None) -> None:
    assert detect(text) == language
