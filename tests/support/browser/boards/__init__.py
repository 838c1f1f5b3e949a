"""Real tables of every game, recorded and drawn in a browser."""
