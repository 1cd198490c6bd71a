"""The CMS room: what a CMS or a file sends comes in; a draft's segments go out, and a result in the CMS's own shape.

Nothing is fetched, posted or verified here: bytes and parsed JSON in, values out. No CMS folder imports another.
"""
