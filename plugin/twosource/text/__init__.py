"""The text room: segments come in; the visible text with its offsets, tokens and anchors goes out.

Nothing is looked up here: no facts, no names, no files.
"""
