"""The reading room: a text comes in; tokens, sentences, names, figures and attributions go out.

The language is given. Nothing is known here of facts: names arrive as an index. spaCy is loaded by ``components``
alone, and only there.
"""
