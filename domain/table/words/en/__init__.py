"""A table in English."""
