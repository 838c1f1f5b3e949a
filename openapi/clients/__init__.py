"""Clients that use the API alone, without knowledge of any game."""
