"""The lint room: a pack comes in, and what is legal in it but weak goes out, each with its path and what would mend it.

``lint(pack, at=day, given=reading.given, texts=kept)`` returns the weaknesses in the order of the pack's sections;
``placed(found, parse(text), name)`` gives them the lines of the file that the pack was read from. Nothing is opened
but the word counts of the wordfreq package and our own catalogues, no clock is read, and no pack makes it raise. Words
and names of confidential sources reach no message.
"""

from twosource.lint.codes import CODES, Code
from twosource.lint.linting import lint, placed
from twosource.lint.weakness import Estimate, Weakness

__all__ = ["CODES", "Code", "Estimate", "Weakness", "lint", "placed"]
