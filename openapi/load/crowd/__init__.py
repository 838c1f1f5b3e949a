"""Everybody at a table beside its players: watchers, readers, replays and verifying clients."""
