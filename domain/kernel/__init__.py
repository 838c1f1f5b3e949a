"""The vocabulary every game speaks; it knows no game, no table and no store."""
