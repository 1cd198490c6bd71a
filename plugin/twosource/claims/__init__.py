"""The claims room: a reading and the fact base come in; what the draft says of the base's facts goes out.

A claim is made with confidence or not at all: when in doubt, nothing is tied. No rule is applied here, and no message
made.
"""

from twosource.claims.link import link

__all__ = ["link"]
