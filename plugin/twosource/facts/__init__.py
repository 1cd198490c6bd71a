"""The fact base's room: packs are read here, values compared, and sourcing computed.

In: a pack's text or its validated mappings, and figures. Out: frozen packs, comparisons, and problems with file, line
and key. Nothing here opens a file, reads a clock or knows marshmallow; no name of a confidential source leaves it.
"""
