"""Backups: a snapshot of the store, the archive, the public log and its keys in one folder."""
