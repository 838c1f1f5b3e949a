"""Schemathesis runs in which every operation meets a table with players to try it on."""
