"""Posting: an event and a site's address come in; it is signed and posted once, or one kind of error comes out.

Requests go to the site's configured origin and nowhere else. Nothing is stored or tried again here.
"""

from twosource.posting.poster import Poster, PostError
from twosource.posting.signing import new_secret, signed_headers

__all__ = ["PostError", "Poster", "new_secret", "signed_headers"]
