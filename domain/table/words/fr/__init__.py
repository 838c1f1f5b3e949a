"""A table in French."""
