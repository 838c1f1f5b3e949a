"""A Redis Cluster behind the same interfaces: each key has one server, and may move to another."""
