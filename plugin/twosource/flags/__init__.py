"""The flags room: claims and facts come in; what the editor sees goes out.

Cases are made, rules are asked, and their findings are gathered into one flag a span and fact, with its fingerprint.
"""

from twosource.flags.build import build

__all__ = ["build"]
