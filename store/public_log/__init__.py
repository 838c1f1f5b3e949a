"""The public log on disk, its keys, and the queue of entries in the store."""
