"""Notices: short messages about tables, for the lobby and for the players they concern."""
