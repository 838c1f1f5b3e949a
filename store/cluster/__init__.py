"""A Redis Cluster behind the same doors: each key has one server, and may move to another."""
