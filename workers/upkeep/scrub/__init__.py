"""Checks everything in the store against the histories; mends what is derived from them."""
