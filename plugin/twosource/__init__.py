"""Twosource: the fact-check plugin that newsrooms put behind their CMS.

Importing this package loads neither spaCy nor Flask; the rooms load what they own.
"""

__version__ = "0.1.0"
