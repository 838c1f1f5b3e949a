"""Checks that the document is compatible with that of the last release."""
