"""The figures room: finds every figure of a text and says exactly what it means.

In: a text, its language and a pack's nouns. Out: model figures. No I/O, no clock and no model may be used here; the
lexicon files of ``nlp/lexicon/figures`` hold everything that depends on a language.
"""

from twosource.nlp.figures.grammar import find

__all__ = ["find"]
