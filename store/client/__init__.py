"""Clients of a Redis or Valkey server: one connection, pipelining, retries."""
