"""Clients that know the contract and no game."""
