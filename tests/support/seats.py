"""Seats by letters, for scenes at any table: A is the first."""

A, B, C, D, E, F, G, H = range(8)
