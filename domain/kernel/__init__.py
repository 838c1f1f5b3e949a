"""The vocabulary that all games share; it knows no game, no table and no store."""
