"""Closed tables outside of the store: immutable segments, and an index on each machine."""
