"""Checks that the document still keeps what it promised to clients of the last release."""
