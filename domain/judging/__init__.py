"""Judging: from a state and a command to events, their bytes, and what is stored of them."""
