"""The arithmetic of the game; each function is one rule and cites it."""
