"""The generic CMS: its draft event comes in as checked JSON; a draft goes out, and ``flags.updated`` for its flags.

Signatures, delivery ids and unknown fields are the web's business; here nothing is verified, fetched or posted.
"""
