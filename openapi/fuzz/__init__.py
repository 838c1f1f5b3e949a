"""Schemathesis plays: whatever it tries, a table is there to try it on, and others sit at it."""
