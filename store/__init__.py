"""The only door to redis."""
