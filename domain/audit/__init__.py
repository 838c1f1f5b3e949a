"""Checks of a history: its form, its hash chain, every draw and every command again."""
