"""Fact packs in and out: text or plain mappings come in, the fact base's model and one canonical form go out, and back.

This is an edge: it knows marshmallow and the fact base's rooms, opens nothing, and raises for no pack however broken.
"""

from twosource.facts.pack import PackProblem, PackReading
from twosource.packs.canonical_form import canonical
from twosource.packs.differences import Difference, diff
from twosource.packs.reading import read, read_plain
from twosource.packs.writing import write

__all__ = ["Difference", "PackProblem", "PackReading", "canonical", "diff", "read", "read_plain", "write"]
