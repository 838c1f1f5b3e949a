"""The arithmetic of the village; each function is one rule and cites it."""
