"""Lua functions that must run atomically inside the store, and their loader."""
