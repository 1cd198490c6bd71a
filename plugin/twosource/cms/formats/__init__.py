"""Text formats that CMSs and files share: a source string comes in, segments of visible text go out.

A format never refuses a text: what is broken is read as a browser would read it. Nothing is opened or fetched.
"""
