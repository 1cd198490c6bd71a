"""The colours of the pages, by WCAG 2.2: text 4.5 to 1 (criterion 1.4.3), what is no text 3 to 1 (1.4.11)."""

from __future__ import annotations

import re
from importlib import resources

import pytest

STYLE = resources.files("twosource.web").joinpath("static", "review.css").read_text()
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[:2]
)
TEXT_ON = [
    *((text, "paper") for text in ("ink", "soft", "link", "error", "warning", "note", "closed")),
    *((text, "sheet") for text in ("ink", "soft", "link", "error", "warning", "note", "closed")),
    *(("ink", f"{severity}-wash") for severity in ("error", "warning", "note")),
    *((severity, f"{severity}-wash") for severity in ("error", "warning", "note")),
    ("paper", "ink"),
]
MARKS_ON = [("strong-line", "paper"), ("soft", "sheet"), ("link", "paper"), ("error", "sheet"), ("warning", "sheet")]


def _luminance(colour: str) -> float:
    """Return the relative luminance that WCAG defines."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, {**LIGHT, **DARK}], ids=["light", "dark"])
def test_everything_can_be_read(colours: dict[str, str]) -> None:
    low = {pair: round(_contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in TEXT_ON}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    marks = {pair: round(_contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in MARKS_ON}
    assert {pair: ratio for pair, ratio in marks.items() if ratio < 3} == {}


def test_black_on_white_is_the_most() -> None:
    assert round(_contrast("#000000", "#ffffff"), 2) == 21
