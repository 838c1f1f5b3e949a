"""Finds the highest rate at which the goals hold, and what gives way above it."""
