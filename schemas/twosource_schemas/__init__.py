"""Marshmallow schemas of all that crosses Twosource's boundary.

In: values from outside. Out: validated plain values, or errors with the path of the field. Imports marshmallow only.
"""
